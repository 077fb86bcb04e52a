from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu

from app.engine.events import EngineDied, PrefillProgressed, ReplyFailed, ReplyStarted
from app.engine.types import FinishReason
from app.errors import Notice
from app.viewmodels.reply import Phase, Reply, Speedup
from app.viewmodels.transcript import UserTurn
from tests.support.offscreen import quiet_platform
from tests.support.scripted import STATUS, ScriptedReply
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.code_block import CodeCard
from widgets.markdown.prose_view import ProseView
from widgets.parts.quiet_button import QuietButton
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.message_wishes import Wish
from widgets.transcript.provenance_strip import HEIGHT, ProvenanceStrip
from widgets.transcript.user_bubble import UserBubble

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.engine.events import EngineEvent

pytestmark = quiet_platform


class Shown:
    """A card on screen and the reply behind it."""

    def __init__(self, qtbot: QtBot, begun: Reply | None = None) -> None:
        self.reply = Reply(4)
        if begun is not None:
            self.reply.go_on_from(begun)
        self.script = ScriptedReply(4)
        self.card = ReplyCard(Theme(ThemeChoice.LIGHT), self.reply)
        qtbot.addWidget(self.card)
        self.card.resize(720, 600)
        self.card.show()

    def feed(self, events: list[EngineEvent]) -> None:
        for event in events:
            self.reply.apply(event)  # type: ignore[arg-type]
        self.card.refresh()

    def read(self) -> str:
        return "\n".join(view.toPlainText() for view in self.card.read_view.findChildren(ProseView))


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_reading_the_prompt_shows_how_far_it_is(shown: Shown) -> None:
    assert shown.card.state.text() == "Waiting for its turn"
    shown.feed([ReplyStarted(4, 1024, 100, STATUS), PrefillProgressed(4, 312, 1024, 1.0)])
    assert shown.card.state.text() == "Reading the prompt: 312 of 1024 tokens, 212 tokens/s, about 3 s left"
    shown.feed(shown.script.round("Hi"))
    assert shown.card.state.isHidden()


def test_finished_blocks_are_read_while_the_one_being_written_has_marks(shown: Shown) -> None:
    shown.feed(shown.script.start() + shown.script.round("+First *. \\n\\n +```py\\n +x +\\n"))
    assert shown.read() == "First."
    assert shown.card.token_view.text == "```py\nx\n"
    shown.feed(shown.script.round("+``` +\\n +Se -_x =cond"))
    assert shown.card.read_view.findChildren(CodeCard)[0].text.toPlainText() == "x"
    assert "cond" in shown.card.token_view.text
    assert "First" not in shown.card.token_view.text


def test_the_end_is_the_read_view_with_the_marks_one_key_away(shown: Shown) -> None:
    shown.feed(shown.script.start() + shown.script.round("+One -_x =_two") + shown.script.finish(tail="!"))
    assert shown.read() == "One two!"
    assert shown.card.token_view.isHidden()
    shown.card.set_marks_shown(True)
    assert shown.card.read_view.isHidden()
    assert shown.card.token_view.text == "One x two!"
    shown.card.set_marks_shown(False)
    assert shown.card.token_view.isHidden()
    QTest.mouseClick(shown.card.marks_button, Qt.MouseButton.LeftButton)
    assert shown.card.marks_shown
    assert not shown.card.token_view.isHidden()


def test_figures_stand_under_the_end(shown: Shown) -> None:
    shown.script.seconds = 0.5
    shown.feed(shown.script.start() + shown.script.round("+a +b -c =d") + shown.script.finish())
    assert shown.card.figures.text() == "3 tokens · 6.0 tokens/s · 67 % accepted"
    shown.reply.speedup = Speedup(2.14, estimated=True)
    shown.card.refresh()
    assert shown.card.figures.text() == "3 tokens · 6.0 tokens/s · 2.1× (estimated) · 67 % accepted"


def test_nothing_is_claimed_about_a_reply_without_proposals(shown: Shown) -> None:
    shown.feed(shown.script.start() + shown.script.round("a") + shown.script.finish())
    assert shown.card.figures.text() == "1 token · 4.0 tokens/s"


@pytest.mark.parametrize(
    ("reason", "state"),
    [
        (FinishReason.CANCELLED, "Stopped"),
        (FinishReason.CONTEXT, "Ended because the context is full"),
        (FinishReason.LENGTH, "Ended at the limit of tokens for a reply"),
        (FinishReason.STOP, ""),
    ],
)
def test_an_early_end_is_said(shown: Shown, reason: FinishReason, state: str) -> None:
    shown.feed(shown.script.start() + shown.script.round("Half") + shown.script.finish(reason))
    assert shown.card.state.text() == state
    assert shown.read() == "Half"


def test_a_failure_is_said_in_place_and_the_text_stays(shown: Shown) -> None:
    shown.feed(shown.script.start() + shown.script.round("Half"))
    shown.feed([ReplyFailed(4, Notice("decode_failed", {"status": -3}))])
    assert shown.read() == "Half"
    assert any("status -3" in label.text() for label in shown.card.findChildren(QLabel))


def test_the_last_lines_of_a_dead_engine_fold_out(shown: Shown) -> None:
    shown.feed(shown.script.start() + shown.script.round("Half"))
    shown.feed([EngineDied(Notice("decode_failed", {"status": -3}), ("GGML_ASSERT: x",), 4)])
    log = next(label for label in shown.card.findChildren(QLabel) if "GGML_ASSERT" in label.text())
    assert log.isHidden()
    more = next(b for b in shown.card.findChildren(QuietButton) if "Last lines" in b.text())
    QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    assert not log.isHidden()


def test_copy_takes_the_text_as_the_model_wrote_it(shown: Shown) -> None:
    shown.feed(shown.script.start() + shown.script.text("**a**\n\n") + shown.script.finish())
    QTest.mouseClick(shown.card.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "**a**\n\n"


def test_only_the_last_reply_offers_to_be_written_anew(shown: Shown, qtbot: QtBot) -> None:
    shown.feed(shown.script.start() + shown.script.round("a") + shown.script.finish())
    assert shown.card.regenerate_button.isHidden()
    shown.card.set_last(True)
    with qtbot.waitSignal(shown.card.regenerate_requested) as requested:
        QTest.mouseClick(shown.card.regenerate_button, Qt.MouseButton.LeftButton)
    assert requested.args == [4]


def test_a_screen_reader_hears_the_reply_once(shown: Shown) -> None:
    shown.feed(shown.script.start() + shown.script.round("+Good *_day") + shown.script.finish())
    assert shown.card.accessibleName() == "Good day\n2 tokens, 100 % of 1 proposals accepted."


def test_stripes_differ_in_shape_and_not_only_in_colour(qtbot: QtBot) -> None:
    reply, script = Reply(1), ScriptedReply(1)
    for event in script.start() + script.round("+a -b =c") + script.round("+d *e") + script.round("f"):
        reply.apply(event)  # type: ignore[arg-type]
    for event in script.finish():
        reply.apply(event)  # type: ignore[arg-type]
    strip = ProvenanceStrip(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(strip)
    strip.resize(100, HEIGHT)
    strip.show_reply(reply)
    picture = strip.grab().toImage()
    columns = {
        name: tuple(picture.pixelColor(x, y) != picture.pixelColor(90, y) for y in range(HEIGHT))
        for name, x in (("accepted", 10), ("corrected", 30), ("bonus", 70), ("plain", 90))
    }
    assert len(set(columns.values())) == 4
    assert sum(columns["corrected"]) > sum(columns["accepted"])


def test_a_growing_strip_leaves_room_for_what_comes(qtbot: QtBot) -> None:
    reply, script = Reply(1), ScriptedReply(1)
    strip = ProvenanceStrip(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(strip)
    for number in range(80):
        for event in script.round("+a"):
            reply.apply(event)  # type: ignore[arg-type]
        strip.show_reply(reply)
        assert strip.capacity >= number + 1
    assert strip.capacity == 144
    for event in script.finish():
        reply.apply(event)  # type: ignore[arg-type]
    assert strip.capacity == 80


def test_a_bubble_is_as_wide_as_its_words_and_keeps_their_lines(qtbot: QtBot) -> None:
    theme = Theme(ThemeChoice.LIGHT)
    short, long = (UserBubble(theme, UserTurn(text)) for text in ("Hi  there\n  <b>x</b>", "word " * 200))
    for bubble in (short, long):
        qtbot.addWidget(bubble)
    assert short.text.toPlainText() == "Hi  there\n  <b>x</b>"
    assert short.bubble_rect(720).width() < 200
    assert short.bubble_rect(720).right() == 719
    assert long.bubble_rect(720).width() == 600
    assert long.heightForWidth(400) > long.heightForWidth(720)


# Going on, and other versions.


def test_a_reply_that_ended_early_can_be_gone_on_with(shown: Shown, qtbot: QtBot) -> None:
    shown.card.set_last(True)
    shown.feed(shown.script.start() + shown.script.round("+Half *_a"))
    assert not shown.card.continue_button.isVisible()
    shown.feed(shown.script.finish(FinishReason.CANCELLED))
    with qtbot.waitSignal(shown.card.wished) as wished:
        QTest.mouseClick(shown.card.continue_button, Qt.MouseButton.LeftButton)
    assert wished.args is not None
    assert wished.args[0].wish is Wish.GO_ON
    again = Shown(qtbot, shown.reply)
    assert again.card.token_view.text == "Half a"
    again.feed(again.script.start() + again.script.round("+_word *s"))
    assert again.card.token_view.text == "Half a words"
    again.feed(again.script.finish())
    assert again.read() == "Half a words"
    assert not again.card.continue_button.isVisible()


def test_what_was_written_without_known_rounds_stands_before_the_marks(qtbot: QtBot) -> None:
    begun = Reply(1)
    begun.restore("Half", Phase.STOPPED, lambda: ())
    shown = Shown(qtbot, begun)
    shown.feed(shown.script.start() + shown.script.round("+_and -_x =_more"))
    assert shown.card.token_view.text == "Half and x more"
    shown.feed(shown.script.finish())
    shown.card.set_marks_shown(True)
    assert shown.card.token_view.text == "Half and x more"
    shown.card.proof.open_stepper()
    assert shown.card.proof.stepper is not None
    assert shown.card.proof.stepper.text.shown == "Half and x more"


def test_the_versions_are_there_while_one_is_written(shown: Shown, qtbot: QtBot) -> None:
    shown.card.set_version(2, 2)
    shown.feed(shown.script.start() + shown.script.round("a"))
    assert shown.card.switch.isVisible()
    assert not shown.card.copy_button.isVisible()
    with qtbot.waitSignal(shown.card.wished) as wished:
        QTest.mouseClick(shown.card.switch.back_button, Qt.MouseButton.LeftButton)
    assert wished.args is not None
    assert (wished.args[0].wish, wished.args[0].step) == (Wish.OTHER_VERSION, -1)


def test_the_menu_offers_the_same_seed_where_it_is_known(shown: Shown) -> None:
    shown.feed(shown.script.start() + shown.script.round("a") + shown.script.finish())
    QTest.mouseClick(shown.card.more_button, Qt.MouseButton.LeftButton)
    (menu,) = shown.card.findChildren(QMenu)
    actions = {action.text(): action for action in menu.actions()}
    assert "Continue" not in actions
    assert actions["Regenerate with the same seed"].isEnabled()
    menu.close()
    shown.reply.summary = None
    QTest.mouseClick(shown.card.more_button, Qt.MouseButton.LeftButton)
    menu = shown.card.findChildren(QMenu)[-1]
    same = next(action for action in menu.actions() if action.text() == "Regenerate with the same seed")
    assert not same.isEnabled()
    menu.close()


def test_figures_go_below_the_buttons_where_there_is_no_room_beside_them(shown: Shown, qtbot: QtBot) -> None:
    shown.feed(shown.script.start() + shown.script.round("+a -b =c") + shown.script.finish())
    assert shown.card.figures.y() == shown.card.copy_button.y()
    assert shown.card.figures.geometry().right() == shown.card.tools.width() - 1
    shown.card.resize(360, 600)
    qtbot.waitUntil(lambda: shown.card.figures.y() > shown.card.copy_button.y())
    assert shown.card.figures.geometry().right() == shown.card.tools.width() - 1
