"""The ruler itself: what it must find, and what it must leave alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from tests.support.looks import clipped, faint

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def _shown(qtbot: QtBot, *widgets: QWidget) -> QWidget:
    window = QWidget()
    window.setStyleSheet("QWidget { background: #FFFFFF; color: #000000; }")
    layout = QVBoxLayout(window)
    for widget in widgets:
        layout.addWidget(widget)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def test_a_label_without_enough_room_is_found(qtbot: QtBot) -> None:
    label = QLabel("A sentence that is longer than its place")
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFixedWidth(60)
    window = _shown(qtbot, label, QLabel("Fits"))
    (fault,) = clipped(window)
    assert fault.text == label.text()
    assert "QLabel" in str(fault)


def test_a_wrapped_label_without_enough_lines_is_found(qtbot: QtBot) -> None:
    label = QLabel("Several words that need more than one line in so narrow a place")
    label.setWordWrap(True)
    label.setFixedSize(90, 20)
    window = _shown(qtbot, label)
    assert [fault.text for fault in clipped(window)] == [label.text()]


def test_a_button_without_enough_room_is_found(qtbot: QtBot) -> None:
    button = QPushButton("Forget everything")
    button.setFixedWidth(40)
    window = _shown(qtbot, button)
    assert [fault.text for fault in clipped(window)] == ["Forget everything"]


def test_faint_ink_is_found_and_good_ink_is_not(qtbot: QtBot) -> None:
    pale, good = QLabel("pale words"), QLabel("good words")
    pale.setStyleSheet("color: #B0B0B0")
    good.setStyleSheet("color: #6B6B6B")
    window = _shown(qtbot, pale, good)
    (fault,) = faint(window)
    assert fault.text == "pale words"
    assert "contrast of 2." in fault.what


def test_what_is_disabled_may_be_fainter(qtbot: QtBot) -> None:
    button = QPushButton("Not now")
    button.setStyleSheet("color: #C0C0C0")
    button.setEnabled(False)
    window = _shown(qtbot, button)
    assert faint(window) == []
