"""Conversations through the real llama.cpp: the prompt cache, ends, split characters, refusals, stops in mid-reply."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.cancel import CancelFlag
from app.engine.drafters.draft_model import common_prefix
from app.engine.events import ReplyFinished, TokensProposed
from app.engine.llama.context import Context, ContextSettings
from app.engine.llama.pair import Pair
from app.engine.session import Session
from app.engine.types import (
    FinishReason,
    KvType,
    LoadSettings,
    Mark,
    Message,
    ModelSpec,
    SamplingSettings,
    SpeculationMode,
    Verification,
)
from tests.support.lying_drafters import LyingContext, WithDraft
from tests.support.replies import EXACT, GREEDY, OFF, ON, Collected, chat, loaded, raw, run
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.engine.types import ReplyRequest

SEEDED = SamplingSettings(temperature=0.9, seed=3)
PROMPT = "Set the page in red ink. The draft of the proof is in the"


@pytest.fixture(scope="module")
def pair(tiny_target: Path, tiny_draft: Path) -> Iterator[Pair]:
    with loaded(tiny_target, tiny_draft, **EXACT) as loaded_pair:
        yield loaded_pair


@pytest.fixture
def fresh_pair(tiny_target: Path, tiny_draft: Path) -> Iterator[Pair]:
    with loaded(tiny_target, tiny_draft, **EXACT) as loaded_pair:
        yield loaded_pair


@pytest.fixture(scope="module")
def ending_pair(tiny_ending: Path) -> Iterator[Pair]:
    with loaded(tiny_ending, tiny_ending, **EXACT) as loaded_pair:
        yield loaded_pair


def _assert_clean(pair: Pair, request: ReplyRequest, reply: Collected) -> None:
    """Both caches hold what was said and nothing else, and no end token is in them."""
    if request.raw_prompt is None:
        prompt = pair.tokenize(pair.render(request.messages), raw=False)
    else:
        prompt = pair.tokenize(request.raw_prompt, raw=True)
    history = [*prompt, *reply.token_ids]
    assert pair.draft is not None
    for context in (pair.target, pair.draft):
        assert list(context.tokens) == history[: len(context.tokens)]
    assert not set(END_IDS).intersection(reply.token_ids)


# The prompt cache.


def _chats() -> list[ReplyRequest]:
    """A question, a follow-up, the question edited, the edited one regenerated, and another conversation."""
    follow_up = chat("Set the page.", "the ink is in the", "And the proof?", sampling=SEEDED)
    edited = chat("Set the page.", "the ink is in the", "And the draft?", sampling=SEEDED)
    return [
        chat("Set the page.", sampling=SEEDED),
        follow_up,
        edited,
        edited,
        chat("Something else.", sampling=SEEDED),
    ]


def test_a_prompt_finds_its_longest_prefix_in_the_cache(fresh_pair: Pair) -> None:
    for number, request in enumerate(_chats()):
        held = list(fresh_pair.target.tokens)
        prompt = fresh_pair.tokenize(fresh_pair.render(request.messages), raw=False)
        reply = run(fresh_pair, request)
        assert reply.reused_tokens == reply.summary.reused_tokens == common_prefix(held, prompt, len(prompt) - 1)
        assert reply.summary.prompt_tokens == len(prompt)
        _assert_clean(fresh_pair, request, reply)
        if number == 1:
            first = fresh_pair.tokenize(fresh_pair.render([Message("user", "Set the page.")]), raw=False)
            assert reply.reused_tokens >= len(first)
        if number == 2:
            assert reply.reused_tokens > len(first) + 8  # the reply in between too
        if number == 3:
            assert reply.reused_tokens == len(prompt) - 1


def test_a_reply_over_a_cache_is_a_fresh_pairs_reply(fresh_pair: Pair, tiny_target: Path, tiny_draft: Path) -> None:
    for request in _chats():
        reply = run(fresh_pair, request)
        with loaded(tiny_target, tiny_draft, **EXACT) as other:
            expected = run(other, request)
        assert reply.text == expected.text
        assert [decoded.num_accepted for decoded in reply.rounds] == [
            decoded.num_accepted for decoded in expected.rounds
        ]


def test_the_reply_itself_is_reused_by_the_next_turn(ending_pair: Pair) -> None:
    for seed in range(6):
        sampling = replace(SEEDED, seed=seed)
        first = run(ending_pair, chat(f"Set page {seed}.", sampling=sampling))
        assert first.finish_reason is FinishReason.STOP
        held = list(ending_pair.target.tokens)
        assert held[first.summary.prompt_tokens :] == first.token_ids
        second = chat(f"Set page {seed}.", first.text, "More.", sampling=sampling)
        prompt = ending_pair.tokenize(ending_pair.render(second.messages), raw=False)
        reply = run(ending_pair, second)
        assert reply.reused_tokens == common_prefix(held, prompt, len(prompt) - 1) >= first.summary.prompt_tokens


def test_switching_speculation_between_turns_is_harmless(fresh_pair: Pair) -> None:
    expected = [run(fresh_pair, request).text for request in _chats()]
    for first_off in (True, False):
        off = first_off
        for request, text in zip(_chats(), expected, strict=True):
            assert run(fresh_pair, replace(request, speculation=OFF if off else ON)).text == text
            off = not off


# Ends.


@pytest.mark.parametrize("verification", list(Verification))
def test_nothing_follows_the_end(ending_pair: Pair, verification: Verification) -> None:
    num_ended_in_drafts = 0
    for seed in range(12):
        request = chat(
            "Hi",
            sampling=replace(SEEDED, seed=seed),
            speculation=replace(ON, draft_max=16, verification=verification),
        )
        reply = run(ending_pair, request)
        assert reply.finish_reason is FinishReason.STOP
        _assert_clean(ending_pair, request, reply)
        assert "<|" not in reply.text
        last = reply.rounds[-1]
        num_ended_in_drafts += last.num_accepted > len(last.emitted)
        assert len(last.emitted) <= last.num_drafted
        proposals = [event.proposed for event in reply.events if isinstance(event, TokensProposed)]
        for proposed in proposals:  # nothing is proposed behind an end either
            assert not any(token.token_id in END_IDS for token in proposed[:-1])
    assert num_ended_in_drafts > 6


def test_a_stop_string_inside_a_draft_ends_the_reply_there(twins: Pair) -> None:
    whole = run(twins, raw(PROMPT, speculation=OFF)).text
    for length in (1, 2, 3, 7):
        for start in range(0, 24, 3):
            stop = whole[start : start + length]
            request = raw(PROMPT, stop=(stop,), speculation=replace(ON, draft_max=16))
            reply = run(twins, request)
            assert reply.finish_reason is FinishReason.STOP
            assert reply.text == whole[: whole.index(stop)]
            off = run(twins, replace(request, speculation=OFF))
            assert reply.token_ids == off.token_ids
            run(twins, request)
            _assert_clean(twins, request, reply)


@pytest.fixture(scope="module")
def twins(tiny_target: Path) -> Iterator[Pair]:
    with loaded(tiny_target, tiny_target, **EXACT) as loaded_pair:
        yield loaded_pair


def test_a_file_without_a_template_still_ends_its_turns(tiny_no_template: Path) -> None:
    with loaded(tiny_no_template, tiny_no_template, **EXACT) as base:
        assert "<|im_end|>" in base.template_stops
        spelt = [base.tokenize(letter, raw=True)[0] for letter in "<|im_end|>"]
        reply = run(base, chat("Hi", sampling=replace(GREEDY, logit_bias=((spelt[0], 3.0),))))
        assert "<|im_end|>" not in reply.text


# Characters.


@pytest.mark.parametrize("draft", ["tiny_target", "tiny_draft", "tiny_stranger", "tiny_padded"])
def test_no_text_ever_holds_a_broken_character(
    draft: str, tiny_target: Path, request: pytest.FixtureRequest
) -> None:
    halves = tuple((byte, 5.0) for byte in (*range(0x80, 0xC0, 5), 0xC3, 0xE2, 0xE4, 0xF0, 0x9F, 0x82, 0xAC))
    with loaded(tiny_target, request.getfixturevalue(draft), **EXACT) as broken:
        num_split = 0
        for seed in range(6):
            sampling = SamplingSettings(temperature=1.2, seed=seed, logit_bias=halves, top_k=0)
            for speculation in (OFF, ON, replace(ON, verification=Verification.REJECTION)):
                reply = run(broken, raw("€ 🐱 é", sampling=sampling, speculation=speculation))
                assert not any("\ufffd" in text for text in reply.all_texts)
                whole = b"".join(map(broken.piece, reply.token_ids))
                assert reply.text == whole.decode("utf-8", "ignore")
                num_split += sum(not token.text for decoded in reply.rounds for token in decoded.emitted)
        assert num_split > 50


def test_the_text_may_end_in_the_middle_of_a_character(tiny_target: Path) -> None:
    with loaded(tiny_target, tiny_target, **EXACT) as emoji:
        cat = emoji.tokenize("🐱🐱🐱🐱", raw=True)
        favoured = SamplingSettings(temperature=0.0, logit_bias=tuple((token, 30.0) for token in set(cat)))
        for most in range(1, 13):
            reply = run(emoji, raw("🐱🐱", sampling=favoured, max_tokens=most))
            assert reply.finish_reason is FinishReason.LENGTH
            assert len(reply.token_ids) == most
            assert not any("\ufffd" in text for text in reply.all_texts)


# What cannot go back.


def test_a_recurrent_target_chats_without_speculation_and_says_why(tiny_recurrent: Path, tiny_draft: Path) -> None:
    with loaded(tiny_recurrent, tiny_draft) as recurrent:
        assert recurrent.draft is None
        turns = ["Set the page."]
        for _turn in range(3):
            request = chat(*turns, sampling=SEEDED, max_tokens=20)
            reply = run(recurrent, request)
            status = reply.summary.status
            assert status.mode is SpeculationMode.OFF
            assert status.reason is not None
            assert status.reason.code == "target_cannot_rewind"
            with loaded(tiny_recurrent) as fresh:
                assert reply.text == run(fresh, request).text
            turns += [reply.text, "And the proof?"]
        assert run(recurrent, chat("Set", sampling=SEEDED)).reused_tokens == 0


def test_a_recurrent_draft_is_refused_and_the_target_chats(tiny_target: Path, tiny_recurrent: Path) -> None:
    with loaded(tiny_target, tiny_recurrent) as recurrent:
        assert recurrent.draft_notice is not None
        assert recurrent.draft_notice.code == "draft_cannot_rewind"
        reply = run(recurrent, chat("Hi"))
        assert reply.summary.status.reason == recurrent.draft_notice
        assert reply.token_ids


def test_a_sliding_window_is_right_over_turns(tiny_sliding: Path, tiny_target: Path) -> None:
    """Its window is 32 tokens; the prompts are longer, are edited far back, and drafts are rejected all the time."""
    long_turn = "The draft of the proof is in the red ink of the page. " * 3
    turns = [
        (long_turn,),
        (long_turn, "in the ink", "And the page?"),
        (long_turn, "in the ink", "And the ink?"),
        (long_turn[:40],),
        (long_turn[:40], "red", long_turn),
    ]
    for draft in (tiny_target, tiny_sliding):
        with loaded(tiny_sliding, draft, **EXACT) as sliding:
            for contents in turns:
                request = chat(*contents, sampling=SEEDED, max_tokens=50)
                reply = run(sliding, request)
                with loaded(tiny_sliding, **EXACT) as fresh:
                    expected = run(fresh, request)
                assert reply.text == expected.text
                assert reply.tally.num_drafted > 0


# Counts, room, failures.


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
        request = raw(words, speculation=speculation, max_tokens=None, sampling=replace(SEEDED, logit_bias=_NO_END))
        reply = run(small, request)
        assert reply.finish_reason is FinishReason.CONTEXT
        assert len(prompt) + len(reply.token_ids) == small.target.capacity + 1
        assert reply.rounds[0].num_drafted == 512 - len(prompt)
        _assert_clean(small, request, reply)
        if mode is not Verification.REJECTION:
            assert reply.text == run(small, replace(request, speculation=OFF)).text


_NO_END = tuple((token, -100.0) for token in END_IDS)


@pytest.mark.parametrize("length", [511, 512, 513])
def test_a_prompt_as_long_as_the_context(tiny_target: Path, length: int) -> None:
    with loaded(tiny_target, tiny_target, context_tokens=512) as small:
        letters = "a" * length
        assert len(small.tokenize(letters, raw=True)) == length
        reply = run(small, raw(letters, max_tokens=None, sampling=replace(GREEDY, logit_bias=_NO_END)))
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
        request = raw("the " * 230, sampling=replace(SEEDED, logit_bias=_NO_END))
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


# Stopped.


@pytest.fixture
def stoppable(tiny_target: Path, tiny_draft: Path) -> Iterator[tuple[Pair, CancelFlag]]:
    flag = CancelFlag()
    settings = LoadSettings(
        ModelSpec(str(tiny_target)),
        ModelSpec(str(tiny_draft)),
        context_tokens=1024,
        threads=1,
        flash_attention=True,
        kv_type_v=KvType.Q8_0,
        draft_kv_type_v=KvType.Q8_0,
    )
    pair = Pair.load(settings, flag, lambda _role, _fraction: None)
    yield pair, flag
    pair.close()


def test_stopping_at_any_event_keeps_what_was_written(stoppable: tuple[Pair, CancelFlag]) -> None:
    pair, flag = stoppable
    session = Session(pair, flag.is_set)
    request = raw("The proof. " * 60, sampling=SEEDED, max_tokens=24)  # three prefill steps
    other = raw("The proof. " * 59 + "The ink.", sampling=SEEDED, max_tokens=24)
    expected, expected_other = run(pair, request), run(pair, other)
    for number in range(1, len(expected.events) - 1):
        pair.target.rewind(0)
        assert pair.draft is not None
        pair.draft.rewind(0)
        events = []
        for event in session.reply(request):
            events.append(event)
            if len(events) == number:
                flag.set()
        stopped = Collected(tuple(events))
        assert stopped.finish_reason is FinishReason.CANCELLED
        assert expected.text.startswith(stopped.text)
        assert len(stopped.events) <= number + 2
        _assert_clean(pair, request, stopped)
        flag.clear()
        assert run(pair, other).text == expected_other.text
        assert run(pair, request).text == expected.text


def test_a_reply_that_is_stopped_before_it_begins_does_nothing(stoppable: tuple[Pair, CancelFlag]) -> None:
    pair, flag = stoppable
    flag.set()
    reply = Collected(tuple(Session(pair, flag.is_set).reply(raw(PROMPT))))
    assert isinstance(reply.events[-1], ReplyFinished)
    assert reply.finish_reason is FinishReason.CANCELLED
    assert reply.rounds == []
    flag.clear()
    assert run(pair, raw(PROMPT)).token_ids


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
