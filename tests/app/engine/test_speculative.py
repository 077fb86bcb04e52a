"""The loop writes what the target writes alone, whoever drafts, wherever it is stopped, and leaves clean caches."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.contexts import Cancelled
from app.engine.drafters.draft_model import DraftModel
from app.engine.events import ReplyFailed, ReplyFinished, RoundDecoded
from app.engine.reply_text import ReplyText
from app.engine.session import Session
from app.engine.speculative import Limits, Outcome, Proposal, SpeculativeDecoder
from app.engine.types import (
    FinishReason,
    Mark,
    ReplyRequest,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
    Verification,
)
from app.engine.verification import rule_for
from app.errors import UserError
from tests.support import lying_drafters
from tests.support.lying_drafters import LyingDrafter
from tests.support.replies import OFF, ON, Collected, raw, run
from tests.support.toy_models import PIECES, TOY_SIZE, ToyChain, ToyContext, ToyModel, ToyPair, is_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
            drafter.prefill(history)
        except UserError:
            drafter = None
    chain = ToyChain(temperature=case.temperature, top_k=case.top_k, penalty=case.penalty, memory=history.copy())
    decoder = SpeculativeDecoder(target, chain, case.rule, drafter, TOY_SIZE, is_end, lambda: False)
    text = ReplyText(PIECES.__getitem__, str, case.stops)
    outcomes = [step for step in decoder.rounds(history, text, case.limits) if isinstance(step, Outcome)]
    notice = None if decoder.drafter_notice is None else decoder.drafter_notice.code
    assert chain.memory == history
    return _Written(
        history, "".join(text.take()) + text.finish(), decoder.finish_reason, outcomes, target, notice
    )


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


@settings(max_examples=400)
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


@settings(max_examples=200)
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


# Stopped anywhere.

PROMPTS = ("abcabc", "abcabcdefg", "abd", "abcabc")
"""Each re-uses a part of what the one before it left in the caches, and the last one less than all."""
TARGET = ToyModel(seed=2, end_bias=-3.0)
DRAFT = replace(TARGET, noise=0.25)


def _request(prompt: str, verification: Verification = Verification.COUPLED) -> ReplyRequest:
    return raw(
        prompt,
        sampling=SamplingSettings(temperature=0.9, top_k=0, seed=5),
        speculation=replace(ON, draft_max=4, verification=verification),
        max_tokens=14,
        stop=("op",),
    )


def _fresh(prompt: str, verification: Verification = Verification.COUPLED) -> Collected:
    return run(ToyPair(ToyContext(TARGET), ToyContext(DRAFT), penalty=0.5), _request(prompt, verification))


def _assert_as_if_nothing_had_happened(pair: ToyPair, verification: Verification) -> None:
    for prompt in PROMPTS:
        again = run(pair, _request(prompt, verification))
        expected = _fresh(prompt, verification)
        assert again.token_ids == expected.token_ids
        assert again.text == expected.text
        assert again.finish_reason == expected.finish_reason
        assert [decoded.num_accepted for decoded in again.rounds] == [
            decoded.num_accepted for decoded in expected.rounds
        ]


def _interrupted(verification: Verification) -> Iterator[ToyPair]:
    """A pair after a reply that was closed at its first event, at its second, and so on."""
    number = 0
    ended = False
    while not ended:
        number += 1
        pair = ToyPair(ToyContext(TARGET), ToyContext(DRAFT), penalty=0.5)
        run(pair, _request("abca", verification))
        stream = Session(pair, lambda: False).reply(_request("abcabc", verification))
        seen = list(itertools.islice(stream, number))
        ended = isinstance(seen[-1], ReplyFinished)
        stream.close()  # type: ignore[attr-defined]
        emitted = [
            token.token_id for event in seen if isinstance(event, RoundDecoded) for token in event.round.emitted
        ]
        history = [*pair.tokenize("abcabc", raw=True), *emitted]
        assert list(pair.target.tokens) == history[: len(pair.target.tokens)]
        if emitted and pair.draft is not None:  # before that it may hold what was said in the reply before
            assert list(pair.draft.tokens) == history[: len(pair.draft.tokens)]
        yield pair


@pytest.mark.parametrize("verification", list(Verification))
def test_closing_a_reply_at_any_event_leaves_no_trace(verification: Verification) -> None:
    num_places = 0
    for pair in _interrupted(verification):
        num_places += 1
        _assert_as_if_nothing_had_happened(pair, verification)
    assert num_places > 10


@pytest.mark.parametrize("verification", list(Verification))
@pytest.mark.parametrize("role", ["target", "draft"])
@pytest.mark.parametrize("fault", [Cancelled(), UserError("decode_failed", status=-3)])
def test_a_fault_in_any_decode_leaves_no_trace(verification: Verification, role: str, fault: Exception) -> None:
    expected = _fresh("abcabc", verification)
    number = 0
    while True:
        number += 1
        pair = ToyPair(ToyContext(TARGET), ToyContext(DRAFT), penalty=0.5)
        context = pair.target if role == "target" else pair.draft
        assert context is not None
        context.on_decode = _fault_at(number, fault)
        reply = run(pair, _request("abcabc", verification))
        if context.num_decodes < number:
            assert number > 5
            return
        context.on_decode = lambda _number: None
        if isinstance(fault, Cancelled):
            assert reply.finish_reason is FinishReason.CANCELLED
            assert expected.text.startswith(reply.shown)
        elif role == "target":
            assert reply.failure == "decode_failed"
            assert expected.text.startswith(reply.shown)
        else:
            assert reply.changes == ["decode_failed"]
            if verification is not Verification.REJECTION:
                assert reply.text == expected.text
        history = [*pair.tokenize("abcabc", raw=True), *reply.token_ids]
        assert list(pair.target.tokens) == history[: len(pair.target.tokens)]
        assert pair.draft is not None
        assert list(pair.draft.tokens) == history[: len(pair.draft.tokens)]
        _assert_as_if_nothing_had_happened(pair, verification)


def _fault_at(number: int, fault: Exception) -> Callable[[int], None]:
    def fail(decode: int) -> None:
        if decode == number:
            raise fault

    return fail


def test_stopping_between_rounds_keeps_what_was_written() -> None:
    expected = _fresh("abcabc")
    for num_rounds in range(len(expected.rounds)):
        pair = ToyPair(ToyContext(TARGET), ToyContext(DRAFT), penalty=0.5)
        asked = 0

        def stopping(most: int = num_rounds) -> bool:
            nonlocal asked
            asked += 1
            return asked > most + 1

        reply = Collected(tuple(Session(pair, stopping).reply(_request("abcabc"))))
        assert reply.finish_reason is FinishReason.CANCELLED
        assert len(reply.rounds) == num_rounds
        assert expected.text.startswith(reply.text)
        _assert_as_if_nothing_had_happened(pair, Verification.COUPLED)


def test_a_reply_that_is_only_begun_does_no_work() -> None:
    pair = ToyPair(ToyContext(TARGET), ToyContext(DRAFT))
    stream = Session(pair, lambda: False).reply(_request("abcabc"))
    next(iter(stream))
    stream.close()  # type: ignore[attr-defined]
    assert pair.target.num_decodes == 0


def test_a_prompt_that_does_not_fit_is_refused_with_both_numbers() -> None:
    reply = run(ToyPair(ToyContext(TARGET, capacity=4)), _request("abcabc"))
    failed = reply.events[-1]
    assert isinstance(failed, ReplyFailed)
    assert failed.notice.code == "prompt_too_long"
    assert failed.notice.values == {"tokens": 6, "capacity": 4}


# What the reply says about itself.


@given(st.integers(0, 30), st.sampled_from([0.0, 0.8]), st.integers(0, 6))
def test_marks_say_what_became_of_a_token(seed: int, temperature: float, draft_max: int) -> None:
    model = ToyModel(seed=seed, end_bias=-2.0)
    pair = ToyPair(ToyContext(model), ToyContext(replace(model, noise=0.3)))
    sampling = SamplingSettings(temperature=temperature, top_k=0, seed=seed)
    reply = run(pair, raw("abc", sampling=sampling, speculation=replace(ON, draft_max=draft_max)))
    assert reply.text == run(pair, raw("abc", sampling=sampling, speculation=OFF)).text
    for decoded in reply.rounds:
        marks = [token.mark for token in decoded.emitted]
        num_accepted = marks.count(Mark.ACCEPTED)
        assert marks[:num_accepted] == [Mark.ACCEPTED] * num_accepted
        assert num_accepted == decoded.num_accepted or decoded.ended
        assert len(marks) - num_accepted <= 1
        for token, proposed in zip(decoded.emitted[:num_accepted], decoded.proposed, strict=False):
            assert token.token_id == proposed.token_id
        if marks and marks[-1] is Mark.CORRECTED:
            assert decoded.emitted[-1].token_id != decoded.proposed[num_accepted].token_id
        if marks and marks[-1] is Mark.BONUS:
            assert num_accepted == decoded.num_drafted > 0
        if marks and marks[-1] is Mark.PLAIN:
            assert decoded.num_drafted == 0
            assert decoded.proposer is None


def test_a_smaller_draft_context_is_used_to_its_end() -> None:
    pair = ToyPair(ToyContext(TARGET), ToyContext(replace(DRAFT, noise=0.0), capacity=16))
    request = _request("abcabc")
    reply = run(pair, replace(request, max_tokens=30))
    assert reply.changes == ["draft_context_full"]
    assert reply.summary.status.mode is SpeculationMode.OFF
    drafted = [decoded.num_drafted for decoded in reply.rounds]
    before = next(index for index, decoded in enumerate(reply.rounds) if not decoded.num_drafted)
    said = 6 + sum(len(decoded.emitted) for decoded in reply.rounds[:before])
    assert said in (16 + 1, 16 + 2)
    assert not any(drafted[before:])
    assert reply.text == run(ToyPair(ToyContext(TARGET)), replace(request, max_tokens=30)).text


@pytest.mark.parametrize(
    ("speculation", "with_draft", "code"),
    [
        (ON, False, "no_draft_model"),
        (replace(ON, draft_max=0), True, "draft_max_zero"),
        (replace(ON, draft_max=3, draft_min=4), True, "draft_min_above_max"),
        (replace(ON, draft_max=64, draft_min=17), True, "draft_min_above_max"),
        (SpeculationSettings(mode=SpeculationMode.AUTO), False, "no_draft_model"),
    ],
)
def test_speculation_that_does_not_run_says_why(
    speculation: SpeculationSettings, with_draft: bool, code: str
) -> None:
    pair = ToyPair(ToyContext(TARGET), ToyContext(DRAFT) if with_draft else None)
    status = run(pair, raw("abc", speculation=speculation)).summary.status
    assert status.mode is SpeculationMode.OFF
    assert status.requested is speculation.mode
    assert status.reason is not None
    assert status.reason.code == code


def test_speculation_that_was_not_wanted_needs_no_reason() -> None:
    pair = ToyPair(ToyContext(TARGET), ToyContext(DRAFT))
    reply = run(pair, raw("abc", speculation=OFF))
    assert reply.summary.status.reason is None
    assert pair.draft is not None
    assert pair.draft.num_decodes == 0


def test_a_proposal_is_told_before_it_is_checked() -> None:
    steps: list[Proposal | Outcome] = []
    history = [2, 3, 4]
    target = ToyContext(TARGET)
    target.decode(history[:-1], 0)
    rule = rule_for(0.0, Verification.COUPLED, 0)
    drafter = DraftModel(ToyContext(DRAFT), rule, 0.0, is_end)
    decoder = SpeculativeDecoder(target, ToyChain(), rule, drafter, TOY_SIZE, is_end, lambda: False)
    for step in decoder.rounds(history, ReplyText(PIECES.__getitem__, str, ()), Limits(10, 3, 0)):
        if isinstance(step, Proposal):
            assert len(target.tokens) == len(history) - 1
        steps.append(step)
    for proposal, outcome in zip(steps[::2], steps[1::2], strict=False):
        if isinstance(proposal, Proposal):
            assert isinstance(outcome, Outcome)
            assert outcome.proposal is proposal
