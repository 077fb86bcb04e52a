"""What is read ahead has to pay back over what is still to come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.draft_length.investment import may_invest
from app.engine.draft_length.reply_length import ReplyLengths


def test_a_saving_of_twice_the_cost_is_asked_for() -> None:
    assert may_invest(1.0, 0.2, 0.1, 100.0, 0.0)
    assert not may_invest(1.0, 0.2, 0.185, 100.0, 0.0)


def test_an_unproven_pair_may_spend_less() -> None:
    assert not may_invest(4.0, 0.2, 0.05, 100.0, 0.0)
    assert may_invest(4.0, 0.2, 0.05, 100.0, 100.0)


@given(st.floats(0.0, 10.0), st.floats(0.01, 1.0), st.floats(0.0, 1.0), st.floats(0.0, 500.0), st.floats(0.0, 1e3))
def test_no_more_than_a_quarter_of_the_reply_is_ever_spent(
    cost: float, token: float, speculating: float, expected: float, evidence: float
) -> None:
    if may_invest(cost, token, speculating, expected, evidence):
        assert cost <= 0.25 * expected * token


def test_replies_so_far_tell_how_long_the_next_will_be() -> None:
    lengths = ReplyLengths()
    typical = lengths.expected(0)
    for _ in range(32):
        lengths.add(15)
    assert lengths.expected(0) < typical / 2
    assert lengths.expected(0, 8) == 8.0


def test_a_reply_that_has_gone_on_long_goes_on() -> None:
    lengths = ReplyLengths()
    assert lengths.expected(100) > lengths.expected(0) / 2
    assert lengths.expected(5000) == pytest.approx(2500.0)
    assert lengths.expected(5000, 10) == 10.0
