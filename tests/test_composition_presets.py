"""The program through its window: presets that are applied, saved, changed and deleted, and what is left of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtTest import QTest

from app.errors import Notice
from app.settings.paths import find_folders
from app.store.keys.keeper import Situation
from app.store.store import Store
from app.store.values import Preset
from app.viewmodels.protection import Guard
from tests.support.fixed_keys import KEY, FixedKeys
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu
    from pytestqt.qtbot import QtBot

    from tests.support.program import Program
    from widgets.proof.preset_bar import PresetBar
    from widgets.proof.sampling_panel import SamplingPanel

pytestmark = quiet_platform


def bar_of(program: Program) -> PresetBar:
    """The line of presets, unfolded."""
    heading = program.galley.proof_panel.sampling_fold.heading
    if not heading.isChecked():
        heading.click()
    return program.galley.proof_panel.controls.presets


def panel_of(program: Program) -> SamplingPanel:
    return program.galley.proof_panel.sampling_panel


def choose(program: Program, *path: str) -> None:
    """Open the menu and choose; the names of submenus come first."""
    bar = bar_of(program)
    bar.menu.aboutToShow.emit()
    menu: QMenu = bar.menu
    for step in path[:-1]:
        menu = action_of(menu, step).menu()  # type: ignore[assignment]
    action_of(menu, path[-1]).trigger()


def action_of(menu: QMenu, name: str) -> QAction:
    return next(action for action in menu.actions() if action.text().split("\t")[0].replace("&&", "&") == name)


def offered(program: Program) -> list[str]:
    return [entry.name for entry in program.galley.own.presets.entries]


def name_it(program: Program, name: str) -> None:
    """Type a name and accept it."""
    row = bar_of(program).name_row
    assert row.isVisible()
    row.field.clear()
    QTest.keyClicks(row.field, name)
    row.accept_button.click()


def stored(home: Path) -> dict[str, object]:
    with Store.open(find_folders(home).data, KEY) as store:
        return {preset.name: preset.settings for preset in store.presets()}


def test_a_preset_that_comes_with_the_program_sets_the_open_conversation_only(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("Hello")
        choose(program, "Precise")
        assert bar_of(program).button.choice == "Precise"
        assert panel_of(program).temperature.value() == 0.2
        assert program.galley.composer._caption_text == "Preset: Precise · temperature 0.2 · seed 11"
        assert program.galley.preferences.sampling.temperature == 1.0
        reply = program.ask("Again")
        assert reply.summary is not None
        assert (reply.summary.sampling.temperature, reply.summary.sampling.seed) == (0.2, 11)
        panel_of(program).top_k.setValue(3)
        assert bar_of(program).button.choice == "none"
        assert program.galley.composer._caption_text.startswith("own settings")
        program.galley.conversations.begin()
        assert bar_of(program).button.choice == "none"


def test_what_is_set_is_saved_and_applied_elsewhere_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(qtbot, home) as program:
        bar_of(program)
        program.galley.proof_panel.controls.scope_switch.button("one").click()
        panel_of(program).temperature.setValue(0.35)
        program.galley.proof_panel.mode_switch.button("lookup").click()
        program.galley.proof_panel.system_prompt.field.setPlainText("Be a heron.")
        choose(program, "Save what is set now…")
        name_it(program, "  Heron &  co ")
        assert bar_of(program).button.choice == "Heron & co"
    assert stored(home).keys() == {"Heron & co"}
    with running(qtbot, home) as program:
        program.until(lambda: "Heron & co" in offered(program))
        program.galley.proof_panel.system_prompt.field.setPlainText("Be a toad.")
        panel_of(program).temperature.setValue(1.5)
        choose(program, "Heron & co")
        assert panel_of(program).temperature.value() == 0.35
        assert program.galley.proof_panel.mode_switch.value == "lookup"
        prompt = program.galley.proof_panel.system_prompt
        assert prompt.text == "Be a heron."
        prompt.field.undo()
        assert prompt.text == "Be a toad.", "the prompt it took the place of is not lost"


def test_what_was_set_by_hand_can_be_had_back_from_a_preset(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        bar, panel = bar_of(program), panel_of(program)
        choose(program, "Precise")
        assert not bar.undo_note.isVisible(), "nothing was lost"
        panel.temperature.setValue(0.33)
        choose(program, "Code")
        assert bar.undo_note.text() == "“Code” has taken the place of what you had set."
        bar.undo_button.click()
        assert panel.temperature.value() == 0.33
        assert not bar.undo_note.isVisible()
        choose(program, "Creative")
        assert bar.undo_note.isVisible()
        panel.top_k.setValue(9)
        assert not bar.undo_note.isVisible(), "whoever goes on from there has taken it"


def test_ones_own_presets_are_changed_renamed_deleted_and_brought_back(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(qtbot, home) as program:
        bar = bar_of(program)
        choose(program, "Save what is set now…")
        name_it(program, "Mine")
        choose(program, "Mine")
        panel_of(program).temperature.setValue(0.9)
        choose(program, "Your presets", "Mine", "Set it to what is set now")
        choose(program, "Your presets", "Mine", "Rename…")
        assert bar.name_row.field.text() == "Mine"
        name_it(program, "Ours")
        choose(program, "Your presets", "Ours", "Delete")
        assert offered(program) == ["Precise", "Balanced", "Creative", "Code"]
        assert bar.undo_note.text() == "“Ours” is deleted."
        bar.undo_button.click()
        assert not bar.undo_note.isVisible()
        assert offered(program)[-1] == "Ours"
        choose(program, "Save what is set now…")
        name_it(program, "Another")
        choose(program, "Your presets", "Another", "Delete")
    kept = stored(home)
    assert kept.keys() == {"Ours"}
    assert kept["Ours"]["temperature"] == 0.9  # type: ignore[index]


def test_a_name_that_cannot_be_is_said_where_it_is_typed(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        row = bar_of(program).name_row
        choose(program, "Save what is set now…")
        for name, sentence in (
            (" ", "Give the preset a name."),
            ("PRECISE", "“PRECISE” comes with Galley. Choose another name."),
            ("x" * 61, "A name has at most 60 characters."),
        ):
            name_it(program, name)
            assert row.isVisible()
            assert row.note.text() == sentence
        name_it(program, "Mine")
        assert row.isHidden()
        choose(program, "Save what is set now…")
        QTest.keyClicks(row.field, "Mine")
        assert row.accept_button.text() == "Replace"
        row.cancel_button.click()
        assert row.isHidden()
        assert offered(program).count("Mine") == 1


def test_a_preset_with_a_pair_loads_it(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path, tiny_target: Path
) -> None:
    with running(qtbot, tmp_path / "home", tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        choose(program, "Save what is set now…")
        row = bar_of(program).name_row
        assert row.with_pair.toolTip() == "With the pair ending + draft"
        row.with_pair.click()
        name_it(program, "Both")
        choose(program, "Save what is set now…")
        assert not row.with_pair.isChecked()
        name_it(program, "Neither")
        program.galley.pair_choice.choose_pair(str(tiny_target), None)
        program.loaded(tiny_target)
        choose(program, "Neither")
        assert not program.galley.pair_choice.loading
        choose(program, "Both")
        pair = program.loaded(tiny_ending)
        assert pair.draft is not None
        assert pair.draft.path == str(tiny_draft)


def test_where_nothing_is_kept_presets_live_as_long_as_the_program_and_it_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(qtbot, home, keys=FixedKeys(Situation.NEW, Notice("keyring_locked"))) as program:
        program.galley.kept.cover.unlock_view.without_store_requested.emit()
        note = bar_of(program).memory_note
        assert not note.isVisible()
        choose(program, "Save what is set now…")
        assert note.isVisible()
        name_it(program, "For now")
        assert note.isVisible()
        choose(program, "For now")
        assert bar_of(program).button.choice == "For now"
    assert not find_folders(home).data.exists()


def test_locking_forgets_presets_and_unlocking_reads_them_again(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        choose(program, "Save what is set now…")
        name_it(program, "Mine")
        choose(program, "Save what is set now…")
        QTest.keyClicks(bar_of(program).name_row.field, "Secret")
        galley.protection.lock()
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        assert "Mine" not in offered(program)
        assert bar_of(program).menu.actions() == []
        assert bar_of(program).name_row.field.text() == ""
        galley.protection.unlock()
        program.until(lambda: "Mine" in offered(program))


@pytest.mark.parametrize("settings", [{"temperature": "hot"}, {"mode": "magic", "seed": []}, {}])
def test_an_imported_preset_of_junk_sets_nothing_and_breaks_nothing(
    qtbot: QtBot, tmp_path: Path, settings: dict[str, object]
) -> None:
    home = tmp_path / "home"
    with Store.open(find_folders(home).data, KEY) as store:
        store.save_preset(Preset("Odd", settings))
    with running(qtbot, home) as program:
        program.until(lambda: "Odd" in offered(program))
        choose(program, "Odd")
        assert panel_of(program).temperature.value() == 0.7
        assert program.galley.composer._caption_text == "temperature 0.7"
