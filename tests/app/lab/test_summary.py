"""What a table says, by invented measurements whose answers are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import Notice
from app.lab.findings import LANGUAGES, findings
from app.lab.measurement import failed
from app.lab.rows import rows_of
from app.lab.summary import summarise
from tests.support.lab_runs import measured, plan_for, suite_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.lab.bench_plan import BenchPlan, Cell
    from app.lab.measurement import Measurement
    from app.lab.summary_values import Summary

KINDS = ("code", "chat", "creative", "json")
SUITE = suite_of(
    *(
        (kind, language, f"{kind}-{language}-{index}")
        for kind in KINDS
        for language in ("en", "nl")
        for index in range(3)
    )
)


def summary_of(plan: BenchPlan, measure: Callable[[Cell], Measurement]) -> Summary:
    cells = [measure(cell) for cell in plan.cells()]
    return summarise(rows_of(plan, {each.key: each for each in cells}))


def said(summary: Summary) -> str:
    def name_of(code: str) -> str:
        return sentence(Notice(LANGUAGES[code])) if code in LANGUAGES else code

    return "\n".join(sentence(notice) for notice in findings(summary, name_of))


def spread(cell: Cell) -> float:
    """A little difference between prompts, the same for every setting."""
    return 1.0 + 0.02 * int(cell.prompt.prompt_id[-1])


def test_a_setting_that_is_twice_as_fast_is_found_best() -> None:
    plan = plan_for("drafters", SUITE)
    seconds = {"off": 10.0, "lookup": 10.0, "draft": 5.0, "auto": 8.0}
    summary = summary_of(
        plan,
        lambda cell: measured(
            cell,
            seconds=seconds[cell.side.name] * (spread(cell) if cell.side.name != "off" else 1.0),
            drafted=0 if cell.side.setting.is_off else 60,
            accepted=0 if cell.side.setting.is_off else 50,
        ),
    )
    assert summary.best is not None
    assert summary.best.setting == "draft"
    assert summary.best.speedup is not None
    assert summary.best.speedup.value == pytest.approx(2.0, rel=0.05)
    assert summary.best.is_certain_gain
    assert "“draft” is fastest: 1.96 times as fast" in said(summary)
    assert all(kind.best is not None and kind.best.setting == "draft" for kind in summary.kinds)
    assert not any(kind.as_good for kind in summary.kinds), "auto and off lie far outside of the interval"


def test_where_nothing_gains_off_is_best() -> None:
    summary = summary_of(
        plan_for("quick", SUITE), lambda cell: measured(cell, seconds=10.0 if cell.side.setting.is_off else 12.0)
    )
    assert summary.best is not None
    assert summary.best.is_off
    assert "nothing is faster than no speculation" in said(summary)


def test_a_gain_that_may_be_chance_is_called_so() -> None:
    plan = plan_for("quick", SUITE)
    factors = {0: 0.6, 1: 1.3, 2: 1.1}

    def measure(cell: Cell) -> Measurement:
        factor = 1.0 if cell.side.setting.is_off else factors[int(cell.prompt.prompt_id[-1])]
        return measured(cell, seconds=10.0 * factor)

    summary = summary_of(plan, measure)
    assert "may be chance" in said(summary)
    assert all(
        any(group.is_off for group in kind.as_good) or kind.best is None or kind.best.is_off for kind in summary.kinds
    )


def test_break_even_is_what_a_round_costs_more_for_each_proposed_token() -> None:
    """Rounds of four drafts that take 2.2 plain tokens' time break even when 1.2 of 4 are accepted: 30 %."""
    plan = plan_for("lengths", SUITE)

    def measure(cell: Cell) -> Measurement:
        if cell.side.setting.is_off:
            return measured(cell, seconds=10.0)
        rounds = 25
        return measured(cell, tokens=100, rounds=rounds, seconds=rounds * 0.22, drafted=100, accepted=75)

    summary = summary_of(plan, measure)
    group = next(each for each in summary.groups if each.setting == "n=4")
    assert group.break_even == pytest.approx(0.30)
    assert group.acceptance_rate == pytest.approx(0.75)
    assert group.speedup is not None
    assert group.speedup.value == pytest.approx(100 / 25 / 2.2)
    assert "breaks even here when 30 % of the proposed tokens are accepted; 75 % were" in said(summary)


def test_where_most_is_gained_is_said_of_kinds_with_more_than_one_prompt() -> None:
    seconds = {"code": 4.0, "json": 5.0, "chat": 8.0, "creative": 9.0}

    def measure(cell: Cell) -> Measurement:
        return measured(
            cell, seconds=10.0 if cell.side.setting.is_off else seconds[cell.prompt.category] * spread(cell)
        )

    whole = summary_of(plan_for("quick", SUITE), measure)
    assert "Most is gained on code, English (2.45 times), least on creative" in said(whole)
    assert "Most is gained" not in said(summary_of(plan_for("quick", SUITE.only(per_kind=1)), measure))


def test_at_its_break_even_acceptance_a_setting_is_as_fast_as_off() -> None:
    plan = plan_for("quick", SUITE)

    def measure(cell: Cell) -> Measurement:
        if cell.side.setting.is_off:
            return measured(cell, seconds=10.0)
        return measured(cell, tokens=100, rounds=40, seconds=10.0, drafted=150, accepted=60)

    group = summary_of(plan, measure).groups[1]
    assert group.speedup is not None
    assert group.speedup.value == pytest.approx(1.0)
    assert group.break_even == pytest.approx(group.acceptance_rate)


def test_a_draft_that_can_never_pay_is_said() -> None:
    plan = plan_for("quick", SUITE)
    summary = summary_of(
        plan,
        lambda cell: (
            measured(cell)
            if cell.side.setting.is_off
            else measured(cell, tokens=100, rounds=60, seconds=60 * 0.5, drafted=60, accepted=40)
        ),
    )
    assert "would not break even here if every proposed token were accepted" in said(summary)


def test_dutch_is_compared_with_english_kind_by_kind() -> None:
    plan = plan_for("quick", SUITE)
    levels = dict(zip(KINDS, (90, 60, 30, 85), strict=True))

    def measure(cell: Cell) -> Measurement:
        if cell.side.setting.is_off:
            return measured(cell)
        accepted = levels[cell.prompt.category] - (8 if cell.prompt.language == "nl" else 0)
        return measured(cell, drafted=100, accepted=accepted - int(cell.prompt.prompt_id[-1]), rounds=50, seconds=6.0)

    summary = summary_of(plan, measure)
    (gap,) = summary.gaps
    assert gap.acceptance is not None
    assert gap.acceptance.value == pytest.approx(-0.08)
    assert "Dutch is accepted 8 points less than English" in said(summary)


def test_a_suite_in_one_language_compares_none() -> None:
    plan = plan_for("quick", SUITE.only(["nl"]))
    summary = summary_of(plan, lambda cell: measured(cell, drafted=10, accepted=5))
    assert summary.gaps == ()


def test_the_temperature_that_ends_the_gain_lies_between_two_measured_ones() -> None:
    plan = plan_for("temperature", SUITE)

    def measure(cell: Cell) -> Measurement:
        temperature = cell.side.setting.sampling.temperature
        factor = 1.0 if cell.side.setting.is_off else 1.5 - 0.5 * temperature / 0.9
        return measured(cell, seconds=10.0 / factor, drafted=0 if cell.side.setting.is_off else 50, accepted=20)

    summary = summary_of(plan, measure)
    (sweep,) = summary.sweeps
    assert sweep.ends_at == pytest.approx(0.9)
    assert [point.temperature for point in sweep.points] == [0.0, 0.3, 0.6, 0.85, 1.0, 1.3]
    assert "ends at a temperature of about 0.90" in said(summary)


@pytest.mark.parametrize(("factor", "words"), [(1.2, "still gains at temperature 1.30"), (0.8, "gains at none")])
def test_a_gain_that_never_ends_or_never_was_is_said(factor: float, words: str) -> None:
    plan = plan_for("temperature", SUITE)
    summary = summary_of(
        plan,
        lambda cell: measured(
            cell,
            seconds=10.0 if cell.side.setting.is_off else 10.0 / factor,
            drafted=0 if cell.side.setting.is_off else 9,
        ),
    )
    assert summary.sweeps[0].ends_at is None
    assert words in said(summary)


def test_the_repeats_of_a_prompt_count_once() -> None:
    plan = plan_for("quick", suite_of(("code", "en", "a")), repeat=3)
    seconds = (5.0, 5.0, 50.0)
    summary = summary_of(
        plan, lambda cell: measured(cell, seconds=10.0 if cell.side.setting.is_off else seconds[cell.repeat])
    )
    speedup = summary.groups[1].speedup
    assert speedup is not None
    assert speedup.value == pytest.approx(2.0)
    assert speedup.num == 1


def test_cells_that_failed_are_counted_and_left_out() -> None:
    plan = plan_for("quick", SUITE)
    summary = summary_of(
        plan,
        lambda cell: (
            failed(cell.key, Notice("prompt_empty"))
            if cell.prompt.category == "chat"
            else measured(cell, seconds=10.0 if cell.side.setting.is_off else 5.0)
        ),
    )
    group = summary.groups[1]
    assert (group.num_failed, group.num_prompts) == (6, 18)
    assert group.speedup is not None
    assert group.speedup.value == pytest.approx(2.0)
    assert "12 replies failed" in said(summary)


def test_texts_are_compared_with_those_without_speculation() -> None:
    plan = plan_for("quick", SUITE)
    summary = summary_of(
        plan,
        lambda cell: measured(
            cell, digest="other" if cell.prompt.prompt_id == "code-en-0" and not cell.side.setting.is_off else "same"
        ),
    )
    group = summary.groups[1]
    assert (group.same_texts, group.compared_texts) == (23, 24)


def test_half_a_run_has_answers_too() -> None:
    plan = plan_for("quick", SUITE)
    cells = [measured(cell) for cell in plan.cells()][:5]
    rows = rows_of(plan, {each.key: each for each in cells})
    assert len(rows) == 5
    assert [row.speedup for row in rows if row.baseline is None] == [None] * sum(row.baseline is None for row in rows)
    assert summarise(rows).groups


def test_nothing_measured_says_nothing() -> None:
    summary = summarise([])
    assert (summary.groups, summary.kinds, summary.best) == ((), (), None)
    assert said(summary) == ""
