from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.engine.types import Proposer
from app.viewmodels.reply import Reply
from tests.support.scripted import ScriptedReply
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.view import MarkdownView
from widgets.tokens.inspector import TokenInspector, candidates
from widgets.tokens.view import TokenView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.engine.events import EngineEvent

WIDTH = 400


class Live:
    """A view and the reply it shows, fed as the window feeds it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.theme = Theme(ThemeChoice.LIGHT)
        self.view = TokenView(self.theme)
        qtbot.addWidget(self.view)
        self.script = ScriptedReply(1)
        self.reply = Reply(1)
        self.feed(self.script.start())
        self.view.show_reply(self.reply)
        self.view.resize(WIDTH, 600)
        self.view.show()

    def feed(self, events: list[EngineEvent]) -> None:
        for event in events:
            self.reply.apply(event)  # type: ignore[arg-type]
        self.view.refresh()

    def round(self, script: str) -> None:
        self.feed(self.script.round(script))

    def rects(self) -> list[QRect]:
        return [self.view.rect_of(index) for index in range(len(self.reply.tokens))]


@pytest.fixture
def live(qtbot: QtBot) -> Live:
    return Live(qtbot)


def test_ghosts_are_shown_and_vanish_when_they_are_discarded(live: Live) -> None:
    live.round("Hello")
    live.feed(live.script.propose("_there", "_my", "_friend"))
    assert live.view.text == "Hello there my friend"
    live.round("+_there -_my ~_friend =_you")
    assert live.view.text == "Hello there my you"
    live.feed(live.script.finish())
    assert "friend" not in live.view.text


@pytest.mark.parametrize("ghosts", [("standing", "_in"), ("_w" * 60,), ("\\n", "new")])
def test_ghosts_never_move_the_text_before_them(live: Live, ghosts: tuple[str, ...]) -> None:
    live.round("Many _words _that _nearly _fill _the _line _under")
    before = live.rects()
    live.feed(live.script.propose(*ghosts))
    assert live.rects() == before


def test_a_struck_word_moves_nothing_when_it_comes_and_when_it_fades(live: Live, qtbot: QtBot) -> None:
    live.round("Many _words _that _nearly _fill _the _line _under")
    before = live.rects()
    live.round("-stood =lying")
    assert live.rects()[: len(before)] == before
    struck = live.rects()
    fresh = live.view.grab().toImage()
    qtbot.waitUntil(lambda: live.view.grab().toImage() != fresh, timeout=5000)
    assert live.rects() == struck
    assert "stood" in live.view.text


@pytest.mark.parametrize("opening", ["", "+```py +\\n "])
def test_marks_stay_whole_when_their_paragraph_is_settled(live: Live, opening: str) -> None:
    live.round(f"{opening}+First *second")
    index = len(live.reply.tokens) - 1
    place = live.view.rect_of(index).adjusted(0, 0, 0, 6)
    bonus = QColor(live.theme.palette.bonus)

    def inked() -> list[bool]:
        picture = live.view.grab(place).toImage()
        foot = range(picture.height() - 12, picture.height())
        return [_distance(picture.pixelColor(4, y), bonus) < 120 for y in foot]

    fresh = inked()
    assert sum(here and not above for above, here in pairwise([False, *fresh])) == 2
    live.round("+\\n +third")
    live.round("+\\n +fourth")
    assert inked() == fresh


def test_a_finished_paragraph_stands_where_it_was_written(live: Live, qtbot: QtBot) -> None:
    text = "Many words that fill the line under the line and then one more, and so on. " * 3
    live.round(text.strip().replace(" ", " _"))
    read = MarkdownView(live.theme)
    qtbot.addWidget(read)
    read.resize(WIDTH, 600)
    read.show()
    read.finish(live.reply.text)
    (surface,) = read.surfaces()
    lines = surface.document().firstBlock().layout()
    marked = sorted({piece.baseline for piece in live.view.paragraphs[0].pieces})
    assert len(marked) == lines.lineCount() > 3
    for number, baseline in enumerate(marked):
        line = lines.lineAt(number)
        assert abs(line.y() + line.ascent() - baseline) < 1.0


def test_a_long_line_without_a_place_to_break_is_divided(live: Live) -> None:
    live.round(" ".join(["+abcdefgh"] * 1500))
    live.round("+\\n +end")
    live.view.resize(WIDTH - 40, 600)
    assert max(paragraph.length for paragraph in live.view.paragraphs) < 4_000
    assert live.view.text == "abcdefgh" * 1500 + "\nend"
    rects = [rect for rect in live.rects() if rect.isValid()]
    assert len(rects) == 1501
    assert all(rect.right() <= WIDTH for rect in rects)
    assert [rect.center().y() for rect in rects] == sorted(rect.center().y() for rect in rects)


def _distance(one: QColor, other: QColor) -> int:
    red, green, blue = one.red() - other.red(), one.green() - other.green(), one.blue() - other.blue()
    return abs(red) + abs(green) + abs(blue)


def test_the_view_never_becomes_lower_while_a_reply_grows(live: Live) -> None:
    live.round("Some _words")
    live.feed(live.script.propose(*["_proposed"] * 12))
    high = live.view.heightForWidth(WIDTH)
    live.round("-_proposed =_no")
    assert live.view.heightForWidth(WIDTH) == high


def test_kept_struck_words_do_not_fade(live: Live, qtbot: QtBot) -> None:
    live.view.set_keep_struck(True)
    live.round("Take -_that =_this")
    fresh = live.view.grab().toImage()
    with qtbot.assertNotEmitted(live.view.destroyed, wait=1500):
        pass
    assert live.view.grab().toImage() == fresh


@pytest.mark.parametrize(
    "script",
    [
        "e \u0301t\u00e9",
        "\U0001f469 \u200d \U0001f467",
        "\U0001f1f3 \U0001f1f1",
        "\u05e9\u05dc +\u05d5\u05dd _world",
        "\u0643\u062a -\u0628 =\u0627\u0628",
        "\u0915 +\u094d\u0937",
        "日本 -語 =語文字",
        "a\tb \\n\\n _c",
        "x -\ufffd =y",
    ],
)
def test_any_script_is_laid_out_and_painted(live: Live, script: str) -> None:
    for part in script.split(" "):
        live.feed(live.script.propose(part.lstrip("+-=")))
    live.round(script)
    assert live.reply.text.replace("\r", "") in _without_struck(live)
    assert "\ufffd" not in live.view.text
    assert not live.view.grab().isNull()


def test_a_character_that_straddles_two_tokens_is_shaped_as_one(live: Live) -> None:
    live.round("e \u0301")
    accented = live.view.rect_of(0).width()
    other = Live.__new__(Live)
    other.view = TokenView(live.theme)
    other.reply, other.script = Reply(2), ScriptedReply(2)
    other.feed(other.script.start() + other.script.round("e"))
    other.view.show_reply(other.reply)
    other.view.heightForWidth(WIDTH)
    assert accented == other.view.rect_of(0).width()


def test_tokens_added_one_by_one_stand_where_they_stand_when_shown_at_once(live: Live, qtbot: QtBot) -> None:
    for number in range(400):
        live.round("+_word -_x =_other" if number % 7 else "*.\\n\\n +```\\n +_code" if number == 70 else "_plain")
    whole = TokenView(live.theme)
    qtbot.addWidget(whole)
    whole.show_reply(live.reply)
    height = whole.heightForWidth(WIDTH)
    assert live.view.text == whole.text
    assert live.view.heightForWidth(WIDTH) == height
    assert live.rects() == [whole.rect_of(index) for index in range(len(live.reply.tokens))]
    assert live.view.heightForWidth(WIDTH // 2) == whole.heightForWidth(WIDTH // 2)


def test_hovering_a_token_tells_which_and_where(live: Live, qtbot: QtBot) -> None:
    live.round("Take +_this -_that =_one")
    rect = live.view.rect_of(2)
    with qtbot.waitSignal(live.view.token_hovered) as hovered:
        QTest.mouseMove(live.view, rect.center())
    assert hovered.args == [2, QRect(live.view.mapToGlobal(rect.topLeft()), rect.size())]
    with qtbot.waitSignal(live.view.hover_left):
        QTest.mouseMove(live.view, QPoint(5, 580))


def test_arrow_keys_move_over_the_tokens(live: Live) -> None:
    live.round("One _two \\n _three")
    seen: list[int] = []
    live.view.token_hovered.connect(lambda index, rect: seen.append(index))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Home):
        QTest.keyClick(live.view, key)
    assert seen == [0, 1, 3, 1, 0]


def test_reached_by_tab_the_first_token_is_ringed_and_described(live: Live, qtbot: QtBot) -> None:
    live.round("Take")
    live.round("+_this -_that =_one")
    with qtbot.waitActive(live.view):
        live.view.activateWindow()
    live.view.clearFocus()
    before = live.view.grab().toImage()
    with qtbot.waitSignal(live.view.token_hovered) as hovered:
        live.view.setFocus(Qt.FocusReason.TabFocusReason)
    assert hovered.args is not None
    assert hovered.args[0] == 0
    assert live.view.grab().toImage() != before
    assert live.view.accessibleDescription() == '"Take" without a proposal, target 0.61, round 1'
    QTest.keyClick(live.view, Qt.Key.Key_Right)
    assert live.view.accessibleDescription() == '" this" accepted, target 0.61, draft 0.58, round 2'
    QTest.keyClick(live.view, Qt.Key.Key_Right)
    assert live.view.accessibleDescription() == '" one" corrected, in place of " that", target 0.61, round 2'


def test_escape_puts_the_token_cursor_away(live: Live, qtbot: QtBot) -> None:
    live.round("One _two")
    before = live.view.grab().toImage()
    QTest.keyClick(live.view, Qt.Key.Key_End)
    with qtbot.waitSignals([live.view.hover_left, live.view.cursor_left]):
        QTest.keyClick(live.view, Qt.Key.Key_Escape)
    assert live.view.accessibleDescription() == ""
    assert live.view.grab().toImage() == before


def test_a_pressed_token_is_where_the_keys_go_on(live: Live, qtbot: QtBot) -> None:
    live.round("One _two _three")
    QTest.mouseClick(live.view, Qt.MouseButton.LeftButton, pos=live.view.rect_of(1).center())
    with qtbot.waitSignal(live.view.token_hovered) as hovered:
        QTest.keyClick(live.view, Qt.Key.Key_Right)
    assert hovered.args is not None
    assert hovered.args[0] == 2


def test_only_the_text_from_a_position_on_is_shown(live: Live) -> None:
    live.round("First.\\n\\nSec ond")
    live.view.show_reply(live.reply, len("First.\n\n"))
    assert live.view.text == "Second"


def test_a_screen_reader_gets_the_text_and_one_sentence(live: Live) -> None:
    live.round("+Good +_day -_x =_to")
    live.feed(live.script.finish())
    live.view.set_summary_spoken()
    assert live.view.accessibleName() == "Good day to\n3 tokens, 67 % of 3 proposals accepted."


def test_the_inspector_lists_both_models_and_strikes_the_rejected(live: Live) -> None:
    live.round("+Good -_sir =_day")
    rows = candidates(live.reply.tokens[1])
    assert [(text, target, draft) for _, text, target, draft in rows] == [
        (" day", 0.61, None),
        (" other", 0.24, 0.22),
        (" third", 0.09, None),
        (" sir", None, 0.58),
    ]


def test_lookup_has_no_probabilities(live: Live) -> None:
    live.script.proposer = Proposer.LOOKUP
    live.round("+Good")
    assert [draft for _, _, _, draft in candidates(live.reply.tokens[0])] == [None, None, None]


def test_the_inspector_is_high_enough_for_every_token_it_follows(live: Live) -> None:
    live.round("+Good -_sir =_day")
    inspector = TokenInspector(live.theme, live.view)
    live.script.proposer = Proposer.LOOKUP
    live.round("x")
    for index in (2, 1, 0, 1):
        inspector.show_token(live.reply.tokens[index], QRect(0, 0, 10, 10))
        labels = [label for label in inspector.findChildren(QLabel) if label.isVisible()]
        assert all(label.height() >= label.fontMetrics().height() - 2 for label in labels)


def test_candidates_that_were_not_kept_are_said_to_be_missing(live: Live) -> None:
    live.round("+Good")
    token = live.reply.tokens[0]
    bare = replace(token, emitted=replace(token.emitted, target_candidates=()))
    inspector = TokenInspector(live.theme, live.view)
    inspector.show_token(bare, QRect(0, 0, 10, 10))
    said = [label.text() for label in inspector.findChildren(QLabel)]
    assert any(text.startswith("The other candidates were not kept.") for text in said)


def test_the_inspector_stays_inside_its_parent(live: Live) -> None:
    live.round("Take -_that =_this")
    inspector = TokenInspector(live.theme, live.view)
    for corner in (QPoint(0, 0), QPoint(395, 590)):
        inspector.show_token(live.reply.tokens[1], QRect(live.view.mapToGlobal(corner), live.view.rect_of(1).size()))
        assert live.view.rect().contains(inspector.geometry())


def _without_struck(live: Live) -> str:
    flow = live.view._flow
    assert flow is not None
    return "\n".join("".join(span.text for span in p.spans if span.kind.value == "token") for p in flow.paragraphs)
