"""Counting tokens beside replies: right, without a trace in the caches, and never in a reply's way."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import TYPE_CHECKING

import pytest

from app.engine.aside import LOOK_SECONDS, Aside
from app.engine.commands import CountTokens, ForgetText, Load, Reply
from app.engine.contexts import Cancelled
from app.engine.events import (
    EngineDied,
    PairLoaded,
    PrefillProgressed,
    ReplyFinished,
    ReplyStarted,
    TokensCounted,
)
from app.engine.prompt import SHORT_CHARACTERS
from app.engine.session import Session
from app.engine.types import FinishReason, Message
from tests.support.engine_talk import REPLY_ENDS, EngineTalk, request, settings
from tests.support.replies import EXACT, OFF, Collected, chat, loaded, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.engine.events import EngineEvent
    from app.engine.llama.pair import Pair

MESSAGES = (Message("user", "Set the page."), Message("assistant", "In red ink."), Message("user", "And the proof?"))
BOOK = "The draft of the proof is in the red ink. " * 30_000
"""More than a megabyte: it takes this vocabulary most of a second."""
AT_ONCE_SECONDS = 0.3


@pytest.fixture(scope="module")
def pair(tiny_target: Path) -> Iterator[Pair]:
    with loaded(tiny_target, **EXACT) as loaded_pair:
        yield loaded_pair


@pytest.fixture
def talk() -> Iterator[EngineTalk]:
    with EngineTalk() as talk:
        yield talk


def counted(talk: EngineTalk, count_id: str, begin: int = 0) -> TokensCounted:
    def is_answer(event: EngineEvent) -> bool:
        return isinstance(event, TokensCounted) and event.count_id == count_id

    event = talk.until(is_answer, begin=begin)[-1]
    assert isinstance(event, TokensCounted)
    return event


def never() -> bool:
    return False


# What is counted.


def test_a_conversation_counts_as_its_prompt(pair: Pair) -> None:
    session = Session(pair, never)
    told = session.count(CountTokens("a", MESSAGES), never)
    reply = Collected(tuple(session.reply(chat(*(message.content for message in MESSAGES), max_tokens=1))))
    assert told.prompt_tokens == reply.summary.prompt_tokens
    assert told.piece_tokens == ()


def test_pieces_count_by_themselves_and_control_names_are_characters(pair: Pair) -> None:
    told = Session(pair, never).count(CountTokens("a", (), ("", "the proof", "<|im_end|>")), never)
    assert told.prompt_tokens is None
    assert told.piece_tokens == (0, len(pair.characters("the proof")), len(pair.characters("<|im_end|>")))
    assert told.piece_tokens[2] > 1


def test_a_book_counts_as_much_as_its_parts(pair: Pair) -> None:
    sentence = "The draft of the proof is in the red ink. "
    text = sentence * (SHORT_CHARACTERS // len(sentence) + 2)
    whole, once = Session(pair, never).count(CountTokens("a", (), (text, sentence)), never).piece_tokens
    assert len(text) > SHORT_CHARACTERS
    assert whole == once * (len(text) // len(sentence))


def test_a_template_that_cannot_write_it_out_leaves_the_pieces_counted(tiny_refuses_all: Path) -> None:
    with loaded(tiny_refuses_all) as base:
        told = Session(base, never).count(CountTokens("a", MESSAGES, (" the",)), never)
        assert told.prompt_tokens is None
        assert told.piece_tokens == (1,)


@pytest.fixture(scope="module")
def tiny_refuses_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.support.tiny_models import TinyModel

    folder = tmp_path_factory.mktemp("refuses")
    return TinyModel(chat_template="{{ raise_exception('never') }}").write(folder / "refuses.gguf")


def test_the_caches_are_not_touched(pair: Pair) -> None:
    session = Session(pair, never)
    asked = chat("Set the page in red ink.", speculation=OFF, max_tokens=20)
    first = Collected(tuple(session.reply(asked)))
    held = list(pair.target.tokens)
    session.count(CountTokens("a", MESSAGES, (BOOK[:100_000],)), never)
    assert list(pair.target.tokens) == held
    assert Collected(tuple(session.reply(asked))).token_ids == first.token_ids


# Whoever waits can go away.


def test_work_aside_gives_what_it_gives_and_raises_what_it_raises() -> None:
    aside = Aside()
    assert aside.run(lambda: 7, never) == 7
    with pytest.raises(ZeroDivisionError):
        aside.run(lambda: 1 // 0, never)
    assert aside.is_idle


def test_work_that_is_given_up_runs_out_and_is_waited_for_at_the_end() -> None:
    aside, go_on, done = Aside(), threading.Event(), threading.Event()

    def work() -> None:
        go_on.wait()
        done.set()

    with pytest.raises(Cancelled):
        aside.run(work, lambda: True)
    assert not aside.is_idle
    assert aside.run(lambda: 7, never) == 7, "other work does not wait for it"
    go_on.set()
    aside.close()
    assert done.is_set()


def test_a_long_prompt_is_given_up_at_once_and_the_next_reply_is_right(pair: Pair) -> None:
    stops = threading.Event()
    session = Session(pair, stops.is_set)
    timer = threading.Timer(5 * LOOK_SECONDS, stops.set)
    timer.start()
    began = time.monotonic()
    given_up = Collected(tuple(session.reply(chat(BOOK))))
    took = time.monotonic() - began
    timer.join()
    assert given_up.finish_reason is FinishReason.CANCELLED
    assert not any(isinstance(event, ReplyStarted) for event in given_up.events)
    assert took < 5 * LOOK_SECONDS + AT_ONCE_SECONDS
    stops.clear()
    asked = chat("Set the page.", max_tokens=10)
    reply = Collected(tuple(session.reply(asked)))
    session.close()
    assert reply.token_ids == run(pair, asked).token_ids


def test_a_count_is_given_up_when_something_else_is_asked(pair: Pair) -> None:
    session = Session(pair, never)
    began = time.monotonic()
    with pytest.raises(Cancelled):
        session.count(CountTokens("a", (Message("user", BOOK),)), lambda: time.monotonic() > began + 0.1)
    assert time.monotonic() - began < 0.1 + AT_ONCE_SECONDS
    session.close()


# With an engine process.


def test_counts_are_answered_between_replies(talk: EngineTalk, tiny_target: Path, tiny_draft: Path) -> None:
    talk.client.count(CountTokens("early", MESSAGES))
    talk.pair(settings(tiny_target, tiny_draft))
    early = counted(talk, "early").prompt_tokens
    assert early is not None
    begin = len(talk.events)
    talk.client.submit(Reply(request(1)))
    talk.client.count(CountTokens("later", MESSAGES, (" the",)))
    later = counted(talk, "later", begin)
    assert (later.prompt_tokens, later.piece_tokens) == (early, (1,))
    kinds = [type(event) for event in talk.events[begin:]]
    assert kinds.index(ReplyFinished) < kinds.index(TokensCounted)


def test_a_newer_question_takes_the_place_of_an_older_one(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    begin = len(talk.events)
    talk.client.submit(Reply(request(1)))
    for text in (" the", " the the", " the the the"):
        talk.client.count(CountTokens("typed", (), (text,)))
    talk.client.count(CountTokens("last", (), (" the",)))
    counted(talk, "last", begin)
    told = [event for event in talk.events[begin:] if isinstance(event, TokensCounted) and event.count_id == "typed"]
    assert [event.piece_tokens for event in told] == [(3,)]


def test_a_question_taken_back_is_not_answered(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    begin = len(talk.events)
    talk.client.submit(Reply(request(1)))
    talk.client.count(CountTokens("gone", (), (" the",)))
    talk.client.count(CountTokens("last", (), (" the",)))
    talk.client.forget_count("gone")
    counted(talk, "last", begin)
    assert not any(isinstance(event, TokensCounted) and event.count_id == "gone" for event in talk.events)


def test_a_reply_does_not_wait_for_a_long_count_which_is_answered_behind_it(
    talk: EngineTalk, tiny_target: Path
) -> None:
    talk.pair(settings(tiny_target))
    talk.reply(request(1))
    begin = len(talk.events)
    talk.client.count(CountTokens("book", (), (BOOK,) * 8))
    talk.client.count(CountTokens("more", (), (" the",)))
    talk.client.poll(0.1)
    began = time.monotonic()
    talk.client.submit(Reply(request(2)))
    talk.until(lambda event: isinstance(event, PrefillProgressed | ReplyStarted), begin=begin)
    assert time.monotonic() - began < AT_ONCE_SECONDS
    assert not any(isinstance(event, TokensCounted) for event in talk.events[begin:])
    assert counted(talk, "book", begin).piece_tokens[0] > 100_000
    assert counted(talk, "more", begin).piece_tokens == (1,)


def test_forgetting_in_between_loses_no_count_and_answers_none_twice(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    begin = len(talk.events)
    for number in range(20):
        talk.client.count(CountTokens(f"{number}", MESSAGES, (" the",)))
        talk.client.submit(ForgetText())
    talk.client.count(CountTokens("last", (), (" the",)))
    counted(talk, "last", begin)
    told = [event.count_id for event in talk.events[begin:] if isinstance(event, TokensCounted)]
    assert told == [*map(str, range(20)), "last"]


def test_an_engine_that_died_answers_when_a_pair_is_loaded_again(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    pid = talk.client.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    talk.until(lambda event: isinstance(event, EngineDied))
    begin = len(talk.events)
    talk.client.count(CountTokens("a", (), (" the",)))
    assert talk.client.pid is None, "no engine is started for it"
    talk.client.submit(Load(settings(tiny_target)))
    assert counted(talk, "a", begin).piece_tokens == (1,)
    assert any(isinstance(event, PairLoaded) for event in talk.events[begin:])


def test_a_target_exchanged_while_a_count_runs_does_no_harm(
    talk: EngineTalk, tiny_target: Path, tiny_draft: Path
) -> None:
    talk.pair(settings(tiny_target))
    begin = len(talk.events)
    talk.client.count(CountTokens("book", (), (BOOK,) * 3))
    talk.client.poll(0.1)
    talk.pair(settings(tiny_draft))
    assert len(counted(talk, "book", begin).piece_tokens) == 3
    begin = len(talk.events)
    talk.client.submit(Reply(request(2)))
    talk.until(lambda event: isinstance(event, REPLY_ENDS), begin=begin)
