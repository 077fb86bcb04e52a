"""A recorded race shown again: at every moment both panes hold what they held on their own clocks."""

from __future__ import annotations

import pytest

from app.engine.events import ReplyFinished, RoundDecoded, TokensProposed
from app.engine.race_values import RaceOrder
from app.lab.replay import Replay, Shown
from tests.support.toy_models import ToyModel
from tests.support.toy_race import SlowSides, steps_of, toy_race, toy_sides, toy_spec


def slow_replay(order: RaceOrder = RaceOrder.INTERLEAVED) -> Replay:
    """One side takes a second for each pass, the other three; a pass of prompt, then 30 tokens."""
    return Replay(steps_of(SlowSides(1.0, 3.0).race(toy_spec(order))))


@pytest.mark.parametrize("order", list(RaceOrder))
def test_both_sides_run_together_at_real_speed(order: RaceOrder) -> None:
    replay = slow_replay(order)
    assert replay.seconds == 31 * 3.0
    for seconds in (0.0, 1.0, 10.5, 31.0, 60.0, 93.0):
        fast, slow = replay.at(seconds)
        assert fast.num_tokens == min(30, max(0, int(seconds) - 1))
        assert slow.num_tokens == max(0, int(seconds / 3.0) - 1)
        assert slow.text == replay.at(replay.seconds)[0].text[: len(slow.text)]


def test_a_clock_stands_still_when_its_reply_has_ended() -> None:
    fast, slow = slow_replay().at(40.0)
    assert (fast.ended, fast.seconds) == (True, 31.0)
    assert (slow.ended, slow.seconds) == (False, 40.0)


def test_nothing_is_shown_before_the_beginning() -> None:
    assert slow_replay().at(-1.0) == (Shown(), Shown())
    assert Replay([]).at(5.0)[0].text == ""
    assert Replay([]).seconds == 0.0


def test_the_prompt_is_read_before_the_first_token() -> None:
    replay = slow_replay()
    fast, slow = replay.at(2.0)
    assert (fast.prompt_done, fast.prompt_total) == (3, 3)
    assert (slow.prompt_done, slow.prompt_total) == (0, 3)


def test_stretches_joined_are_the_whole_race_in_the_order_of_the_clocks() -> None:
    replay = slow_replay()
    parts = [replay.between(-1.0, 7.5), replay.between(7.5, 30.0), replay.between(30.0, replay.seconds)]
    steps = [step for part in parts for step in part]
    assert [step.seconds for step in steps] == sorted(step.seconds for step in steps)
    assert sum(isinstance(step.event, RoundDecoded) for step in steps) == 60
    assert sum(isinstance(step.event, ReplyFinished) for step in steps) == 2


def test_ghosts_stand_until_they_are_checked() -> None:
    steps = steps_of(toy_race(toy_sides(ToyModel(end_bias=-9.0)), toy_spec()))
    replay = Replay(steps)
    num_ghosts = 0
    for step in steps:
        if isinstance(step.event, TokensProposed):
            ghosts = replay.at(step.seconds)[step.side].ghosts
            assert ghosts == tuple(token.text for token in step.event.proposed)
            num_ghosts += len(ghosts)
    assert num_ghosts > 0
    assert replay.at(replay.seconds)[1].ghosts == ()
