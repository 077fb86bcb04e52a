"""Every dialog, menu and state in between, in both languages and both themes, measured: no text cut off, none too
faint, none left in English. What there is stands in tables, and a dialog or a menu that is in none of them fails.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from app.errors import Notice
from app.settings.paths import find_folders
from app.settings.store import SettingsStore
from app.store.keys.keeper import Situation
from tests.support import states_before, states_list, states_pages, states_popups, states_talk, states_write
from tests.support.fixed_keys import FixedKeys
from tests.support.inspection import Inspection, left_alike
from tests.support.offscreen import quiet_platform
from tests.support.places import found_places, widget_classes
from tests.support.program import running

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform
ALL = {
    *states_before.STATES,
    *states_list.STATES,
    *states_write.STATES,
    *states_pages.STATES,
    *states_talk.STATES,
    *states_popups.STATES,
}
NEVER_SEEN: set[str] = set()
"""Widgets that are in none of the states: what others derive from."""


@pytest.fixture
def models(tmp_path: Path, tiny_ending: Path, tiny_draft: Path, tiny_other_vocabulary: Path) -> Path:
    """A folder with a pair that loads, a draft that does not fit, and what is no model."""
    folder = tmp_path / "on a disk"
    folder.mkdir()
    for path in (tiny_ending, tiny_draft, tiny_other_vocabulary):
        shutil.copy2(path, folder / path.name)
    (folder / "page.gguf").write_text("<!doctype html>")
    return folder


def home_that_speaks(folder: Path, language: str, theme: str) -> Path:
    """A folder of a program that has been told a language and a theme."""
    store = SettingsStore(find_folders(folder).settings)
    store.save(store.load().settings.changed("appearance", language=language, theme=theme))
    return folder


@pytest.mark.timeout(900)  # half a minute on a quiet machine
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_state_can_be_read_in_both_languages(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, models: Path, theme: str
) -> None:
    inspections = []
    shelf = tmp_path / "home" / ".lmstudio" / "models"
    for language in ("en", "nl"):
        inspection = Inspection(language, theme)
        folder = tmp_path / language
        keys = FixedKeys(Situation.NEW, Notice("keyring_locked"))
        with running(qtbot, home_that_speaks(folder / "first", language, theme), keys=keys) as program:
            states_before.visit(program, inspection)
        shutil.copytree(models, shelf)
        home = home_that_speaks(folder / "second", language, theme)
        states_list.some_kept(home)
        with running(qtbot, home, shelf / "ending.gguf", shelf / "draft.gguf") as program:
            program.loaded(shelf / "ending.gguf")
            states_list.visit(program, inspection)
            states_write.visit(program, inspection, folder)
            states_pages.visit(program, inspection, shelf)
            states_talk.visit(program, inspection, monkeypatch)
            states_popups.visit(program, inspection, folder)
        shutil.rmtree(shelf)
        assert set(inspection.states) == ALL
        inspections.append(inspection)
    seen = inspections[0].classes | inspections[1].classes
    assert " ".join(sorted(widget_classes() - seen)) == " ".join(sorted(NEVER_SEEN))
    faults = sorted(inspections[0].faults | inspections[1].faults | left_alike(*inspections))
    assert not faults, "\n".join(faults)


# What there is.

PLACES = {
    "composer.attachment_dialogs.ask_what_to_attach": ["attach files"],
    "composer.attachment_dialogs.show_preview": ["file is shown"],
    "transcript.branch_tree.BranchTree.__init__": ["one version of the conversation", "versions of the conversation"],
    "compare.dialogs.ask_where_to_save_comparison": ["save a comparison", "save a picture of a comparison"],
    "conversations.requests.ConversationRequests._add_folders": ["menu of a conversation"],
    "conversations.requests._menu": ["menu of a conversation", "menu of a folder", "menu of the list"],
    "transcript.stack.ConversationStack": ["reply is done"],
    "privacy.exchange_dialogs.ask_what_to_import": ["import"],
    "privacy.exchange_dialogs.ask_where_to_export": ["export"],
    "privacy.exchange_dialogs.ask_where_to_save": ["save the privacy report"],
    "privacy.exchange_dialogs.show_progress": ["progress of an export"],
    "parts.file_dialog.file_dialog": ["open a model"],
    "composition.foreign.ForeignWired._ask_for_file": ["settings of another program"],
    "window.header.Header.__init__": ["menu of the window"],
    "lab.dialogs.ask_for_grid": ["own settings of the lab"],
    "lab.dialogs.ask_for_suite": ["own prompts, a file", "own prompts, a folder"],
    "lab.dialogs.ask_to_open_report": ["open a report"],
    "lab.dialogs.ask_where_to_save_run": ["save a run"],
    "window.language_menu.LanguageMenu.__init__": ["menu of the window"],
    "window.link_question.ask_to_open": ["open a page", "write to an address", "link is not opened"],
    "window.load_menu.LoadMenu.__init__": ["menu of the window"],
    "window.load_menu.LoadMenu._add_full": ["menu of the window"],
    "window.main_window.MainWindow.__init__": ["pair is ready", "reply is done", "privacy"],
    "plots.menu.PlotMenu": ["menu of a plot"],
    "parts.menu_button.MenuButton.__init__": ["menu of presets"],
    "parts.message_field.MessageField.contextMenuEvent": ["message field, its menu"],
    "transcript.message_menu.message_menu": ["menu of a message", "menu of a reply", "menu of a link in a reply"],
    "models.details.ModelDetails.__init__": [
        "models, a target and its drafts",
        "models, about a file",
        "models, its metadata",
    ],
    "models.details.ModelDetails._make_menu": ["menu of a model"],
    "window.model_menu.ModelMenu.__init__": ["menu of targets", "menu of drafts"],
    "window.model_picker.ModelPicker.choose_file": ["open a model"],
    "composition.models.Models._ask_for_folder": ["folder with models, from the models page"],
    "models.page.ModelsPage.__init__": ["menu of own folders", "models, no model anywhere"],
    "window.page_menu.PageMenu": ["menu of all pages"],
    "privacy.place_row.PlaceRow._make_menu": ["menu of a place on the privacy page"],
    "proof.preset_bar.PresetBar._fill_menu": ["menu of presets"],
    "plots.save_dialog.ask_where_to_save_table": ["save a table"],
    "composition.settings_page.SettingsWired._ask_for_folder": ["folder with models, from the settings"],
    "window.sidebar.Sidebar.__init__": ["conversations of several days", "words found"],
    "privacy.unlock_view.UnlockView.__init__": [
        "first passphrase",
        "passphrase asked for",
        "keyring locked",
        "keyring is being asked",
        "conversations nothing opens",
        "conversations open elsewhere",
    ],
    "window.unsaved_question.ask_about_unsaved": ["not all is saved"],
}
"""Where a dialog, a menu or a stack of pages is made, and the states in which it is looked at."""


def test_every_dialog_menu_and_stack_of_pages_stands_in_the_table() -> None:
    assert found_places() == set(PLACES)
    assert {state for states in PLACES.values() for state in states} <= ALL
