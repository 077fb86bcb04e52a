"""Earlier replies help where they fit, cost nothing where they do not, and are gone when they are to be."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from app.engine.drafters.shared_text import MIN_SHARED_MATCH, SEPARATOR, SharedFollower, SharedText, Trust
from tests.app.engine.drafters.test_lookup import END, lookup, write

if TYPE_CHECKING:
    from collections.abc import Sequence

DICE = random.Random(11)
REPLY = DICE.choices(range(400), k=120)
PROMPT = [700, 701, 702]
OPENINGS = [DICE.choices(range(400), k=MIN_SHARED_MATCH) for _ in range(30)]
BAIT = [[*opening, 500 + index, 550 + index] for index, opening in enumerate(OPENINGS)]
"""Replies that a match is long enough in, and that go on differently from this:"""
TALK = [token for index, opening in enumerate(OPENINGS) for token in [*opening, 600 + index]]


def shared_text(*replies: Sequence[int], max_tokens: int = 65_536) -> SharedText:
    shared = SharedText(max_tokens)
    for reply in replies:
        shared.remember(reply)
    return shared


def test_an_answer_given_before_is_proposed_after_a_few_words() -> None:
    result = write(lookup(shared_text(REPLY)), PROMPT, REPLY)
    assert result.from_shared == result.num_drafted == result.num_accepted
    assert result.num_rounds < 30
    assert result.num_accepted > 90


def test_a_trusted_answer_is_proposed_in_any_later_conversation() -> None:
    drafter = lookup(shared_text(REPLY))
    for prompt in ([800, 801], [810, 811, 812]):
        assert write(drafter, prompt, REPLY).num_accepted > 90


def test_unrelated_replies_do_not_spoil_a_conversation() -> None:
    dice = random.Random(2)
    shared = shared_text(*(dice.choices(range(40), k=400) for _ in range(20)))
    talk = dice.choices(range(40), k=600)
    with_shared, without = write(lookup(shared), PROMPT, talk), write(lookup(), PROMPT, talk)
    assert with_shared == without


def test_replies_that_begin_alike_and_go_on_differently_are_never_proposed() -> None:
    result = write(lookup(shared_text(*BAIT)), PROMPT, TALK)
    assert result == write(lookup(), PROMPT, TALK)


def test_trust_that_is_betrayed_is_lost_until_it_is_earned_again() -> None:
    shared = shared_text(REPLY, *BAIT)
    drafter = lookup(shared)
    assert write(drafter, PROMPT, REPLY).from_shared > 90
    history = [*PROMPT, *REPLY]
    betrayed = write(drafter, history, TALK)
    assert 0 < betrayed.from_shared <= 3 * 7
    another = DICE.choices(range(400), k=120)
    shared.remember(another)
    assert write(drafter, [*history, *TALK], another).num_accepted > 60


def test_distrust_ends_with_the_conversation() -> None:
    shared = shared_text(REPLY, *BAIT)
    drafter = lookup(shared)
    write(drafter, PROMPT, TALK)
    assert write(drafter, [900], REPLY) == write(lookup(shared), [900], REPLY)


def test_a_reply_remembered_in_mid_conversation_is_found() -> None:
    shared = shared_text()
    drafter = lookup(shared)
    history = [*PROMPT, *REPLY[:10]]
    assert drafter.peek(history, 5) == ([], 0)
    shared.remember(REPLY)
    result = write(drafter, history, REPLY[10:])
    assert result.num_accepted > 90
    assert result == write(lookup(shared), history, REPLY[10:])


def test_a_branch_keeps_the_trust_of_its_conversation() -> None:
    drafter = lookup(shared_text(REPLY))
    write(drafter, PROMPT, REPLY[:60])
    branch = [*PROMPT, *REPLY[:50]]
    drafter.prefill(branch)
    assert drafter.peek(branch, 3) == (REPLY[50:53], 50)
    assert drafter.from_shared


def test_guesses_stop_where_a_reply_stops() -> None:
    follower = SharedFollower(shared_text(REPLY, REPLY[::-1]))
    follower.follow(REPLY[:-2])
    assert follower.guess(7) == (REPLY[-2:], 64)  # that far back it looks
    follower.follow(REPLY[-2:])
    assert follower.guess(7) == ([], 0)


def test_no_match_reaches_from_one_reply_into_the_next() -> None:
    drafter = lookup(shared_text(REPLY[:60], REPLY[60:]))
    result = write(drafter, PROMPT, REPLY)
    assert result.num_accepted == result.num_drafted
    whole = write(lookup(shared_text(REPLY)), PROMPT, REPLY)
    assert result.num_rounds > whole.num_rounds + 3  # the second has to be recognised by its own beginning


def test_the_newer_of_two_replies_is_preferred() -> None:
    same = REPLY[:20]
    for max_tokens in (1000, 60):  # in one half and in both
        follower = SharedFollower(shared_text([*same, 1, 1], [*same, 2, 2], max_tokens=max_tokens))
        follower.follow(same)
        assert follower.guess(2) == ([2, 2], 20)


@pytest.mark.parametrize("max_tokens", [0, 1, 2, 7, 100, 1000])
def test_it_never_holds_more_than_its_bound(max_tokens: int) -> None:
    shared = SharedText(max_tokens)
    for _ in range(200):
        shared.remember(DICE.choices(range(50), k=DICE.randint(0, 150)))
        assert len(shared) <= max_tokens
        assert sum(half.num_states for half in shared.halves) <= 2 * max_tokens + 2
    if max_tokens >= 1000:
        assert len(shared) >= max_tokens // 2 - 151


def test_what_was_said_last_survives_the_bound() -> None:
    shared = SharedText(400)
    for _ in range(50):
        shared.remember(DICE.choices(range(400), k=60))
    shared.remember(REPLY)
    assert write(lookup(shared), PROMPT, REPLY).num_accepted > 90


def test_what_is_forgotten_is_not_proposed() -> None:
    shared = shared_text(REPLY)
    drafter = lookup(shared)
    history = [*PROMPT, *REPLY[:60]]
    write(drafter, PROMPT, REPLY[:60])
    assert drafter.peek(history, 3)[0] == REPLY[60:63]
    shared.forget()
    assert len(shared) == 0
    assert drafter.peek([*history, REPLY[60]], 3) == ([], 0)


def test_switched_off_it_holds_nothing_and_takes_nothing_in() -> None:
    shared = shared_text(REPLY)
    shared.enabled = False
    shared.remember(REPLY)
    assert len(shared) == 0
    assert write(lookup(shared), PROMPT, REPLY).num_drafted == 0
    shared.enabled = True
    shared.remember(REPLY)
    assert write(lookup(shared), PROMPT, REPLY).num_accepted > 90


def test_separators_are_never_proposed() -> None:
    replies = [DICE.choices(range(5), k=DICE.randint(1, 12)) for _ in range(200)]
    follower = SharedFollower(shared_text(*replies))
    for token in DICE.choices(range(5), k=500):
        follower.follow([token])
        tokens, length = follower.guess(7)
        assert SEPARATOR not in tokens
        assert bool(tokens) == (length >= MIN_SHARED_MATCH)


def test_an_end_token_in_an_earlier_reply_ends_a_proposal() -> None:
    drafter = lookup(shared_text([*REPLY[:60], END, *REPLY[60:]]))
    write(drafter, PROMPT, REPLY[:58])
    assert drafter.peek([*PROMPT, *REPLY[:58]], 7)[0] == [*REPLY[58:60], END]


def test_trust_is_earned_by_tokens_and_lost_by_guesses() -> None:
    trust = Trust()
    assert not trust.earned
    trust.record(3, 3)
    assert trust.earned
    for _ in range(3):
        trust.record(0, 1)
    assert not trust.earned
    assert trust.minimum == 2 * MIN_SHARED_MATCH
    trust.record(7, 7)
    assert trust.earned
