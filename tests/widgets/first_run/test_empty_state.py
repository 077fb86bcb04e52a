from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
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
from widgets.first_run.empty_state import EmptyState
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.models.suggestions import PairOption

pytestmark = quiet_platform


def shown(qtbot: QtBot, starter: str | None = None) -> EmptyState:
    theme = Theme(ThemeChoice.LIGHT)
    theme.set_still(True)
    state = EmptyState(theme, starter)
    qtbot.addWidget(state)
    state.resize(800, 600)
    state.show()
    qtbot.waitExposed(state)
    return state


def best_of(tmp_path: Path) -> PairOption:
    for name, rows in (("large", 4000), ("small", 400)):
        model(tmp_path / f"{name}.gguf", rows=rows, general__name=name.title(), general__size_label="")
    best = best_pair(Library().scan(own_places([tmp_path])).models, Room(), PairCache())
    assert best is not None
    return best


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


def test_nobody_is_asked_for_a_model_while_one_is_on_its_way(qtbot: QtBot) -> None:
    state = shown(qtbot, "/models/starter.gguf")
    state.set_comes(True)
    assert not state.starter_button.isVisible()
    assert not state.open_button.isVisible()
    assert all(button.isVisible() for button in state.prompt_buttons)
    state.set_pair(None)
    assert state.starter_button.isVisible(), "the load has failed"


def test_a_loaded_pair_offers_three_prompts(qtbot: QtBot) -> None:
    state = shown(qtbot)
    state.set_pair(pair())
    assert all(button.isVisible() for button in state.prompt_buttons)
    with qtbot.waitSignal(state.prompt_chosen) as chosen:
        QTest.mouseClick(state.prompt_buttons[2], Qt.MouseButton.LeftButton)
    assert chosen.args == [state.prompt_buttons[2].text()]
    state.set_pair(None)
    assert state.open_button.isVisible()


def test_the_picture_is_there_for_newcomers_and_can_be_skipped(qtbot: QtBot) -> None:
    state = shown(qtbot)
    assert not state.intro.isVisible()
    state.set_first(True)
    assert state.intro.isVisible()
    assert state.title.text() == "Welcome to Galley"
    with qtbot.waitSignal(state.help_requested):
        state.intro.help_button.click()
    with qtbot.waitSignal(state.intro_skipped):
        QTest.mouseClick(state.intro.skip_button, Qt.MouseButton.LeftButton)
    assert not state.intro.isVisible()
    assert state.text.isVisible(), "what Galley is still stands there, in words"
    state.set_pair(pair())
    assert state.title.text() == "What would you like to ask?"


def test_the_best_pair_on_this_machine_is_offered_with_its_reason_and_memory(qtbot: QtBot, tmp_path: Path) -> None:
    best = best_of(tmp_path)
    state = shown(qtbot, "/models/starter.gguf")
    state.set_found(2, best)
    assert state.pair_button.accessibleName() == "Load Large F32 with Small F32"
    assert state.suggestion.names.text() == "Large F32, with Small F32 to draft for it."
    assert "times as fast as alone" in state.suggestion.reason.text()
    state.suggestion.show_memory(3 << 30, 12 << 30, 4096)
    assert "3.0 GB of the 12.0 GB" in state.suggestion.memory.text()
    assert QLocale().toString(4096) in state.suggestion.memory.text()
    with qtbot.waitSignal(state.pair_chosen) as chosen:
        QTest.mouseClick(state.pair_button, Qt.MouseButton.LeftButton)
    assert chosen.args == [str(tmp_path / "large.gguf"), str(tmp_path / "small.gguf")]
    with qtbot.waitSignal(state.models_requested):
        state.suggestion.models_button.click()
    state.set_found(2, None)
    assert state.models_button.text() == "2 models on this machine…"
    with qtbot.waitSignal(state.models_requested):
        state.models_button.click()
    state.set_found(0, None)
    assert not state.pair_button.isVisible()
    assert not state.models_button.isVisible()


def test_beside_the_starter_model_the_better_pair_is_still_offered_and_beside_another_it_is_not(
    qtbot: QtBot, tmp_path: Path
) -> None:
    loaded = pair(draft=False)
    best = best_of(tmp_path)
    state = shown(qtbot, loaded.target.path)
    state.set_found(2, best)
    state.set_pair(loaded)
    assert state.pair_button.isVisible()
    assert all(button.isVisible() for button in state.prompt_buttons)
    other = shown(qtbot, "/models/starter.gguf")
    other.set_found(2, best)
    other.set_pair(loaded)
    assert not other.pair_button.isVisible()


def test_without_any_model_pairs_to_look_for_are_named(qtbot: QtBot) -> None:
    state = shown(qtbot)
    state.set_recommended(pairs_for(Room(8_000_000_000)), "7.5 GB")
    assert not state.pairs.isVisible(), "nobody has looked yet"
    state.set_found(0, None)
    assert state.pairs.isVisible()
    assert "Qwen3 4B / Qwen3 0.6B" in state.pairs.names


def test_in_a_low_window_everything_can_be_scrolled_to(qtbot: QtBot) -> None:
    state = shown(qtbot)
    state.set_first(True)
    state.set_pair(pair())
    state.resize(560, 360)
    last = state.prompt_buttons[-1]
    qtbot.waitUntil(lambda: last.mapTo(state, last.rect().topLeft()).y() > 0)
    state.prompt_buttons[0].setFocus(Qt.FocusReason.TabFocusReason)
    for button in state.prompt_buttons[:2]:
        QTest.keyClick(button, Qt.Key.Key_Tab)
    assert state.focusWidget() is last
    assert state.rect().contains(last.mapTo(state, last.rect().center()))


def test_a_suggestion_is_read_in_full_however_narrow_the_window_is(qtbot: QtBot) -> None:
    state = shown(qtbot)
    state.set_pair(pair())
    chip = max(state.prompt_buttons, key=lambda button: len(button.text()))
    state.resize(420, 600)
    qtbot.waitUntil(lambda: chip.width() < state.width() and chip.height() == chip.heightForWidth(chip.width()))
    assert chip.height() > chip.heightForWidth(2000), "it has more than one line"
    assert chip.mapTo(state, chip.rect().topRight()).x() <= state.width()
