"""What a reply says about itself, and what bounds it: marks, counts, reasons, room, a draft that fails."""

from __future__ import annotations

import itertools
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.cancel import CancelFlag
from app.engine.draft_length.values import DecisionCode
from app.engine.events import ReplyFailed, TokensProposed
from app.engine.llama.context import Context, ContextSettings
from app.engine.pacing import Pacing
from app.engine.types import (
    FinishReason,
    KvType,
    Mark,
    SamplingSettings,
    SpeculationMode,
    Verification,
)
from app.errors import UserError
from tests.support.lying_drafters import LyingContext, WithDraft
from tests.support.replies import AUTO, EXACT, GREEDY, LOOKUP, OFF, ON, assert_clean, chat, loaded, raw, run
from tests.support.tiny_vocabulary import END_IDS
from tests.support.toy_models import ToyContext, ToyModel, ToyPair

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.engine.llama.pair import Pair
    from app.engine.types import SpeculationSettings

SEEDED = SamplingSettings(temperature=0.9, seed=3)
PROMPT = "Set the page in red ink. The draft of the proof is in the"
NO_END = tuple((token, -100.0) for token in END_IDS)
TARGET = ToyModel(seed=2, end_bias=-3.0)
DRAFT = replace(TARGET, noise=0.25)


@pytest.fixture(scope="module")
def pair(tiny_target: Path, tiny_draft: Path) -> Iterator[Pair]:
    with loaded(tiny_target, tiny_draft, **EXACT) as loaded_pair:
        yield loaded_pair


# Over toy models.


@given(st.integers(0, 30), st.sampled_from([0.0, 0.8]), st.integers(0, 6))
def test_marks_say_what_became_of_a_token(seed: int, temperature: float, draft_max: int) -> None:
    model = ToyModel(seed=seed, end_bias=-2.0)
    pair = ToyPair(ToyContext(model), ToyContext(replace(model, noise=0.3)))
    sampling = SamplingSettings(temperature=temperature, top_k=0, seed=seed)
    reply = run(pair, raw("abc", sampling=sampling, speculation=replace(ON, draft_max=draft_max)))
    assert reply.text == run(pair, raw("abc", sampling=sampling, speculation=OFF)).text
    for decoded in reply.rounds:
        marks = [token.mark for token in decoded.emitted]
        num_accepted = marks.count(Mark.ACCEPTED)
        assert marks[:num_accepted] == [Mark.ACCEPTED] * num_accepted
        assert num_accepted == decoded.num_accepted or decoded.ended
        assert len(marks) - num_accepted <= 1
        for token, proposed in zip(decoded.emitted[:num_accepted], decoded.proposed, strict=False):
            assert token.token_id == proposed.token_id
        if marks and marks[-1] is Mark.CORRECTED:
            assert decoded.emitted[-1].token_id != decoded.proposed[num_accepted].token_id
        if marks and marks[-1] is Mark.BONUS:
            assert num_accepted == decoded.num_drafted > 0
        if marks and marks[-1] is Mark.PLAIN:
            assert decoded.num_drafted == 0
            assert decoded.proposer is None


def test_a_smaller_draft_context_is_used_to_its_end() -> None:
    pair = ToyPair(ToyContext(TARGET), ToyContext(replace(DRAFT, noise=0.0), capacity=16))
    request = raw("abcabc", sampling=SamplingSettings(temperature=0.9, top_k=0, seed=5), max_tokens=30)
    reply = run(pair, request)
    assert reply.changes == ["draft_context_full"]
    assert reply.summary.status.mode is SpeculationMode.OFF
    drafted = [decoded.num_drafted for decoded in reply.rounds]
    before = next(index for index, decoded in enumerate(reply.rounds) if not decoded.num_drafted)
    said = 6 + sum(len(decoded.emitted) for decoded in reply.rounds[:before])
    assert said in (16 + 1, 16 + 2)
    assert not any(drafted[before:])
    assert reply.text == run(ToyPair(ToyContext(TARGET)), request).text


@pytest.mark.parametrize(
    ("speculation", "with_draft", "code"),
    [
        (ON, False, "no_draft_model"),
        (replace(ON, draft_max=0), True, "draft_max_zero"),
        (replace(ON, draft_max=3, draft_min=4), True, "draft_min_above_max"),
        (replace(ON, draft_max=64, draft_min=17), True, "draft_min_above_max"),
        (replace(LOOKUP, draft_max=0), False, "draft_max_zero"),
    ],
)
def test_speculation_that_does_not_run_says_why(speculation: SpeculationSettings, with_draft: bool, code: str) -> None:
    pair = ToyPair(ToyContext(TARGET), ToyContext(DRAFT) if with_draft else None)
    status = run(pair, raw("abc", speculation=speculation)).summary.status
    assert status.mode is SpeculationMode.OFF
    assert status.requested is speculation.mode
    assert status.reason is not None
    assert status.reason.code == code


def test_without_a_draft_model_auto_looks_up_and_says_why() -> None:
    pair = ToyPair(ToyContext(TARGET))
    reply = run(pair, raw("abcabcabc", speculation=AUTO))
    status = reply.summary.status
    assert (status.requested, status.mode) == (SpeculationMode.AUTO, SpeculationMode.LOOKUP)
    assert status.reason is not None
    assert status.reason.code == "no_draft_model"
    assert reply.text == run(pair, raw("abcabcabc", speculation=OFF)).text


def test_a_decision_is_told_when_it_is_another_and_at_the_end(pair: Pair) -> None:
    pacing = Pacing(pair, reproducible=True)
    request = raw(PROMPT, speculation=AUTO, max_tokens=60, sampling=replace(SEEDED, logit_bias=NO_END))
    reply = run(pair, request, pacing)
    told = [(decision.code, decision.proposer, decision.num_drafts) for decision in reply.decisions]
    assert told
    assert all(before != after for before, after in itertools.pairwise(told))
    last = reply.summary.decision
    assert last is not None
    assert (last.code, last.proposer, last.num_drafts) == told[-1]
    assert last.code is not DecisionCode.OFF, "that there is no room for a draft at the end is no decision"
    proposed = {decision.proposer for decision in reply.decisions}
    assert {decoded.proposer for decoded in reply.rounds if decoded.proposer} <= proposed
    assert run(pair, replace(request, speculation=ON)).summary.decision is None


def test_a_late_prefill_is_told_apart(pair: Pair) -> None:
    """The draft model reads the prompt when it is first asked, and that is no decoding."""
    request = raw("The proof. " * 60, speculation=AUTO, max_tokens=30, sampling=replace(SEEDED, logit_bias=NO_END))
    assert pair.draft is not None
    pair.draft.rewind(0)
    reply = run(pair, request, Pacing(pair, reproducible=True))
    timing = reply.summary.timing
    assert reply.tally.num_drafted > 0
    assert timing.draft_prefill_seconds > 0
    rounds = sum(decoded.seconds for decoded in reply.rounds)
    assert 0 < timing.model_seconds <= rounds <= timing.decode_seconds
    assert timing.prefill_seconds + timing.draft_prefill_seconds + timing.decode_seconds <= timing.total_seconds
    for decoded in reply.rounds:
        assert 0 <= decoded.draft_seconds + decoded.verify_seconds <= decoded.seconds


def test_speculation_that_was_not_wanted_needs_no_reason() -> None:
    pair = ToyPair(ToyContext(TARGET), ToyContext(DRAFT))
    reply = run(pair, raw("abc", speculation=OFF))
    assert reply.summary.status.reason is None
    assert pair.draft is not None
    assert pair.draft.num_decodes == 0


def test_a_prompt_that_does_not_fit_is_refused_with_both_numbers() -> None:
    reply = run(ToyPair(ToyContext(TARGET, capacity=4)), raw("abcabc"))
    failed = reply.events[-1]
    assert isinstance(failed, ReplyFailed)
    assert failed.notice.code == "prompt_too_long"
    assert failed.notice.values == {"tokens": 6, "capacity": 4}


def test_the_templates_stops_end_a_chat_and_not_a_raw_prompt() -> None:
    pair = ToyPair(ToyContext(TARGET))
    whole = run(pair, raw("abcabc")).text
    stop = whole[4:6]
    stopping = ToyPair(ToyContext(TARGET), template_stops=(stop,))
    assert run(stopping, raw("abcabc")).text == whole
    reply = run(stopping, chat("abcabc"))
    assert reply.finish_reason is FinishReason.STOP
    assert reply.text == whole[: whole.index(stop)]


# Through llama.cpp.


def test_drafts_thrown_away_for_being_few_are_not_counted(pair: Pair) -> None:
    request = raw(PROMPT, speculation=replace(ON, draft_max=4, draft_min=3, draft_p_min=0.35))
    reply = run(pair, request)
    proposed = [event.proposed for event in reply.events if isinstance(event, TokensProposed)]
    assert all(len(proposal) >= 3 for proposal in proposed)
    assert reply.tally.num_drafted == sum(map(len, proposed)) > 0
    plain = [decoded for decoded in reply.rounds if not decoded.num_drafted]
    assert plain
    assert all(token.mark is Mark.PLAIN for decoded in plain for token in decoded.emitted)
    assert any(decoded.draft_seconds > 0 for decoded in plain)  # something was drafted there, and it did cost time


def test_more_drafts_than_can_be_had_are_no_silent_failure(pair: Pair) -> None:
    reply = run(pair, raw(PROMPT, speculation=replace(ON, draft_max=64, draft_p_min=0.0)))
    assert max(decoded.num_drafted for decoded in reply.rounds) == pair.max_drafts


@pytest.mark.parametrize("mode", list(Verification))
def test_no_room_clips_the_proposal_and_ends_with_context(tiny_target: Path, mode: Verification) -> None:
    with loaded(tiny_target, tiny_target, context_tokens=512, max_draft_tokens=64, **EXACT) as small:
        words = "the " * 498
        prompt = small.tokenize(words, raw=True)
        assert 490 <= len(prompt) <= 505
        speculation = replace(ON, draft_max=64, verification=mode)
        request = raw(words, speculation=speculation, max_tokens=None, sampling=replace(SEEDED, logit_bias=NO_END))
        reply = run(small, request)
        assert reply.finish_reason is FinishReason.CONTEXT
        assert len(prompt) + len(reply.token_ids) == small.target.capacity + 1
        assert reply.rounds[0].num_drafted == 512 - len(prompt)
        assert_clean(small, request, reply)
        if mode is not Verification.REJECTION:
            assert reply.text == run(small, replace(request, speculation=OFF)).text


@pytest.mark.parametrize("length", [511, 512, 513])
def test_a_prompt_as_long_as_the_context(tiny_target: Path, length: int) -> None:
    with loaded(tiny_target, tiny_target, context_tokens=512) as small:
        letters = "a" * length
        assert len(small.tokenize(letters, raw=True)) == length
        reply = run(small, raw(letters, max_tokens=None, sampling=replace(GREEDY, logit_bias=NO_END)))
        if length > 512:
            assert reply.failure == "prompt_too_long"
        else:
            assert reply.finish_reason is FinishReason.CONTEXT
            assert len(reply.token_ids) == 513 - length


def test_an_empty_prompt_is_refused(pair: Pair) -> None:
    assert run(pair, raw("")).failure == "prompt_empty"


def test_a_draft_context_smaller_than_the_prompt_is_said_at_once(pair: Pair) -> None:
    with _small_draft(pair, 256) as smaller:
        request = raw("the " * 300, sampling=SEEDED)
        reply = run(smaller, request)
        assert reply.changes == ["draft_context_full"]
        assert reply.summary.status.mode is SpeculationMode.OFF
        assert reply.text == run(pair, replace(request, speculation=OFF)).text


def test_a_draft_context_that_fills_up_ends_speculation_not_the_reply(pair: Pair) -> None:
    with _small_draft(pair, 256) as smaller:
        request = raw("the " * 230, sampling=replace(SEEDED, logit_bias=NO_END))
        reply = run(smaller, request)
        assert reply.changes == ["draft_context_full"]
        assert reply.tally.num_drafted > 0
        assert reply.finish_reason is FinishReason.LENGTH
        assert reply.text == run(pair, replace(request, speculation=OFF)).text
        again = run(smaller, raw(PROMPT, sampling=SEEDED))  # and in the next reply it drafts again
        assert again.changes == []
        assert again.tally.num_drafted > 0


@contextmanager
def _small_draft(pair: Pair, capacity: int) -> Iterator[WithDraft]:
    assert pair._draft is not None
    settings = ContextSettings(capacity, 1, 1, KvType.F16, KvType.Q8_0, True)
    context = Context(pair._draft.model, settings, CancelFlag())
    try:
        yield WithDraft(pair, context)
    finally:
        context.close()


@pytest.mark.parametrize("failing_after", [0, 1, 5, 12])
def test_a_draft_that_fails_in_mid_reply_leaves_the_reply_whole(pair: Pair, failing_after: int) -> None:
    request = raw(PROMPT, sampling=SEEDED)
    failing = WithDraft(pair, LyingContext(pair.vocabulary_size, 1024, failing_after=failing_after))
    reply = run(failing, request)
    assert reply.changes == ["decode_failed"]
    assert reply.summary.status.mode is SpeculationMode.OFF
    assert reply.summary.status.requested is SpeculationMode.DRAFT
    assert reply.text == run(pair, replace(request, speculation=OFF)).text


def test_limits_of_zero_and_one_token(pair: Pair) -> None:
    nothing = run(pair, raw(PROMPT, max_tokens=0))
    assert nothing.finish_reason is FinishReason.LENGTH
    assert nothing.token_ids == []
    one = run(pair, raw(PROMPT, max_tokens=1))
    assert len(one.token_ids) == 1
    assert one.token_ids == run(pair, raw(PROMPT, max_tokens=1, speculation=OFF)).token_ids


def test_the_clock_readings_fit_into_each_other(pair: Pair) -> None:
    summary = run(pair, raw(PROMPT, sampling=SEEDED)).summary
    timing = summary.timing
    assert timing.first_token_seconds is not None
    assert 0 < timing.model_seconds <= timing.decode_seconds <= timing.total_seconds
    assert timing.prefill_seconds + timing.draft_prefill_seconds <= timing.first_token_seconds <= timing.total_seconds
    assert summary.sampling == SEEDED


def test_a_seed_is_drawn_and_told_when_none_is_given(pair: Pair) -> None:
    request = raw(PROMPT, sampling=replace(SEEDED, seed=None))
    reply = run(pair, request)
    seed = reply.summary.sampling.seed
    assert seed is not None
    assert run(pair, replace(request, sampling=reply.summary.sampling)).text == reply.text


@pytest.mark.parametrize("context_tokens", [8, 40, 100])
def test_a_context_smaller_than_a_batch_is_kept_to_and_harms_nobody(tiny_target: Path, context_tokens: int) -> None:
    with loaded(tiny_target, context_tokens=context_tokens) as pair:
        assert pair.target.capacity == context_tokens
        refused = run(pair, raw("The proof. " * 60))
        assert refused.failure == "prompt_too_long"
        reply = run(pair, raw("The", sampling=replace(GREEDY, logit_bias=NO_END), max_tokens=None))
        assert reply.summary.finish_reason is FinishReason.CONTEXT
        assert reply.summary.prompt_tokens + len(reply.token_ids) == context_tokens + 1


def test_quantised_values_without_flash_attention_are_refused_by_their_name(tiny_target: Path) -> None:
    with pytest.raises(UserError) as refusal, loaded(tiny_target, kv_type_v=KvType.Q8_0, flash_attention=False):
        pass
    assert refusal.value.notice.code == "quantised_values_need_flash"
