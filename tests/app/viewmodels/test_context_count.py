from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.engine.events import TokensCounted
from app.viewmodels.context_count import ContextCount
from app.viewmodels.context_figures import ContextFigures
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.reply_settings import ReplySettings
from app.viewmodels.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from app.engine.types import Message

pytestmark = pytest.mark.usefixtures("qapp")


class Engine:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.asked: dict[str, tuple[tuple[Message, ...], tuple[str, ...]]] = {}

    def count(self, count_id: str, messages: tuple[Message, ...] = (), pieces: tuple[str, ...] = ()) -> None:
        self.asked[count_id] = messages, pieces

    def forget_count(self, count_id: str) -> None:
        self.asked.pop(count_id, None)


class Talk:
    """A conversation for each key."""

    def __init__(self, conversations: ConversationList) -> None:
        self._conversations = conversations
        self._transcripts: dict[str, Transcript] = {}
        self.used_tokens = 0
        self.is_reading = False

    @property
    def transcript(self) -> Transcript:
        return self._transcripts.setdefault(self._conversations.active, Transcript())


class Settings:
    def __init__(self) -> None:
        self.system_prompt = ""

    def reply_settings(self, key: str) -> ReplySettings:
        return ReplySettings(system_prompt=self.system_prompt)


class Stage:
    """A counter with everything around it; every answer is a token for each character."""

    def __init__(self) -> None:
        self.conversations = ConversationList()
        self.engine, self.talk, self.settings = Engine(), Talk(self.conversations), Settings()
        self.count = ContextCount(self.engine, self.talk, self.conversations, self.settings)

    def answer(self) -> None:
        asked, self.engine.asked = self.engine.asked, {}
        events = []
        for count_id, (messages, pieces) in asked.items():
            prompt = sum(len(message.content) for message in messages) if messages else None
            events.append(TokensCounted(count_id, prompt, tuple(map(len, pieces))))
        self.count.on_events(list(events))


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.count.forget()


def test_a_conversation_nobody_has_counted_is_asked_for(stage: Stage) -> None:
    stage.talk.transcript.add_user("twelve chars")
    stage.count.set_total(100)
    assert stage.count.used is None
    assert stage.count.room_left is None
    stage.answer()
    assert stage.count.figures == ContextFigures(12, 100)
    assert stage.count.room_left == 88


def test_a_question_that_waits_is_not_asked_twice(stage: Stage) -> None:
    stage.talk.transcript.add_user("twelve chars")
    stage.count.set_total(100)
    stage.engine.asked.clear()
    stage.count.refresh()
    assert stage.engine.asked == {}
    stage.talk.transcript.add_user("more")
    stage.count.refresh()
    assert "conversation" in stage.engine.asked


def test_an_empty_conversation_takes_nothing_and_its_system_prompt_something(stage: Stage) -> None:
    stage.count.set_total(100)
    assert stage.count.used == 0
    assert stage.engine.asked == {}
    stage.settings.system_prompt = "Be brief."
    stage.count.refresh()
    stage.answer()
    assert stage.count.used == 9


def test_what_the_engine_told_is_not_asked_for(stage: Stage) -> None:
    stage.talk.transcript.add_user("twelve chars")
    stage.talk.used_tokens = 40
    stage.count.set_total(100)
    assert stage.engine.asked == {}
    assert stage.count.used == 40


def test_nothing_is_asked_without_a_model_or_while_turns_are_read(stage: Stage) -> None:
    stage.talk.transcript.add_user("twelve chars")
    stage.count.refresh()
    assert stage.engine.asked == {}
    stage.talk.is_reading = True
    stage.count.set_total(100)
    assert stage.engine.asked == {}


def test_an_answer_belongs_to_the_conversation_it_was_asked_for(stage: Stage) -> None:
    stage.talk.transcript.add_user("twelve chars")
    stage.count.set_total(100)
    stage.conversations.note_messages(stage.conversations.active, 1, "twelve chars")
    first = stage.conversations.active
    stage.conversations.begin()
    stage.count.refresh()
    stage.answer()
    assert stage.count.used == 0
    stage.conversations.activate(first)
    assert stage.count.used == 12


def test_another_model_counts_anew(stage: Stage) -> None:
    stage.talk.transcript.add_user("twelve chars")
    stage.count.set_total(100)
    stage.answer()
    stage.count.set_total(200)
    assert stage.count.used is None
    stage.answer()
    assert stage.count.figures == ContextFigures(12, 200)


def test_what_is_typed_is_counted_when_the_fingers_rest(qtbot: QtBot, stage: Stage) -> None:
    stage.count.set_total(100)
    stage.count.set_typed("a")
    stage.count.set_typed("ab")
    assert stage.engine.asked == {}
    qtbot.waitUntil(lambda: bool(stage.engine.asked))
    assert stage.engine.asked == {"typed": ((), ("ab",))}
    stage.answer()
    assert (stage.count.figures.typed, stage.count.room_left) == (2, 98)
    stage.count.set_typed("")
    assert (stage.count.figures.typed, stage.count.room_left) == (0, 100)


def test_pieces_are_answered_under_their_id(qtbot: QtBot, stage: Stage) -> None:
    with qtbot.waitSignal(stage.count.pieces_counted) as counted:
        stage.count.count_pieces("file:1", ("abc", "de"))
        stage.answer()
    assert counted.args == ["file:1", (3, 2)]


def test_nothing_of_what_was_said_stays_when_it_is_locked_away(stage: Stage) -> None:
    stage.talk.transcript.add_user("twelve chars")
    stage.count.set_total(100)
    stage.count.set_typed("secret")
    stage.count.count_pieces("file:1", ("secret",))
    stage.count.forget()
    assert stage.engine.asked == {}
    assert "secret" not in repr(vars(stage.count))
    assert stage.count.used is None


def test_a_template_that_cannot_write_it_out_leaves_it_unknown(stage: Stage) -> None:
    stage.talk.transcript.add_user("twelve chars")
    stage.count.set_total(100)
    stage.count.on_events([TokensCounted("conversation", None, ())])
    assert stage.count.used is None
    stage.engine.asked.clear()
    stage.count.refresh()
    assert "conversation" in stage.engine.asked, "another template may be able to"


def test_a_fast_reply_is_told_at_once_and_then_at_a_readable_pace(qtbot: QtBot, stage: Stage) -> None:
    stage.talk.transcript.add_user("twelve chars")
    stage.talk.used_tokens = 1
    told: list[int | None] = []
    stage.count.changed.connect(lambda: told.append(stage.count.used))
    stage.count.set_total(1000)
    for tokens in range(2, 102):
        stage.talk.used_tokens = tokens
        stage.count.refresh()
    assert told == [1]
    qtbot.waitUntil(lambda: told == [1, 101])


@pytest.mark.parametrize(("used", "share", "left"), [(None, 0.1, 90), (50, 0.6, 40), (95, 1.05, 0), (150, 1.6, 0)])
def test_figures_derive_from_each_other(used: int | None, share: float, left: int) -> None:
    figures = ContextFigures(used, 100, typed=10)
    assert (figures.share, figures.left) == (share, left)
