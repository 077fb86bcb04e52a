"""A reply stopped at any event, in any decode, by the user or a fault: the next is as if nothing had happened."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.cancel import CancelFlag
from app.engine.contexts import Cancelled
from app.engine.events import ReplyFinished, RoundDecoded
from app.engine.pacing import Pacing
from app.engine.session import Session
from app.engine.types import FinishReason, SamplingSettings, Verification
from app.errors import UserError
from tests.support.replies import AUTO, EXACT, ON, Collected, assert_clean, load, raw, run
from tests.support.toy_models import ToyContext, ToyModel, ToyPair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.engine.llama.pair import Pair
    from app.engine.types import ReplyRequest, SpeculationSettings

PROMPTS = ("abcabc", "abcabcdefg", "abd", "abcabc")
"""Each reuses a part of what the one before it left in the caches, and the last one less than all."""
TARGET = ToyModel(seed=2, end_bias=-3.0)
DRAFT = replace(TARGET, noise=0.25)


def _request(prompt: str, verification: Verification = Verification.COUPLED) -> ReplyRequest:
    return raw(
        prompt,
        sampling=SamplingSettings(temperature=0.9, top_k=0, seed=23),
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
        stream.close()
        emitted = [token.token_id for event in seen if isinstance(event, RoundDecoded) for token in event.round.emitted]
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


@pytest.mark.parametrize("role", ["target", "draft"])
@pytest.mark.parametrize("fault", [Cancelled(), UserError("decode_failed", status=-3)])
def test_a_fault_in_any_decode_leaves_no_trace_whoever_decides(role: str, fault: Exception) -> None:
    pair = ToyPair(ToyContext(TARGET), ToyContext(DRAFT), penalty=0.5)
    pacing = Pacing(pair, reproducible=True)
    request = replace(_request("abcabc"), speculation=AUTO)
    expected = run(pair, request, pacing)
    context = pair.target if role == "target" else pair.draft
    assert context is not None
    num_faults = 0
    while True:
        pair.target.rewind(0)
        if pair.draft is not None:
            pair.draft.rewind(0)
        before = context.num_decodes
        context.on_decode = _fault_at(before + num_faults + 1, fault)
        reply = run(pair, request, pacing)
        context.on_decode = lambda _number: None
        if context.num_decodes - before <= num_faults:
            assert num_faults > 3
            return
        num_faults += 1
        if isinstance(fault, UserError) and role == "draft":
            assert reply.changes == ["decode_failed"]
            assert reply.text == expected.text
        else:
            assert expected.text.startswith(reply.shown)
        assert_clean(pair, request, reply)
        again = run(pair, request, pacing)
        assert (again.text, again.shape) == (expected.text, expected.shape)


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
        assert_clean(pair, _request("abcabc"), reply)
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
    stream.close()
    assert pair.target.num_decodes == 0


# Through llama.cpp.


PROMPT = "Set the page in red ink. The draft of the proof is in the"
SEEDED = SamplingSettings(temperature=0.9, seed=3)


@pytest.fixture
def stoppable(tiny_target: Path, tiny_draft: Path) -> Iterator[tuple[Pair, CancelFlag]]:
    flag = CancelFlag()
    pair = load(tiny_target, tiny_draft, cancel=flag, context_tokens=1024, threads=1, **EXACT)
    yield pair, flag
    pair.close()


@pytest.mark.parametrize("speculation", [ON, AUTO])
def test_stopping_at_any_event_keeps_what_was_written(
    stoppable: tuple[Pair, CancelFlag], speculation: SpeculationSettings
) -> None:
    pair, flag = stoppable
    pacing = Pacing(pair, reproducible=True)
    session = Session(pair, flag.is_set, pacing)
    request = raw("The proof. " * 60, sampling=SEEDED, speculation=speculation, max_tokens=24)  # three prefill steps
    other = replace(request, raw_prompt="The proof. " * 59 + "The ink.")
    expected, expected_other = run(pair, request, pacing), run(pair, other, pacing)
    assert expected.tally.num_drafted > 0
    last = max(index for index, event in enumerate(expected.events) if isinstance(event, RoundDecoded))
    for number in range(1, last + 1):
        pair.target.rewind(0)
        assert pair.draft is not None
        pair.draft.rewind(0)
        events = []
        for event in session.reply(request):
            events.append(event)
            if len(events) == number:
                flag.set()
        stopped = Collected(tuple(events))
        assert stopped.finish_reason is FinishReason.CANCELLED
        assert expected.text.startswith(stopped.text)
        assert len(stopped.events) <= number + 2
        assert_clean(pair, request, stopped)
        flag.clear()
        assert run(pair, other, pacing).text == expected_other.text
        assert run(pair, request, pacing).text == expected.text


def test_a_reply_that_is_stopped_before_it_begins_does_nothing(stoppable: tuple[Pair, CancelFlag]) -> None:
    pair, flag = stoppable
    flag.set()
    reply = Collected(tuple(Session(pair, flag.is_set).reply(raw(PROMPT))))
    assert isinstance(reply.events[-1], ReplyFinished)
    assert reply.finish_reason is FinishReason.CANCELLED
    assert reply.rounds == []
    flag.clear()
    assert run(pair, raw(PROMPT)).token_ids
