from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.models.fitting import Room
from app.models.library import Library
from app.models.pair_cache import PairCache
from app.models.places import own_places
from app.models.recommended import pairs_for
from app.models.suggestions import best_pair
from tests.support.model_files import model
from tests.support.offscreen import quiet_platform
from tests.support.scripted_engine import pair
from widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from pathlib import Path

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


def test_the_best_pair_on_this_machine_is_the_first_thing_offered(qtbot: QtBot, tmp_path: Path) -> None:
    for name, rows in (("large", 4000), ("small", 400)):
        model(tmp_path / f"{name}.gguf", rows=rows, general__name=name.title(), general__size_label="")
    models = Library().scan(own_places([tmp_path])).models
    state = shown(qtbot, "/models/starter.gguf")
    state.set_found(2, best_pair(models, Room(), PairCache()))
    assert state.models_button.text() == "2 models on this machine…"
    assert state.pair_button.accessibleName() == "Start with Large F32 and Small F32"
    with qtbot.waitSignal(state.pair_chosen) as chosen:
        QTest.mouseClick(state.pair_button, Qt.MouseButton.LeftButton)
    assert chosen.args == [str(tmp_path / "large.gguf"), str(tmp_path / "small.gguf")]
    with qtbot.waitSignal(state.models_requested):
        state.models_button.click()
    state.set_found(0, None)
    assert not state.pair_button.isVisible()
    assert not state.models_button.isVisible()


def test_without_any_model_pairs_to_look_for_are_named(qtbot: QtBot) -> None:
    state = shown(qtbot)
    state.set_recommended(pairs_for(Room(8_000_000_000)), "7.5 GB")
    assert not state.pairs.isVisible(), "nobody has looked yet"
    state.set_found(0, None)
    assert state.pairs.isVisible()
    assert "Qwen3 4B / Qwen3 0.6B" in state.pairs.names
