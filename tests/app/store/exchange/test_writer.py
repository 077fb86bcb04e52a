"""An exported file is whole or not there, its owner's only, and exactly what was said."""

from __future__ import annotations

import os
import resource
import signal
import stat
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import UserError
from app.store.exchange.writer import ExportFormat, export_conversations
from tests.support import exchange_samples as samples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.store.values import StoredConversation

FORMATS = pytest.mark.parametrize("format_", list(ExportFormat))
TWO = [samples.conversation(), samples.conversation("c2")]


def _names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir() if each.name != "galley-home")


@FORMATS
def test_the_file_is_its_owners_only_and_nothing_else_is_left(tmp_path: Path, format_: ExportFormat) -> None:
    path = tmp_path / f"out.{format_}"
    path.touch(mode=0o644)
    assert export_conversations(TWO, samples.PRESETS, path, format_) == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert _names(tmp_path) == [path.name]


@FORMATS
def test_every_text_stands_in_it_exactly(tmp_path: Path, format_: ExportFormat) -> None:
    path = tmp_path / "out"
    export_conversations(TWO, (), path, format_)
    content = path.read_bytes().decode()
    if format_ is ExportFormat.JSON:
        content = content.replace("\\r", "\r").replace("\\n", "\n").replace('\\"', '"')
    for message in TWO[0].branch():
        assert message.text in content
    assert "&lt;" not in content
    assert "Cats & <dogs>" in content


@FORMATS
def test_progress_counts_conversations(tmp_path: Path, format_: ExportFormat) -> None:
    seen: list[tuple[int, int]] = []
    export_conversations(TWO, (), tmp_path / "a", format_, progress=lambda *done: seen.append(done))
    assert seen == [(0, 2), (1, 2), (2, 2)]
    seen.clear()
    export_conversations(iter(TWO), (), tmp_path / "a", format_, progress=lambda *done: seen.append(done))
    assert [done for done, _ in seen] == [0, 1, 2]


@FORMATS
def test_a_stopped_export_leaves_the_old_file(tmp_path: Path, format_: ExportFormat) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    asked = iter([False, False, True])
    with pytest.raises(UserError) as caught:
        export_conversations(TWO, (), path, format_, cancelled=lambda: next(asked))
    assert caught.value.notice.code == "export_cancelled"
    assert path.read_text() == "old"
    assert _names(tmp_path) == ["out"]


def test_a_failure_of_the_store_is_not_called_one_of_the_file(tmp_path: Path) -> None:
    def failing() -> Iterator[StoredConversation]:
        yield TWO[0]
        raise UserError("store_damaged")

    with pytest.raises(UserError) as caught:
        export_conversations(failing(), (), tmp_path / "out", ExportFormat.JSON)
    assert caught.value.notice.code == "store_damaged"
    assert _names(tmp_path) == []


def test_a_full_disk_leaves_the_old_file_and_is_said(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(UserError) as caught:
            export_conversations(TWO, (), path, ExportFormat.JSON)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert caught.value.notice.code == "export_not_written"
    assert str(path) in sentence(caught.value.notice)
    assert path.read_text() == "old"
    assert _names(tmp_path) == ["out"]


def test_a_folder_and_a_missing_folder_are_said(tmp_path: Path) -> None:
    for path, code in ((tmp_path, "export_is_folder"), (tmp_path / "none" / "out.md", "export_not_written")):
        with pytest.raises(UserError) as caught:
            export_conversations(TWO, (), path, ExportFormat.MARKDOWN)
        assert caught.value.notice.code == code
        assert sentence(caught.value.notice)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    export_conversations(TWO, (), link, ExportFormat.TEXT)
    assert link.is_symlink()
    assert (tmp_path / "real").is_file()


def test_what_a_killed_export_left_in_the_clear_is_removed(tmp_path: Path) -> None:
    left_over = tmp_path / ".galley-export-abc.tmp"
    left_over.write_text("secret")
    os.utime(left_over, (0, 0))
    export_conversations(TWO, (), tmp_path / "out", ExportFormat.TEXT)
    assert _names(tmp_path) == ["out"]
