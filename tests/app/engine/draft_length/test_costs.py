"""Costs are learnt on a machine that others use too, and outlive the run they were measured in."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.draft_length.costs import CostModel
from app.engine.draft_length.recent import RecentMedian
from app.engine.types import Proposer
from tests.app.engine.draft_length.simulation import F16, Q4_K_M, SMALL_DRAFT, Machine


def _measured(target: dict[int, float], draft: dict[int, float] | None = None) -> CostModel:
    costs = CostModel(16)
    for _ in range(3):
        for rows, seconds in target.items():
            costs.observe_target(rows, seconds)
        for rows, seconds in (draft or {}).items():
            costs.observe_draft(rows, seconds)
    return costs


def test_a_stall_leaves_no_trace() -> None:
    figure = RecentMedian()
    for seconds in (1.0, 1.02, 10.0, 0.98, 1.0, 10.0, 1.01):
        figure.add(seconds)
    assert figure.value == pytest.approx(1.0, abs=0.02)


def test_a_lasting_change_is_followed_after_three_measurements() -> None:
    figure = RecentMedian()
    for seconds in [1.0] * 9 + [2.0, 2.01]:
        figure.add(seconds)
    assert figure.value == pytest.approx(1.0)
    figure.add(2.02)
    assert figure.value == pytest.approx(2.01)


def test_what_was_believed_gives_way_to_three_measurements() -> None:
    figure = RecentMedian(5.0)
    figure.add(50.0)
    assert figure.value == 5.0, "one measurement may be a stall"
    figure.add(1.0)
    figure.add(1.1)
    assert figure.value == 1.1


@given(st.lists(st.floats(0.01, 10.0), min_size=1, max_size=40), st.floats(0.01, 10.0) | st.none())
def test_a_figure_lies_within_what_was_measured_or_believed(measured: list[float], prior: float | None) -> None:
    figure = RecentMedian(prior)
    for seconds in measured:
        figure.add(seconds)
    known = measured if prior is None else [*measured, prior]
    assert figure.value is not None
    assert figure.low is not None
    assert min(known) <= figure.value <= max(known)
    assert figure.low <= figure.value


@pytest.mark.parametrize("target", [F16, Q4_K_M])
def test_measured_rows_are_kept_as_they_are_even_where_more_are_cheaper(target: dict[int, float]) -> None:
    costs = _measured(target)
    for rows, seconds in target.items():
        assert costs.target.seconds(rows) == pytest.approx(seconds)


@given(st.dictionaries(st.integers(1, 17), st.floats(0.01, 1.0), min_size=1))
def test_rows_never_seen_lie_between_their_neighbours(points: dict[int, float]) -> None:
    points.setdefault(1, 0.02)
    costs = _measured(points)
    table = costs.target.table()
    for (low, first), (high, second) in pairwise(sorted(points.items())):
        for rows in range(low + 1, high):
            assert min(first, second) - 1e-9 <= table[rows] <= max(first, second) + 1e-9
    last = max(points)
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(table[last:]))


def test_a_stall_at_the_first_try_of_a_length_does_not_bury_it() -> None:
    costs = _measured({1: 0.1, 2: 0.11, 4: 0.12})
    expected = costs.target.seconds(8)
    costs.observe_target(8, 1.5)
    assert costs.target.seconds(8) <= 2.0 * expected
    costs.observe_target(8, 0.15)
    assert costs.target.seconds(8) == 0.15


def test_a_round_is_the_sum_of_its_parts() -> None:
    costs = _measured(F16, SMALL_DRAFT)
    costs.observe_draft(1, 0.040, 4, 0.160)
    costs.observe_overhead(0.001)
    costs.observe_lookup(0.0002)
    assert costs.round_seconds(0) == pytest.approx(0.227)
    assert costs.round_seconds(3, 2) == pytest.approx(0.256 + 0.084 + 2 * 0.040 + 0.001)
    assert costs.round_seconds(3, 1, Proposer.LOOKUP) == pytest.approx(0.256 + 0.0002 + 0.001)


def test_a_long_catch_up_goes_on_at_the_speed_of_the_prefill() -> None:
    costs = _measured(F16, SMALL_DRAFT)
    costs.observe_prefill(100, 1.5)
    assert costs.catch_up_seconds(116) == pytest.approx(0.286 + 100 * 0.015)


def test_a_draft_that_was_paused_got_slower_with_the_machine() -> None:
    costs = _measured(F16, SMALL_DRAFT)
    for _ in range(40):
        costs.observe_target(1, 0.452)
    assert costs.target.seconds(1) == pytest.approx(0.452)
    assert costs.catch_up_seconds(1) == pytest.approx(0.080)
    assert costs.target.seconds(4) == pytest.approx(0.512)


def test_calibration_asks_for_what_the_budget_allows_and_ends() -> None:
    for budget, fewest in ((0.1, 1), (1.0, 3), (10.0, 9)):
        machine = Machine(F16, SMALL_DRAFT)
        costs = CostModel(16)
        asked: list[int] = []
        spent = 0.0
        while points := costs.calibration_points(budget - spent):
            for rows in points:
                costs.observe_target(rows, machine.target_seconds(rows))
                spent += machine.target_seconds(rows)
            asked += points
        assert asked[0] == 1
        assert len(set(asked)) >= min(fewest, 9) or len(asked) >= fewest
        assert spent <= max(budget, F16[1]) + F16[16], "only a step nobody could know of may go over it"
    assert {1, 2, 3, 4, 6, 8, 16} <= set(asked)


def test_costs_survive_a_run_and_are_replaced_by_the_next() -> None:
    costs = _measured(F16, SMALL_DRAFT)
    costs.observe_overhead(0.002)
    again = CostModel.from_json(json.loads(json.dumps(costs.to_json())), 16)
    for n in (0, 1, 3, 7):
        assert again.round_seconds(n) == pytest.approx(costs.round_seconds(n))
    for _ in range(3):
        again.observe_target(1, 0.113)
    assert again.target.seconds(1) == pytest.approx(0.113)
    assert again.target.seconds(4) == pytest.approx(0.128), "what was not measured yet follows the single row"


@pytest.mark.parametrize(
    "kept",
    [
        None,
        [],
        {"version": 99, "target": {"1": 0.1}},
        {"version": 1, "target": {"1": -1.0, "2": "x", "x": 1.0, "4": float("nan"), "900": 1.0}, "draft": 3},
        {"version": 1, "target": {"1": True}, "single": {"further": float("inf")}},
    ],
)
def test_damaged_figures_are_left_out(kept: object) -> None:
    costs = CostModel.from_json(kept, 16)
    assert not costs.known
    costs.observe_target(1, 0.1)
    assert costs.round_seconds(0) == 0.1
    assert costs.round_seconds(5) > 0.1
