"""The program through its window, and what was written into its message field and never sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.errors import Notice
from app.settings.paths import find_folders
from app.store.keys.keeper import Situation
from app.store.store import Store
from app.viewmodels.protection import Guard
from tests.support.fixed_keys import KEY, FixedKeys
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings
from tests.support.store_contents import talk

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program

pytestmark = quiet_platform


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where two conversations are kept; the second is the later one."""
    home = tmp_path / "home"
    with Store.open(find_folders(home).data, KEY) as store:
        talk(store, "First", "One?", "One.")
        talk(store, "Second", "Two?", "Two.")
    return home


def drafts(home: Path) -> dict[str, str]:
    """What is on disk of what was not sent, by title."""
    with Store.open(find_folders(home).data, KEY) as store:
        return {row.title: row.draft for row in store.conversations()}


def draft_on_disk(program: Program, key: str) -> str | None:
    """The same of one conversation, while the program runs."""
    found: list[str | None] = []

    def look(store: Store) -> None:
        found.append(next((row.draft for row in store.conversations() if row.id == key), None))

    program.galley.store.read(look, lambda _none: None, lambda _notice: found.append(None))
    program.until(lambda: bool(found))
    return found[0]


def key_of(program: Program, title: str) -> str:
    return next(each.key for each in program.galley.conversations.entries if each.title == title)


def typed(program: Program, text: str) -> None:
    QTest.keyClicks(program.galley.composer.field, text)


def test_each_conversation_has_its_own_text_and_it_is_there_after_a_restart(qtbot: QtBot, home: Path) -> None:
    with running(qtbot, home) as program:
        galley = program.galley
        typed(program, "More of two")
        galley.conversations.activate(key_of(program, "First"))
        assert galley.composer.text == ""
        typed(program, "More of one")
        galley.conversations.activate(key_of(program, "Second"))
        assert galley.composer.text == "More of two"
        typed(program, ", please")
        assert galley.composer.text == "More of two, please", "one goes on behind it"
    assert drafts(home) == {"First": "More of one", "Second": "More of two, please"}
    with running(qtbot, home) as program:
        assert program.galley.composer.text == "More of two, please"
        program.galley.conversations.activate(key_of(program, "First"))
        assert program.galley.composer.text == "More of one"


def test_what_is_typed_is_on_disk_a_second_later(qtbot: QtBot, home: Path) -> None:
    with running(qtbot, home) as program:
        typed(program, "Half a sen")
        key = program.galley.conversations.active
        qtbot.waitUntil(lambda: draft_on_disk(program, key) == "Half a sen", timeout=3000)


def test_going_elsewhere_writes_at_once(qtbot: QtBot, home: Path) -> None:
    with running(qtbot, home) as program:
        typed(program, "Half")
        key = program.galley.conversations.active
        program.galley.conversations.activate(key_of(program, "First"))
        assert draft_on_disk(program, key) == "Half"


def test_opening_a_conversation_leaves_the_focus_where_it_is(qtbot: QtBot, home: Path) -> None:
    with running(qtbot, home) as program:
        galley = program.galley
        typed(program, "Half")
        galley.conversations.activate(key_of(program, "First"))
        galley.sidebar.list.setFocus()
        galley.conversations.activate(key_of(program, "Second"))
        assert galley.composer.text == "Half"
        assert not galley.composer.field.hasFocus()


def test_a_new_conversation_without_a_message_keeps_its_text_and_gets_its_title(
    qtbot: QtBot, home: Path, tiny_ending: Path
) -> None:
    write_settings(home, SHORT)
    with running(qtbot, home) as program:
        program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        typed(program, "Where do herons")
    with running(qtbot, home, tiny_ending) as program:
        galley = program.galley
        assert galley.composer.text == "Where do herons"
        assert galley.conversations.active_entry.title == ""
        assert galley.empty_state.isVisible()
        program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        assert galley.composer.text == "Where do herons", "there is one new conversation at most"
        assert len(galley.conversations.entries) == 3
        program.loaded(tiny_ending)
        typed(program, " nest?")
        program.press(Qt.Key.Key_Return)
        program.over(program.last)
        assert galley.composer.text == ""
        assert galley.conversations.active_entry.title == "Where do herons nest?"
    assert drafts(home)["Where do herons nest?"] == ""
    with running(qtbot, home) as program:
        assert program.galley.conversations.active_entry.title == "Where do herons nest?"
        assert program.galley.composer.text == ""


def test_a_new_conversation_whose_text_was_taken_back_leaves_nothing_behind(qtbot: QtBot, home: Path) -> None:
    with running(qtbot, home) as program:
        program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        typed(program, "Oh")
        key = program.galley.conversations.active
        program.galley.late_writes.flush()
        assert draft_on_disk(program, key) == "Oh"
        program.press(Qt.Key.Key_Backspace)
        program.press(Qt.Key.Key_Backspace)
    with running(qtbot, home) as program:
        assert sorted(each.title for each in program.galley.conversations.entries) == ["First", "Second"]
    assert drafts(home).keys() == {"First", "Second"}


def test_a_deleted_conversation_takes_its_text_with_it(qtbot: QtBot, home: Path) -> None:
    with running(qtbot, home) as program:
        typed(program, "Secret")
        program.galley.erasure.delete(program.galley.conversations.active)
        assert program.galley.composer.text == ""
        program.galley.erasure.undo()
        assert program.galley.composer.text == "Secret"
        program.galley.erasure.delete(program.galley.conversations.active)
        program.galley.erasure.finish()
        assert "Secret" not in program.galley.own.unsent._texts.values()
    assert drafts(home) == {"First": ""}


def test_a_sent_message_is_unsent_no_more_the_moment_it_is_kept(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("First")
        typed(program, "Second")
        program.galley.late_writes.flush()
        key = program.galley.conversations.active
        assert draft_on_disk(program, key) == "Second"
        program.press(Qt.Key.Key_Return)
        assert draft_on_disk(program, key) == ""
        program.over(program.last)


def test_locking_keeps_the_text_out_of_sight_and_memory_and_unlocking_brings_it_back(qtbot: QtBot, home: Path) -> None:
    with running(qtbot, home) as program:
        galley = program.galley
        typed(program, "Secret")
        galley.protection.lock()
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        assert galley.composer.text == ""
        assert galley.own.unsent._texts == {}
        assert not galley.composer.field.document().isUndoAvailable()
        galley.protection.unlock()
        program.until(lambda: galley.protection.guard is Guard.OPEN and galley.keeping.is_filled)
        assert galley.composer.text == "Secret"


def test_a_new_conversations_text_comes_back_after_locking(qtbot: QtBot, home: Path) -> None:
    with running(qtbot, home) as program:
        galley = program.galley
        program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        typed(program, "Secret")
        galley.protection.lock()
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        galley.protection.unlock()
        program.until(lambda: galley.protection.guard is Guard.OPEN and galley.keeping.is_filled)
        assert galley.composer.text == "Secret"
        assert galley.conversations.active_entry.title == ""


def test_what_is_typed_before_the_conversations_are_open_comes_along(qtbot: QtBot, home: Path) -> None:
    keys = FixedKeys(Situation.NEEDS_PASSPHRASE, passphrase="proof of the pudding")
    with running(qtbot, home, keys=keys) as program:
        galley = program.galley
        galley.composer.set_text("I could not wait")
        galley.protection.unlock_with("proof of the pudding")
        program.until(lambda: galley.keeping.is_filled)
        assert galley.conversations.active_entry.title in ("Second", "")
        assert galley.composer.text == "I could not wait"


def test_where_nothing_is_kept_texts_live_as_long_as_the_program(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(qtbot, home, keys=FixedKeys(Situation.NEW, Notice("keyring_locked"))) as program:
        program.galley.kept.cover.unlock_view.without_store_requested.emit()
        typed(program, "For now")
        program.galley.late_writes.flush()
        assert program.galley.own.unsent.text_of(program.galley.conversations.active) == "For now"
    assert not find_folders(home).data.exists()
