from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.parts.quiet_button import QuietButton
from widgets.transcript.version_switch import VersionSwitch

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


class Card(QWidget):
    """A message with a button in it, beside another one."""

    def __init__(self) -> None:
        super().__init__()
        theme = Theme(ThemeChoice.LIGHT)
        self.other = QuietButton(theme, "Copy", self)
        self.switch = VersionSwitch(theme, self, self)
        layout = QVBoxLayout(self)
        layout.addWidget(self.other)
        layout.addWidget(self.switch)


@pytest.fixture
def card(qtbot: QtBot) -> Card:
    card = Card()
    qtbot.addWidget(card)
    card.show()
    qtbot.waitExposed(card)
    card.activateWindow()
    return card


def test_one_version_needs_no_switch(card: Card) -> None:
    card.switch.show_version(1, 1)
    assert not card.switch.isVisible()
    card.switch.show_version(2, 3)
    assert card.switch.isVisible()
    assert card.switch.text == "2/3"
    assert card.switch.tree_button.accessibleName() == "Version 2 of 3; show all"


@pytest.mark.parametrize(("number", "back", "on"), [(1, False, True), (2, True, True), (3, True, False)])
def test_an_arrow_is_there_as_far_as_there_is_a_version(card: Card, number: int, back: bool, on: bool) -> None:
    card.switch.show_version(number, 3)
    assert (card.switch.back_button.isEnabled(), card.switch.on_button.isEnabled()) == (back, on)


def test_arrows_and_keys_say_in_which_direction(card: Card, qtbot: QtBot) -> None:
    card.switch.show_version(2, 3)
    steps: list[int] = []
    card.switch.stepped.connect(steps.append)
    QTest.mouseClick(card.switch.back_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(card.switch.on_button, Qt.MouseButton.LeftButton)
    card.other.setFocus()
    qtbot.waitUntil(card.other.hasFocus)
    QTest.keyClick(card.other, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(card.other, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert steps == [-1, 1, -1, 1]
    card.switch.show_version(1, 2)
    QTest.keyClick(card.other, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    card.switch.set_listens(False)
    QTest.keyClick(card.other, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert len(steps) == 4


def test_the_focus_goes_where_one_can_go_on(card: Card) -> None:
    card.switch.show_version(3, 3)
    card.switch.take_focus(1)
    assert card.switch.back_button.hasFocus()
    card.switch.show_version(2, 3)
    card.switch.take_focus(1)
    assert card.switch.on_button.hasFocus()
