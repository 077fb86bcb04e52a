from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.offscreen import quiet_platform
from tests.support.scripted_engine import pair
from widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


def shown(qtbot: QtBot, starter: str | None = None) -> EmptyState:
    state = EmptyState(starter)
    qtbot.addWidget(state)
    state.resize(800, 600)
    state.show()
    qtbot.waitExposed(state)
    return state


def test_the_first_start_leads_to_a_file(qtbot: QtBot) -> None:
    state = shown(qtbot)
    assert not state.starter_button.isVisible()
    with qtbot.waitSignal(state.open_requested):
        QTest.mouseClick(state.open_button, Qt.MouseButton.LeftButton)


def test_a_starter_model_is_offered_where_there_is_one(qtbot: QtBot) -> None:
    state = shown(qtbot, "/models/starter.gguf")
    with qtbot.waitSignal(state.starter_chosen) as chosen:
        QTest.mouseClick(state.starter_button, Qt.MouseButton.LeftButton)
    assert chosen.args == ["/models/starter.gguf"]


def test_a_loaded_pair_offers_three_prompts(qtbot: QtBot) -> None:
    state = shown(qtbot)
    state.set_pair(pair())
    assert all(button.isVisible() for button in state.prompt_buttons)
    with qtbot.waitSignal(state.prompt_chosen) as chosen:
        QTest.mouseClick(state.prompt_buttons[2], Qt.MouseButton.LeftButton)
    assert chosen.args == [state.prompt_buttons[2].text()]
    state.set_pair(None)
    assert state.open_button.isVisible()
