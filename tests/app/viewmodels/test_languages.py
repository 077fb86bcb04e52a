"""Which languages there are to choose from, and which one is spoken."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale

from app.catalogue import language
from app.catalogue.language import Speech
from app.viewmodels.languages import Language, languages, locale_of, name_of, name_of_system, spoken
from tests.support.translation_tools import compiled

if TYPE_CHECKING:
    from pathlib import Path

FRISIAN = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fy" sourcelanguage="en"><context><name>Command line</name>
<message><source>print one JSON object</source><translation>ien JSON-objekt skriuwe</translation></message>
</context></TS>
"""


@pytest.fixture
def with_frisian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another language, added by a file."""
    folder = tmp_path / "translations"
    shutil.copytree(language.folder(), folder)
    source = tmp_path / "galley_fy.ts"
    source.write_text(FRISIAN, "utf-8")
    compiled(source, folder)
    monkeypatch.setattr(language, "folder", lambda: folder)


def test_languages_are_named_in_their_own_words() -> None:
    assert languages() == (Language("en", "English"), Language("nl", "Nederlands"))


@pytest.mark.usefixtures("with_frisian")
def test_another_language_is_another_file() -> None:
    assert [each.code for each in languages()] == ["en", "fy", "nl"]
    assert name_of("fy") == "Frysk"
    assert spoken("fy") == "fy"
    assert Speech("fy").translate("Command line", "print one JSON object") == "ien JSON-objekt skriuwe"
    assert Speech("fy").translate("Command line", "limits") == "limits"


def test_a_language_that_is_gone_is_the_system_s() -> None:
    assert spoken("xx") == spoken("")
    assert name_of(spoken("")) in name_of_system()


def test_the_system_s_numbers_are_kept_unless_another_language_is_chosen() -> None:
    assert locale_of("") == QLocale.system()
    assert locale_of("nl").decimalPoint() == ","
    assert locale_of("nl").language() is QLocale.Language.Dutch


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (("nl-NL", "en"), "nl"),
        (("nl_BE.UTF-8",), "nl"),
        (("de", "nl"), "nl"),
        (("nl@euro",), "nl"),
        (("de",), "en"),
        ((), "en"),
    ],
)
def test_the_first_language_that_there_is_is_taken(wanted: tuple[str, ...], found: str) -> None:
    assert language.best_of(wanted) == found
