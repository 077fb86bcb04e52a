"""A race followed from the engine's events: what is told while it runs, and what is known when it is over."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.events import EngineDied, ReplyFailed
from app.engine.race_events import RaceFailed, RaceFinished
from app.engine.race_values import RaceOrder
from app.errors import Notice
from app.lab.comparison import Comparison
from tests.support.machine_samples import machine
from tests.support.toy_models import ToyContext, ToyModel, ToyPair
from tests.support.toy_race import SlowSides, ToySides, toy_race, toy_sides, toy_spec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.engine.events import EngineEvent
    from app.engine.race_values import RaceSpec
    from app.hardware.samples import MachineSample


def follow(
    spec: RaceSpec, events: Iterable[EngineEvent], look: Callable[[], MachineSample] | None = None
) -> Comparison:
    comparison = Comparison(spec, look)
    for event in events:
        assert comparison.take(event)
    return comparison


def test_a_race_is_followed_to_its_verdict() -> None:
    spec = toy_spec(num_repeats=3)
    comparison = follow(spec, SlowSides(3.0, 1.0).race(spec))
    assert comparison.is_over
    assert comparison.failure is None
    assert comparison.seed == 1
    verdict = comparison.verdict()
    assert verdict is not None
    assert verdict.identical
    assert verdict.speedup is not None
    assert verdict.speedup.value == pytest.approx(3.0)
    assert verdict.speedup.num == 3
    assert verdict.sides[0].total_seconds == 31 * 3.0
    assert verdict.sides[1].first_token_seconds == 2.0
    assert verdict.sides[0].memory_bytes == 1110
    assert comparison.replay(2).seconds == 31 * 3.0


@pytest.mark.parametrize("order", list(RaceOrder))
def test_both_clocks_together_are_everybodys(order: RaceOrder) -> None:
    spec = toy_spec(order, num_repeats=2)
    comparison = follow(spec, SlowSides(3.0, 1.0).race(spec))
    assert comparison.wall_seconds == {0: 31 * 4.0, 1: 31 * 4.0}


def test_both_continuations_are_known_where_the_texts_part() -> None:
    spec = toy_spec()
    model = ToyModel(seed=4, end_bias=-9.0)
    comparison = follow(spec, toy_race(toy_sides(model, replace(model, seed=5)), spec))
    verdict = comparison.verdict()
    assert verdict is not None
    assert not verdict.identical
    assert verdict.parting is not None
    position = verdict.parting.where.position
    ((one, other),) = comparison.runs
    assert one.token_ids[:position] == other.token_ids[:position]
    assert verdict.parting.continuations == (one.text_from(position), other.text_from(position))


def test_progress_is_counted_while_it_runs() -> None:
    spec = toy_spec()
    comparison = Comparison(spec)
    seen = []
    for event in toy_race(toy_sides(ToyModel(end_bias=-9.0)), spec):
        comparison.take(event)
        seen.append((comparison.num_tokens(0, 0), comparison.num_tokens(0, 1)))
    assert seen[0] == (0, 0)
    assert seen[-1] == (30, 30)
    assert seen == sorted(seen, key=sum)
    assert comparison.verdict() is not None


def test_a_stopped_race_is_judged_by_the_repeats_that_were_whole() -> None:
    spec = toy_spec(num_repeats=3)
    looks = itertools.count()
    whole = len(toy_race(toy_sides(ToyModel(end_bias=-9.0)), toy_spec(), lambda: next(looks) < 0))
    per_repeat = next(looks)
    again = itertools.count()
    events = toy_race(toy_sides(ToyModel(end_bias=-9.0)), spec, lambda: next(again) > 1.5 * per_repeat)
    comparison = follow(spec, events)
    verdict = comparison.verdict()
    assert len(events) > whole
    assert verdict is not None
    assert verdict.num_repeats == 1
    assert len(comparison.runs) == 2


def test_a_race_that_is_stopped_at_once_has_no_verdict() -> None:
    spec = toy_spec()
    comparison = follow(spec, toy_race(toy_sides(ToyModel()), spec, lambda: True))
    assert comparison.is_over
    assert comparison.verdict() is None


def test_what_belongs_to_others_is_left_alone() -> None:
    comparison = Comparison(toy_spec())
    other = comparison.spec.request_id + 1
    for event in (
        RaceFinished(other, cancelled=False),
        ReplyFailed(other, Notice("x")),
        EngineDied(Notice("x"), (), other),
    ):
        assert not comparison.take(event)
    assert not comparison.is_over


def test_a_race_that_breaks_off_says_why() -> None:
    spec = toy_spec()
    for end in (RaceFailed(spec.request_id, Notice("race_no_memory")), EngineDied(Notice("x"), (), spec.request_id)):
        comparison = follow(spec, [end])
        assert comparison.is_over
        assert comparison.failure == end.notice
        assert comparison.verdict() is None


class _Machine:
    """A machine whose processors use seven joules between two looks."""

    def __init__(self) -> None:
        self.num_looks = 0

    def look(self) -> MachineSample:
        self.num_looks += 1
        sample = machine(devices=0)
        assert sample.host is not None
        return replace(sample, host=replace(sample.host, energy_joules=7.0 * self.num_looks))


def test_energy_is_told_apart_only_in_turn() -> None:
    model = ToyModel(end_bias=-9.0)
    for order, joules, num_looks in ((RaceOrder.IN_TURN, 7.0, 8), (RaceOrder.INTERLEAVED, None, 0)):
        counted = _Machine()
        spec = toy_spec(order, num_repeats=2)
        sides = ToySides(ToyPair(ToyContext(model)), ToyPair(ToyContext(model)))
        verdict = follow(spec, toy_race(sides, spec), counted.look).verdict()
        assert verdict is not None
        assert [side.cpu_joules for side in verdict.sides] == [joules, joules]
        assert counted.num_looks == num_looks
