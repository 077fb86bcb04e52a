"""The gate is asked before each draw and never about the token drawn; what a proposal took adds up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.drafters.draft_model import DraftModel, DraftWork, LeastConfidence
from app.engine.sampling import Distribution, Noise
from app.engine.types import Proposer
from app.engine.verification import Greedy, Rejection
from app.errors import UserError
from tests.support.toy_models import END_IDS, ToyChain, ToyContext, ToyModel, is_end

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.verification import Draft

MODEL = ToyModel(seed=3, end_bias=-30.0)
PROMPT = [2, 3, 4, 5]


class Batches(ToyContext):
    """Notes how many tokens each decode had."""

    def __init__(self, model: ToyModel, capacity: int = 64) -> None:
        super().__init__(model, capacity)
        self.sizes: list[int] = []

    def decode(self, tokens: Sequence[int], num_rows: int) -> None:
        super().decode(tokens, num_rows)
        self.sizes.append(len(tokens))


class LoggedRule(Greedy):
    """Notes when a token is drawn."""

    def __init__(self, log: list[str]) -> None:
        self._log = log

    def propose(self, q: Distribution, position: int, ahead: int = 0) -> int:
        self._log.append(f"draw {ahead + 1}")
        return super().propose(q, position, ahead)


@dataclass
class Gate:
    """Takes and goes on until told otherwise, and notes what it was asked."""

    log: list[str]
    refuse_at: int = 99
    stop_behind: int = 99
    confidences: list[tuple[float, ...]] = field(default_factory=list)

    def take(self, confidences: Sequence[float]) -> bool:
        self.log.append(f"take {len(confidences)}")
        self.confidences.append(tuple(confidences))
        return len(confidences) < self.refuse_at

    def go_on(self, confidences: Sequence[float]) -> bool:
        self.log.append(f"go on {len(confidences)}")
        return len(confidences) < self.stop_behind


def drafted(gate: Gate, limit: int = 3, model: ToyModel = MODEL) -> tuple[list[Draft], DraftWork, Batches]:
    context = Batches(model)
    drafter = DraftModel(context, LoggedRule(gate.log), 0.0, is_end)
    drafter.begin(PROMPT)
    drafts, work = drafter.draft(PROMPT, limit, ToyChain(memory=PROMPT.copy()), gate)
    return drafts, work, context


def test_it_says_who_proposes() -> None:
    assert DraftModel(ToyContext(MODEL), Greedy(), 0.0, is_end).proposer is Proposer.DRAFT


def test_each_position_is_asked_about_before_its_token_is_drawn() -> None:
    gate = Gate([])
    drafts, work, _context = drafted(gate)
    assert gate.log == ["take 1", "draw 1", "go on 1", "take 2", "draw 2", "go on 2", "take 3", "draw 3"]
    assert len(drafts) == len(work.confidences) == 3


def test_a_refused_position_is_never_drawn() -> None:
    gate = Gate([], refuse_at=2)
    drafts, work, context = drafted(gate)
    assert gate.log == ["take 1", "draw 1", "go on 1", "take 2"]
    assert len(drafts) == 1
    assert len(work.confidences) == 2, "its certainty was seen and can be learnt from"
    assert work.num_further == 1
    assert context.sizes == [3, 1, 1]


def test_what_is_drawn_stays_when_it_does_not_go_on() -> None:
    gate = Gate([], stop_behind=2)
    drafts, work, context = drafted(gate, limit=9)
    assert gate.log[-2:] == ["draw 2", "go on 2"]
    assert len(drafts) == len(work.confidences) == 2
    assert context.sizes == [3, 1, 1]


def test_confidences_are_those_of_the_likeliest_tokens() -> None:
    gate = Gate([])
    drafts, work, _context = drafted(gate, limit=4)
    history = PROMPT.copy()
    for draft, confidence in zip(drafts, work.confidences, strict=True):
        row = MODEL.logits(history)
        assert confidence == pytest.approx(float(ToyChain().distribution(row).reading.probabilities.max()))
        history.append(draft.token_id)
    assert gate.confidences == [work.confidences[:length] for length in range(1, 5)]


@given(st.integers(0, 4), st.integers(1, 6), st.integers(1, 6), st.integers(0, 5))
def test_what_it_took_adds_up(limit: int, refuse_at: int, stop_behind: int, num_skipped: int) -> None:
    context = Batches(MODEL)
    drafter = DraftModel(context, Greedy(), 0.0, is_end)
    drafter.begin(PROMPT)
    history = [*PROMPT, *range(6, 6 + num_skipped)]
    drafts, work = drafter.draft(history, limit, ToyChain(), Gate([], refuse_at, stop_behind))
    parts = work.prefill_seconds + work.catch_up_seconds + work.further_seconds
    assert parts == pytest.approx(context.decode_seconds)
    assert context.num_decodes == bool(work.prefill_tokens) + bool(work.catch_up_rows) + work.num_further
    assert work.prefill_tokens + work.catch_up_rows + work.num_further == sum(context.sizes)
    if limit:
        assert (work.prefill_tokens, work.catch_up_rows) == (3, 1 + num_skipped)
        assert len(drafts) == min(limit, refuse_at - 1, stop_behind)
    else:
        assert (drafts, work, context.num_decodes) == ([], DraftWork(), 0)


def test_the_prompt_is_read_when_it_is_asked_for_and_once() -> None:
    context = Batches(MODEL)
    drafter = DraftModel(context, Greedy(), 0.0, is_end)
    drafter.begin(PROMPT)
    assert context.sizes == []
    assert drafter.backlog(PROMPT) == (3, 1)
    assert drafter.backlog([*PROMPT, 6, 7]) == (3, 3)
    assert drafter.prefill(PROMPT) == 3
    assert drafter.prefill(PROMPT) == 0
    assert drafter.backlog([*PROMPT, 6, 7]) == (0, 3)
    drafter.begin([*PROMPT[:2], 9, 9, 9])
    assert drafter.backlog([*PROMPT[:2], 9, 9, 9]) == (2, 1), "what both prompts begin with is kept"


def test_tokens_that_others_said_reach_it_in_one_batch() -> None:
    context = Batches(MODEL)
    drafter = DraftModel(context, Greedy(), 0.0, is_end)
    drafter.begin(PROMPT)
    drafter.propose(PROMPT, 2, ToyChain())
    drafter.settle(len(PROMPT))
    context.sizes.clear()
    history = [*PROMPT, 6, 7, 8, 9, 10]
    _drafts, work = drafter.draft(history, 1, ToyChain(), Gate([]))
    assert context.sizes == [5]
    assert (work.catch_up_rows, work.num_further, work.prefill_tokens) == (5, 0, 0)


def test_nothing_is_drafted_behind_an_end() -> None:
    gate = Gate([])
    drafts, work, _context = drafted(gate, model=ToyModel(seed=3, end_bias=30.0))
    assert len(drafts) == len(work.confidences) == 1
    assert drafts[0].token_id in END_IDS
    assert gate.log == ["take 1", "draw 1"]


def test_drafts_are_counted_by_the_penalties_that_check_them() -> None:
    chain = ToyChain(penalty=50.0, memory=PROMPT.copy())
    drafter = DraftModel(ToyContext(MODEL), Greedy(), 0.0, is_end)
    drafter.begin(PROMPT)
    tokens = [draft.token_id for draft in drafter.propose(PROMPT, 6, chain)]
    assert len({*tokens, *PROMPT}) == 10, "each was said once"
    assert chain.memory == PROMPT, "drafts leave no trace"


def test_a_small_context_ends_proposals_and_then_says_so() -> None:
    context = ToyContext(MODEL, capacity=6)
    drafter = DraftModel(context, Greedy(), 0.0, is_end)
    drafter.begin(PROMPT)
    assert len(drafter.propose(PROMPT, 9, ToyChain())) == 3  # the last draft needs no cell
    drafter.settle(len(PROMPT))
    with pytest.raises(UserError, match="draft_context_full"):
        drafter.propose([*PROMPT, 6, 7, 8], 9, ToyChain())


def test_the_fixed_rule_stops_where_the_draft_is_unsure() -> None:
    gate = LeastConfidence(0.5)
    assert gate.take([0.9, 0.5])
    assert not gate.take([0.9, 0.49])
    assert gate.go_on([0.1])


def test_a_position_that_is_drafted_again_is_drawn_anew() -> None:
    """Who decides about a draft may have seen how the last one at that position went on."""
    q = ToyChain().distribution(MODEL.logits(PROMPT))
    same = 0
    for seed in range(400):
        rule = Rejection(Noise(seed))
        assert rule.propose(q, 5, 1) == rule.propose(q, 5, 1), "a seed means the same again"
        same += rule.propose(q, 5, 1) == rule.propose(q, 5, 0)
    assert same / 400 == pytest.approx(float((q.probabilities**2).sum()), abs=0.12)
