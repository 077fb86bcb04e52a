"""Rates have one definition each, and all derive from the same counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.metrics import Tally
from app.engine.types import EmittedToken, Mark, ProposedToken, Proposer, Round


def _round(num_drafted: int, num_accepted: int, *, num_emitted: int | None = None, ended: bool = False) -> Round:
    """A round as the engine makes it: accepted drafts and one token more, unless it says otherwise."""
    emitted = num_accepted + 1 if num_emitted is None else num_emitted
    return Round(
        index=0,
        proposer=Proposer.DRAFT if num_drafted else None,
        proposed=tuple(ProposedToken(token, "x") for token in range(num_drafted)),
        num_accepted=num_accepted,
        emitted=tuple(EmittedToken(token, "x", Mark.ACCEPTED, 1.0) for token in range(emitted)),
        draft_seconds=0.25 if num_drafted else 0.0,
        verify_seconds=0.5,
        seconds=1.0,
        ended=ended,
    )


def _tally(*rounds: Round) -> Tally:
    tally = Tally()
    for decoded in rounds:
        tally.add(decoded)
    return tally


def test_nothing_measured_is_not_zero() -> None:
    tally = _tally()
    rates = (
        tally.acceptance_rate,
        tally.alpha,
        tally.block_efficiency,
        tally.mean_accepted,
        tally.tokens_per_second,
    )
    assert rates == (None,) * 5
    assert tally.accepted_per_position == ()


def test_plain_rounds_are_no_rejections() -> None:
    tally = _tally(_round(0, 0), _round(0, 0))
    assert tally.acceptance_rate is None
    assert tally.mean_accepted is None
    assert tally.block_efficiency == 1.0


def test_the_rates_of_a_reply_worked_out_by_hand() -> None:
    tally = _tally(_round(4, 2), _round(4, 4), _round(0, 0), _round(3, 0))
    assert tally.num_drafted == 11
    assert tally.num_accepted == 6
    assert tally.num_tested == 8  # two rounds had a first mismatch
    assert tally.acceptance_rate == pytest.approx(6 / 11)
    assert tally.alpha == pytest.approx(6 / 8)
    assert tally.num_emitted == 3 + 5 + 1 + 1
    assert tally.block_efficiency == pytest.approx(10 / 4)
    assert tally.mean_accepted == pytest.approx(2.0)
    assert tally.accepted_per_position == pytest.approx((2 / 3, 2 / 3, 1 / 3, 1 / 2))
    assert tally.tokens_per_second == pytest.approx(10 / 4)
    assert (tally.draft_seconds, tally.verify_seconds) == (0.75, 2.0)


def test_an_accepted_end_counts_although_it_is_not_emitted() -> None:
    tally = _tally(_round(5, 3, num_emitted=2, ended=True))
    assert (tally.num_accepted, tally.num_emitted) == (3, 2)
    assert tally.alpha == 1.0  # what was proposed behind the end was never compared
    assert tally.acceptance_rate == pytest.approx(3 / 5)


def test_an_end_that_the_draft_did_not_see_is_a_rejection() -> None:
    decoded = _round(5, 3, num_emitted=3)
    assert decoded.rejected is decoded.proposed[3]
    assert decoded.discarded == decoded.proposed[4:]
    assert _tally(decoded).alpha == pytest.approx(3 / 4)


@given(st.lists(st.integers(0, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), max_size=30))
def test_counts_agree_with_each_other(shapes: list[tuple[int, int]]) -> None:
    rounds = [_round(drafted, accepted) for drafted, accepted in shapes]
    tally = _tally(*rounds)
    for decoded in rounds:
        parts = decoded.num_accepted + (decoded.rejected is not None) + len(decoded.discarded)
        assert parts == decoded.num_drafted
    assert tally.num_accepted <= tally.num_tested <= tally.num_drafted
    assert tally.num_emitted == tally.num_accepted + tally.num_rounds
    shares = tally.accepted_per_position
    assert all(0.0 <= share <= 1.0 for share in shares)
    assert len(shares) == max((drafted for drafted, _accepted in shapes), default=0)
