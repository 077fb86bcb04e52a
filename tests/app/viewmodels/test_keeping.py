"""What is said, and what of it is in the store a moment later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.engine.types import FinishReason
from app.errors import Notice, UserError
from app.runtime.store_worker import StoreWorker
from app.store.store import Store
from app.store.values import MessageState, Role
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.keeping import Keeping
from app.viewmodels.transcript import Transcript, UserTurn
from tests.support.fixed_keys import KEY
from tests.support.scripted import ScriptedReply

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.store.values import StoredConversation
    from app.viewmodels.reply import Reply


class Desk:
    """Keeping with its surroundings, and a real store."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.folder = folder
        self.qtbot = qtbot
        self.worker = StoreWorker()
        self.conversations = ConversationList()
        self.keeping = Keeping(self.worker, self.conversations)
        self.transcript = Transcript()
        self.notices: list[Notice] = []
        self.keeping.notice_raised.connect(self.notices.append)
        self.worker.start()

    def open(self) -> None:
        with self.qtbot.waitSignal(self.keeping.filled):
            self.worker.open(lambda: Store.open(self.folder, KEY))

    def ask(self, text: str = "Hello?", request_id: int = 1) -> Reply:
        """Say something and begin a reply; returns when both are safe."""
        key = self.conversations.active
        self.conversations.note_messages(key, 1, text)
        parent = self.transcript.leaf_id
        question = UserTurn(text, f"q{request_id}")
        self.transcript.add_user(question.text, question.message_id)
        self.keeping.keep_question(key, parent, question)
        reply = self.transcript.begin_reply(request_id, f"r{request_id}")
        safe: list[bool] = []
        self.keeping.begin_reply(key, question.message_id, reply, lambda: safe.append(True))
        self.qtbot.waitUntil(lambda: safe == [True])
        return reply

    def refuse(self, refused: bool) -> None:
        """Let the disk take nothing, or take everything again."""
        done: list[object] = []

        def set_refused(store: Store) -> None:
            store._session._connected().execute(f"PRAGMA query_only = {int(refused)}")

        self.worker.read(set_refused, done.append, done.append)
        self.qtbot.waitUntil(lambda: done == [None])

    def stored(self) -> StoredConversation:
        """The open conversation as the store has it."""
        found: list[object] = []
        key = self.conversations.active
        self.worker.read(lambda store: store.conversation(key), found.append, found.append)
        self.qtbot.waitUntil(lambda: bool(found))
        return found[0]  # type: ignore[return-value]


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    desk = Desk(tmp_path, qtbot)
    yield desk
    desk.keeping.end_all()
    desk.worker.stop()


def test_question_and_reply_are_there_before_a_word_is_written(desk: Desk) -> None:
    desk.open()
    desk.ask("Hello?")
    stored = desk.stored()
    assert stored.row.title == "Hello?"
    assert [(message.role, message.text, message.state) for message in stored.branch()] == [
        (Role.USER, "Hello?", MessageState.COMPLETE),
        (Role.ASSISTANT, "", MessageState.WRITING),
    ]


def test_what_is_written_follows_within_a_moment(desk: Desk) -> None:
    desk.open()
    desk.ask()
    script = ScriptedReply(1)
    desk.transcript.on_events(script.start() + script.round("+Good =_day"))
    desk.qtbot.waitUntil(lambda: desk.stored().branch()[1].text == "Good day", timeout=3000)
    desk.transcript.on_events(script.round("_to") + script.round("_you"))
    desk.qtbot.waitUntil(lambda: desk.stored().branch()[1].text == "Good day to you", timeout=3000)
    assert desk.stored().branch()[1].state is MessageState.WRITING


def test_the_end_brings_the_rest_the_tail_and_the_figures(desk: Desk) -> None:
    desk.open()
    reply = desk.ask()
    script = ScriptedReply(1)
    desk.transcript.on_events(script.start() + script.round("+Good =_day") + script.finish(tail="!"))
    desk.keeping.end_reply(reply)
    message = desk.stored().branch()[1]
    assert (message.text, message.state) == ("Good day!", MessageState.COMPLETE)
    assert message.figures["finish_reason"] == "stop"
    assert message.figures["accepted"] == 1
    assert not desk.keeping._timer.isActive()


def test_a_session_that_ends_keeps_a_reply_as_far_as_it_came(desk: Desk) -> None:
    desk.open()
    desk.ask()
    script = ScriptedReply(1)
    desk.transcript.on_events(script.start() + script.round("Half"))
    desk.keeping.end_all()
    message = desk.stored().branch()[1]
    assert (message.text, message.state) == ("Half", MessageState.INTERRUPTED)


def test_a_disk_that_takes_nothing_lets_the_conversation_go_on(desk: Desk) -> None:
    desk.open()
    desk.refuse(True)
    reply = desk.ask()  # returns although nothing could be written
    script = ScriptedReply(1)
    desk.transcript.on_events(script.start() + script.round("Good") + script.finish(FinishReason.CANCELLED))
    desk.keeping.end_reply(reply)
    assert desk.worker.trouble is not None
    desk.refuse(False)
    desk.worker.retry()
    desk.qtbot.waitUntil(lambda: desk.worker.trouble is None)
    assert [message.text for message in desk.stored().branch()] == ["Hello?", "Good"]
    assert desk.notices == []


def test_without_keeping_nothing_reaches_the_disk(desk: Desk, tmp_path: Path) -> None:
    desk.keeping.set_keeps(False)
    reply = desk.ask()
    desk.keeping.end_reply(reply)
    desk.keeping.erase(desk.conversations.active)
    assert not desk.keeping.is_kept(desk.conversations.active)
    assert list(tmp_path.iterdir()) == []


def test_an_erased_conversation_is_not_written_to_any_more(desk: Desk) -> None:
    desk.open()
    reply = desk.ask()
    key = desk.conversations.active
    desk.keeping.erase(key)
    script = ScriptedReply(1)
    desk.transcript.on_events(script.start() + script.round("Half"))
    desk.keeping.end_reply(reply)
    left: list[object] = []
    desk.worker.read(lambda store: store.conversations(), left.append, left.append)
    desk.qtbot.waitUntil(lambda: left == [()])
    assert desk.notices == []


def test_a_conversation_that_cannot_be_read_is_said_and_leaves_the_others(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(desk.folder, KEY) as store:
        for key in ("whole", "broken"):
            store.add_conversation(id=key, title=key)
            store.add_message(key, None, Role.USER, f"in {key}", MessageState.COMPLETE)
    real = Store.conversation

    def conversation(store: Store, key: str) -> StoredConversation:
        if key == "broken":
            raise UserError("store_damaged", path="x")
        return real(store, key)

    monkeypatch.setattr(Store, "conversation", conversation)
    desk.open()
    assert desk.conversations.active == "broken"
    desk.keeping.read("broken")
    desk.qtbot.waitUntil(lambda: bool(desk.notices))
    assert desk.notices == [Notice("store_damaged", {"path": "x"})]
    assert [entry.key for entry in desk.conversations.entries] == ["whole"]
    with desk.qtbot.waitSignal(desk.keeping.messages_read) as read:
        desk.keeping.read("whole")
    assert read.args is not None
    assert [message.text for message in read.args[1].messages] == ["in whole"]
