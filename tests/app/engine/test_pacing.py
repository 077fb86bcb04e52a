"""What a pair remembers from reply to reply, who drafts for what was asked, and what is forgotten when."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.draft_length.ledger import Ledger
from app.engine.drafters.auto import Auto
from app.engine.drafters.draft_model import DraftModel
from app.engine.drafters.lookup import Lookup
from app.engine.pacing import Pacing
from app.engine.session import decide
from app.engine.types import FinishReason, SamplingSettings, SpeculationMode, SpeculationSettings, Verification
from app.engine.verification import rule_for
from app.errors import Notice
from tests.support.replies import AUTO, LOOKUP, OFF, ON, raw, run, run_all
from tests.support.toy_models import ToyContext, ToyModel, ToyPair

if TYPE_CHECKING:
    from app.engine.drafters import Drafter

TARGET = ToyModel(seed=2, end_bias=-30.0, reach=4)
DRAFT = replace(TARGET, noise=0.2)
RULE = rule_for(0.0, Verification.COUPLED, 0)
FIXED_LOOKUP = replace(LOOKUP, fixed_draft_length=True, draft_max=4)


def pair(*, draft: bool = True) -> ToyPair:
    return ToyPair(ToyContext(TARGET, 512), ToyContext(DRAFT, 512) if draft else None)


def drafter(pacing: Pacing, settings: SpeculationSettings) -> Drafter | None:
    return pacing.drafter(settings, settings.mode, RULE, None)


# Who drafts.


def test_with_fixed_settings_nobody_decides() -> None:
    pacing = Pacing(pair())
    for settings in (ON, replace(AUTO, draft_min=2), replace(AUTO, draft_p_min=0.4), replace(ON, mode=AUTO.mode)):
        assert isinstance(drafter(pacing, settings), DraftModel)
    assert isinstance(drafter(pacing, FIXED_LOOKUP), Lookup)
    assert isinstance(drafter(Pacing(pair(draft=False)), replace(ON, mode=AUTO.mode)), Lookup)


@pytest.mark.parametrize(
    ("mode", "has_model", "has_lookup"),
    [(SpeculationMode.AUTO, True, True), (SpeculationMode.DRAFT, True, False), (SpeculationMode.LOOKUP, False, True)],
)
def test_otherwise_the_controller_decides(mode: SpeculationMode, has_model: bool, has_lookup: bool) -> None:
    auto = drafter(Pacing(pair()), SpeculationSettings(mode=mode))
    assert isinstance(auto, Auto)
    assert ((auto.draft_model is not None), (auto.lookup is not None)) == (has_model, has_lookup)


def test_off_is_off() -> None:
    assert drafter(Pacing(pair()), OFF) is None


class Stateful(ToyPair):
    """Cannot forget drafts."""

    can_rewind = False


def test_what_cannot_go_back_has_no_drafter_and_a_reason() -> None:
    stateful = Stateful(ToyContext(TARGET))
    for settings in (AUTO, LOOKUP, ON):
        status = decide(settings, stateful)
        assert (status.mode, status.reason) == (SpeculationMode.OFF, Notice("target_keeps_state"))
    reply = run(stateful, raw("abcabcabc", speculation=LOOKUP))
    assert reply.tally.num_drafted == 0
    assert reply.summary.decision is None


@pytest.mark.parametrize(
    ("settings", "draft", "mode", "reason"),
    [
        (AUTO, True, SpeculationMode.AUTO, None),
        (AUTO, False, SpeculationMode.LOOKUP, "no_draft_model"),
        (LOOKUP, True, SpeculationMode.LOOKUP, None),
        (LOOKUP, False, SpeculationMode.LOOKUP, None),
        (ON, False, SpeculationMode.OFF, "no_draft_model"),
        (OFF, True, SpeculationMode.OFF, None),
        (replace(LOOKUP, draft_max=0), True, SpeculationMode.OFF, "draft_max_zero"),
    ],
)
def test_what_runs_for_what_was_asked(
    settings: SpeculationSettings, draft: bool, mode: SpeculationMode, reason: str | None
) -> None:
    status = decide(settings, pair(draft=draft))
    assert (status.requested, status.mode) == (settings.mode, mode)
    assert (None if status.reason is None else status.reason.code) == reason


# What it remembers.


def test_how_long_replies_are_is_learnt_from_those_that_ended_by_themselves() -> None:
    pacing = Pacing(pair())
    before = pacing._lengths.expected(0)
    pacing.remember(2, range(1000), FinishReason.CANCELLED)
    pacing.remember(2, range(1000), FinishReason.LENGTH)
    assert pacing._lengths.expected(0) == before
    pacing.remember(2, range(12), FinishReason.STOP)
    assert pacing._lengths.expected(0) < before


def test_a_pair_that_was_measured_before_begins_with_that() -> None:
    ours = pair()
    first = Pacing(ours)
    assert not first.is_calibrated
    run_all(ours, [raw("abcabcabc", speculation=AUTO)] * 3, first)
    kept = json.loads(json.dumps(first.to_json()))
    again = Pacing(pair(), kept)
    assert again.is_calibrated
    assert again.costs.target.seconds(1) == pytest.approx(first.costs.target.seconds(1))
    assert again.to_json()["acceptance"] == first.to_json()["acceptance"]


@pytest.mark.parametrize("kept", [None, 5, "text", [], {"costs": 3, "acceptance": "x"}, {"costs": {"version": 99}}])
def test_what_makes_no_sense_is_no_memory(kept: object) -> None:
    assert not Pacing(pair(), kept).is_calibrated


def test_where_no_clock_may_decide_there_is_nothing_to_measure() -> None:
    assert Pacing(pair(), reproducible=True).is_calibrated


def test_the_account_is_carried_from_reply_to_reply() -> None:
    ours = pair()
    pacing = Pacing(ours)
    run_all(ours, [raw("abcabcabc", speculation=AUTO)] * 2, pacing)
    assert pacing.controller.ledger.seconds > 0
    assert pacing.controller.ledger != Ledger()


# Text of other conversations.


def test_text_of_other_conversations_is_proposed_and_forgotten_as_asked() -> None:
    ours, pacing = pair(draft=False), Pacing(pair(draft=False))
    request = raw("abcd", speculation=FIXED_LOOKUP, sampling=SamplingSettings(temperature=0.0), max_tokens=60)
    once = run(ours, request, pacing)
    assert len(pacing._shared) == len(once.token_ids) + 1
    alone = replace(request, speculation=replace(FIXED_LOOKUP, shared_lookup=False))
    fresh = run(pair(draft=False), alone)
    again = run(ours, alone, pacing)
    assert len(pacing._shared) == 0, "switching it off forgets, and nothing is taken in any more"
    assert again.shape == fresh.shape
    assert again.text == once.text


def test_a_reproducible_pair_takes_nothing_from_other_conversations() -> None:
    ours = pair(draft=False)
    pacing = Pacing(ours, reproducible=True)
    run(ours, raw("abcd", speculation=FIXED_LOOKUP, max_tokens=60), pacing)
    assert len(pacing._shared) == 0


def test_everything_said_can_be_forgotten() -> None:
    ours = pair(draft=False)
    pacing = Pacing(ours)
    run(ours, raw("abcd", speculation=FIXED_LOOKUP, max_tokens=30), pacing)
    pacing.forget_text()
    assert len(pacing._shared) == 0
    assert len(pacing._lookup._text) == 0


def test_a_conversation_forgets_what_the_last_one_said() -> None:
    ours = pair(draft=False)
    pacing = Pacing(ours)
    shy = replace(FIXED_LOOKUP, shared_lookup=False)
    run(ours, raw("abcdabcd", speculation=shy, max_tokens=30), pacing)
    other = raw("hgfe", speculation=shy, max_tokens=20)
    assert run(ours, other, pacing).shape == run(pair(draft=False), other).shape
    assert list(pacing._lookup._text.tokens)[:4] == ours.tokenize("hgfe", raw=True)
