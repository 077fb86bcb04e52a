from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.viewmodels.transcript import Transcript
from tests.support.offscreen import quiet_platform
from tests.support.scripted import ScriptedReply
from widgets.look.theme import Theme, ThemeChoice
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.stack import ConversationStack
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def stack(qtbot: QtBot) -> ConversationStack:
    made = ConversationStack(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def transcript(request_id: int, text: str) -> Transcript:
    made = Transcript()
    made.add_user("A question")
    made.begin_reply(request_id)
    script = ScriptedReply(request_id)
    made.on_events([*script.start(), *script.text(text), *script.finish()])
    return made


def card(stack: ConversationStack) -> ReplyCard:
    view = stack.currentWidget()
    assert isinstance(view, TranscriptView)
    return next(each for each in view.cards() if isinstance(each, ReplyCard))


def test_each_conversation_keeps_its_view(stack: ConversationStack) -> None:
    one, two = transcript(1, "First"), transcript(2, "Second")
    stack.show_conversation("1", one)
    first = stack.currentWidget()
    stack.show_conversation("2", two)
    assert card(stack).reply.text == "Second"
    stack.show_conversation("1", one)
    assert stack.currentWidget() is first
    assert card(stack).reply.text == "First"


def test_marks_are_shown_in_every_conversation_also_in_those_opened_later(stack: ConversationStack) -> None:
    one, two = transcript(1, "First"), transcript(2, "Second")
    stack.show_conversation("1", one)
    stack.toggle_marks()
    assert card(stack).token_view.isVisible()
    stack.show_conversation("2", two)
    assert card(stack).token_view.isVisible()
    stack.toggle_marks()
    assert card(stack).read_view.isVisible()
    stack.show_conversation("1", one)
    assert card(stack).read_view.isVisible()


def test_struck_words_stay_in_conversations_opened_later_too(stack: ConversationStack) -> None:
    stack.set_keep_marks(True)
    made = Transcript()
    made.add_user("A question")
    made.begin_reply(1)
    stack.show_conversation("1", made)
    script = ScriptedReply(1)
    made.on_events([*script.start(), *script.round("+a -b =c")])
    assert card(stack)._keep_marks
    stack.set_keep_marks(False)
    assert not card(stack)._keep_marks


def test_what_is_asked_for_in_a_view_is_passed_on(stack: ConversationStack, qtbot: QtBot) -> None:
    stack.show_conversation("1", transcript(7, "See [this](https://example.org)."))
    with qtbot.waitSignal(stack.regenerate_requested) as asked:
        card(stack).regenerate_button.click()
    assert asked.args == [7]
    with qtbot.waitSignal(stack.link_activated) as activated:
        card(stack).link_activated.emit("https://example.org")
    assert activated.args == ["https://example.org"]


def test_what_is_forgotten_leaves_no_view(stack: ConversationStack, qtbot: QtBot) -> None:
    stack.show_conversation("1", Transcript())
    first = stack.currentWidget()
    assert first is not None
    stack.show_conversation("2", Transcript())
    with qtbot.waitSignal(first.destroyed):
        stack.forget("1")
    stack.show_blank()
    assert not isinstance(stack.currentWidget(), TranscriptView)
    stack.forget_all()
    assert stack.count() == 1
