"""Conversations through the real llama.cpp: the prompt cache, ends, split characters, refusals, stops in mid-reply."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.drafters.draft_model import common_prefix
from app.engine.events import TokensProposed
from app.engine.types import (
    FinishReason,
    Message,
    SamplingSettings,
    SpeculationMode,
    Verification,
)
from tests.support.replies import EXACT, OFF, ON, assert_clean, chat, loaded, raw, run
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.engine.llama.pair import Pair
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
        assert_clean(fresh_pair, request, reply)
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
        assert_clean(ending_pair, request, reply)
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
            assert_clean(twins, request, reply)


@pytest.fixture(scope="module")
def twins(tiny_target: Path) -> Iterator[Pair]:
    with loaded(tiny_target, tiny_target, **EXACT) as loaded_pair:
        yield loaded_pair


def test_a_file_without_a_template_gets_the_stops_of_the_one_it_is_given(tiny_no_template: Path) -> None:
    with loaded(tiny_no_template, tiny_no_template, **EXACT) as base:
        assert "<|im_end|>" in base.template_stops
        assert run(base, chat("Hi")).token_ids


# Characters.


@pytest.mark.parametrize("draft", ["tiny_target", "tiny_draft", "tiny_stranger", "tiny_padded"])
def test_no_text_ever_holds_a_broken_character(draft: str, tiny_target: Path, request: pytest.FixtureRequest) -> None:
    halves = tuple((byte, 5.0) for byte in (*range(0x80, 0xC0, 5), 0xC3, 0xE2, 0xE4, 0xF0, 0x9F, 0x82, 0xAC))
    with loaded(tiny_target, request.getfixturevalue(draft), **EXACT) as broken:
        num_split = 0
        for seed in range(3):
            sampling = SamplingSettings(temperature=1.2, seed=seed, logit_bias=halves, top_k=0)
            for speculation in (OFF, ON, replace(ON, verification=Verification.REJECTION)):
                reply = run(broken, raw("€ 🐱 é", sampling=sampling, speculation=speculation))
                assert not any("\ufffd" in text for text in reply.all_texts)
                whole = b"".join(map(broken.piece, reply.token_ids))
                assert reply.text == whole.decode("utf-8", "ignore")
                num_split += sum(not token.text for decoded in reply.rounds for token in decoded.emitted)
        assert num_split > 25


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
