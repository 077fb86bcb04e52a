"""Conversations that no longer fit: refused with figures, or begun later, as chosen; the last question always stays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.events import ReplyFailed, ReplyStarted
from app.engine.prompt import FULL_SHARE, MOST_RESERVED, RESERVE_SHARE
from app.engine.session import Session
from app.engine.types import FinishReason, Message
from tests.support.replies import EXACT, GREEDY, OFF, Collected, chat, loaded, raw, run
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from app.engine.llama.pair import Pair
    from app.engine.types import ReplyRequest

CAPACITY = 512
NO_END = replace(GREEDY, logit_bias=tuple((token, -100.0) for token in END_IDS))
ROOMY = CAPACITY - min(MOST_RESERVED, int(CAPACITY * RESERVE_SHARE))


class Watched:
    """A pair that notes what was written out."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        self.rendered: list[int] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._pair, name)

    def render(self, messages: Sequence[Message]) -> str:
        self.rendered.append(len(messages))
        return self._pair.render(messages)


@pytest.fixture(scope="module")
def pair(tiny_target: Path) -> Iterator[Pair]:
    with loaded(tiny_target, context_tokens=CAPACITY, **EXACT) as loaded_pair:
        yield loaded_pair


def turns(num_pairs: int, *last: str) -> tuple[str, ...]:
    """So many questions with answers, none like the other, and a last question."""
    pairs = ((f"{number}: set the page in ink?", f"{number}: the proof is in red ink.") for number in range(num_pairs))
    return (*(text for pair in pairs for text in pair), *(last or ("And now?",)))


def long_chat(num_pairs: int, *last: str, system: str = "", **changes: object) -> ReplyRequest:
    values = {"sampling": NO_END, "speculation": OFF, "max_tokens": 8, "leave_out_oldest": True, **changes}
    request = chat(*turns(num_pairs, *last), **values)
    if system:
        request = replace(request, messages=(Message("system", system), *request.messages))
    return request


def started(reply: Collected) -> ReplyStarted:
    return next(event for event in reply.events if isinstance(event, ReplyStarted))


def prompt_tokens(pair: Pair, messages: Sequence[Message]) -> int:
    return len(pair.tokenize(pair.render(messages), raw=False))


# What was not chosen does not happen.


def test_without_the_choice_a_conversation_that_does_not_fit_is_refused_with_figures(pair: Pair) -> None:
    request = long_chat(30, leave_out_oldest=False)
    failed = run(pair, request).events[-1]
    assert isinstance(failed, ReplyFailed)
    assert failed.notice.code == "prompt_too_long"
    assert failed.notice.values == {
        "tokens": prompt_tokens(pair, request.messages),
        "capacity": CAPACITY,
        "least": prompt_tokens(pair, request.messages[-1:]),
    }


def test_a_first_question_that_does_not_fit_has_nothing_to_leave_out(pair: Pair) -> None:
    for choice in (False, True):
        failed = run(pair, long_chat(0, "the red ink " * 200, leave_out_oldest=choice)).events[-1]
        assert isinstance(failed, ReplyFailed)
        assert set(failed.notice.values) == {"tokens", "capacity"}


def test_what_fits_is_left_whole(pair: Pair) -> None:
    request = long_chat(5)
    reply = run(pair, request)
    assert started(reply).left_out == 0
    assert reply.token_ids == run(pair, replace(request, leave_out_oldest=False)).token_ids


# What is left out.


@pytest.mark.parametrize("system", ["", "Answer in one word."])
@pytest.mark.parametrize("num_pairs", [12, 14, 30, 99])
def test_the_oldest_turns_are_left_out_in_pairs_until_there_is_room(pair: Pair, num_pairs: int, system: str) -> None:
    request = long_chat(num_pairs, system=system)
    head = request.messages[: bool(system)]
    rest = request.messages[bool(system) :]
    assert prompt_tokens(pair, request.messages) > ROOMY
    reply = run(pair, request)
    left_out = started(reply).left_out
    assert left_out % 2 == 0
    assert 0 < left_out < len(rest)
    kept = (*head, *rest[left_out:])
    assert started(reply).prompt_tokens == prompt_tokens(pair, kept) <= FULL_SHARE * CAPACITY
    one_more = (*head, *rest[left_out - 2 :])
    assert prompt_tokens(pair, one_more) > FULL_SHARE * CAPACITY, "no more than needed"
    assert reply.token_ids == run(pair, replace(request, messages=kept, leave_out_oldest=False)).token_ids


def test_a_prompt_that_fits_without_room_for_an_answer_does_not_fit(pair: Pair) -> None:
    num_pairs = next(n for n in range(1, 40) if prompt_tokens(pair, long_chat(n).messages) > ROOMY)
    request = long_chat(num_pairs)
    assert prompt_tokens(pair, request.messages) <= CAPACITY
    assert started(run(pair, request)).left_out > 0
    assert started(run(pair, replace(request, leave_out_oldest=False))).left_out == 0


def test_the_last_question_stays_however_long_it_is(pair: Pair) -> None:
    question = next("ink. " * n for n in range(1, 400) if prompt_tokens(pair, [Message("user", "ink. " * n)]) > ROOMY)
    request = long_chat(3, question, max_tokens=500)
    reply = run(pair, request)
    assert started(reply).left_out == 6
    assert started(reply).prompt_tokens == prompt_tokens(pair, request.messages[-1:])
    assert reply.finish_reason is FinishReason.CONTEXT


def test_a_last_question_that_does_not_fit_is_refused_with_its_own_figures(pair: Pair) -> None:
    request = long_chat(20, "the red ink " * 200)
    failed = run(pair, request).events[-1]
    assert isinstance(failed, ReplyFailed)
    assert failed.notice.values == {"tokens": prompt_tokens(pair, request.messages[-1:]), "capacity": CAPACITY}


def test_two_questions_after_each_other_are_kept_apart(pair: Pair) -> None:
    """A refused question may have left a gap: nothing is cut in the middle of an answer."""
    messages = tuple(Message("user" if i % 3 else "assistant", f"{i}: in red ink") for i in range(60))
    reply = run(pair, replace(long_chat(0), messages=(*messages, Message("user", "And now?"))))
    assert messages[started(reply).left_out].role == "user"


def test_what_a_reply_says_already_is_counted(pair: Pair) -> None:
    begun = "the red ink of the page " * 16
    request = long_chat(9)
    assert started(run(pair, request)).left_out == 0
    reply = run(pair, replace(request, begun=begun))
    assert started(reply).left_out > 0
    kept = request.messages[started(reply).left_out :]
    assert started(reply).prompt_tokens == len(pair.tokenize(pair.render(kept), raw=False, begun=begun))


def test_a_raw_prompt_is_never_cut(pair: Pair) -> None:
    assert run(pair, raw("the red ink " * 200, leave_out_oldest=True)).failure == "prompt_too_long"


# The next turn.


def test_the_same_turns_are_left_out_again_so_that_the_caches_hold(pair: Pair) -> None:
    session = Session(pair, lambda: False)
    request = long_chat(20)
    first = Collected(tuple(session.reply(request)))
    left_out = started(first).left_out
    following = replace(
        request,
        messages=(*request.messages, Message("assistant", first.text), Message("user", "More?")),
        left_out=left_out,
    )
    second = Collected(tuple(session.reply(following)))
    assert started(second).left_out == left_out
    assert started(second).reused_tokens >= started(first).prompt_tokens


def test_more_is_left_out_when_the_same_is_not_enough(pair: Pair) -> None:
    request = long_chat(40, left_out=2)
    reply = run(pair, request)
    assert started(reply).left_out == started(run(pair, replace(request, left_out=0))).left_out > 2


def test_all_turns_come_back_when_they_fit(pair: Pair, tiny_target: Path) -> None:
    request = long_chat(20)
    left_out = started(run(pair, request)).left_out
    with loaded(tiny_target, context_tokens=4096, **EXACT) as roomier:
        assert started(run(roomier, replace(request, left_out=left_out))).left_out == 0


@pytest.mark.parametrize("left_out", [-4, 3, 1000])
def test_a_number_that_cannot_be_is_not_taken(pair: Pair, left_out: int) -> None:
    request = long_chat(20)
    expected = started(run(pair, request)).left_out
    assert started(run(pair, replace(request, left_out=left_out))).left_out == expected


def test_little_is_written_out(pair: Pair) -> None:
    """Each rendering is a question to another process."""
    watched = Watched(pair)
    request = long_chat(400)
    left_out = started(run(watched, request)).left_out  # type: ignore[arg-type]
    assert len(watched.rendered) <= 12
    watched.rendered.clear()
    run(watched, replace(request, left_out=left_out))  # type: ignore[arg-type]
    assert len(watched.rendered) == 1
