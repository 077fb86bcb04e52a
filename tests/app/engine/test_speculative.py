"""The loop writes what the target writes alone, whoever drafts, wherever it is stopped, and leaves clean caches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.drafters.draft_model import DraftModel
from app.engine.reply_text import ReplyText
from app.engine.speculative import Limits, Outcome, Proposal, SpeculativeDecoder
from app.engine.types import (
    FinishReason,
    Verification,
)
from app.engine.verification import rule_for
from app.errors import UserError
from tests.support import lying_drafters
from tests.support.lying_drafters import LyingDrafter
from tests.support.toy_models import PIECES, TOY_SIZE, ToyChain, ToyContext, ToyModel, begin, is_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.drafters import Drafter
    from app.engine.verification import Rule

KINDS = (
    "near",
    "far",
    "same",
    "larger",
    "small_context",
    "forgetful",
    "guesses",
    "always_wrong",
    "right_then_wrong",
    "other_vocabulary",
    "too_many",
    "nothing",
    "breaks_down",
    "breaks_down_at_once",
)


@dataclass(frozen=True, slots=True)
class _Case:
    """One reply to write."""

    seed: int
    prompt: tuple[int, ...]
    capacity: int
    temperature: float
    verification: Verification
    penalty: float
    top_k: int
    end_bias: float
    max_tokens: int | None
    stops: tuple[str, ...]
    draft_max: int
    draft_min: int
    p_min: float
    kind: str
    deepest_rewind: int | None

    @property
    def model(self) -> ToyModel:
        return ToyModel(seed=self.seed % 5, end_bias=self.end_bias)

    @property
    def rule(self) -> Rule:
        return rule_for(self.temperature, self.verification, self.seed)

    @property
    def limits(self) -> Limits:
        return Limits(self.max_tokens, self.draft_max, self.draft_min)


CASES = st.builds(
    _Case,
    seed=st.integers(0, 50),
    prompt=st.lists(st.integers(2, TOY_SIZE - 1), min_size=1, max_size=8).map(tuple),
    capacity=st.integers(8, 48),
    temperature=st.sampled_from([0.0, 0.0, 0.7, 1.5]),
    verification=st.sampled_from([Verification.COUPLED, Verification.MATCH]),
    penalty=st.sampled_from([0.0, 0.0, 1.0]),
    top_k=st.sampled_from([0, 1, 5]),
    end_bias=st.sampled_from([-4.0, -1.0, 1.0]),
    max_tokens=st.one_of(st.none(), st.integers(0, 30)),
    stops=st.lists(st.sampled_from(["a", "ab", "cd", "b a", "€", "pp", "hello"]), max_size=3).map(tuple),
    draft_max=st.integers(0, 9),
    draft_min=st.integers(0, 4),
    p_min=st.sampled_from([0.0, 0.0, 0.2, 0.6, 1.1]),
    kind=st.sampled_from(KINDS),
    deepest_rewind=st.sampled_from([None, None, 0, 2]),
)


@dataclass(frozen=True, slots=True)
class _Written:
    history: list[int]
    text: str
    reason: FinishReason
    outcomes: list[Outcome]
    target: ToyContext
    notice: str | None


def _write(case: _Case, drafter: Drafter | None, deepest_rewind: int | None = None) -> _Written:
    history = list(case.prompt)
    target = ToyContext(case.model, case.capacity, deepest_rewind)
    if len(history) > 1:
        target.decode(history[:-1], 0)
    if drafter is not None:
        try:
            begin(drafter, history)
        except UserError:
            drafter = None
    chain = ToyChain(temperature=case.temperature, top_k=case.top_k, penalty=case.penalty, memory=history.copy())
    decoder = SpeculativeDecoder(target, chain, case.rule, drafter, TOY_SIZE, is_end, lambda: False)
    text = ReplyText(PIECES.__getitem__, str, case.stops)
    outcomes = [step for step in decoder.rounds(history, text, case.limits) if isinstance(step, Outcome)]
    notice = None if decoder.drafter_notice is None else decoder.drafter_notice.code
    assert chain.memory == history
    return _Written(history, "".join(text.take()) + text.finish(), decoder.finish_reason, outcomes, target, notice)


def _drafter(case: _Case, truth: list[int]) -> tuple[Drafter, ToyContext | None]:
    """A drafter of the case's kind, and its cache if it has one."""
    lies: dict[str, Callable[[], lying_drafters.Lie]] = {
        "guesses": lambda: lying_drafters.guesses(case.seed, TOY_SIZE),
        "always_wrong": lambda: lying_drafters.always_wrong(truth, TOY_SIZE),
        "right_then_wrong": lambda: lying_drafters.right_then_wrong(truth, TOY_SIZE, case.seed % 4),
        "other_vocabulary": lambda: lying_drafters.other_vocabulary(TOY_SIZE),
        "too_many": lambda: lying_drafters.too_many(case.seed, TOY_SIZE),
        "nothing": lambda: lying_drafters.nothing,
        "breaks_down": lambda: lying_drafters.breaks_down(lying_drafters.guesses(1, TOY_SIZE), 2),
        "breaks_down_at_once": lambda: lying_drafters.breaks_down(lying_drafters.nothing, 0),
    }
    if case.kind in lies:
        return LyingDrafter(lies[case.kind]()), None
    noise = {"same": 0.0, "far": 1.0}.get(case.kind, 0.3)
    model = replace(case.model, noise=noise, size=TOY_SIZE + 5 * (case.kind == "larger"))
    capacity = 10 if case.kind == "small_context" else case.capacity
    context = ToyContext(model, capacity, 1 if case.kind == "forgetful" else None)
    return DraftModel(context, case.rule, case.p_min, is_end), context


@settings(max_examples=300)
@given(CASES)
def test_the_text_is_what_the_target_writes_alone(case: _Case) -> None:
    alone = _write(case, None)
    drafter, cache = _drafter(case, alone.history)
    drafted = _write(case, drafter, case.deepest_rewind)
    assert drafted.history == alone.history
    assert drafted.text == alone.text
    assert drafted.reason == alone.reason
    assert list(drafted.target.tokens) == alone.history[: len(drafted.target.tokens)]
    if cache is not None:
        assert list(cache.tokens) == alone.history[: len(cache.tokens)]
    else:
        assert isinstance(drafter, LyingDrafter)
        assert drafter.settled[-1] <= len(alone.history)


@settings(max_examples=150)
@given(CASES)
def test_every_count_adds_up(case: _Case) -> None:
    truth = _write(case, None).history
    drafter, _cache = _drafter(case, truth)
    written = _write(case, drafter)
    reply = written.history[len(case.prompt) :]
    assert [token for outcome in written.outcomes for token in outcome.emitted] == reply
    assert not any(map(is_end, reply))
    position = len(case.prompt)
    for outcome in written.outcomes:
        num_drafted = len(outcome.proposal.drafts)
        assert num_drafted <= case.draft_max
        assert num_drafted == 0 or num_drafted >= case.draft_min
        assert position + num_drafted <= case.capacity
        assert outcome.num_accepted <= num_drafted
        assert len(outcome.readings) == len(outcome.emitted)
        said = [draft.token_id for draft in outcome.proposal.drafts[: outcome.num_accepted]]
        assert list(outcome.emitted[: outcome.num_accepted]) == [token for token in said if not is_end(token)]
        assert not outcome.ended or outcome is written.outcomes[-1]
        position += len(outcome.emitted)
        num_rejected = outcome.num_tested - outcome.num_accepted
        assert num_rejected in (0, 1) if outcome.ended else num_rejected == (outcome.num_accepted < num_drafted)
    if case.kind == "same" and not case.penalty and case.verification is Verification.COUPLED:
        for outcome in written.outcomes[:-1]:
            assert outcome.num_accepted == len(outcome.proposal.drafts)
    if case.kind == "always_wrong" and written.outcomes:
        assert sum(outcome.num_accepted for outcome in written.outcomes[:-1]) == 0


@given(CASES)
def test_why_it_ended_is_true(case: _Case) -> None:
    written = _write(case, _drafter(case, [])[0])
    num_emitted = len(written.history) - len(case.prompt)
    if written.reason is FinishReason.LENGTH:
        assert num_emitted == case.max_tokens
    elif written.reason is FinishReason.CONTEXT:
        assert len(written.history) == case.capacity + 1
    else:
        assert written.reason is FinishReason.STOP
        assert written.outcomes[-1].ended
    assert not any(stop in written.text for stop in case.stops)


def test_a_draft_that_is_thrown_away_for_being_short_is_never_checked() -> None:
    case = replace(_case(), draft_min=3)
    written = _write(case, LyingDrafter(lambda history, _limit: [history[-1]] * 2))
    assert written.outcomes
    assert all(not outcome.proposal.drafts for outcome in written.outcomes)


def test_a_drafter_that_fails_is_asked_no_more_and_says_why() -> None:
    drafter = LyingDrafter(lying_drafters.breaks_down(lambda history, _limit: [history[-1]], 2))
    written = _write(_case(), drafter)
    assert written.notice == "decode_failed"
    assert [len(outcome.proposal.drafts) for outcome in written.outcomes[:4]] == [1, 1, 0, 0]


def test_the_prompt_may_fill_the_context() -> None:
    prompt = tuple(2 + index % 16 for index in range(12))
    full = _write(replace(_case(), prompt=prompt, capacity=12), LyingDrafter(lying_drafters.too_many(1, TOY_SIZE)))
    assert full.reason is FinishReason.CONTEXT
    assert len(full.history) == 13
    assert not full.outcomes[0].proposal.drafts


def _case() -> _Case:
    return _Case(
        seed=3,
        prompt=(2, 3, 4),
        capacity=40,
        temperature=0.8,
        verification=Verification.COUPLED,
        penalty=0.0,
        top_k=0,
        end_bias=-6.0,
        max_tokens=20,
        stops=(),
        draft_max=5,
        draft_min=0,
        p_min=0.0,
        kind="near",
        deepest_rewind=None,
    )


def test_a_proposal_is_told_before_it_is_checked() -> None:
    model = ToyModel(seed=2, end_bias=-3.0)
    steps: list[Proposal | Outcome] = []
    history = [2, 3, 4]
    target = ToyContext(model)
    target.decode(history[:-1], 0)
    rule = rule_for(0.0, Verification.COUPLED, 0)
    drafter = DraftModel(ToyContext(replace(model, noise=0.25)), rule, 0.0, is_end)
    decoder = SpeculativeDecoder(target, ToyChain(), rule, drafter, TOY_SIZE, is_end, lambda: False)
    for step in decoder.rounds(history, ReplyText(PIECES.__getitem__, str, ()), Limits(10, 3, 0)):
        if isinstance(step, Proposal):
            assert len(target.tokens) == len(history) - 1
        steps.append(step)
    for proposal, outcome in zip(steps[::2], steps[1::2], strict=False):
        if isinstance(proposal, Proposal):
            assert isinstance(outcome, Outcome)
            assert outcome.proposal is proposal
