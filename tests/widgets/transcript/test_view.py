from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.engine.events import ReplyStarted
from app.viewmodels.reply import Reply
from app.viewmodels.transcript import Transcript, UserTurn
from tests.support.offscreen import quiet_platform
from tests.support.scripted import STATUS, ScriptedReply
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.prose_view import ProseView
from widgets.parts.quiet_button import QuietButton
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.user_bubble import UserBubble
from widgets.transcript.view import COLUMN_WIDTH, TranscriptView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


class Conversation:
    """A view on screen and the transcript that it shows."""

    def __init__(self, qtbot: QtBot, num_turns: int = 0) -> None:
        self.qtbot = qtbot
        self.transcript = Transcript()
        self.num_replies = 0
        for _ in range(num_turns):
            self.say("A short question")
        self.view = TranscriptView(self.transcript, Theme(ThemeChoice.LIGHT))
        qtbot.addWidget(self.view)
        self.view.resize(900, 500)
        self.view.show()

    def ask(self, text: str = "Question") -> ScriptedReply:
        self.num_replies += 1
        self.transcript.add_user(text)
        self.transcript.begin_reply(self.num_replies)
        script = ScriptedReply(self.num_replies)
        self.transcript.on_events(script.start())
        return script

    def say(self, text: str) -> None:
        script = self.ask(text)
        self.transcript.on_events(script.round("+An -_x =_answer *.") + script.finish())

    def write(self, script: ScriptedReply, num_lines: int) -> None:
        for _ in range(num_lines):
            self.transcript.on_events(script.round("+Another +_line +_of +_text *.\\n\\n"))

    @property
    def position(self) -> int:
        return self.view.verticalScrollBar().value()

    @property
    def end(self) -> int:
        return self.view.verticalScrollBar().maximum()

    def last_card(self) -> ReplyCard:
        card = self.view.cards()[-1]
        assert isinstance(card, ReplyCard)
        return card


@pytest.fixture
def conversation(qtbot: QtBot) -> Conversation:
    return Conversation(qtbot)


def test_the_empty_state_stands_there_until_something_is_said(conversation: Conversation) -> None:
    welcome = QLabel("Welcome")
    conversation.view.set_empty_state(welcome)
    assert welcome.isVisible()
    conversation.ask()
    assert not welcome.isVisible()
    conversation.transcript.replace(())
    assert welcome.isVisible()


def test_turns_stand_below_each_other_in_a_centred_column(conversation: Conversation) -> None:
    conversation.say("One")
    conversation.say("Two")
    cards = conversation.view.cards()
    assert [type(card) for card in cards] == [UserBubble, ReplyCard] * 2
    assert {card.width() for card in cards} == {COLUMN_WIDTH}
    assert all(upper.geometry().bottom() < lower.y() for upper, lower in pairwise(cards))
    assert cards[0].x() == (conversation.view.width() - COLUMN_WIDTH) // 2


def test_the_view_stays_at_the_end_while_a_reply_grows(conversation: Conversation) -> None:
    script = conversation.ask()
    for _ in range(20):
        conversation.write(script, 3)
        assert conversation.position == conversation.end
    conversation.transcript.on_events(script.finish())
    assert conversation.position == conversation.end
    assert conversation.end > 500


def test_a_reader_who_scrolled_up_is_left_alone(conversation: Conversation) -> None:
    script = conversation.ask()
    conversation.write(script, 40)
    conversation.view.verticalScrollBar().setValue(conversation.end // 2)
    before = conversation.position
    picture = conversation.view.viewport().grab(QRect(0, 0, 800, 300)).toImage()
    conversation.write(script, 20)
    assert conversation.position == before
    assert conversation.view.viewport().grab(QRect(0, 0, 800, 300)).toImage() == picture
    QTest.mouseClick(conversation.view.to_end_button, Qt.MouseButton.LeftButton)
    assert conversation.position == conversation.end
    conversation.write(script, 5)
    assert conversation.position == conversation.end


def test_sending_goes_to_the_end(qtbot: QtBot) -> None:
    conversation = Conversation(qtbot, num_turns=30)
    conversation.view.verticalScrollBar().setValue(0)
    conversation.ask("And now?")
    assert conversation.position == conversation.end


def test_thousands_of_turns_need_only_the_cards_in_sight(qtbot: QtBot) -> None:
    conversation = Conversation(qtbot, num_turns=1000)
    assert conversation.position == conversation.end
    assert 4 <= len(conversation.view.cards()) < 80
    assert conversation.last_card().reply is conversation.transcript.rows[-1]
    for value in range(conversation.end, conversation.end - 8000, -400):
        conversation.view.verticalScrollBar().setValue(value)
        assert 4 <= len(conversation.view.cards()) < 80


def test_building_cards_above_moves_nothing_in_sight(qtbot: QtBot) -> None:
    conversation = Conversation(qtbot)
    for number in range(40):
        conversation.say("A question\n" * (1 + number % 5))
    view = TranscriptView(conversation.transcript, Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(view)
    view.resize(900, 500)
    view.show()
    for _ in range(25):
        middle = next(card for card in view.cards() if card.mapTo(view, card.rect().topLeft()).y() >= 60)
        before = middle.mapTo(view, middle.rect().topLeft()).y()
        view.verticalScrollBar().setValue(view.verticalScrollBar().value() - 60)
        assert middle.mapTo(view, middle.rect().topLeft()).y() == before + 60


def test_another_width_lays_the_column_out_anew(conversation: Conversation) -> None:
    conversation.say("word " * 150)
    before = conversation.view.cards()[0].height()
    conversation.view.resize(500, 500)
    cards = conversation.view.cards()
    assert cards[0].width() < COLUMN_WIDTH
    assert cards[0].height() > before
    assert cards[1].y() > cards[0].geometry().bottom()


def test_marks_are_shown_for_all_replies_at_once(conversation: Conversation) -> None:
    conversation.say("One")
    conversation.say("Two")
    conversation.view.set_marks_shown(True)
    replies = [card for card in conversation.view.cards() if isinstance(card, ReplyCard)]
    assert all(card.token_view.isVisible() and not card.read_view.isVisible() for card in replies)
    conversation.say("Three")
    assert conversation.last_card().token_view.isVisible()
    conversation.view.set_marks_shown(False)
    assert not any(card.token_view.isVisible() for card in replies)


def test_pointing_at_a_token_explains_it(conversation: Conversation) -> None:
    conversation.say("One")
    conversation.view.set_marks_shown(True)
    view = conversation.last_card().token_view
    QTest.mouseMove(view, view.rect_of(1).center())
    assert conversation.view.inspector.isVisible()
    said = [label.text() for label in conversation.view.inspector.findChildren(QLabel)]
    assert '" answer"' in said
    assert "corrected" in said
    assert "round 1 · 2 proposed, 1 accepted · 250 ms" in said
    conversation.view.set_marks_shown(False)
    assert not conversation.view.inspector.isVisible()


def test_the_token_cursor_is_scrolled_to_and_the_inspector_follows(conversation: Conversation) -> None:
    script = conversation.ask()
    conversation.write(script, 40)
    conversation.transcript.on_events(script.finish())
    conversation.view.set_marks_shown(True)
    view = conversation.last_card().token_view
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert conversation.position < 200
    QTest.keyClick(view, Qt.Key.Key_End)
    assert conversation.end - conversation.position < 200
    inspector = conversation.view.inspector
    assert inspector.isVisible()
    assert conversation.view.rect().contains(inspector.geometry())


def test_commands_are_about_the_reply_with_the_focus_or_the_last_in_sight(conversation: Conversation) -> None:
    conversation.say("One")
    conversation.say("Two")
    first, last = (card for card in conversation.view.cards() if isinstance(card, ReplyCard))
    conversation.view.step_through()
    assert last.proof.stepper is not None
    conversation.view.step_through()
    assert last.proof.stepper is None
    first.copy_button.setFocus()
    conversation.view.show_figures()
    assert first.proof.figures is not None


def test_the_column_stands_still_when_the_scroll_bar_comes(conversation: Conversation) -> None:
    conversation.view.resize(640, 500)
    conversation.say("One")
    before = conversation.view.cards()[0].geometry()
    bar = conversation.view.verticalScrollBar()
    assert bar.maximum() == 0
    for _ in range(8):
        conversation.say("More")
    conversation.qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(0)
    assert conversation.view.cards()[0].geometry() == before


@pytest.mark.parametrize("key", ["figures", "stepper"])
def test_closing_what_unfolds_leaves_the_reader_where_he_is(qtbot: QtBot, key: str) -> None:
    conversation = Conversation(qtbot, 40)
    view, bar = conversation.view, conversation.view.verticalScrollBar()
    view.activateWindow()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 2000)
    card = conversation.last_card()
    bar.setValue(bar.maximum() - 1200)  # what is read on the way comes later in the order of the focus
    bar.setValue(bar.maximum())
    command = view.show_figures if key == "figures" else view.step_through
    command()
    opened = card.proof.figures if key == "figures" else card.proof.stepper
    assert opened is not None
    qtbot.waitUntil(opened.hasFocus)
    place, height = conversation.position, opened.height()
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    assert card.proof.figures is None
    assert card.proof.stepper is None
    qtbot.waitUntil(lambda: card.height() == card.heightForWidth(card.width()))
    assert conversation.position >= place - height


def test_the_round_stepper_is_scrolled_to(conversation: Conversation) -> None:
    script = conversation.ask()
    conversation.write(script, 60)
    conversation.transcript.on_events(script.finish())
    for _ in range(3):
        conversation.say("Short")
    conversation.view.verticalScrollBar().setValue(0)
    conversation.view.verticalScrollBar().setValue(conversation.end // 2)
    card = next(c for c in conversation.view.cards() if isinstance(c, ReplyCard) and c.reply.request_id == 1)
    QTest.mouseClick(card.step_button, Qt.MouseButton.LeftButton)
    stepper = card.proof.stepper
    assert stepper is not None
    top = stepper.mapTo(conversation.view, stepper.rect().topLeft()).y()
    assert 0 <= top <= conversation.view.height() - stepper.height()


def test_only_the_last_reply_can_be_written_anew(conversation: Conversation, qtbot: QtBot) -> None:
    conversation.say("One")
    conversation.say("Two")
    replies = [card for card in conversation.view.cards() if isinstance(card, ReplyCard)]
    assert [card.regenerate_button.isVisible() for card in replies] == [False, True]
    with qtbot.waitSignal(conversation.view.regenerate_requested) as requested:
        QTest.mouseClick(replies[1].regenerate_button, Qt.MouseButton.LeftButton)
    assert requested.args == [replies[1].reply.request_id]
    question = conversation.transcript.rows[2].message_id
    conversation.transcript.add(Reply(9, "r9"), question)
    assert len(conversation.view.cards()) == 4
    assert conversation.last_card().reply.request_id == 9
    assert conversation.last_card().switch.text == "2/2"


def test_unfolding_makes_the_card_higher(conversation: Conversation, qtbot: QtBot) -> None:
    script = conversation.ask()
    conversation.transcript.on_events(script.text("<think>\n" + "Long thought. " * 60 + "\n</think>\n\nYes."))
    conversation.transcript.on_events(script.finish())
    card = conversation.last_card()
    before = card.height()
    toggle = next(b for b in card.read_view.findChildren(QuietButton) if "Thinking" in b.text())
    qtbot.waitUntil(lambda: toggle.height() > 10)
    QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: card.height() > before + 60)
    prose = [view.height() for view in card.read_view.findChildren(ProseView)]
    assert all(height > 0 for height in prose)


def test_what_is_quoted_reaches_whoever_writes(conversation: Conversation, qtbot: QtBot) -> None:
    conversation.say("A short question")
    bubble, card = conversation.view.cards()[:2]
    for source, begins in ((bubble, "> A short question"), (card, "> ")):
        with qtbot.waitSignal(conversation.view.quote_requested) as quoted:
            source.quote_requested.emit(begins)
        assert quoted.args == [begins]


def test_a_message_that_was_found_is_scrolled_to(qtbot: QtBot) -> None:
    long = Conversation(qtbot)
    for number in range(40):
        long.transcript.add_user(f"Question {number}\n" + "line\n" * number, f"m{number}")
    qtbot.waitUntil(lambda: long.view.verticalScrollBar().maximum() > 1000)
    assert long.view.show_message("m7")
    shown = [card for card in long.view.cards() if not card.visibleRegion().isEmpty()]
    assert any(isinstance(card, UserBubble) and card.text.toPlainText().startswith("Question 7\n") for card in shown)
    assert not long.view.show_message("of another conversation")


# Versions.


def test_another_version_takes_the_place_of_what_follows_and_nothing_above_moves(qtbot: QtBot) -> None:
    conversation = Conversation(qtbot)
    for text in ("One", "Two", "Three"):
        conversation.say(text)
    rows = list(conversation.transcript.rows)
    kept = conversation.view.cards()[:2]
    conversation.transcript.add(UserTurn("Another two", "other"), rows[1].message_id)
    cards = conversation.view.cards()
    assert cards[:2] == kept
    assert [card.turn.text for card in cards if isinstance(card, UserBubble)] == ["One", "Another two"]
    bubble = cards[2]
    assert isinstance(bubble, UserBubble)
    assert bubble.switch.text == "2/2"
    conversation.transcript.select(rows[-1].message_id)
    assert [card.turn.text for card in conversation.view.cards() if isinstance(card, UserBubble)] == [
        "One",
        "Two",
        "Three",
    ]


def test_going_through_versions_leaves_the_switch_under_the_pointer(qtbot: QtBot) -> None:
    conversation = Conversation(qtbot, num_turns=6)
    question = conversation.transcript.rows[-2].message_id
    long, script = Reply(50, "long"), ScriptedReply(50)
    conversation.transcript.add(long, question)
    conversation.transcript.on_events(script.start())
    conversation.write(script, 12)
    conversation.transcript.on_events(script.finish())
    qtbot.waitUntil(lambda: conversation.position == conversation.end > 0)
    card = conversation.last_card()

    def place() -> int:
        switch = conversation.last_card().switch
        return switch.mapTo(conversation.view, switch.rect().topLeft()).y()

    before = place()
    first = conversation.transcript.tree.versions_of("long")[0]
    conversation.transcript.select(first)
    assert conversation.last_card() is not card
    assert abs(place() - before) <= 2
    conversation.transcript.select("long")
    assert abs(place() - before) <= 2


def test_the_keyboard_goes_on_where_it_was(qtbot: QtBot) -> None:
    conversation = Conversation(qtbot, num_turns=1)
    conversation.view.activateWindow()
    question = conversation.transcript.rows[0].message_id
    for number in (2, 3):
        conversation.transcript.add(Reply(number, f"r{number}"), question)
    conversation.view.wished.connect(lambda request: conversation.transcript.select("r2"))
    conversation.last_card().switch.back_button.setFocus()
    qtbot.waitUntil(conversation.last_card().switch.back_button.hasFocus)
    QTest.keyClick(conversation.last_card().switch.back_button, Qt.Key.Key_Space)
    assert conversation.last_card().reply.message_id == "r2"
    assert conversation.last_card().switch.back_button.hasFocus()


def test_words_that_were_begun_in_a_message_come_back_with_it(qtbot: QtBot) -> None:
    conversation = Conversation(qtbot, num_turns=60)
    first = conversation.transcript.rows[0]
    conversation.view.show_message(first.message_id)
    bubble = conversation.view.cards()[0]
    assert isinstance(bubble, UserBubble)
    bubble.edit()
    assert bubble.editor is not None
    bubble.editor.field.set_text("begun")
    conversation.view.scroll_to_end()
    assert conversation.view.cards()[0] is not bubble
    conversation.view.show_message(first.message_id)
    again = conversation.view.cards()[0]
    assert isinstance(again, UserBubble)
    assert again.unsent_words == "begun"


def test_a_line_says_which_turns_did_not_fit(conversation: Conversation) -> None:
    for text in ("One", "Two", "Three"):
        conversation.say(text)
    line = conversation.view.left_out_line
    assert not line.isVisible()
    conversation.transcript.add_user("Four")
    conversation.transcript.begin_reply(9)
    conversation.transcript.on_events([ReplyStarted(9, 20, 0, STATUS, left_out=2)])
    cards = conversation.view.cards()
    assert line.isVisible()
    assert cards[1].geometry().bottom() < line.y()
    assert line.geometry().bottom() < cards[2].y()
    conversation.transcript.select(conversation.transcript.rows[0].message_id)
    assert line.isVisible()


def test_a_message_that_waits_and_its_reply_say_so(conversation: Conversation) -> None:
    conversation.ask("Running")
    conversation.transcript.add_user("Waiting", "w")
    reply = Reply(8, "r8")
    reply.is_waiting = True
    conversation.transcript.add(reply, "w")
    bubbles = [card for card in conversation.view.cards() if isinstance(card, UserBubble)]
    assert [bubble.foot.queued.isVisible() for bubble in bubbles] == [False, True]
    assert conversation.last_card().state.text().startswith("Queued")
    assert not conversation.last_card().withdraw_button.isVisible(), "the question is taken back, not the reply alone"
    reply.is_waiting = False
    conversation.transcript.tell_changed(reply)
    assert not bubbles[1].foot.queued.isVisible()


def test_the_message_with_the_focus_is_rewritten_or_the_last_one_in_sight(qtbot: QtBot) -> None:
    conversation = Conversation(qtbot, num_turns=2)
    conversation.view.activateWindow()
    first, last = [card for card in conversation.view.cards() if isinstance(card, UserBubble)]
    conversation.view.setFocus()
    conversation.view.edit()
    assert (first.editor, last.editor is None) == (None, False)
    first.setFocus()
    conversation.view.edit()
    assert first.editor is not None
