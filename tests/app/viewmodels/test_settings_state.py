from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.settings.described import Described, described_settings
from app.settings.store import SettingsStore
from app.viewmodels.preferences import Preferences
from app.viewmodels.settings_state import SettingsState
from app.viewmodels.settings_words import settings_groups

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(SettingsStore(tmp_path / "settings"))


@pytest.fixture
def state(preferences: Preferences) -> SettingsState:
    made = SettingsState(preferences)
    preferences.state_in_test = made  # type: ignore[attr-defined]
    return made


def setting(name: str) -> Described:
    return next(each for each in described_settings() if each.name == name)


def test_every_section_with_a_setting_to_show_has_a_heading() -> None:
    headed = {section for group in settings_groups() for section in group.sections}
    assert {each.section for each in described_settings()} <= headed


def test_a_value_holds_at_once_and_is_told(state: SettingsState, preferences: Preferences, qtbot: QtBot) -> None:
    with qtbot.waitSignals([state.changed, preferences.sampling_changed]):
        assert state.put(setting("temperature"), 0.2) == ""
    assert preferences.sampling.temperature == 0.2
    assert not state.is_default(setting("temperature"))
    preferences.save()


def test_what_others_change_is_told_as_well(state: SettingsState, preferences: Preferences, qtbot: QtBot) -> None:
    with qtbot.waitSignal(state.changed) as told:
        preferences.set_keep_marks(True)
    assert told.args == ["marks"]
    assert state.value(setting("keep")) is True
    preferences.save()


def test_a_value_that_cannot_be_changes_nothing_and_is_answered(state: SettingsState) -> None:
    assert "cannot use" in state.put(setting("temperature"), 99.0)
    assert state.is_default(setting("temperature"))


def test_a_group_is_reset_and_had_back(state: SettingsState, preferences: Preferences) -> None:
    state.put(setting("temperature"), 0.2)
    state.put(setting("seed"), 7)
    state.put(setting("draft_max"), 3)
    assert state.num_changed("sampling") == 2
    state.reset_group("sampling")
    assert (state.value(setting("temperature")), state.value(setting("seed"))) == (0.7, None)
    assert state.value(setting("draft_max")) == 3
    assert (state.undo_group, state.num_undo) == ("sampling", 2)
    state.undo()
    assert (state.value(setting("temperature")), state.value(setting("seed"))) == (0.2, 7)
    assert state.undo_group == ""
    preferences.save()


def test_a_change_after_a_reset_is_not_lost_by_undoing_it(state: SettingsState, preferences: Preferences) -> None:
    state.put(setting("temperature"), 0.2)
    state.reset_group("sampling")
    state.put(setting("min_p"), 0.2)
    assert state.undo_group == ""
    state.undo()
    assert state.value(setting("min_p")) == 0.2
    preferences.save()


def test_what_is_decided_elsewhere_cannot_be_changed_nor_reset(
    state: SettingsState, preferences: Preferences, qtbot: QtBot
) -> None:
    preferences.put("server", port=9000)
    with qtbot.waitSignal(state.changed):
        state.set_pins({("server", "port"): "Set by the administrator."})
    assert state.put(setting("port"), 9001) == "Set by the administrator."
    state.reset(setting("port"))
    state.reset_group("server")
    assert preferences.settings.server.port == 9000
    preferences.save()


def test_what_a_loaded_pair_was_not_loaded_with_waits(state: SettingsState, preferences: Preferences) -> None:
    context = setting("context_tokens")
    state.put(context, 512)
    assert not state.waits(context), "nothing is loaded"
    state.note_load()
    state.note_loaded(True, is_another=True)
    assert not state.group_waits("load")
    state.put(context, 1024)
    assert state.waits(context)
    assert state.group_waits("load")
    assert not state.group_waits("placement")
    state.put(context, 512)
    assert not state.waits(context)
    preferences.save()


def test_a_load_that_failed_leaves_waiting_what_waited(state: SettingsState, preferences: Preferences) -> None:
    context = setting("context_tokens")
    state.note_load()
    state.note_loaded(True, is_another=True)
    state.put(context, 1024)
    state.note_load()
    state.note_loaded(True, is_another=False)
    assert state.waits(context)
    preferences.save()
