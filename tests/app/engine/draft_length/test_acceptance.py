"""What a text's drafts were like tells what the next ones will be like, for a while."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.draft_length.acceptance import Acceptance
from app.engine.types import Proposer


def _feed(acceptance: Acceptance, alpha: float, rounds: int, length: int = 5, seed: int = 1) -> None:
    draw = random.Random(seed)
    for _ in range(rounds):
        accepted = 0
        while accepted < length and draw.random() < alpha:
            accepted += 1
        acceptance.observe(Proposer.DRAFT, accepted, min(length, accepted + 1))


@pytest.mark.parametrize("alpha", [0.2, 0.5, 0.9])
def test_a_steady_text_is_learnt(alpha: float) -> None:
    acceptance = Acceptance()
    _feed(acceptance, alpha, 80)
    assert acceptance.expected(Proposer.DRAFT, 1)[0] == pytest.approx(alpha, abs=0.15)


def test_positions_never_tried_follow_the_others() -> None:
    acceptance = Acceptance()
    _feed(acceptance, 0.95, 40, length=2)
    assert acceptance.expected(Proposer.DRAFT, 16)[15] > 0.85


def test_a_changed_text_is_noticed() -> None:
    acceptance = Acceptance()
    _feed(acceptance, 0.9, 60)
    _feed(acceptance, 0.1, 30, seed=2)
    assert acceptance.expected(Proposer.DRAFT, 1)[0] < 0.45


def test_two_failures_at_the_start_are_not_the_end() -> None:
    acceptance = Acceptance()
    for _ in range(2):
        acceptance.observe(Proposer.DRAFT, 0, 1)
    assert acceptance.expected(Proposer.DRAFT, 1)[0] > 0.3


def test_a_surer_draft_is_likelier_right_and_the_pair_teaches_by_how_much() -> None:
    acceptance = Acceptance()
    before = [acceptance.estimate(Proposer.DRAFT, 1, sure) for sure in (0.1, 0.5, 0.75, 0.99)]
    assert before == sorted(before)
    for _ in range(60):
        acceptance.observe(Proposer.DRAFT, 0, 1, [0.99])
        acceptance.observe(Proposer.DRAFT, 1, 1, [0.5])
    assert acceptance.estimate(Proposer.DRAFT, 1, 0.99) < 0.3 < 0.7 < acceptance.estimate(Proposer.DRAFT, 1, 0.5)


def test_a_longer_match_is_likelier_to_go_on_and_grows_within_the_proposal() -> None:
    acceptance = Acceptance()
    by_length = [acceptance.expected(Proposer.LOOKUP, 1, length)[0] for length in (1, 3, 8, 20, 40)]
    assert by_length == sorted(by_length)
    along = acceptance.expected(Proposer.LOOKUP, 10, 2)
    assert along[9] > along[0]


def test_a_refused_draft_counts_against_the_plan() -> None:
    acceptance = Acceptance()
    before = acceptance.expected(Proposer.DRAFT, 1)[0]
    for _ in range(5):
        acceptance.observe_refused(Proposer.DRAFT, 1)
    assert acceptance.expected(Proposer.DRAFT, 1)[0] < before / 1.5


def test_another_reply_begins_with_what_the_pair_is_like() -> None:
    acceptance = Acceptance()
    for reply in range(6):
        _feed(acceptance, 0.9, 30, seed=reply)
        acceptance.new_reply()
    _feed(acceptance, 0.05, 25, seed=7)
    low = acceptance.expected(Proposer.DRAFT, 1)[0]
    acceptance.new_reply()
    assert acceptance.expected(Proposer.DRAFT, 1)[0] > 1.2 * low


def test_the_pair_is_remembered_between_runs() -> None:
    acceptance = Acceptance()
    _feed(acceptance, 0.95, 60)
    again = Acceptance.from_json(json.loads(json.dumps(acceptance.to_json())))
    assert again.expected(Proposer.DRAFT, 1)[0] > 0.85
    assert again.evidence(Proposer.DRAFT) == pytest.approx(acceptance.evidence(Proposer.DRAFT))


@pytest.mark.parametrize("kept", [None, {"draft": [3, 2]}, {"draft": [-1, 2]}, {"draft": "x"}, {"draft": [1]}])
def test_damaged_memories_are_left_out(kept: object) -> None:
    assert Acceptance.from_json(kept).expected(Proposer.DRAFT, 3) == Acceptance().expected(Proposer.DRAFT, 3)


@given(
    st.lists(
        st.tuples(st.sampled_from(list(Proposer)), st.integers(0, 20), st.booleans(), st.floats(0.0, 1.0)),
        max_size=60,
    )
)
def test_estimates_are_probabilities(rounds: list[tuple[Proposer, int, bool, float]]) -> None:
    acceptance = Acceptance()
    for proposer, accepted, rejected, sure in rounds:
        acceptance.observe(proposer, accepted, accepted + rejected, [sure] * (accepted + rejected))
    for proposer in Proposer:
        assert all(0.0 < estimate < 1.0 for estimate in acceptance.expected(proposer, 20))
        assert 0.0 < acceptance.estimate(proposer, 17, 0.4) < 1.0
