"""The page about Galley in the program: its version, its self-test in the real engine, its report on the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app import __version__
from tests.support.offscreen import quiet_platform
from tests.support.program import running

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def test_the_self_test_runs_in_the_window_and_its_report_can_be_passed_on(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        QTest.keyClick(program.galley.window, Qt.Key.Key_G, CTRL_SHIFT)
        page = program.galley.about.page
        assert program.galley.window.page is page
        assert __version__ in page.version.text()
        assert any(text.startswith("llama_cpp_python ") for text in page.parts.texts)
        QTest.mouseClick(page.test_button, Qt.MouseButton.LeftButton)
        program.until(lambda: page.test_copy_button.isVisible(), 120_000)
        assert any(text.startswith("reply works: ") for text in page.test_list.texts), page.test_list.texts
        QTest.mouseClick(page.test_copy_button, Qt.MouseButton.LeftButton)
        report = QGuiApplication.clipboard().text()
        assert __version__ in report
        assert "works  store: SQLCipher" in report
        QTest.keyClick(page, Qt.Key.Key_Escape)
        assert program.galley.window.page is None


def test_closing_the_window_ends_a_self_test(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        program.galley.about.show()
        program.galley.about.page.test_button.click()
        assert program.galley.about.test.is_running
    assert not program.galley.about.test.is_running
