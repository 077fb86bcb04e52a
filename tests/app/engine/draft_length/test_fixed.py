"""The user's own length: what was set is what is proposed."""

from __future__ import annotations

from app.engine.draft_length.fixed import FixedLength
from app.engine.draft_length.values import DecisionCode, Observation, Option
from app.engine.types import Proposer


def test_as_many_as_set_where_there_is_room() -> None:
    fixed = FixedLength(5)
    assert fixed.plan([Option(Proposer.DRAFT, 16)]).num_drafts == 5
    assert fixed.plan([Option(Proposer.DRAFT, 3)]).num_drafts == 3
    assert fixed.decision.code is DecisionCode.FIXED
    assert fixed.plan([Option(Proposer.DRAFT, 0)]).proposer is None
    assert fixed.decision.code is DecisionCode.OFF


def test_drafting_ends_at_the_length_or_where_the_draft_is_unsure() -> None:
    fixed = FixedLength(2, p_min=0.6)
    plan = fixed.plan([Option(Proposer.DRAFT, 16)])
    assert fixed.take(plan, [0.7])
    assert fixed.go_on(plan, [0.7])
    assert not fixed.take(plan, [0.7, 0.5])
    assert not fixed.go_on(plan, [0.7, 0.9])


def test_a_match_worth_trusting_goes_before_the_draft_model() -> None:
    fixed = FixedLength(5)
    draft = Option(Proposer.DRAFT, 16)
    for match, first in ((2, Proposer.DRAFT), (9, Proposer.LOOKUP)):
        assert fixed.plan([draft, Option(Proposer.LOOKUP, 16, match_length=match)]).proposer is first
    assert fixed.plan([Option(Proposer.LOOKUP, 16, match_length=1)]).proposer is Proposer.LOOKUP


def test_the_rate_is_of_this_reply() -> None:
    fixed = FixedLength(2)
    fixed.observe(Observation(num_tokens=3, seconds=0.5, target_rows=3, target_seconds=0.4))
    assert fixed.decision.measured_rate == 6.0
    fixed.new_reply()
    assert fixed.decision.measured_rate is None
