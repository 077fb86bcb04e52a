from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QMenu

from widgets.window.load_menu import LoadMenu

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def menu(qtbot: QtBot) -> Iterator[LoadMenu]:
    parent = QMenu()
    qtbot.addWidget(parent)
    yield LoadMenu(parent)
    assert parent.actions()  # lives as long as the test


def size(tokens: int) -> str:
    return f"Context of {QLocale().toString(tokens)} tokens"


def ticked(menu: LoadMenu) -> list[str]:
    return [action.text() for action in menu.menu.actions() if action.isChecked()]


def test_what_is_set_is_ticked(menu: LoadMenu) -> None:
    menu.show_choice(8192, reproducible=True)
    assert ticked(menu) == [size(8192), "Same seed, same text, always"]
    menu.show_choice(0, reproducible=False)
    assert ticked(menu) == ["Context as the target was trained"]


def test_a_size_of_the_users_own_has_a_line(menu: LoadMenu) -> None:
    menu.show_choice(3000, reproducible=False)
    assert ticked(menu) == [size(3000)]


def test_a_choice_is_told(qtbot: QtBot, menu: LoadMenu) -> None:
    action = next(each for each in menu.menu.actions() if each.text() == size(16384))
    with qtbot.waitSignal(menu.context_chosen) as told:
        action.trigger()
    assert told.args == [16384]
    switch = menu.menu.actions()[-1]
    with qtbot.waitSignal(menu.reproducible_chosen) as told:
        switch.trigger()
    assert told.args == [True]


def test_what_happens_when_a_conversation_no_longer_fits_is_chosen(qtbot: QtBot, menu: LoadMenu) -> None:
    refuse, leave_out = menu.full_menu.actions()
    menu.show_leaves_out(False)
    assert (refuse.isChecked(), leave_out.isChecked()) == (True, False)
    with qtbot.waitSignal(menu.leave_out_chosen) as told:
        leave_out.trigger()
    assert told.args == [True]
    assert (refuse.isChecked(), leave_out.isChecked()) == (False, True)
    with qtbot.waitSignal(menu.leave_out_chosen) as told:
        refuse.trigger()
    assert told.args == [False]
    assert leave_out.toolTip()
