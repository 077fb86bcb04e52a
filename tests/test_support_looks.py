"""The ruler itself: what it must find, and what it must leave alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPushButton,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)

from tests.support.ink import faint
from tests.support.looks import clipped
from tests.support.offscreen import quiet_platform

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


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


def test_what_a_covered_parent_holds_is_found(qtbot: QtBot) -> None:
    label = QLabel("A sentence that is longer than its place")
    label.setFixedWidth(60)
    inner = _shown(qtbot, label)
    outer = QWidget()
    layout = QVBoxLayout(outer)
    layout.setContentsMargins(0, 0, 0, 0)
    inner.setAutoFillBackground(True)
    layout.addWidget(inner)
    qtbot.addWidget(outer)
    outer.show()
    qtbot.waitExposed(outer)
    assert [fault.text for fault in clipped(outer)] == [label.text()]


def test_a_hint_in_a_line_without_enough_room_is_found_and_what_is_typed_is_not(qtbot: QtBot) -> None:
    line, typed = QLineEdit(), QLineEdit("typed by somebody, and longer than the line")
    line.setPlaceholderText("What the model is to be called")
    for each in (line, typed):
        each.setFixedWidth(80)
    window = _shown(qtbot, line, typed)
    assert [fault.text for fault in clipped(window)] == [line.placeholderText()]


def test_a_choice_without_enough_room_is_found(qtbot: QtBot) -> None:
    box = QComboBox()
    box.addItem("As the system has it")
    box.setFixedWidth(70)
    window = _shown(qtbot, box)
    assert [fault.text for fault in clipped(window)] == ["As the system has it"]


def test_a_line_of_a_list_that_is_cut_off_is_found_unless_it_tells_itself_under_the_pointer(qtbot: QtBot) -> None:
    view = QListWidget()
    view.addItems(["A conversation with a long title", "Another conversation with a long title"])
    view.item(1).setToolTip("Another conversation with a long title")
    view.setFixedWidth(100)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    window = _shown(qtbot, view)
    assert [fault.text for fault in clipped(window)] == ["A conversation with a long title"]


def test_a_heading_of_a_table_without_enough_room_is_found(qtbot: QtBot) -> None:
    table = QTableWidget(1, 1)
    table.setHorizontalHeaderLabels(["Acceptance rate"])
    table.setColumnWidth(0, 40)
    window = _shown(qtbot, table)
    assert "Acceptance rate" in [fault.text for fault in clipped(window)]


def test_faint_lines_of_a_menu_are_found_and_disabled_ones_are_not(qtbot: QtBot) -> None:
    menu = QMenu()
    menu.setStyleSheet("QMenu { background: #FFFFFF; } QMenu::item { color: #B0B0B0; }")
    menu.addAction("&Rename")
    menu.addAction("Delete").setEnabled(False)
    qtbot.addWidget(menu)
    menu.popup(QPoint(0, 0))
    assert [fault.text for fault in faint(menu)] == ["Rename"]
    menu.close()


def test_what_was_measured_is_not_measured_again(qtbot: QtBot) -> None:
    pale = QLabel("pale words")
    pale.setStyleSheet("color: #B0B0B0")
    window, known = _shown(qtbot, pale), set[tuple[object, ...]]()
    assert len(faint(window, known)) == 1
    assert faint(window, known) == []


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
