"""The page that compares: what is offered for both sides, what is said of a race, and how it is drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.engine.race_values import Divergence, RaceOrder
from app.engine.types import KvType, SpeculationMode, SpeculationSettings
from app.errors import Notice
from app.lab.comparison import Comparison
from app.lab.statistics import Estimate
from app.lab.verdict import Parting
from app.viewmodels.compare_choice import CompareChoice, SideChoice
from app.viewmodels.compare_track import Track
from app.viewmodels.reply import Reply
from tests.support.offscreen import quiet_platform
from tests.support.toy_models import ToyModel
from tests.support.toy_race import toy_race, toy_sides, toy_spec
from widgets.compare.page import ComparePage
from widgets.compare.race_line import pen_of
from widgets.compare.words import certainty, comparison_markdown, headline, side_names
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from PySide6.QtGui import QColor
    from pytestqt.qtbot import QtBot

    from app.lab.verdict import Verdict

pytestmark = quiet_platform

OFF = SideChoice(SpeculationSettings(mode=SpeculationMode.OFF))
ON = SideChoice(SpeculationSettings(mode=SpeculationMode.AUTO))
CHOICE = CompareChoice("Hello", (OFF, ON))
NAMES = ("speculation off", "speculation on")


@pytest.fixture
def page(qtbot: QtBot) -> ComparePage:
    made = ComparePage(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(made)
    made.resize(1200, 900)
    made.show()
    qtbot.waitExposed(made)
    return made


def raced(order: RaceOrder = RaceOrder.INTERLEAVED) -> tuple[Comparison, Verdict]:
    spec = toy_spec(order)
    comparison = Comparison(spec)
    for event in toy_race(toy_sides(ToyModel(end_bias=-9.0)), spec):
        comparison.take(event)
    verdict = comparison.verdict()
    assert verdict is not None
    return comparison, verdict


def judged(ratio: float, *, identical: bool = True, bounds: tuple[float, float] | None = None) -> Verdict:
    """A verdict of this speed-up; without bounds it is of one run."""
    low, high = bounds or (None, None)
    estimate = Estimate(ratio, low, high, 1 if bounds is None else 5)
    return replace(raced()[1], identical=identical, speedup=estimate, total_speedup=estimate)


def parted(verdict: Verdict, position: int = 4) -> Verdict:
    where = Divergence(0, position, 0.03, 0.02)
    reason = Notice("divergence_near_tie", {"gap": 0.03})
    return replace(verdict, identical=False, parting=Parting(where, (" herons stand", " herons\nwade"), reason))


# What the sides are called.


def test_off_against_on_is_called_so_whatever_else_is_alike() -> None:
    assert side_names(CHOICE) == NAMES
    drafted = replace(ON, speculation=replace(ON.speculation, mode=SpeculationMode.DRAFT, draft_max=3))
    assert side_names(replace(CHOICE, sides=(drafted, OFF))) == NAMES[::-1]


@pytest.mark.parametrize(
    ("other", "names"),
    [
        (replace(ON, temperature=1.2), ("temperature 0.70", "temperature 1.20")),
        (replace(ON, kv_type=KvType.Q8_0), ("cache as loaded", "q8_0 cache")),
        (
            replace(ON, speculation=replace(ON.speculation, draft_max=4, fixed_draft_length=True)),
            ("at most 16 drafts", "always 4 drafts"),
        ),
        (
            replace(ON, speculation=replace(ON.speculation, mode=SpeculationMode.LOOKUP)),
            ("Galley decides, draft model as loaded", "lookup only"),
        ),
        (replace(ON, draft="/d.gguf", draft_name="Small"), ("draft model as loaded", "Small")),
        (ON, ("left", "right")),
    ],
)
def test_sides_are_called_by_what_differs(other: SideChoice, names: tuple[str, str]) -> None:
    assert side_names(replace(CHOICE, sides=(ON, other))) == names


# What is said.


@pytest.mark.parametrize(
    ("verdict", "sentence"),
    [
        (judged(1.63), "With speculation the same text came 1.6 times as fast."),
        (judged(1.05), "With speculation the same text came 1.05 times as fast."),
        (judged(0.5), "Without speculation the same text came 2.0 times as fast."),
        (judged(1.63, identical=False), "With speculation it went 1.6 times as fast, but the texts are not the same."),
        (judged(1.6, bounds=(1.4, 1.8)), "With speculation the same text came 1.6 times as fast."),
    ],
)
def test_a_layman_reads_one_sentence(verdict: Verdict, sentence: str) -> None:
    assert headline(verdict, CHOICE, NAMES) == sentence


def test_what_could_be_chance_is_not_called_faster() -> None:
    sentence = headline(judged(1.6, bounds=(0.8, 3.2)), CHOICE, NAMES)
    assert "no difference in speed that could not be chance" in sentence


def test_sides_that_both_speculate_are_called_by_their_names() -> None:
    choice = replace(CHOICE, sides=(ON, replace(ON, temperature=1.2)))
    names = side_names(choice)
    assert "“temperature 1.20” wrote" in headline(judged(1.5, identical=False), choice, names)


def test_one_run_is_said_to_have_no_interval() -> None:
    assert certainty(judged(1.6)).startswith("One run, so there is no interval")
    assert certainty(judged(1.6, bounds=(1.4, 1.8))).startswith("From 5 runs")


def test_where_texts_part_both_go_on_and_the_reason_is_given(page: ComparePage) -> None:
    comparison, verdict = raced()
    page.begin(NAMES)
    page.end(comparison, parted(verdict), CHOICE)
    card = page.verdict_card
    assert card.sameness.text().startswith("The first 4 tokens are the same; the two likeliest next ones were 0.03")
    assert [label.text() for label in card.continuations] == [
        "speculation off: … herons stand",
        "speculation on: … herons wade",
    ]
    assert "near tie" in card.reason.text()
    page.begin(NAMES)
    page.end(comparison, verdict, CHOICE)
    assert card.reason.isHidden()
    assert all(label.isHidden() for label in card.continuations)


def test_the_markdown_has_table_reason_and_seed() -> None:
    comparison, verdict = raced()
    text = comparison_markdown(comparison, parted(verdict), CHOICE, NAMES)
    assert "|  | speculation off | speculation on |" in text
    assert "| tokens | 30 | 30 |" in text
    assert "near tie" in text
    assert "Seed 1, at most 30 tokens, 1 of 1 runs." in text


def test_why_there_is_no_energy_is_said(page: ComparePage) -> None:
    page.begin(NAMES)
    page.end(*raced(), CHOICE)
    assert "one after the other" in page.verdict_card.energy.text()
    page.end(*raced(RaceOrder.IN_TURN), CHOICE)
    assert page.verdict_card.energy.text() == "No counter of energy can be read on this machine."


def test_only_a_winner_is_offered_to_the_conversation(page: ComparePage, qtbot: QtBot) -> None:
    comparison, _verdict = raced()
    page.begin(NAMES)
    page.end(comparison, judged(1.6), CHOICE)
    button = page.verdict_card.use_button
    assert button.text() == "Use “speculation on” from now on"
    with qtbot.waitSignal(page.verdict_card.use_requested) as used:
        button.click()
    assert used.args == [1]
    page.end(comparison, judged(0.4), CHOICE)
    assert button.text() == "Use “speculation off” from now on"
    page.end(comparison, judged(1.001), CHOICE)
    assert button.isHidden()


# What is chosen.


def test_nothing_can_be_set_for_proposals_that_nobody_makes(page: ComparePage) -> None:
    left = page.setup.left
    for mode, proposes, drafts in (("off", False, False), ("lookup", True, False), ("draft", True, True)):
        left.mode.button(mode).click()
        assert [field.isEnabled() for field in (left.draft_max, left.fixed)] == [proposes, proposes]
        assert [field.isEnabled() for field in (left.p_min, left.draft)] == [drafts, drafts]


def test_another_draft_model_can_race_against_the_loaded_one(page: ComparePage) -> None:
    setup = page.setup
    setup.show_sides(ON, ON, None)
    setup.set_drafts([("/models/small.gguf", "Small"), ("/models/large.gguf", "Large")])
    setup.right.draft.setCurrentIndex(1)
    assert [side.draft for side in setup.choice.sides] == [None, "/models/small.gguf"]
    assert setup.names[1].text() == "Small"
    setup.set_drafts([("/models/large.gguf", "Large"), ("/models/small.gguf", "Small")])
    assert setup.choice.sides[1].draft == "/models/small.gguf"
    setup.set_drafts([])
    assert setup.choice.sides[1].draft is None


def test_repeats_are_one_to_ten_and_the_order_is_chosen(page: ComparePage) -> None:
    setup = page.setup
    assert (setup.repeats.minimum(), setup.repeats.maximum()) == (1, 10)
    orders = [setup.choice.order]
    setup.order.button("in_turn").click()
    assert [*orders, setup.choice.order] == [RaceOrder.INTERLEAVED, RaceOrder.IN_TURN]


def test_control_enter_starts_from_the_prompt(page: ComparePage, qtbot: QtBot) -> None:
    page.setup.prompt.setFocus()
    with qtbot.waitSignal(page.start_requested):
        QTest.keyClick(page.setup.prompt, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


# How it stands there.


def test_panes_stand_side_by_side_and_one_above_the_other_where_it_is_narrow(page: ComparePage, qtbot: QtBot) -> None:
    page.begin(NAMES)
    one, other = page.panes
    qtbot.waitUntil(lambda: one.y() == other.y() and other.x() > one.x())
    page.resize(700, 900)
    qtbot.waitUntil(lambda: one.x() == other.x() and other.y() >= one.y() + one.height())


def test_the_line_is_told_to_those_who_do_not_see_it(page: ComparePage) -> None:
    track = Track()
    track.add(1.5, 12)
    page.begin(NAMES)
    page.show_race((Reply(0), Reply(0)), (1.5, 0.0), (track, Track()))
    assert "speculation off: 12 tokens after 1.5 s" in page.race_line.accessibleDescription()


def test_the_lines_differ_without_colour(page: ComparePage) -> None:
    one, other = (pen_of(page._theme.palette, side) for side in range(2))
    assert one.style() != other.style()


def test_who_is_ahead_is_seen_at_the_same_moment(page: ComparePage) -> None:
    page.begin(NAMES)
    tracks = Track(), Track()
    for number in range(1, 40):
        tracks[0].add(number * 0.2, 1)
        tracks[1].add(number * 0.1, 1)
    page.show_race((Reply(0), Reply(0)), (7.8, 3.9), tracks)
    image = page.race_line.grab().toImage()
    column = 2 * image.width() // 5
    green = [y for y in range(image.height()) if _is_green(image.pixelColor(column, y))]
    assert green, "the second line passes there"
    assert max(green) < image.height() // 3, "well above where the first one, half as fast, is"


def _is_green(colour: QColor) -> bool:
    return colour.green() > colour.red() + 30 and colour.green() > colour.blue() + 30


def test_the_picture_holds_both_texts_whole(page: ComparePage) -> None:
    comparison, verdict = raced()
    page.begin(NAMES)
    page.end(comparison, verdict, CHOICE)
    picture = page.picture()
    height = picture.height() / picture.devicePixelRatioF()
    assert height > page.verdict_card.height() + page.panes[0].height()


def test_clearing_leaves_nothing_of_what_was_said(page: ComparePage) -> None:
    comparison, verdict = raced()
    page.setup.prompt.setPlainText("secret")
    page.begin(NAMES)
    page.end(comparison, parted(verdict), CHOICE)
    inspector = page.inspector
    page.clear()
    assert page.inspector is not inspector
    assert page.setup.prompt.toPlainText() == ""
    assert page.verdict_card.isHidden()
    assert "heron" not in page.verdict_card.continuations[0].text()
    assert page.start_button.isVisible()


def test_the_heading_has_room_above_it(page: ComparePage, qtbot: QtBot) -> None:
    page.begin(NAMES)
    qtbot.waitUntil(lambda: page.title.mapTo(page, page.title.rect().topLeft()).y() >= 20)
