"""Versions of messages through the window: editing, regenerating, going through them, deleting, and the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.settings.paths import find_folders
from app.store.store import Store
from app.store.values import MessageState
from app.viewmodels.reply import Phase, Reply
from app.viewmodels.transcript import AttachedSpan, UserTurn
from tests.support.fixed_keys import KEY
from tests.support.offscreen import quiet_platform
from tests.support.program import LONG, SHORT, endless_pair, running, write_settings
from widgets.transcript.attached_file import AttachedFile
from widgets.transcript.message_wishes import MessageRequest, Wish
from widgets.transcript.user_bubble import UserBubble
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.store.values import StoredConversation
    from tests.support.program import Program

pytestmark = quiet_platform

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def kept(home: Path) -> StoredConversation:
    """The conversation that is on disk."""
    with Store.open(find_folders(home).data, KEY) as store:
        (row,) = store.conversations()
        return store.conversation(row.id)


def bubbles(program: Program) -> list[UserBubble]:
    view = program.galley.stack.currentWidget()
    assert isinstance(view, TranscriptView)
    return [card for card in view.cards() if isinstance(card, UserBubble)]


def said(program: Program) -> list[str]:
    """What stands on screen, the replies as their ids."""
    rows = program.galley.chat.transcript.rows
    return [turn.message_id if isinstance(turn, Reply) else turn.text for turn in rows]


def click(button: object) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)  # type: ignore[call-overload]


def edit(program: Program, bubble: UserBubble, text: str) -> Reply:
    """Rewrite a message in its place and send it."""
    click(bubble.foot.edit_button)
    assert bubble.editor is not None
    bubble.editor.field.set_text(text)
    QTest.keyClick(bubble.editor.field, Qt.Key.Key_Return)
    return program.last


def test_an_edited_message_becomes_a_version_and_both_are_there_at_the_next_start(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        first = program.ask("First question")
        second = program.ask("Second question")
        program.galley.composer.set_text("begun and not sent")
        again = program.over(edit(program, bubbles(program)[1], "Another second question"))
        assert said(program) == ["First question", first.message_id, "Another second question", again.message_id]
        assert program.galley.composer.text == "begun and not sent"
        assert bubbles(program)[1].switch.text == "2/2"
        click(bubbles(program)[1].switch.back_button)
        assert said(program) == ["First question", first.message_id, "Second question", second.message_id]
        assert bubbles(program)[1].switch.text == "1/2"
        program.galley.composer.clear_text()
    with running(qtbot, home) as program:
        assert said(program) == ["First question", first.message_id, "Second question", second.message_id]
        bubble = bubbles(program)[1]
        bubble.setFocus()
        QTest.keyClick(bubble, Qt.Key.Key_Right, ALT)
        assert said(program)[2:] == ["Another second question", again.message_id]
    assert kept(home).row.active_leaf == again.message_id


def test_escape_leaves_a_message_as_it_was_and_stops_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        program.loaded()
        reply = program.writing(program.send("Write and write."))
        program.press(Qt.Key.Key_E, CONTROL)
        (bubble,) = bubbles(program)
        assert bubble.editor is not None
        bubble.editor.field.set_text("something else")
        QTest.keyClick(bubble.editor.field, Qt.Key.Key_Escape)
        assert bubble.editor is None
        assert said(program) == ["Write and write.", reply.message_id]
        assert not reply.phase.is_over
        program.press(Qt.Key.Key_Escape)
        program.over(reply)


def test_a_reply_written_anew_is_a_version_at_once_and_the_same_seed_gives_the_same_text(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, {**SHORT, "sampling": {"temperature": 1.0}})
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        first = program.ask("Hello")
        click(program.card().regenerate_button)
        second = program.over(program.last)
        assert program.card().switch.text == "2/2"
        assert second.seed != first.seed
        click(program.card().switch.back_button)
        assert program.last is first
        program.galley.stack.wished.emit(MessageRequest(Wish.REWRITE_SAME_SEED, first.message_id))
        third = program.over(program.last)
        assert (third.seed, third.text) == (first.seed, first.text)
        assert program.card().switch.text == "3/3"
    conversation = kept(home)
    assert len({message.parent_id for message in conversation.messages[1:]}) == 1
    with running(qtbot, home) as program:
        assert program.last.message_id == third.message_id
        assert program.card().switch.text == "3/3"


def test_another_branch_can_be_read_while_a_reply_is_written(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        program.loaded()
        first = program.writing(program.send("Write and write."))
        program.press(Qt.Key.Key_Escape)
        program.over(first)
        click(program.card().regenerate_button)
        second = program.writing(program.last)
        click(program.card().switch.back_button)
        assert program.last is first
        num_tokens = len(second.tokens)
        program.until(lambda: len(second.tokens) > num_tokens + 20)
        program.press(Qt.Key.Key_Escape)
        program.over(second)
        assert second.phase is Phase.STOPPED
        program.card().more_button.setFocus()
        QTest.keyClick(program.card().more_button, Qt.Key.Key_Right, ALT)
        assert program.last is second
        assert program.card().state.text() == "Stopped"


def test_a_deleted_message_comes_back_or_is_gone_from_the_disk(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        first = program.ask("First question")
        second = program.ask("Second question")
        bar = program.galley.message_undo_bar
        program.galley.stack.wished.emit(MessageRequest(Wish.DELETE, bubbles(program)[1].turn.message_id))
        assert said(program) == ["First question", first.message_id]
        assert bar.isVisible()
        assert "Second question" in bar.label.text()
        click(bar.undo_button)
        assert said(program) == ["First question", first.message_id, "Second question", second.message_id]
        assert not bar.isVisible()
        program.galley.stack.wished.emit(MessageRequest(Wish.DELETE, bubbles(program)[1].turn.message_id))
        click(bar.finish_button)
        third = program.ask("Third question")
    assert [message.text for message in kept(home).branch()] == [
        "First question",
        first.text,
        "Third question",
        third.text,
    ]
    assert len(kept(home).messages) == 4


def test_deleting_everything_leaves_the_empty_state_and_a_conversation_to_write_in(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("Only question")
        program.galley.stack.wished.emit(MessageRequest(Wish.DELETE, bubbles(program)[0].turn.message_id))
        assert program.galley.empty_state.isVisible()
        click(program.galley.message_undo_bar.undo_button)
        assert not program.galley.empty_state.isVisible()
        program.galley.stack.wished.emit(MessageRequest(Wish.DELETE, bubbles(program)[0].turn.message_id))
        program.ask("New question")
    assert [message.text for message in kept(home).messages][:1] == ["New question"]


def test_deleting_a_reply_in_mid_writing_stops_it(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, LONG)
    with running(qtbot, home, *endless_pair(tmp_path)) as program:
        program.loaded()
        reply = program.writing(program.send("Write and write."))
        program.galley.stack.wished.emit(MessageRequest(Wish.DELETE, reply.message_id))
        click(program.galley.message_undo_bar.finish_button)
        program.until(lambda: not program.galley.chat.busy)
        assert said(program) == ["Write and write."]
        click(bubbles(program)[0].foot.answer_button)
        answer = program.writing(program.last)
        program.press(Qt.Key.Key_Escape)
        program.over(answer)
    assert [message.id for message in kept(home).messages][1:] == [answer.message_id]


def test_a_message_that_is_found_on_another_branch_is_brought_on_screen(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("Where is the needle?")
        needle = bubbles(program)[0].turn.message_id
        program.over(edit(program, bubbles(program)[0], "Where is the hay?"))
        program.galley.sidebar.found_chosen.emit(program.galley.conversations.active, needle)
        program.until(lambda: said(program)[0] == "Where is the needle?")
        assert program.galley.notices.isHidden()


def test_the_tree_shows_every_version_and_goes_to_the_one_that_is_chosen(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        first = program.ask("A question")
        program.over(edit(program, bubbles(program)[0], "The other question"))
        program.press(Qt.Key.Key_T, CONTROL)
        tree = program.galley.branches._tree
        assert tree is not None
        assert tree.isVisible()
        words = [tree.list.item(row).text() for row in range(tree.list.count())]
        assert [words[0], words[2]] == ["A question", "The other question"]
        tree.list.setCurrentRow(0)
        QTest.keyClick(tree.list, Qt.Key.Key_Return)
        assert said(program) == ["A question", first.message_id]
        program.until(lambda: program.galley.branches._tree is None)


# What waits for its turn.


def test_a_message_that_waits_says_so_and_can_be_withdrawn(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, LONG)
    with running(qtbot, home, *endless_pair(tmp_path)) as program:
        program.loaded()
        first = program.writing(program.send("Write and write."))
        program.send("Second.")
        third = program.send("Third.")
        assert [bubble.foot.queued.isVisible() for bubble in bubbles(program)] == [False, True, True]
        assert program.card(third).state.text() == "Queued: it is written when the reply before it is done"
        click(bubbles(program)[1].foot.withdraw_button)
        assert program.galley.composer.text == "Second."
        assert said(program)[:3:2] == ["Write and write.", "Third."]
        third = program.last
        assert bubbles(program)[1].foot.queued.isVisible()
        program.press(Qt.Key.Key_Escape)
        program.over(first)
        program.over(third)
        assert not program.galley.chat.busy
    texts = [message.text for message in kept(home).messages]
    assert texts == ["Write and write.", first.text, "Third.", ""]


def test_withdrawing_puts_the_words_above_what_is_being_typed(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        program.loaded()
        first = program.writing(program.send("Write and write."))
        program.send("Second.")
        program.galley.composer.set_text("typed")
        click(bubbles(program)[1].foot.withdraw_button)
        assert program.galley.composer.text == "Second.\n\ntyped"
        assert said(program) == ["Write and write.", first.message_id]
        program.press(Qt.Key.Key_Escape)
        program.over(first)


# Going on.


def test_a_stopped_reply_is_gone_on_with_in_a_new_version(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, LONG)
    with running(qtbot, home, *endless_pair(tmp_path)) as program:
        program.loaded()
        stopped = program.writing(program.send("Write and write."), 40)
        program.press(Qt.Key.Key_Escape)
        program.over(stopped)
        begun, num_tokens = stopped.text, len(stopped.tokens)
        click(program.card().continue_button)
        longer = program.last
        assert longer.text == begun
        program.until(lambda: len(longer.tokens) > num_tokens + 40 or longer.phase.is_over)
        program.press(Qt.Key.Key_Escape)
        program.over(longer)
        assert longer.phase is Phase.STOPPED
        assert longer.text.startswith(begun)
        assert len(longer.text) > len(begun)
        assert [decoded.index for decoded in longer.rounds] == list(range(len(longer.rounds)))
        assert program.card().switch.text == "2/2"
        assert stopped.text == begun
        text, tally = longer.text, longer.tally.num_emitted
    conversation = kept(home)
    assert [message.state for message in conversation.messages] == [
        MessageState.COMPLETE,
        MessageState.STOPPED,
        MessageState.STOPPED,
    ]
    with running(qtbot, home) as program:
        again = program.last
        assert (again.text, again.num_goes, again.tally.num_emitted) == (text, 2, tally)
        assert program.card().continue_button.isVisible()


def test_going_on_says_what_would_have_been_said_without_the_stop(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        program.loaded()
        stopped = program.writing(program.send("Write and write."), 40)
        program.press(Qt.Key.Key_Escape)
        program.over(stopped)
        click(program.card().continue_button)
        longer = program.last
        program.until(lambda: len(longer.tokens) > len(stopped.tokens) + 40)
        program.press(Qt.Key.Key_Escape)
        program.over(longer)
        program.galley.stack.wished.emit(MessageRequest(Wish.REWRITE_SAME_SEED, longer.message_id))
        whole = program.last
        program.until(lambda: len(whole.tokens) > len(longer.tokens))
        program.press(Qt.Key.Key_Escape)
        program.over(whole)
        assert whole.text[: len(longer.text)] == longer.text


# Several things at once.


def test_a_version_asked_for_while_another_is_written_waits_and_can_be_taken_back(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        program.loaded()
        first = program.writing(program.send("Write and write."))
        program.press(Qt.Key.Key_Escape)
        program.over(first)
        click(program.card().regenerate_button)
        second = program.writing(program.last)
        program.galley.stack.wished.emit(MessageRequest(Wish.REWRITE_SAME_SEED, first.message_id))
        third = program.last
        assert (third.is_waiting, third.phase) == (True, Phase.QUEUED)
        assert program.card(third).state.text().startswith("Queued")
        assert not bubbles(program)[0].foot.queued.isVisible(), "the question has been answered"
        click(program.card(third).withdraw_button)
        assert program.last is second
        assert program.card().switch.text == "2/2"
        program.galley.stack.wished.emit(MessageRequest(Wish.REWRITE_SAME_SEED, first.message_id))
        fourth = program.last
        program.press(Qt.Key.Key_Escape)
        program.until(lambda: not program.galley.chat.busy, 3000)
        assert (second.phase, fourth.phase) == (Phase.STOPPED, Phase.STOPPED)
        following = program.writing(program.send("Now this."), 40)
        assert following.phase is Phase.GENERATING
        program.press(Qt.Key.Key_Escape)
        program.over(following)
        messages = program.galley.chat.transcript.messages(before=following.request_id)
        assert [message.content for message in messages] == ["Write and write.\n\nNow this."]


def test_a_message_with_a_file_keeps_it_as_a_card_over_edits_and_starts(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    text = "Look.\n\nFILE one"
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.galley.chat.send(text, (AttachedSpan("one.txt", 7, 15),))
        program.galley.window.show_conversation(True)
        program.over(program.last)
        program.over(edit(program, bubbles(program)[0], "Look again."))
    with running(qtbot, home) as program:
        (bubble,) = bubbles(program)
        file = AttachedSpan("one.txt", 13, 21)
        assert bubble.turn == UserTurn("Look again.\n\nFILE one", bubble.turn.message_id, (file,))
        (card,) = [part for part in bubble.parts if isinstance(part, AttachedFile)]
        assert card.isVisible()
        click(bubble.switch.back_button)
        assert bubbles(program)[0].turn.text == text


def test_nothing_is_asked_for_without_a_model_and_the_words_stay(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("A question")
    tiny_ending.rename(tmp_path / "elsewhere.gguf")
    try:
        with running(qtbot, home) as program:
            program.until(lambda: program.load_message != "")
            edit(program, bubbles(program)[0], "Another question")
            assert program.galley.notices.label.text() == "Choose a target model first."
            assert bubbles(program)[0].unsent_words == "Another question"
            assert len(program.galley.chat.transcript.tree) == 2
    finally:
        (tmp_path / "elsewhere.gguf").rename(tiny_ending)
