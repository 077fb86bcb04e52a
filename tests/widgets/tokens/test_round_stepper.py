from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QColor, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow

from app.engine.types import Mark, Proposer
from app.viewmodels.reply import Phase, Reply
from app.viewmodels.stepper import Likelihood, Stepper, StepPhase
from tests.support.offscreen import quiet_platform
from tests.support.scripted import ScriptedReply
from widgets.look.theme import Theme, ThemeChoice
from widgets.tokens.round_table import places_of
from widgets.tokens.round_words import figures_of
from widgets.transcript.message_card import ReplyCard

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.engine.types import Round
    from widgets.tokens.round_stepper import RoundStepper

pytestmark = quiet_platform

ROUNDS = ("The", "+_old -_man ~_sat =_woman", "+_and +_the *_sea", ".")


def reply_of(*rounds: str, proposer: Proposer = Proposer.DRAFT) -> Reply:
    reply, script = Reply(1), ScriptedReply(1, proposer=proposer)
    events = script.start()
    for each in rounds:
        events += script.round(each)
    for event in events + script.finish():
        reply.apply(event)  # type: ignore[arg-type]
    return reply


def without_candidates(decoded: Round) -> Round:
    return replace(
        decoded,
        proposed=tuple(replace(draft, runners_up=()) for draft in decoded.proposed),
        emitted=tuple(replace(token, target_candidates=()) for token in decoded.emitted),
    )


def restored(*rounds: str) -> Reply:
    live = reply_of(*rounds)
    reply = Reply(2)
    reply.restore(live.text, Phase.FINISHED, lambda: [without_candidates(each) for each in live.rounds])
    return reply


class Window:
    """A window that stops at Escape, with one reply in it."""

    def __init__(self, qtbot: QtBot, reply: Reply) -> None:
        self.card = ReplyCard(Theme(ThemeChoice.LIGHT), reply)
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.window.setCentralWidget(self.card)
        self.stops = 0
        stop = QAction("Stop", self.window)
        stop.setShortcut(QKeySequence("Esc"))
        stop.triggered.connect(self._on_stop)
        self.window.addAction(stop)
        self.window.resize(760, 700)
        with qtbot.waitActive(self.window):
            self.window.show()
            self.window.activateWindow()

    def open(self) -> RoundStepper:
        QTest.mouseClick(self.card.step_button, Qt.MouseButton.LeftButton)
        assert self.card.proof.stepper is not None
        return self.card.proof.stepper

    def _on_stop(self) -> None:
        self.stops += 1


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    return Window(qtbot, reply_of(*ROUNDS))


def test_the_button_opens_it_and_escape_closes_it_without_stopping_anything(window: Window) -> None:
    stepper = window.open()
    assert stepper.isVisible()
    assert stepper.hasFocus()
    QTest.keyClick(stepper, Qt.Key.Key_Escape)
    assert window.card.proof.stepper is None
    assert window.card.step_button.hasFocus()
    assert not window.card.step_button.isChecked()
    assert window.stops == 0
    QTest.keyClick(window.card.step_button, Qt.Key.Key_Escape)
    assert window.stops == 1


def test_the_keyboard_alone_opens_it(window: Window) -> None:
    window.card.step_button.setFocus()
    QTest.keyClick(window.card.step_button, Qt.Key.Key_Space)
    assert window.card.proof.stepper is not None


def test_keys_step_through_the_rounds(window: Window) -> None:
    stepper = window.open()
    assert stepper.title.text() == "Round 1 of 4"
    seen = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Home):
        QTest.keyClick(stepper, key)
        seen.append(stepper.title.text().split()[1])
    assert seen == ["2", "3", "2", "4", "1"]


def test_a_round_unfolds_from_ghosts_to_marks(window: Window) -> None:
    stepper = window.open()
    QTest.keyClick(stepper, Qt.Key.Key_Right)
    assert stepper.text.shown == "The old man sat"
    assert (Mark.GHOST, " old man sat") in stepper.text.marks
    assert stepper.figures.text() == "Draft model · 3 proposed · proposing 63 ms"
    QTest.keyClick(stepper, Qt.Key.Key_Down)
    assert [text for mark, text in stepper.text.marks if mark is Mark.REJECTED] == [" man"]
    assert [text for mark, text in stepper.text.marks if mark is Mark.GHOST] == [" sat"]
    QTest.keyClick(stepper, Qt.Key.Key_Down)
    assert [(mark, text.strip()) for mark, text in stepper.text.marks if text.strip()] == [
        (Mark.ACCEPTED, "old"),
        (Mark.REJECTED, "man"),
        (Mark.CORRECTED, "woman"),
    ]


def test_figures_and_the_reason_stand_below(window: Window) -> None:
    stepper = window.open()
    stepper.stepper.go_to(1)
    assert stepper.figures.text() == "Draft model · 3 proposed · 1 accepted · proposing 63 ms · checking 125 ms"
    assert stepper.reason.text() == (
        'Stopped at " man": draft 0.58, target ≤ 0.09. The target\'s own " woman": target 0.61, draft ≤ 0.22.'
    )
    stepper.stepper.go_to(2)
    assert stepper.reason.text() == 'Every draft was accepted, and the pass gave " sea" as well (0.61).'
    stepper.stepper.go_to(3)
    assert stepper.reason.text().startswith("Nothing was proposed")


def test_a_try_too_short_to_measure_is_not_told() -> None:
    reply = reply_of("The", "+old")
    step = Stepper(reply).step
    for seconds, told in ((0.0004, False), (0.012, True)):
        tried = replace(step, decoded=replace(step.decoded, draft_seconds=seconds))
        assert ("tried for" in figures_of(tried)) is told
        assert "tried for 0 ms" not in figures_of(tried)


def test_the_last_rows_title_stands_on_the_line_of_its_words(window: Window) -> None:
    stepper = window.open()
    QTest.keyClick(stepper, Qt.Key.Key_End)
    picture = stepper.table.grab().toImage()
    top = picture.height() - 30
    ground = picture.pixelColor(70, top + 4)

    def foot(left: int, right: int) -> int:
        columns, rows = range(left, right), range(top, picture.height())
        return max(y for y in rows for x in columns if _contrast(picture.pixelColor(x, y), ground) > 150)

    assert abs(foot(0, 60) - foot(74, 110)) <= 1


def _contrast(one: QColor, other: QColor) -> int:
    red, green, blue = one.red() - other.red(), one.green() - other.green(), one.blue() - other.blue()
    return abs(red) + abs(green) + abs(blue)


def test_nothing_moves_while_a_round_unfolds(window: Window) -> None:
    stepper = window.open()
    places = set()
    for number in range(4):
        for phase in StepPhase:
            stepper.stepper.go_to(number)
            stepper.stepper.show_phase(phase)
            places.add((stepper.height(), stepper.table.y(), stepper.play_button.y()))
    assert len(places) == 1


def test_space_plays_and_holds(window: Window, qtbot: QtBot) -> None:
    stepper = window.open()
    QTest.keyClick(stepper, Qt.Key.Key_Space)
    assert stepper.play_button.accessibleName() == "Pause"
    qtbot.waitUntil(lambda: stepper.title.text() == "Round 2 of 4", timeout=5000)
    QTest.keyClick(stepper, Qt.Key.Key_Space)
    assert stepper.play_button.accessibleName() == "Play"


def test_the_mouse_can_do_what_the_keys_do(window: Window) -> None:
    stepper = window.open()
    QTest.mouseClick(stepper.last_button, Qt.MouseButton.LeftButton)
    assert stepper.title.text() == "Round 4 of 4"
    assert not stepper.next_button.isEnabled()
    QTest.mouseClick(stepper.previous_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(stepper.phase_buttons[StepPhase.PROPOSAL], Qt.MouseButton.LeftButton)
    assert (Mark.GHOST, " and the") in stepper.text.marks
    QTest.mouseClick(stepper.close_button, Qt.MouseButton.LeftButton)
    assert window.card.proof.stepper is None


def test_pressing_the_strip_goes_to_that_round_and_the_strip_frames_it(window: Window) -> None:
    strip = window.card.strip
    before = strip.grab().toImage()
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(strip.width() - 2, 5))
    stepper = window.card.proof.stepper
    assert stepper is not None
    assert stepper.title.text() == "Round 4 of 4"
    assert strip.grab().toImage() != before
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(strip.width() * 3 // 14, 5))
    assert stepper.title.text() == "Round 2 of 4"
    window.card.proof.close_stepper()
    assert strip.grab().toImage() == before


def test_a_screen_reader_hears_the_round(window: Window) -> None:
    stepper = window.open()
    stepper.stepper.go_to(1)
    words = stepper.accessibleDescription()
    assert words.startswith("Round 2 of 4. Draft model · 3 proposed · 1 accepted")
    assert words.endswith('Written: " old woman"')


def test_every_place_of_a_round_is_a_column() -> None:
    step = Stepper(reply_of("+_old -_man ~_sat =_woman")).step
    columns = [(p.draft, p.verdict, p.by_target, p.outcome, p.mark) for p in places_of(step)]
    assert columns == [
        ("old", Mark.ACCEPTED, Likelihood(0.61), "old", Mark.ACCEPTED),
        ("man", Mark.REJECTED, Likelihood(0.09, at_most=True), "woman", Mark.CORRECTED),
        ("sat", Mark.DISCARDED, Likelihood(), "", Mark.PLAIN),
    ]


def test_thousands_of_rounds_show_a_few_lines_only(qtbot: QtBot) -> None:
    window = Window(qtbot, reply_of(*["+_word -_x =_other"] * 4000))
    stepper = window.open()
    QTest.keyClick(stepper, Qt.Key.Key_End)
    assert stepper.title.text() == "Round 4000 of 4000"
    assert stepper.text.shown.endswith(" word x other")
    assert len(stepper.text.shown) < 1000


def test_code_is_set_as_code_in_the_middle_of_it(qtbot: QtBot) -> None:
    window = Window(qtbot, reply_of("Look:\\n", "```py\\n", "x\\n", "y\\n", "```\\n", "end"))
    stepper = window.open()
    stepper.stepper.go_to(3)
    assert stepper.text.paragraphs[-2].is_code
    stepper.stepper.last_round()
    assert not stepper.text.paragraphs[-1].is_code


def test_many_drafts_fit_into_any_width(qtbot: QtBot) -> None:
    window = Window(qtbot, reply_of(" ".join(["+_everything"] * 16 + ["*_else"]), " ".join(["+_a"] * 64)))
    stepper = window.open()
    for width in (760, 420):
        window.window.resize(width, 700)
        for number in (0, 1):
            stepper.stepper.go_to(number)
            assert not stepper.grab().isNull()
            assert stepper.width() <= width


def test_half_characters_and_line_breaks_disturb_nothing(qtbot: QtBot) -> None:
    window = Window(qtbot, reply_of("+\ufffd -\\n\\n =\ufffd", "+\u202e\u05e9\u05dc -e =\u0301", "\\n", "\x1b[0m"))
    stepper = window.open()
    for number in range(4):
        for phase in StepPhase:
            stepper.stepper.go_to(number)
            stepper.stepper.show_phase(phase)
            assert not stepper.grab().isNull()
    assert "\x1b" not in stepper.text.shown


def test_a_reply_of_an_earlier_run_is_stepped_through_with_what_was_kept(qtbot: QtBot) -> None:
    window = Window(qtbot, restored(*ROUNDS))
    stepper = window.open()
    stepper.stepper.go_to(1)
    assert stepper.reason.text() == (
        'Stopped at " man": draft 0.58, target –. The target\'s own " woman": target 0.61, draft –.'
    )
    assert window.card.strip.isVisible()


def test_a_reply_whose_rounds_were_not_kept_offers_no_stepping(qtbot: QtBot) -> None:
    reply = Reply(3)
    reply.restore("Only text", Phase.FINISHED, lambda: ())
    window = Window(qtbot, reply)
    assert not window.card.step_button.isVisible()


def test_lookup_is_named(qtbot: QtBot) -> None:
    window = Window(qtbot, reply_of("+a -b =c", proposer=Proposer.LOOKUP))
    stepper = window.open()
    assert stepper.figures.text().startswith("Lookup · 2 proposed")
    assert 'Stopped at "b": draft –' in stepper.reason.text()
