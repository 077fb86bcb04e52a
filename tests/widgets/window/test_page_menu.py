from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest

from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.window.page_menu import PageGroup, PageMenu
from widgets.window.page_row import PageRow

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def menu(qtbot: QtBot) -> PageMenu:
    made = PageMenu()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def row(qtbot: QtBot, menu: PageMenu) -> PageRow:
    made = PageRow(Theme(ThemeChoice.LIGHT), menu)
    qtbot.addWidget(made)
    made.resize(300, made.sizeHint().height())
    made.show()
    qtbot.waitExposed(made)
    return made


def page(menu: PageMenu, name: str, group: PageGroup, place: int) -> QAction:
    action = QAction(name, menu)
    menu.add_page(action, group, place)
    return action


def test_pages_stand_in_their_groups_whoever_comes_first(menu: PageMenu) -> None:
    page(menu, "Settings…", PageGroup.PROGRAM, 10)
    page(menu, "Lab…", PageGroup.MEASURE, 20)
    page(menu, "Compare…", PageGroup.MEASURE, 10)
    assert [action.text() for action in menu.actions()] == ["Compare…", "Lab…", "", "Settings…"]
    assert menu.actions()[2].isSeparator()


def test_a_button_does_what_the_menu_does(menu: PageMenu, row: PageRow, qtbot: QtBot) -> None:
    action = page(menu, "Compare two settings…", PageGroup.MEASURE, 10)
    action.setShortcut("Ctrl+Shift+D")
    button = row.add_button(action, "Compare")
    with qtbot.waitSignal(action.triggered):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.toolTip() == "Compare two settings (Ctrl+Shift+D)"
    action.setEnabled(False)
    assert not button.isEnabled()


def test_buttons_stand_as_the_menu_has_them_and_are_reached_in_that_order(menu: PageMenu, row: PageRow) -> None:
    lab = row.add_button(page(menu, "Lab…", PageGroup.MEASURE, 20), "Lab")
    compare = row.add_button(page(menu, "Compare…", PageGroup.MEASURE, 10), "Compare")
    assert row.buttons == [compare, lab]
    row._layout.activate()
    assert compare.x() < lab.x() < row.menu_button.x()
    compare.setFocus()
    QTest.keyClick(compare, Qt.Key.Key_Tab)
    assert lab.hasFocus()
    QTest.keyClick(lab, Qt.Key.Key_Tab)
    assert row.menu_button.hasFocus()


def test_buttons_without_room_are_left_to_the_menu(menu: PageMenu, row: PageRow) -> None:
    names = ("Vergelijken", "Laboratorium", "Modellen")
    buttons = [row.add_button(page(menu, name, PageGroup.MEASURE, 10), name) for name in names]
    row.resize(400, row.height())
    assert [button.isVisible() for button in buttons] == [True, True, True]
    row.resize(180, row.height())
    assert buttons[0].isVisible()
    assert not buttons[2].isVisible()
    assert row.menu_button.isVisible()
    assert row.menu_button.geometry().right() <= row.width()
