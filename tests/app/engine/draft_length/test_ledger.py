"""The promise as arithmetic: whatever texts do, what may be lost was granted before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.draft_length.ledger import Ledger

TOKEN = 0.1


def test_nothing_may_be_spent_before_it_is_granted_or_saved() -> None:
    ledger = Ledger()
    assert not ledger.may_spend(0.001)
    ledger.grant(0.05, 0.05)
    assert ledger.may_spend(0.05)
    assert not ledger.may_spend(0.051)


def test_plain_rounds_earn_the_allowance() -> None:
    ledger = Ledger()
    for _ in range(100):
        ledger.record_plain(TOKEN, TOKEN)
    assert ledger.balance == pytest.approx(0.02 * 100 * TOKEN)


def test_a_stalled_plain_round_earns_no_fortune() -> None:
    ledger = Ledger()
    ledger.record_plain(100.0, TOKEN)
    assert ledger.balance < TOKEN


def test_savings_can_be_spent() -> None:
    ledger = Ledger()
    ledger.record(4, TOKEN, 0.15, 0.15)
    assert ledger.may_spend(0.25)


def test_rare_stalls_are_the_machines_and_frequent_ones_are_paid() -> None:
    ledger = Ledger()
    ledger.record(1, TOKEN, 5.0, TOKEN)
    assert ledger.balance == pytest.approx(0.02 * TOKEN)
    assert ledger.stalled_seconds == pytest.approx(4.9)
    for _ in range(10):
        ledger.record(1, TOKEN, 5.0, TOKEN)
    assert ledger.balance < -30.0


def test_a_good_reply_does_not_pay_for_a_bad_one_beyond_the_bound() -> None:
    ledger = Ledger()
    ledger.grant(0.3, 0.3)
    ledger.record(100, TOKEN, 1.0, 1.0)
    ledger.new_reply()
    assert ledger.balance == pytest.approx(0.3)


def test_a_short_reply_may_lose_less_and_the_rest_is_kept_for_the_next() -> None:
    ledger = Ledger()
    ledger.grant(0.3, 0.3)
    ledger.new_reply(0.1)
    assert ledger.balance == pytest.approx(0.1)
    ledger.new_reply()
    assert ledger.balance == pytest.approx(0.3)


def test_a_raised_credit_is_added_once() -> None:
    ledger = Ledger()
    for credit in (0.1, 0.3, 0.2, 0.3):
        ledger.grant(credit, credit)
    assert ledger.balance == pytest.approx(0.3)


_ROUND = st.tuples(st.integers(0, 8), st.floats(0.0, 0.9), st.integers(0, 8))


@given(st.lists(st.lists(_ROUND, max_size=60), max_size=12), st.floats(0.0, 2.0), st.floats(0.0, 0.5) | st.none())
def test_the_guarantee(replies: list[list[tuple[int, float, int]]], credit: float, most: float | None) -> None:
    """Drafts, their extra cost and how many are accepted at will: exact costs, so nothing overruns."""
    ledger = Ledger()
    ledger.grant(credit, credit)
    for reply in replies:
        ledger.new_reply(most)
        carried = ledger.balance
        assert most is None or carried <= most + 1e-9
        before, before_off = ledger.seconds, ledger.off_seconds
        for drafts, extra, accepted in reply:
            if drafts and ledger.may_spend(extra):
                ledger.record(1 + min(drafts, accepted), TOKEN, TOKEN + extra, TOKEN + extra)
            else:
                ledger.record_plain(TOKEN, TOKEN)
            assert ledger.balance >= -1e-9
            assert ledger.seconds <= 1.02 * ledger.off_seconds + credit + 1e-9
            spent, off = ledger.seconds - before, ledger.off_seconds - before_off
            assert spent <= 1.02 * off + carried + 1e-9
