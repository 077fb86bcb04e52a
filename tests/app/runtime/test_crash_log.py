from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject, QTimer

from app.errors import Notice
from app.runtime.crash_log import CrashLog

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.usefixtures("qapp")

SECRET = "what was written"


def stumble() -> None:
    try:
        int(SECRET)
    except ValueError as error:
        raise LookupError(SECRET) from error


def test_a_bug_in_a_slot_is_told_and_written_down_without_what_the_error_says(qtbot: QtBot, tmp_path: Path) -> None:
    log = CrashLog(tmp_path / "logs")
    log.install()
    try:
        with qtbot.waitSignal(log.bug_caught) as caught:
            QTimer.singleShot(0, log, stumble)
    finally:
        log.remove()
    file = tmp_path / "logs" / "galley.log"
    assert caught.args == [Notice("bug_caught", {"path": str(file)})]
    text = file.read_text()
    assert "in stumble" in text
    assert text.index("builtins.ValueError") < text.index("builtins.LookupError")
    assert SECRET not in text
    assert file.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_written_leaves_standard_error(
    qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "logs").touch()
    log = CrashLog(tmp_path / "logs")
    log.install()
    try:
        with qtbot.waitSignal(log.bug_caught) as caught:
            QTimer.singleShot(0, log, stumble)
    finally:
        log.remove()
    assert "in stumble" in capsys.readouterr().err
    assert caught.args is not None
    assert "terminal" in caught.args[0].values["path"]


def test_an_interrupt_is_no_bug(qtbot: QtBot, tmp_path: Path) -> None:
    seen: list[object] = []
    before = sys.excepthook
    sys.excepthook = lambda kind, error, frames: seen.append(kind)
    log = CrashLog(tmp_path)
    log.install()
    try:
        with qtbot.assertNotEmitted(log.bug_caught):
            sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    finally:
        log.remove()
        sys.excepthook = before
    assert seen == [KeyboardInterrupt]
    assert (tmp_path / "galley.log").read_text() == ""


def test_what_caught_bugs_before_does_so_again_afterwards(tmp_path: Path) -> None:
    before = sys.excepthook
    parent = QObject()
    log = CrashLog(tmp_path, parent)
    log.install()
    assert sys.excepthook is not before
    log.remove()
    assert sys.excepthook is before
    parent.deleteLater()
