"""Reading what Qt's tools compile without Qt: it has to come to what Qt itself reads, text by text."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QTranslator

from app.catalogue import language
from app.catalogue.message_file import MessageFile
from tests.support.translation_tools import compiled

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="nl" sourcelanguage="en"><context><name>Words</name>
<message><source>Open</source><comment>a file</comment><translation>Openen</translation></message>
<message><source>Open</source><translation>Geopend</translation></message>
<message><source>Not yet</source><translation type="unfinished"></translation></message>
</context></TS>
"""


def test_a_comment_tells_texts_apart_that_are_the_same_in_english(tmp_path: Path) -> None:
    source = tmp_path / "words_nl.ts"
    source.write_text(TEXTS, "utf-8")
    file = MessageFile(compiled(source, tmp_path))
    assert file.translation("Words", "Open", "a file") == "Openen"
    assert file.translation("Words", "Open", "of a door") == "Geopend"
    assert file.translation("Words", "Open") == "Geopend"
    assert file.translation("Words", "Not yet") is None
    assert file.translation("Elsewhere", "Open") is None


def test_every_text_of_the_window_is_read_as_qt_reads_it() -> None:
    path = language.path_of("nl")
    qt, file = QTranslator(), MessageFile(path)
    assert qt.load(str(path))
    num_read = 0
    for context in ElementTree.parse(path.with_suffix(".ts")).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            source, comment = message.findtext("source", ""), message.findtext("comment", "")
            ours = file.translation(name, source, comment)
            theirs = qt.translate(name, source, comment or None)
            assert (ours or "") == theirs, (name, source)
            num_read += bool(ours)
    assert num_read > 1000


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.qm").write_bytes(b"GGUF and so on, for more than sixteen bytes")
    with pytest.raises(ValueError, match="no file of translations"):
        MessageFile(tmp_path / "other.qm")
