"""Two replies on a fair clock: who runs when, what is told, and what is left behind, over toy and tiny models."""

from __future__ import annotations

import itertools
import os
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.catalogue import sentence
from app.engine.cancel import CancelFlag
from app.engine.commands import Race, Reply
from app.engine.divergence import first_difference
from app.engine.events import EngineDied, ReplyFinished, ReplyStarted, RoundDecoded
from app.engine.llama.room import Room
from app.engine.llama.sides import Sides
from app.engine.race import RaceRun
from app.engine.race_events import RaceFailed, RaceFinished, RaceSideReady, RaceStarted, RaceStepped
from app.engine.race_values import RaceOrder, RaceSide, RaceSpec
from app.engine.types import (
    FinishReason,
    KvType,
    ModelSpec,
    ReplyRequest,
    SamplingSettings,
    SpeculationMode,
    Verification,
)
from tests.support.engine_talk import EngineTalk, request, settings
from tests.support.replies import EXACT, OFF, ON, loaded, raw, run
from tests.support.toy_models import ToyContext, ToyModel, ToyPair
from tests.support.toy_race import SlowSides, steps_of, tokens_of, toy_race, toy_sides, toy_spec

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.engine.llama.pair import Pair
    from app.engine.race_events import RaceEvent

RACE_ENDS = (RaceFinished, RaceFailed, EngineDied)
SEEDED = SamplingSettings(temperature=1.0, seed=5)
PROMPT = "Set the page in red ink. The draft of the proof is in the"
LONG_CONTEXT = 131_072


def spec_of(
    one: RaceSide,
    other: RaceSide,
    order: RaceOrder = RaceOrder.INTERLEAVED,
    num_repeats: int = 1,
    asked: ReplyRequest | None = None,
) -> RaceSpec:
    return RaceSpec(asked or raw(PROMPT, sampling=SEEDED), (one, other), order, num_repeats)


def off_and_on(draft: Path, sampling: SamplingSettings = SEEDED) -> tuple[RaceSide, RaceSide]:
    return RaceSide(OFF, sampling), RaceSide(replace(ON, draft_max=4), sampling, ModelSpec(str(draft)))


def finished(events: list[RaceEvent]) -> RaceFinished:
    assert isinstance(events[-1], RaceFinished), events[-1]
    return events[-1]


# Over toy models: who runs when.


@given(st.integers(0, 40), st.sampled_from(list(RaceOrder)))
def test_both_sides_write_what_they_write_alone(seed: int, order: RaceOrder) -> None:
    model = ToyModel(seed=seed, end_bias=-2.0)
    spec = toy_spec(order, seed=seed)
    events = toy_race(toy_sides(model), spec)
    assert finished(events).divergence is None
    alone = run(ToyPair(ToyContext(model)), spec.request_of(0, seed)).token_ids
    assert tokens_of(events, 0) == tokens_of(events, 1) == alone


def test_the_side_whose_clock_is_behind_goes_on() -> None:
    sides = SlowSides(1.0, 3.0)
    events = sides.race(toy_spec())
    clocks, ended = [0.0, 0.0], [False, False]
    for step in steps_of(events):
        assert clocks[step.side] <= clocks[1 - step.side] or ended[1 - step.side]
        clocks[step.side] = step.seconds
        ended[step.side] = isinstance(step.event, ReplyFinished)
    assert ended == [True, True]
    rounds = [step.side for step in steps_of(events) if isinstance(step.event, RoundDecoded)]
    assert rounds[:8].count(0) == 6, "three times as fast, three times as often"


def test_a_sides_own_timing_leaves_out_what_the_other_did() -> None:
    sides = SlowSides(1.0, 3.0)
    events = sides.race(toy_spec())
    for side, seconds in enumerate((1.0, 3.0)):
        (end,) = (step for step in steps_of(events, side) if isinstance(step.event, ReplyFinished))
        assert isinstance(end.event, ReplyFinished)
        timing = end.event.summary.timing
        assert timing.prefill_seconds == seconds
        assert timing.decode_seconds == 30 * seconds
        assert timing.first_token_seconds == 2 * seconds
        assert timing.total_seconds == end.seconds == 31 * seconds
    assert steps_of(events)[-1].wall_seconds == 31 * (1.0 + 3.0)


def test_both_get_the_seed_that_is_told() -> None:
    spec = toy_spec()
    spec = replace(spec, request=replace(spec.request, sampling=SamplingSettings()))
    events = toy_race(toy_sides(ToyModel()), spec)
    assert isinstance(events[0], RaceStarted)
    seeds = [step.event.summary.sampling.seed for step in steps_of(events) if isinstance(step.event, ReplyFinished)]
    assert seeds == [events[0].seed] * 2


def test_in_turn_one_side_at_a_time_holds_memory_and_nobody_is_always_the_first() -> None:
    sides = toy_sides(ToyModel(end_bias=-2.0))
    events = toy_race(sides, toy_spec(RaceOrder.IN_TURN, num_repeats=3))
    assert (sides.open_at_once, sides.num_open) == (1, 0)
    ready = [event.side for event in events if isinstance(event, RaceSideReady)]
    assert ready == [0, 1, 1, 0, 0, 1]
    runs = [key for key, _ in itertools.groupby((step.repeat, step.side) for step in steps_of(events))]
    assert runs == [(0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 1)]


def test_every_repeat_begins_with_empty_caches() -> None:
    sides = toy_sides(ToyModel(end_bias=-2.0))
    events = toy_race(sides, toy_spec(num_repeats=3))
    assert (sides.open_at_once, sides.num_open) == (2, 0)
    assert [step.event.reused_tokens for step in steps_of(events) if isinstance(step.event, ReplyStarted)] == [0] * 6
    for repeat in range(3):
        assert tokens_of(events, 1, repeat) == tokens_of(events, 0, 0)


def test_a_divergence_is_found_with_the_targets_own_gap() -> None:
    model = ToyModel(seed=4, end_bias=-9.0)
    events = toy_race(toy_sides(model, replace(model, seed=5)), toy_spec())
    divergence = finished(events).divergence
    assert divergence is not None
    one, other = tokens_of(events, 0), tokens_of(events, 1)
    position = divergence.position
    assert one[:position] == other[:position]
    assert one[position : position + 1] != other[position : position + 1]
    prompt = ToyPair(ToyContext(model)).tokenize("abc", raw=True)
    first, second = sorted(model.logits([*prompt, *one[:position]]).tolist(), reverse=True)[:2]
    assert divergence.gap == pytest.approx(first - second)
    assert divergence.margin is not None
    assert divergence.margin > 0.0


def test_where_nothing_but_the_seed_decides_there_is_a_margin() -> None:
    model = ToyModel(seed=4, end_bias=-9.0)
    spec = toy_spec()
    one, other = spec.sides
    rejecting = replace(other, speculation=replace(other.speculation, verification=Verification.REJECTION))
    warmer = replace(other, sampling=replace(other.sampling, temperature=1.5))
    for side in (rejecting, warmer):
        events = toy_race(toy_sides(model, replace(model, seed=5)), replace(spec, sides=(one, side)))
        divergence = finished(events).divergence
        assert divergence is not None
        assert divergence.margin is None


def test_a_reply_that_ends_earlier_parts_where_it_ends() -> None:
    assert first_difference([1, 2, 3], [1, 2, 3]) is None
    assert first_difference([1, 2], [1, 2, 3]) == 2
    assert first_difference([1, 2, 3], [1, 9, 3]) == 1
    assert first_difference([], [7]) == 0


def test_a_cancelled_race_ends_both_and_says_so() -> None:
    rounds = itertools.count()
    sides = toy_sides(ToyModel(end_bias=-9.0))
    events = toy_race(sides, toy_spec(num_repeats=3), lambda: next(rounds) > 12)
    assert finished(events).cancelled
    reasons = {
        step.side: step.event.summary.finish_reason
        for step in steps_of(events)
        if isinstance(step.event, ReplyFinished)
    }
    assert reasons == {0: FinishReason.CANCELLED, 1: FinishReason.CANCELLED}
    assert {step.repeat for step in steps_of(events)} == {0}
    assert sides.num_open == 0


def test_a_side_that_cannot_go_on_ends_the_race_with_its_reason() -> None:
    sides = toy_sides(ToyModel(end_bias=-9.0))
    spec = toy_spec()
    spec = replace(spec, request=replace(spec.request, raw_prompt="a" * 100))
    *_before, last = toy_race(sides, spec)
    assert isinstance(last, RaceFailed)
    assert last.notice.code == "prompt_too_long"
    assert last.side in (0, 1)


# Over tiny models in this process: what is shared and what is left behind.


@pytest.fixture(scope="module")
def pair(tiny_target: Path, tiny_draft: Path) -> Iterator[Pair]:
    with loaded(tiny_target, tiny_draft, **EXACT) as loaded_pair:
        yield loaded_pair


def race(pair: Pair, spec: RaceSpec, room: Room | None = None) -> list[RaceEvent]:
    with Sides(pair, spec.sides, CancelFlag(), lambda _settings: None, room) as sides:
        return list(RaceRun(spec, sides.open, lambda: False).events())


@pytest.mark.parametrize("order", list(RaceOrder))
def test_the_loaded_pairs_caches_are_untouched(pair: Pair, tiny_draft: Path, order: RaceOrder) -> None:
    asked = raw(PROMPT, sampling=SEEDED, speculation=ON)
    before = run(pair, asked)
    held = [list(context.tokens) for context in (pair.target, pair.draft) if context is not None]
    events = race(pair, spec_of(*off_and_on(tiny_draft), order, asked=asked))
    assert [list(context.tokens) for context in (pair.target, pair.draft) if context is not None] == held
    assert finished(events).divergence is None
    assert tokens_of(events, 0) == tokens_of(events, 1) == before.token_ids
    again = run(pair, asked)
    assert again.token_ids == before.token_ids
    assert again.reused_tokens == again.summary.prompt_tokens - 1


def test_a_side_says_what_it_takes_by_itself(pair: Pair, tiny_draft: Path) -> None:
    events = race(pair, spec_of(*off_and_on(tiny_draft)))
    off, on = (event.pair for event in events if isinstance(event, RaceSideReady))
    mine = pair.info()
    assert off.draft is None
    assert (off.target.weights_bytes, off.target.kv_bytes) == (mine.target.weights_bytes, mine.target.kv_bytes)
    assert on.draft is not None
    assert mine.draft is not None
    assert (on.draft.path, on.draft.kv_bytes) == (mine.draft.path, mine.draft.kv_bytes)


def test_the_caches_of_the_sides_may_be_of_different_types(pair: Pair, tiny_draft: Path) -> None:
    one, other = off_and_on(tiny_draft)
    small = replace(other, kv_type_k=KvType.Q8_0, draft_kv_type_k=KvType.Q8_0)
    events = race(pair, spec_of(one, small))
    off, on = (event.pair for event in events if isinstance(event, RaceSideReady))
    assert on.target.kv_bytes < off.target.kv_bytes
    assert isinstance(events[-1], RaceFinished)


def test_a_draft_model_that_is_not_loaded_is_loaded_for_the_race(pair: Pair, tiny_stranger: Path) -> None:
    one, other = off_and_on(tiny_stranger)
    events = race(pair, spec_of(one, other))
    assert tokens_of(events, 0) == tokens_of(events, 1)
    ready = [event.pair for event in events if isinstance(event, RaceSideReady)]
    assert ready[1].draft is not None
    assert ready[1].draft.name == "Tiny stranger"
    rounds = [step.event.round for step in steps_of(events, 1) if isinstance(step.event, RoundDecoded)]
    assert sum(decoded.num_drafted for decoded in rounds) > 0
    assert pair.info().draft is not None


def test_two_draft_models_race_each_other(pair: Pair, tiny_draft: Path, tiny_stranger: Path) -> None:
    _, good = off_and_on(tiny_draft)
    _, bad = off_and_on(tiny_stranger)
    events = race(pair, spec_of(good, bad))
    assert tokens_of(events, 0) == tokens_of(events, 1)
    num_rounds = [sum(isinstance(step.event, RoundDecoded) for step in steps_of(events, side)) for side in range(2)]
    assert num_rounds[0] < num_rounds[1]


def test_a_draft_longer_than_was_loaded_for_has_room(pair: Pair, tiny_target: Path) -> None:
    one, other = off_and_on(tiny_target)
    longest = pair.max_drafts + 4
    longer = replace(other, speculation=replace(other.speculation, draft_max=longest))
    events = race(pair, spec_of(one, longer))
    rounds = [step.event.round for step in steps_of(events, 1) if isinstance(step.event, RoundDecoded)]
    assert max(decoded.num_drafted for decoded in rounds) == longest


def test_without_room_the_race_is_refused_in_words(pair: Pair, tiny_draft: Path) -> None:
    *_before, last = events = race(pair, spec_of(*off_and_on(tiny_draft)), Room(lambda: {"RAM": 1000}))
    assert isinstance(last, RaceFailed)
    assert last.notice.code == "race_no_memory"
    assert "smaller context" in sentence(last.notice)
    assert not steps_of(events)


def test_a_draft_file_that_is_gone_ends_the_race_with_its_reason(pair: Pair, tmp_path: Path) -> None:
    *_before, last = race(pair, spec_of(*off_and_on(tmp_path / "gone.gguf")))
    assert isinstance(last, RaceFailed)
    assert last.notice.code == "model_not_loaded"


def test_a_target_that_cannot_rewind_races_without_drafts(tiny_recurrent: Path, tiny_draft: Path) -> None:
    with loaded(tiny_recurrent) as recurrent:
        events = race(recurrent, spec_of(*off_and_on(tiny_draft)))
    assert tokens_of(events, 0) == tokens_of(events, 1)
    statuses = [step.event.status for step in steps_of(events, 1) if isinstance(step.event, ReplyStarted)]
    assert [status.mode for status in statuses] == [SpeculationMode.OFF]
    assert statuses[0].reason is not None
    assert statuses[0].reason.code == "target_cannot_rewind"


def test_what_a_race_learns_stays_in_it(pair: Pair, tiny_draft: Path) -> None:
    auto = replace(ON, mode=SpeculationMode.AUTO, fixed_draft_length=False)
    one, other = off_and_on(tiny_draft)
    spec = spec_of(one, replace(other, speculation=auto), num_repeats=2)
    with Sides(pair, spec.sides, CancelFlag(), lambda _settings: None) as sides, sides.open(1) as side:
        known = side.new_pacing().to_json()
        assert side.new_pacing().is_calibrated
        run(side, spec.request_of(1, 1), side.new_pacing())
        assert side.new_pacing().to_json() == known


# Through the engine process.


def race_of(talk: EngineTalk, spec: RaceSpec) -> list[RaceEvent]:
    begin = len(talk.events)
    talk.client.submit(Race(spec))
    talk.until(lambda event: isinstance(event, RACE_ENDS), begin=begin)
    kinds = (RaceStarted, RaceSideReady, RaceStepped, RaceFinished, RaceFailed)
    return [event for event in talk.events[begin:] if isinstance(event, kinds)]


def endless(tiny_draft: Path, request_id: int) -> RaceSpec:
    """A race that lasts until it is stopped."""
    asked = request(request_id, max_tokens=None)
    one, other = off_and_on(tiny_draft, asked.sampling)
    return spec_of(one, other, num_repeats=500, asked=asked)


def test_a_race_queues_like_a_reply_and_the_next_reply_finds_its_cache(tiny_target: Path, tiny_draft: Path) -> None:
    with EngineTalk() as talk:
        talk.pair(settings(tiny_target, tiny_draft, **EXACT))
        before = talk.reply(request(1))
        spec = spec_of(*off_and_on(tiny_draft), num_repeats=2, asked=request(2))
        talk.client.submit(Race(spec))
        talk.client.submit(Reply(request(3)))
        after = talk.answer(3, begin=len(talk.events))
        ends = [event for event in talk.events if isinstance(event, RaceFinished)]
        assert [(end.request_id, end.cancelled) for end in ends] == [(2, False)]
        assert after.tokens == before.tokens
        started = next(event for event in after.events if isinstance(event, ReplyStarted))
        assert started.reused_tokens == started.prompt_tokens - 1
        assert not talk.client.busy


def test_a_race_is_stopped_by_its_number_and_the_engine_goes_on(tiny_target: Path, tiny_draft: Path) -> None:
    with EngineTalk() as talk:
        talk.pair(settings(tiny_target, tiny_draft))
        begin = len(talk.events)
        talk.client.submit(Race(endless(tiny_draft, 7)))
        talk.until(lambda event: isinstance(event, RaceStepped) and isinstance(event.event, RoundDecoded), begin=begin)
        talk.client.cancel(7)
        *_events, end = talk.until(lambda event: isinstance(event, RACE_ENDS), begin=begin)
        assert isinstance(end, RaceFinished)
        assert end.cancelled
        assert talk.reply(request(8)).tokens


def test_a_race_that_waits_can_be_stopped_before_it_begins(tiny_target: Path, tiny_draft: Path) -> None:
    with EngineTalk() as talk:
        talk.pair(settings(tiny_target, tiny_draft))
        talk.client.submit(Reply(request(1, max_tokens=None)))
        talk.client.submit(Race(endless(tiny_draft, 2)))
        talk.client.cancel(2)
        *_events, end = talk.until(lambda event: isinstance(event, RACE_ENDS), begin=0)
        assert end == RaceFinished(2, cancelled=True)
        talk.client.cancel(1)
        assert talk.answer(1).finished.summary.finish_reason is FinishReason.CANCELLED


def test_an_engine_that_dies_in_a_race_names_it(tiny_target: Path, tiny_draft: Path) -> None:
    with EngineTalk() as talk:
        talk.pair(settings(tiny_target, tiny_draft))
        talk.client.submit(Race(endless(tiny_draft, 7)))
        talk.until(lambda event: isinstance(event, RaceStepped), begin=0)
        assert talk.client.pid is not None
        os.kill(talk.client.pid, signal.SIGKILL)
        *_events, end = talk.until(lambda event: isinstance(event, RACE_ENDS), begin=0)
        assert isinstance(end, EngineDied)
        assert end.request_id == 7
        assert not talk.client.busy


def test_the_memory_of_a_race_is_free_again(tiny_target: Path, tiny_draft: Path, tiny_stranger: Path) -> None:
    with EngineTalk() as talk:
        talk.pair(settings(tiny_target, tiny_draft, context_tokens=LONG_CONTEXT))
        held: list[int] = []
        taken = 0
        for index in range(6):
            order = list(RaceOrder)[index % 2]
            events = race_of(talk, spec_of(*off_and_on(tiny_stranger), order, asked=request(index, max_tokens=3)))
            assert isinstance(events[-1], RaceFinished)
            ready = {event.side: event.pair for event in events if isinstance(event, RaceSideReady)}
            taken = min(side.target.kv_bytes for side in ready.values())
            assert talk.client.pid is not None
            held.append(psutil.Process(talk.client.pid).memory_info().rss)
        assert taken > 2**25, "large enough for the system to take it back at once"
        assert held[-1] - held[1] < 2 * taken, "four races more, each with at least two such caches"


def test_a_race_without_a_model_fails_in_words() -> None:
    with EngineTalk() as talk:
        (end,) = race_of(talk, spec_of(RaceSide(OFF), RaceSide(ON), asked=request(4)))
        assert isinstance(end, RaceFailed)
        assert end.notice.code == "no_model_loaded"
