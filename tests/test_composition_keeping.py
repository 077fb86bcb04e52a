"""The program through its window, and what is left of a conversation when it is started again."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from app.errors import Notice
from app.settings.paths import find_folders
from app.store.keys.keeper import Situation
from app.store.store import Store
from app.store.values import MessageState, Role
from app.viewmodels.protection import Guard
from app.viewmodels.reply import Phase
from tests.support import listed
from tests.support.fixed_keys import KEY, FixedKeys
from tests.support.offscreen import quiet_platform
from tests.support.program import LONG, SHORT, endless_pair, running, write_settings
from tests.support.store_contents import talk

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.engine.types import Mark
    from app.store.values import StoredConversation
    from app.viewmodels.reply import Reply
    from tests.support.program import Program

pytestmark = quiet_platform


def kept(home: Path) -> list[StoredConversation]:
    """Every conversation that is on disk, the latest first."""
    with Store.open(find_folders(home).data, KEY) as store:
        return [store.conversation(row.id) for row in store.conversations()]


def titles(program: Program) -> list[str]:
    return listed.titles(program.galley.sidebar.list)


def outcomes(reply: Reply) -> list[tuple[int, Mark, str | None]]:
    """Every token, what became of it, and the proposal that it took the place of."""
    return [
        (token.emitted.token_id, token.emitted.mark, None if token.struck is None else token.struck.text)
        for token in reply.tokens
    ]


# What is there again.


def test_a_conversation_is_there_again_with_its_marks_and_figures(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        before = program.ask("How does it work?")
        shown = program.card().figures.text()
    with running(qtbot, home) as program:
        assert titles(program) == ["How does it work?"]
        after = program.last
        assert (after.text, after.phase) == (before.text, Phase.FINISHED)
        assert outcomes(after) == outcomes(before)
        card = program.card()
        program.until(lambda: not card.lacks_proof)
        assert card.figures.text() == shown
        assert card.strip.isVisible()
        program.press(Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
        assert card.token_view.isVisible()
        program.loaded(tiny_ending)
        following = program.ask("And then?")
        assert following.phase is Phase.FINISHED
        assert len(program.galley.chat.transcript.messages()) == 4
    (conversation,) = kept(home)
    assert [message.role for message in conversation.branch()] == [Role.USER, Role.ASSISTANT] * 2
    assert conversation.branch()[1].figures["tokens"] == len(before.tokens)
    assert conversation.branch()[1].figures["seed"] == 11
    assert conversation.branch()[1].figures["target"] == "Tiny ending"


def test_the_conversation_that_was_open_is_opened_again(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("First.")
        first = program.galley.conversations.active
        program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        program.ask("Second.")
        program.galley.conversations.activate(first)
        assert program.galley.window.windowTitle() == "First. — Galley"
    with running(qtbot, home) as program:
        assert titles(program) == ["Second.", "First."]
        assert program.galley.conversations.active == first
        assert program.galley.window.windowTitle() == "First. — Galley"
        program.galley.preferences.set_privacy(title_in_window_bar=False)
        assert program.galley.window.windowTitle() == "Galley"


def test_a_reply_that_was_cut_off_is_shown_as_far_as_it_came(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, LONG)
    with running(qtbot, home, *endless_pair(tmp_path)) as program:
        program.loaded()
        cut = program.writing(program.send("Write and write."), 40)
    with running(qtbot, home) as program:
        assert program.last.phase is Phase.INTERRUPTED
        assert program.last.text == cut.text
        assert program.card().state.text() == "Galley was closed while this reply was being written."
        assert program.card().strip.isVisible()
        assert program.card().regenerate_button.isVisible()


def test_the_question_is_on_disk_before_the_engine_is_asked(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, LONG)
    with running(qtbot, home, *endless_pair(tmp_path)) as program:
        program.loaded()
        program.send("Write and write.")
        written: list[str] = []
        program.galley.store.write(
            lambda store: store.conversations()[0].id, lambda key: written.append(str(key)), lambda _notice: None
        )
        assert program.galley.engine._client.busy is False
        program.until(lambda: program.galley.engine._client.busy)
        assert all(asked.is_kept for asked in program.galley.chat._asking._queue._asked.values())
        program.until(lambda: bool(written))
        program.press(Qt.Key.Key_Escape)
        program.over(program.last)
    (conversation,) = kept(home)
    assert [message.state for message in conversation.messages] == [MessageState.COMPLETE, MessageState.STOPPED]


def test_a_reply_written_anew_leaves_the_old_one_kept_beside_it(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("Hello")
        QTest.mouseClick(program.card().regenerate_button, Qt.MouseButton.LeftButton)
        again = program.over(program.last)
    (conversation,) = kept(home)
    question, first, second = conversation.messages
    assert first.parent_id == second.parent_id == question.id
    assert conversation.branch() == (question, second)
    with running(qtbot, home) as program:
        assert [reply.message_id for reply in program.replies] == [again.message_id]


def test_a_conversation_without_a_message_is_nowhere(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(qtbot, home):
        pass
    assert kept(home) == []


def test_an_engine_that_dies_is_told_of_after_a_restart_too(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, LONG)
    with running(qtbot, home, *endless_pair(tmp_path)) as program:
        program.loaded()
        reply = program.writing(program.send("Write and write."), 40)
        engine = program.galley.engine.engine_pid
        assert engine is not None
        os.kill(engine, 9)
        program.over(reply)
    with running(qtbot, home) as program:
        assert program.last.phase is Phase.FAILED
        assert program.last.text == reply.text
        assert program.last.notice == reply.notice


# Deleting.


def test_what_is_deleted_can_be_had_back_and_then_is_gone_for_good(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("Keep this.")
        program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        doomed = program.ask("Zanzibar and cinnamon.")
        sidebar = program.galley.sidebar
        sidebar.list.setFocus()
        QTest.keyClick(sidebar.list, Qt.Key.Key_Delete)
        assert titles(program) == ["Keep this."]
        assert program.replies[-1] is not doomed
        assert "Zanzibar and cinnamon." in program.galley.undo_bar.label.text()
        program.galley.undo_bar.undo_button.click()
        assert titles(program) == ["Zanzibar and cinnamon.", "Keep this."]
        assert program.last is doomed
        assert program.galley.undo_bar.isHidden()
        sidebar.delete_requested.emit(program.galley.conversations.active)
        program.galley.undo_bar.finish_button.click()
        assert program.galley.undo_bar.isHidden()
    assert [conversation.row.title for conversation in kept(home)] == ["Keep this."]


def test_closing_the_window_makes_a_deletion_final(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("Hello")
        program.galley.sidebar.delete_requested.emit(program.galley.conversations.active)
        assert program.galley.empty_state.isVisible()
    assert kept(home) == []


def test_deleting_a_conversation_in_mid_reply_stops_it_and_forgets_its_text(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, LONG)
    with running(qtbot, home, *endless_pair(tmp_path)) as program:
        program.loaded()
        program.writing(program.send("Write and write."), 20)
        program.galley.sidebar.delete_requested.emit(program.galley.conversations.active)
        program.until(lambda: not program.galley.chat.busy)
        program.galley.undo_bar.finish_button.click()
        again = program.writing(program.send("Write and write."), 20)
        program.press(Qt.Key.Key_Escape)
        program.over(again)
        assert again.summary is not None
        assert again.summary.reused_tokens == 0
    assert len(kept(home)) == 1


# Locking.


def test_locking_stops_and_saves_a_reply_and_leaves_nothing_of_it_in_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, LONG)
    with running(qtbot, home, *endless_pair(tmp_path)) as program:
        galley = program.galley
        program.loaded()
        reply = program.writing(program.send("Write and write."), 40)
        text_before = reply.text
        galley.window.lock_requested.emit()
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        assert galley.chat.transcript.rows == []
        assert titles(program) == ["Untitled"]
        assert galley.window.windowTitle() == "Galley"
        assert len(galley.speculation.rounds) == 0
        galley.protection.unlock()
        program.until(lambda: galley.protection.guard is Guard.OPEN and bool(program.replies))
        assert program.last.phase is Phase.STOPPED
        assert program.last.text.startswith(text_before)
        following = program.writing(program.send("Go on."), 5)
        assert following.prefill is not None
        assert following.prefill.reused == 0, "the engine had forgotten the text"
        program.press(Qt.Key.Key_Escape)
        program.over(following)


def test_forgetting_everything_leaves_neither_file_nor_key_and_begins_anew(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home, keys = tmp_path / "home", FixedKeys()
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending, keys=keys) as program:
        program.loaded(tiny_ending)
        program.ask("Hello")
        database = find_folders(home).data / "conversations.db"
        old_salt = database.read_bytes()[:16]
        program.galley.protection.forget_everything()
        program.until(lambda: keys.forgotten == 1 and program.galley.protection.guard is Guard.OPEN)
        program.until(lambda: program.galley.keeping.is_filled)
        assert titles(program) == ["Untitled"]
        assert database.read_bytes()[:16] != old_salt
        program.ask("Hello again")
    assert [conversation.row.title for conversation in kept(home)] == ["Hello again"]


# The disk refuses.


def test_a_disk_that_refuses_costs_nothing_while_the_program_lives(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        galley = program.galley
        program.loaded(tiny_ending)
        program.ask("Before.")
        refuse(program, True)
        reply = program.ask("While it is full.")
        assert reply.phase is Phase.FINISHED, "a full disk keeps nobody from talking"
        program.until(galley.notices.isVisible)
        assert "in memory only" in galley.notices.label.text()
        galley.kept._asks = True
        galley.window.close()
        assert galley.window.isVisible(), "closing would lose something, so it asks"
        question = galley.window.findChild(QMessageBox)
        assert isinstance(question, QMessageBox)
        question.reject()
        refuse(program, False)
        galley.store.retry()
        program.until(lambda: galley.store.trouble is None)
        assert galley.notices.isHidden()
        program.ask("After.")
    assert program.lost is None
    (conversation,) = kept(home)
    assert [message.text for message in conversation.branch() if message.role is Role.USER] == [
        "Before.",
        "While it is full.",
        "After.",
    ]


def test_what_cannot_be_saved_at_the_end_is_told(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("Before.")
        refuse(program, True)
        program.ask("While it is full.")
    assert program.lost is not None
    assert program.lost.code == "keeping_lost"
    (conversation,) = kept(home)
    assert conversation.branch()[0].text == "Before."


def refuse(program: Program, refused: bool) -> None:
    """Let the disk take nothing, or take everything again."""
    done: list[object] = []

    def set_refused(store: Store) -> None:
        store._session._connected().execute(f"PRAGMA query_only = {int(refused)}")

    program.galley.store.read(set_refused, done.append, done.append)
    program.until(lambda: bool(done))
    assert done == [None]


# The key is not simply there.


def test_without_a_keyring_a_passphrase_is_chosen_and_asked_for_at_the_next_start(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    keys = FixedKeys(Situation.NEW, Notice("keyring_locked"))
    with running(qtbot, home, tiny_ending, keys=keys) as program:
        view = program.galley.kept.cover.unlock_view
        assert program.galley.window.page is view
        assert view.page is view.choice_page
        assert not program.galley.composer.isVisible()
        assert view.choose_form.fields[0].hasFocus()
        for field in view.choose_form.fields:
            QTest.keyClicks(field, "proof of the pudding")
        QTest.keyClick(view.choose_form.fields[-1], Qt.Key.Key_Return)
        program.until(lambda: program.galley.window.page is None)
        program.loaded(tiny_ending)
        program.ask("Hello")
    with running(qtbot, home, keys=keys) as program:
        view = program.galley.kept.cover.unlock_view
        assert view.page is view.passphrase_page
        for text in ("proof of nothing", "proof of the pudding"):
            assert program.galley.window.page is view
            QTest.keyClicks(view.enter_form.fields[0], text)
            QTest.keyClick(view.enter_form.fields[0], Qt.Key.Key_Return)
            program.until(lambda: not program.galley.protection.busy)
        program.until(lambda: program.galley.window.page is None and bool(program.replies))
        assert titles(program) == ["Hello"]


def test_going_on_without_keeping_anything_is_said_and_leaves_no_file(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending, keys=FixedKeys(Situation.NEW, Notice("keyring_locked"))) as program:
        program.galley.kept.cover.unlock_view.without_store_requested.emit()
        assert program.galley.window.page is None
        assert "gone when Galley closes" in program.galley.sidebar.foot.text()
        program.loaded(tiny_ending)
        assert program.ask("Hello").phase is Phase.FINISHED
    assert not find_folders(home).data.exists()


def test_a_locked_window_takes_no_command_but_to_quit(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        QTest.keyClick(galley.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        assert galley.window.page is galley.kept.cover.locked_view
        with qtbot.assertNotEmitted(galley.window.new_conversation_requested):
            QTest.keyClick(galley.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(galley.window, Qt.Key.Key_Escape)
        assert galley.window.page is galley.kept.cover.locked_view
        QTest.keyClick(galley.kept.cover.locked_view.unlock_button, Qt.Key.Key_Return)
        program.until(lambda: galley.window.page is None)
        with qtbot.waitSignal(galley.window.new_conversation_requested):
            QTest.keyClick(galley.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)


def test_a_store_of_another_key_says_so_and_can_be_kept_aside(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    Store.open(find_folders(home).data, bytes(32)).close()
    keys = FixedKeys()
    with running(qtbot, home, keys=keys) as program:
        view = program.galley.kept.cover.unlock_view
        assert view.page is view.lost_page
        assert view.lost_reason.text()
        view.new_store_requested.emit()
        program.until(lambda: program.galley.protection.guard is Guard.OPEN)
        assert program.galley.window.page is None
    assert len(keys.aside) == 1


# What is said of a death, and for how long.


def cut_off(home: Path) -> None:
    """Leave a reply as a program that died while it wrote it."""
    with Store.open(find_folders(home).data, KEY) as store:
        row = talk(store, "Cut off", "Write and write.")
        question = store.conversation(row.id).messages[-1].id
        store.add_message(row.id, question, Role.ASSISTANT, "So", MessageState.WRITING)


def test_what_is_said_of_a_reply_cut_off_goes_with_its_conversation(qtbot: QtBot, tmp_path: Path) -> None:
    cut_off(tmp_path / "home")
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        assert "Galley ended while a reply" in galley.notices.label.text()
        galley.erasure.delete(next(each.key for each in galley.conversations.entries if each.title == "Cut off"))
        galley.erasure.finish()
        assert galley.notices.label.text() == ""


def test_what_is_said_of_a_reply_cut_off_goes_with_the_next_message(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    cut_off(home)
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        assert "Galley ended while a reply" in program.galley.notices.label.text()
        program.ask("On we go.")
        assert "Galley ended" not in program.galley.notices.label.text()


def test_no_notice_stays_in_sight_of_a_locked_window(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        galley.notices.show_sentence("Messages of “My secret” could not be read and are missing: 2.")
        galley.protection.lock()
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        assert galley.notices.label.text() == ""
        assert galley.notices.isHidden()


# Finding and naming.


def test_what_was_said_is_found_and_gone_to_after_a_restart(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        program.ask("Where do the herons nest?")
        program.galley.conversations.begin()
        program.ask("Another matter entirely")
    with running(qtbot, home) as program:
        galley = program.galley
        program.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(galley.sidebar.search_field, "HERON")
        qtbot.waitUntil(galley.sidebar.results.isVisible)
        QTest.keyClick(galley.sidebar.search_field, Qt.Key.Key_Down)
        QTest.keyClick(galley.sidebar.results, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: galley.conversations.active_entry.title == "Where do the herons nest?")
        qtbot.waitUntil(lambda: bool(galley.chat.transcript.rows))
        assert galley.chat.transcript.rows[0].text == "Where do the herons nest?"


def test_a_name_stays(qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        program.ask("How does it work?")
        galley = program.galley
        galley.sidebar.rename_requested.emit(galley.conversations.active, "  The\nworks ")
        assert titles(program) == ["The works"]
        program.ask("And then?")
        assert titles(program) == ["The works"]
    with running(qtbot, home) as program:
        assert titles(program) == ["The works"]
    (conversation,) = kept(home)
    assert conversation.row.title_is_own
