from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from app.engine.events import EngineDied, ReplyFailed, ReplyStarted
from app.engine.types import FinishReason
from app.errors import Notice
from app.settings.store import SettingsStore
from app.store.values import ConversationRow, MessageState, Role, StoredConversation, StoredMessage
from app.viewmodels.chat import Chat
from app.viewmodels.conversation_list import ConversationEntry, ConversationList
from app.viewmodels.preferences import Preferences
from app.viewmodels.reply import Phase, Reply, Speedup
from app.viewmodels.transcript import AttachedSpan
from tests.support.scripted import STATUS, ScriptedReply

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.engine.types import ReplyRequest
    from app.viewmodels.transcript import UserTurn

pytestmark = pytest.mark.usefixtures("qapp")


@dataclass
class Engine:
    """Takes down what it is asked; the test answers in its place."""

    asked: list[ReplyRequest] = field(default_factory=list)
    cancelled: list[int | None] = field(default_factory=list)

    def reply(self, request: ReplyRequest) -> None:
        self.asked.append(request)

    def cancel(self, request_id: int | None = None) -> None:
        self.cancelled.append(request_id)


@dataclass
class Book:
    """Takes down what is to be kept, and says that it is, unless told to wait."""

    questions: list[tuple[str, str | None, str]] = field(default_factory=list)
    begun: list[tuple[str, str | None, str]] = field(default_factory=list)
    ended: list[tuple[Phase, str]] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    shown: list[tuple[str, str]] = field(default_factory=list)
    erased: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    waiting: list[Callable[[], None]] | None = None

    def keep_question(self, key: str, parent_id: str | None, question: UserTurn) -> None:
        self.questions.append((key, parent_id, question.message_id))

    def begin_reply(self, key: str, parent_id: str | None, reply: Reply, on_kept: Callable[[], None]) -> None:
        self.begun.append((key, parent_id, reply.message_id))
        if self.waiting is None:
            on_kept()
        else:
            self.waiting.append(on_kept)

    def end_reply(self, reply: Reply) -> None:
        self.ended.append((reply.phase, reply.text))

    def show_branch(self, key: str, leaf_id: str) -> None:
        self.shown.append((key, leaf_id))

    def erase_messages(self, key: str, message_ids: Sequence[str]) -> None:
        self.erased.append((key, tuple(message_ids)))

    def is_kept(self, key: str) -> bool:
        return key in self.kept

    def read(self, key: str) -> None:
        self.asked.append(key)


class Desk:
    """A chat with its surroundings."""

    def __init__(self, folder: Path) -> None:
        self.engine = Engine()
        self.conversations = ConversationList()
        self.preferences = Preferences(SettingsStore(folder))
        self.keeper = Book()
        self.chat = Chat(self.engine, self.conversations, self.preferences, self.keeper)

    def answer(self, text: str, request_id: int | None = None) -> None:
        """Let the engine write the reply it was asked for last."""
        script = ScriptedReply(self.engine.asked[-1].request_id if request_id is None else request_id)
        self.chat.on_events([*script.start(), *script.text(text), *script.finish()])

    @property
    def replies(self) -> list[Reply]:
        return [turn for turn in self.chat.transcript.rows if isinstance(turn, Reply)]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def said(request: ReplyRequest) -> list[str]:
    return [message.content for message in request.messages]


def test_a_message_is_sent_with_what_was_said_before(desk: Desk) -> None:
    desk.chat.send("one")
    desk.answer("eins")
    desk.chat.send("two")
    assert said(desk.engine.asked[-1]) == ["one", "eins", "two"]
    assert [each.role for each in desk.engine.asked[-1].messages] == ["user", "assistant", "user"]


def test_a_message_that_is_sent_too_early_waits_and_then_knows_the_reply(desk: Desk) -> None:
    desk.chat.send("one")
    desk.chat.send("two")
    assert len(desk.engine.asked) == 1
    assert desk.replies[1].phase is Phase.QUEUED
    desk.answer("eins")
    assert said(desk.engine.asked[1]) == ["one", "eins", "two"]
    desk.answer("zwei")
    assert [reply.text for reply in desk.replies] == ["eins", "zwei"]
    assert not desk.chat.busy


def test_replies_reach_the_conversation_that_asked(desk: Desk, qtbot: QtBot) -> None:
    desk.chat.send("one")
    first = desk.conversations.active
    second = desk.conversations.begin()
    desk.chat.send("two")
    with qtbot.assertNotEmitted(desk.chat.context_changed):
        desk.answer("eins", 1)
    desk.answer("zwei", 2)
    assert desk.replies[0].text == "zwei"
    with qtbot.waitSignal(desk.chat.conversation_opened) as opened:
        desk.conversations.activate(first)
    assert opened.args == [first]
    assert desk.replies[0].text == "eins"
    assert [(each.key, each.title, each.num_messages) for each in desk.conversations.entries] == [
        (second, "two", 2),
        (first, "one", 2),
    ]


def test_stop_ends_what_runs_and_what_waits_wherever_it_stands(desk: Desk, qtbot: QtBot) -> None:
    for text in ("one", "two", "three"):
        desk.chat.send(text)
    first = desk.conversations.active
    desk.conversations.begin()
    desk.chat.send("four")
    with qtbot.assertNotEmitted(desk.chat.reply_ended):
        desk.chat.stop()
    assert desk.engine.cancelled == [1]
    assert desk.replies[0].phase is Phase.STOPPED
    assert desk.chat.busy
    desk.answer("ein", 1)
    assert not desk.chat.busy
    assert len(desk.engine.asked) == 1
    desk.conversations.activate(first)
    assert [reply.phase for reply in desk.replies] == [Phase.FINISHED, Phase.STOPPED, Phase.STOPPED]
    assert not desk.chat.transcript.is_active
    desk.chat.send("five")
    assert said(desk.engine.asked[-1]) == ["one", "ein", "two\n\nthree\n\nfive"]


def test_stop_with_nothing_to_stop_leaves_the_engine_alone(desk: Desk) -> None:
    desk.chat.stop()
    assert desk.engine.cancelled == []


def test_a_reply_is_written_anew_when_it_is_over_and_the_old_one_stays_a_version(desk: Desk) -> None:
    desk.chat.send("one")
    desk.chat.regenerate(1)
    assert len(desk.engine.asked) == 1
    desk.answer("eins")
    desk.chat.send("two")
    desk.answer("zwei")
    old = desk.replies[1]
    desk.chat.regenerate(2)
    assert said(desk.engine.asked[-1]) == ["one", "eins", "two"]
    desk.answer("deux")
    assert [reply.text for reply in desk.replies] == ["eins", "deux"]
    assert desk.chat.transcript.versions_of(desk.replies[1]) == (2, 2)
    assert desk.chat.show_message(old.message_id)
    assert [reply.text for reply in desk.replies] == ["eins", "zwei"]


def test_the_death_of_the_engine_ends_its_reply_and_the_next_one_is_begun(desk: Desk, qtbot: QtBot) -> None:
    desk.chat.send("one")
    desk.chat.send("two")
    desk.chat.on_events([EngineDied(Notice("engine_killed", {"signal": "SIGKILL"}), (), 1)])
    assert desk.replies[0].phase is Phase.FAILED
    assert said(desk.engine.asked[-1]) == ["one\n\ntwo"]
    with qtbot.waitSignal(desk.chat.busy_changed) as changed:
        desk.answer("zwei")
    assert changed.args == [False]
    with qtbot.assertNotEmitted(desk.chat.busy_changed):
        desk.chat.on_events([EngineDied(Notice("engine_killed", {"signal": "SIGKILL"}), (), None)])


def test_a_reply_that_never_began_gets_no_factor_of_another_one(desk: Desk, qtbot: QtBot) -> None:
    desk.chat.send("one")
    with qtbot.waitSignal(desk.chat.reply_ended) as ended:
        desk.answer("eins")
    assert ended.args == [1]
    desk.chat.set_speedup(1, Speedup(1.5, estimated=True))
    assert desk.replies[0].speedup == Speedup(1.5, estimated=True)
    desk.chat.send("two")
    with qtbot.assertNotEmitted(desk.chat.reply_ended):
        desk.chat.on_events([ReplyFailed(2, Notice("no_model_loaded"))])
    assert not desk.chat.busy


def test_the_context_that_is_used_follows_the_open_conversation(desk: Desk) -> None:
    desk.chat.send("one")
    script = ScriptedReply(1)
    desk.chat.on_events(script.start(prompt_tokens=30))
    assert desk.chat.used_tokens == 30
    desk.chat.on_events(script.round("+a_ =b"))
    assert desk.chat.used_tokens == 32
    first = desk.conversations.active
    desk.conversations.begin()
    assert desk.chat.used_tokens == 0
    desk.conversations.activate(first)
    assert desk.chat.used_tokens == 32


# What is kept, and when.


def test_the_engine_is_asked_once_the_question_is_kept(desk: Desk) -> None:
    desk.keeper.waiting = []
    desk.chat.send("one")
    assert desk.engine.asked == []
    assert desk.chat.busy
    desk.keeper.waiting[0]()
    assert said(desk.engine.asked[0]) == ["one"]
    desk.keeper.waiting[0]()
    assert len(desk.engine.asked) == 1, "being told twice asks once"


def test_a_reply_that_still_waits_for_the_disk_can_be_stopped(desk: Desk, qtbot: QtBot) -> None:
    desk.keeper.waiting = []
    desk.chat.send("one")
    with qtbot.waitSignal(desk.chat.busy_changed):
        desk.chat.stop()
    desk.keeper.waiting[0]()
    assert desk.engine.asked == []
    assert desk.engine.cancelled == []
    assert desk.keeper.ended == [(Phase.STOPPED, "")]


def test_each_message_is_kept_below_the_one_that_it_answers(desk: Desk) -> None:
    desk.chat.send("one")
    desk.answer("eins")
    desk.chat.send("two")
    desk.answer("zwei")
    key = desk.conversations.active
    first, second = (question[2] for question in desk.keeper.questions)
    reply, other = (begun[2] for begun in desk.keeper.begun)
    assert desk.keeper.questions == [(key, None, first), (key, reply, second)]
    assert desk.keeper.begun == [(key, first, reply), (key, second, other)]
    assert desk.keeper.ended == [(Phase.FINISHED, "eins"), (Phase.FINISHED, "zwei")]
    desk.chat.regenerate(2)
    assert desk.keeper.begun[-1][:2] == (key, second)


def test_how_a_reply_ends_is_kept_whatever_ends_it(desk: Desk) -> None:
    for text in ("one", "two", "three"):
        desk.chat.send(text)
    desk.chat.on_events([EngineDied(Notice("engine_killed", {"signal": "SIGKILL"}), (), 1)])
    desk.chat.stop()
    desk.answer("zw", 2)
    assert [phase for phase, _text in desk.keeper.ended] == [Phase.FAILED, Phase.STOPPED, Phase.FINISHED]


# What was kept before.


def stored(key: str) -> StoredConversation:
    """A question and a reply of an earlier run."""
    row = ConversationRow(key, "Hello?", False, 1.0, 2.0, 2, active_leaf="r")
    question = StoredMessage("q", key, None, Role.USER, "Hello?", MessageState.COMPLETE, 1.0)
    reply = StoredMessage("r", key, "q", Role.ASSISTANT, "Good day", MessageState.INTERRUPTED, 2.0)
    return StoredConversation(row, (question, reply))


def test_a_kept_conversation_is_read_when_it_is_opened_and_can_be_gone_on_with(desk: Desk, qtbot: QtBot) -> None:
    desk.keeper.kept.add("kept")
    desk.conversations.fill([ConversationEntry("kept", "Hello?", 2)])
    assert desk.replies == []
    assert desk.keeper.asked == ["kept"]
    assert desk.chat.is_reading
    with qtbot.waitSignal(desk.chat.message_refused) as refused:
        desk.chat.send("too early")
    assert refused.args == ["too early"]
    with qtbot.waitSignal(desk.chat.conversation_opened) as opened:
        desk.chat.take("kept", stored("kept"))
    assert opened.args == ["kept"]
    assert not desk.chat.is_reading
    assert [(reply.text, reply.phase) for reply in desk.replies] == [("Good day", Phase.INTERRUPTED)]
    desk.chat.send("Go on")
    assert said(desk.engine.asked[-1]) == ["Hello?", "Good day", "Go on"]
    assert desk.keeper.questions[-1][:2] == ("kept", "r")
    assert desk.engine.asked[-1].request_id != desk.replies[0].request_id


def test_a_restored_reply_can_be_written_anew(desk: Desk) -> None:
    desk.keeper.kept.add("kept")
    desk.conversations.fill([ConversationEntry("kept", "Hello?", 2)])
    assert desk.chat.transcript.rows == []
    desk.chat.take("kept", stored("kept"))
    desk.chat.regenerate(desk.replies[0].request_id)
    assert said(desk.engine.asked[-1]) == ["Hello?"]
    assert desk.keeper.begun[-1][:2] == ("kept", "q")


def test_a_conversation_that_is_forgotten_takes_its_reply_with_it(desk: Desk) -> None:
    desk.chat.send("one")
    key = desk.conversations.active
    desk.chat.stop_conversation(key)
    assert desk.engine.cancelled == [1]
    desk.conversations.conceal(key)
    desk.conversations.remove(key)
    desk.chat.forget(key)
    desk.answer("eins", 1)
    assert not desk.chat.busy
    assert desk.keeper.ended == []
    desk.chat.send("two")
    assert said(desk.engine.asked[-1]) == ["two"]


# Versions.


def versions(desk: Desk, row: int) -> tuple[int, int]:
    """Which of how many versions stands in a row."""
    return desk.chat.transcript.versions_of(desk.chat.transcript.rows[row])


def texts(desk: Desk) -> list[str]:
    return [turn.text for turn in desk.chat.transcript.rows]


def test_an_edited_message_is_answered_as_if_the_old_one_had_not_been_sent(desk: Desk) -> None:
    for question, answer in (("one", "eins"), ("two", "zwei"), ("three", "drei")):
        desk.chat.send(question)
        desk.answer(answer)
    old = desk.chat.transcript.rows[2].message_id
    desk.chat.edit(old, "deux")
    assert said(desk.engine.asked[-1]) == ["one", "eins", "deux"]
    desk.answer("2")
    assert texts(desk) == ["one", "eins", "deux", "2"]
    assert versions(desk, 2) == (2, 2)
    key = desk.conversations.active
    assert desk.keeper.questions[-1][:2] == (key, desk.chat.transcript.rows[1].message_id)
    desk.chat.show_version(desk.chat.transcript.rows[2].message_id, -1)
    assert texts(desk) == ["one", "eins", "two", "zwei", "three", "drei"]
    assert desk.keeper.shown[-1] == (key, desk.chat.transcript.rows[-1].message_id)
    desk.chat.send("four")
    assert said(desk.engine.asked[-1])[-3:] == ["three", "drei", "four"]


def test_there_is_no_version_before_the_first_or_behind_the_last(desk: Desk) -> None:
    desk.chat.send("one")
    desk.answer("eins")
    desk.chat.show_version(desk.replies[0].message_id, -1)
    desk.chat.show_version(desk.replies[0].message_id, 1)
    desk.chat.show_version("nobody", 1)
    assert texts(desk) == ["one", "eins"]
    assert not desk.chat.show_message("nobody")


def test_the_same_seed_is_the_one_that_the_reply_was_drawn_with(desk: Desk) -> None:
    desk.chat.send("one")
    desk.answer("eins")
    desk.chat.rewrite(desk.replies[0].message_id, same_seed=True)
    assert desk.engine.asked[-1].sampling.seed == 7
    desk.answer("eins")
    desk.chat.rewrite(desk.replies[0].message_id)
    assert desk.engine.asked[-1].sampling.seed is None


def test_a_reply_that_is_cut_off_is_gone_on_with_from_all_it_says(desk: Desk) -> None:
    desk.chat.send("one")
    script = ScriptedReply(1)
    desk.chat.on_events([*script.start(), *script.round("+Half _a"), *script.finish(FinishReason.CANCELLED, "!")])
    begun = desk.replies[0]
    desk.chat.go_on(begun.message_id)
    request = desk.engine.asked[-1]
    assert (said(request), request.begun, request.sampling.seed) == (["one"], "Half a!", 7)
    again = ScriptedReply(request.request_id)
    desk.chat.on_events([*again.start(), *again.round("+_word *s"), *again.finish()])
    assert (desk.replies[0].text, begun.text) == ("Half a! words", "Half a!")
    assert versions(desk, 1) == (2, 2)
    desk.chat.go_on(desk.replies[0].message_id)
    assert len(desk.engine.asked) == 2, "it has come to its end"


def test_a_reply_that_waits_is_withdrawn_with_its_question_and_the_next_one_takes_its_place(
    desk: Desk, qtbot: QtBot
) -> None:
    for text in ("one", "two", "three"):
        desk.chat.send(text)
    assert [reply.is_waiting for reply in desk.replies] == [False, True, True]
    question = desk.chat.transcript.rows[2].message_id
    with qtbot.waitSignal(desk.chat.message_withdrawn) as withdrawn:
        desk.chat.withdraw(question)
    assert withdrawn.args == ["two", ()]
    assert texts(desk) == ["one", "", "three", ""]
    assert desk.keeper.erased[0][1][0] == question
    desk.answer("eins", 1)
    assert said(desk.engine.asked[-1]) == ["one", "eins", "three"]
    desk.answer("drei")
    assert not desk.chat.busy


def test_what_is_being_written_cannot_be_withdrawn(desk: Desk, qtbot: QtBot) -> None:
    desk.chat.send("one")
    with qtbot.assertNotEmitted(desk.chat.message_withdrawn):
        desk.chat.withdraw(desk.replies[0].message_id)
        desk.chat.withdraw("nobody")
    assert desk.keeper.erased == []


def test_another_version_that_waits_is_withdrawn_alone(desk: Desk, qtbot: QtBot) -> None:
    desk.chat.send("one")
    desk.answer("eins")
    first = desk.replies[0]
    desk.conversations.begin()
    desk.chat.send("elsewhere")
    desk.conversations.activate(desk.conversations.entries[-1].key)
    desk.chat.rewrite(first.message_id)
    with qtbot.assertNotEmitted(desk.chat.message_withdrawn):
        desk.chat.withdraw(desk.replies[0].message_id)
    assert desk.replies == [first]
    assert versions(desk, 1) == (1, 1)


def test_what_is_concealed_is_stopped_and_comes_back_as_it_was_left(desk: Desk) -> None:
    desk.chat.send("one")
    desk.answer("eins")
    desk.chat.send("two")
    key, question = desk.conversations.active, desk.chat.transcript.rows[2].message_id
    desk.chat.conceal_message(key, question)
    assert desk.engine.cancelled == [2]
    assert texts(desk) == ["one", "eins"]
    assert desk.keeper.shown[-1] == (key, desk.replies[0].message_id)
    desk.answer("zw", 2)
    assert not desk.chat.busy
    desk.chat.reveal_message(key, question)
    assert texts(desk) == ["one", "eins", "two", "zw"]
    desk.chat.conceal_message(key, question)
    desk.chat.erase_message(key, question)
    assert desk.keeper.erased[-1][1][0] == question
    desk.chat.reveal_message(key, question)
    assert texts(desk) == ["one", "eins"]


def test_turns_that_did_not_fit_are_left_out_of_the_next_request_and_said(desk: Desk, qtbot: QtBot) -> None:
    for question, answer in (("one", "eins"), ("two", "zwei")):
        desk.chat.send(question)
        desk.answer(answer)
    desk.chat.send("three")
    with qtbot.waitSignal(desk.chat.transcript.first_read_changed) as changed:
        desk.chat.on_events([ReplyStarted(3, 20, 0, STATUS, left_out=2)])
    assert changed.args == [2]
    script = ScriptedReply(3)
    desk.chat.on_events([*script.text("drei"), *script.finish()])
    desk.chat.send("four")
    assert desk.engine.asked[-1].left_out == 2
    desk.chat.show_message(desk.chat.transcript.rows[0].message_id)
    assert desk.chat.transcript.first_read == 2


def test_a_message_without_a_reply_can_be_answered(desk: Desk) -> None:
    desk.chat.send("one")
    desk.answer("eins")
    desk.chat.conceal_message(desk.conversations.active, desk.replies[0].message_id)
    desk.chat.answer(desk.chat.transcript.rows[0].message_id)
    assert said(desk.engine.asked[-1]) == ["one"]
    desk.answer("uno")
    assert texts(desk) == ["one", "uno"]


def test_a_conversation_is_named_after_what_was_typed_not_after_its_files(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    text = "Read this\n\n### File: x.py"
    desk.chat.send(text, (AttachedSpan("x.py", 11, len(text)),))
    assert desk.conversations.entries[0].title == "Read this"
