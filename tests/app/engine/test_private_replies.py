"""A private reply: nothing of anybody else is proposed to it, and nothing of it to anybody else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.pacing import Pacing
from app.engine.types import SamplingSettings
from tests.support.replies import EXACT, LOOKUP, chat, loaded, raw, run, run_all

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.engine.llama.pair import Pair

SAMPLING = SamplingSettings(temperature=0.8, seed=5, repeat_penalty=1.5, penalty_last_n=-1)
OPEN = raw(
    "The draft of the proof.",
    sampling=SAMPLING,
    speculation=replace(LOOKUP, fixed_draft_length=True),
    max_tokens=100,
)
"""No word of its own comes again, so that only earlier replies can have anything to say."""
PRIVATE = replace(OPEN, private=True)


@pytest.fixture
def alone(tiny_target: Path) -> Iterator[Pair]:
    with loaded(tiny_target, **EXACT) as pair:
        yield pair


def test_it_is_proposed_nothing_that_was_said_elsewhere(alone: Pair) -> None:
    first = run(alone, PRIVATE)
    _open, _other, second = run_all(alone, [OPEN, PRIVATE, PRIVATE], Pacing(alone))
    assert second.shape == first.shape
    assert second.text == first.text


def test_what_it_says_is_proposed_to_nobody(alone: Pair) -> None:
    pacing = Pacing(alone)
    once, _private, _again, afterwards = run_all(alone, [OPEN, PRIVATE, PRIVATE, OPEN], pacing)
    fresh = run_all(alone, [OPEN, OPEN], Pacing(alone))
    assert once.shape == fresh[0].shape
    assert afterwards.shape == fresh[1].shape, "it left no trace, and took nothing away"
    assert afterwards.tally.num_accepted > once.tally.num_accepted, "what was said openly still helps"
    only = Pacing(alone)
    assert run_all(alone, [PRIVATE, OPEN], only)[1].shape == once.shape


def test_it_still_finds_its_own_words_again(alone: Pair) -> None:
    asked = replace(
        PRIVATE, raw_prompt="abcdabcdabcd" * 6, sampling=SamplingSettings(temperature=0.0, logit_bias=((65, 99.0),))
    )
    assert run(alone, asked).tally.num_accepted > 50


def test_going_on_with_a_reply_does_not_mind_a_private_one_in_between(alone: Pair) -> None:
    asked = chat("Tell me more.", sampling=SAMPLING, max_tokens=60)
    going_on = replace(asked, begun=run(alone, asked).text)
    other = replace(OPEN, raw_prompt="Something else.")
    _begun, undisturbed = run_all(alone, [asked, going_on])
    _begun, _private, after_private = run_all(alone, [asked, replace(other, private=True), going_on])
    _begun, _open, after_open = run_all(alone, [asked, other, going_on])
    assert after_private.token_ids == undisturbed.token_ids
    assert after_open.token_ids != undisturbed.token_ids, "without its tokens the text is split otherwise"


def test_forgetting_empties_what_a_private_reply_left(alone: Pair) -> None:
    pacing = Pacing(alone)
    run(alone, PRIVATE, pacing)
    assert len(pacing._private_lookup._text) > 0
    pacing.forget_text()
    assert len(pacing._private_lookup._text) == 0
    assert len(pacing._lookup._text) == 0
