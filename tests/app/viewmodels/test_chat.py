from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from app.engine.events import EngineDied, ReplyFailed
from app.errors import Notice
from app.settings.store import SettingsStore
from app.viewmodels.chat import Chat
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.preferences import Preferences
from app.viewmodels.reply import Phase, Reply, Speedup
from tests.support.scripted import ScriptedReply

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.engine.types import ReplyRequest

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


class Desk:
    """A chat with its surroundings."""

    def __init__(self, folder: Path) -> None:
        self.engine = Engine()
        self.conversations = ConversationList()
        self.preferences = Preferences(SettingsStore(folder))
        self.chat = Chat(self.engine, self.conversations, self.preferences)

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
    desk.conversations.activate(1)
    assert [reply.phase for reply in desk.replies] == [Phase.FINISHED, Phase.STOPPED, Phase.STOPPED]
    assert not desk.chat.transcript.is_active
    desk.chat.send("five")
    assert said(desk.engine.asked[-1]) == ["one", "ein", "two\n\nthree\n\nfive"]


def test_stop_with_nothing_to_stop_leaves_the_engine_alone(desk: Desk) -> None:
    desk.chat.stop()
    assert desk.engine.cancelled == []


def test_only_the_last_reply_can_be_written_anew_and_only_when_it_is_over(desk: Desk) -> None:
    desk.chat.send("one")
    desk.chat.regenerate(1)
    assert len(desk.engine.asked) == 1
    desk.answer("eins")
    desk.chat.send("two")
    desk.answer("zwei")
    desk.chat.regenerate(1)
    assert len(desk.engine.asked) == 2
    desk.chat.regenerate(2)
    assert said(desk.engine.asked[-1]) == ["one", "eins", "two"]
    desk.answer("deux")
    assert [reply.text for reply in desk.replies] == ["eins", "deux"]


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
    desk.conversations.begin()
    assert desk.chat.used_tokens == 0
    desk.conversations.activate(1)
    assert desk.chat.used_tokens == 32
