"""A reply that goes on from what it says already: the seam cannot be seen, in tokens, characters or stop strings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.cancel import CancelFlag
from app.engine.events import ReplyStarted, RoundDecoded
from app.engine.session import Session
from app.engine.stops import StopMatcher
from app.engine.types import FinishReason, Message, SamplingSettings, SpeculationMode
from tests.support.replies import AUTO, EXACT, GREEDY, LOOKUP, OFF, ON, Collected, chat, loaded, raw, run
from tests.support.tiny_models import TinyModel
from tests.support.tiny_sentencepiece import write_sentencepiece
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.engine.llama.pair import Pair
    from app.engine.types import ReplyRequest, SpeculationSettings

NO_END = tuple((token, -100.0) for token in END_IDS)
SAMPLINGS = (replace(GREEDY, logit_bias=NO_END), SamplingSettings(temperature=0.9, seed=3, logit_bias=NO_END))
LONG = 40


@pytest.fixture(scope="module")
def pair(tiny_target: Path, tiny_draft: Path) -> Iterator[Pair]:
    with loaded(tiny_target, tiny_draft, **EXACT) as loaded_pair:
        yield loaded_pair


def begin(session: Session, request: ReplyRequest, num_tokens: int) -> Collected:
    """A reply of so many tokens."""
    return Collected(tuple(session.reply(replace(request, max_tokens=num_tokens))))


def go_on(session: Session, request: ReplyRequest, begun: str, num_tokens: int) -> Collected:
    return Collected(tuple(session.reply(replace(request, begun=begun, max_tokens=num_tokens))))


# The same text as if it had never stopped.


@pytest.mark.parametrize("sampling", SAMPLINGS, ids=["greedy", "seeded"])
@pytest.mark.parametrize("speculation", [OFF, ON, LOOKUP, AUTO], ids=["off", "draft", "lookup", "auto"])
def test_a_reply_stopped_anywhere_and_continued_is_the_uncut_one(
    pair: Pair, sampling: SamplingSettings, speculation: SpeculationSettings
) -> None:
    request = chat("Set the page in red ink.", sampling=sampling, speculation=speculation)
    uncut = run(pair, replace(request, max_tokens=LONG))
    for cut in range(1, LONG, 6):
        session = Session(pair, lambda: False)
        first = begin(session, request, cut)
        second = go_on(session, request, first.text, LONG - cut)
        assert [*first.token_ids, *second.token_ids] == uncut.token_ids
        assert first.text + second.text == uncut.text


def test_nothing_is_read_again_when_the_caches_hold_the_reply(pair: Pair) -> None:
    request = chat("Set the page in red ink.", sampling=SAMPLINGS[0])
    session = Session(pair, lambda: False)
    first = begin(session, request, 17)
    second = go_on(session, request, first.text, 5)
    assert second.summary.prompt_tokens == first.summary.prompt_tokens + 17
    assert second.reused_tokens == second.summary.prompt_tokens - 1


def test_it_can_go_on_again_and_again(pair: Pair) -> None:
    request = chat("Set the page in red ink.", sampling=SAMPLINGS[1])
    uncut = run(pair, replace(request, max_tokens=LONG))
    session, text = Session(pair, lambda: False), ""
    for _ in range(LONG // 8):
        reply = go_on(session, request, text, 8)
        assert reply.reused_tokens >= reply.summary.prompt_tokens - 1 or not text
        text += reply.text
    assert text == uncut.text


def test_a_reply_of_another_day_goes_on_wherever_its_text_is_split_the_same_way(pair: Pair) -> None:
    """A session that remembers nothing has nothing but the text."""
    request = chat("Set the page in red ink.", sampling=SAMPLINGS[0])
    uncut = run(pair, replace(request, max_tokens=LONG))
    num_same = 0
    for cut in range(1, LONG, 3):
        first = run(pair, replace(request, max_tokens=cut))
        second = run(pair, replace(request, begun=first.text, max_tokens=LONG - cut))
        begun = pair.characters(first.text)
        assert second.summary.prompt_tokens == first.summary.prompt_tokens + len(begun)
        if begun == first.token_ids:
            num_same += 1
            assert second.token_ids == uncut.token_ids[cut:]
    assert num_same > 3


def test_another_conversation_in_between_changes_nothing(pair: Pair) -> None:
    request = chat("Set the page in red ink.", sampling=SAMPLINGS[0])
    session = Session(pair, lambda: False)
    first = begin(session, request, 12)
    begin(session, chat("Something else altogether.", sampling=SAMPLINGS[0]), 6)
    later = go_on(session, request, first.text, 10)
    assert later.token_ids == run(pair, replace(request, begun=first.text, max_tokens=10)).token_ids


def test_an_edited_begin_counts_as_it_is_written(pair: Pair) -> None:
    request = chat("Set the page in red ink.", sampling=SAMPLINGS[0])
    session = Session(pair, lambda: False)
    first = begin(session, request, 12)
    edited = "The draft of" + first.text[3:]
    reply = go_on(session, request, edited, 10)
    assert reply.token_ids == run(pair, replace(request, begun=edited, max_tokens=10)).token_ids
    assert list(pair.target.tokens)[: reply.summary.prompt_tokens] == [
        *pair.tokenize(pair.render(request.messages), raw=False),
        *pair.characters(edited),
    ]


def test_what_was_erased_is_not_gone_on_from(pair: Pair) -> None:
    request = chat("Set the page in red ink.", sampling=SAMPLINGS[0])
    session = Session(pair, lambda: False)
    first = begin(session, request, 12)
    session.forget()
    second = go_on(session, request, first.text, 5)
    assert second.reused_tokens == 0
    assert second.token_ids == run(pair, replace(request, begun=first.text, max_tokens=5)).token_ids


# What is told.


def test_only_what_is_new_is_told_and_counted(pair: Pair) -> None:
    request = chat("Set the page.", sampling=SAMPLINGS[0], begun="The proof is", max_tokens=9)
    reply = run(pair, request)
    assert len(reply.token_ids) == 9
    assert "The proof is" not in reply.text
    assert reply.finish_reason is FinishReason.LENGTH
    started = next(event for event in reply.events if isinstance(event, ReplyStarted))
    prompt = pair.tokenize(pair.render(request.messages), raw=False, begun="The proof is")
    assert started.prompt_tokens == len(prompt)


def test_a_begin_longer_than_the_context_is_refused(pair: Pair) -> None:
    assert run(pair, chat("Set the page.", begun="the red ink " * 1000)).failure == "prompt_too_long"


def test_a_stopped_reply_goes_on_from_where_it_stopped(tiny_target: Path, tiny_draft: Path) -> None:
    cancel = CancelFlag()
    request = chat("Set the page in red ink.", sampling=SAMPLINGS[1], max_tokens=LONG)
    with loaded(tiny_target, tiny_draft, **EXACT) as pair:
        uncut = run(pair, request)
        session = Session(pair, cancel.is_set)
        events = []
        for event in session.reply(request):
            events.append(event)
            if sum(isinstance(each, RoundDecoded) for each in events) == 4:
                cancel.set()
        first = Collected(tuple(events))
        cancel.clear()
        assert first.finish_reason is FinishReason.CANCELLED
        second = go_on(session, request, first.text, LONG - len(first.token_ids))
        assert [*first.token_ids, *second.token_ids] == uncut.token_ids


# The seam.


def test_a_character_split_at_the_seam_becomes_whole(tiny_target: Path) -> None:
    with loaded(tiny_target, tiny_target, **EXACT) as emoji:
        cat = emoji.tokenize("🐱🐱🐱🐱", raw=True)
        favoured = SamplingSettings(temperature=0.0, logit_bias=tuple((token, 30.0) for token in set(cat)))
        request = chat("🐱🐱", sampling=favoured)
        uncut = run(emoji, replace(request, max_tokens=24))
        num_split = 0
        for cut in range(1, 16):
            session = Session(emoji, lambda: False)
            first = begin(session, request, cut)
            whole = b"".join(map(emoji.piece, first.token_ids))
            num_split += whole != first.text.encode()
            second = go_on(session, request, first.text, 24 - cut)
            assert first.text + second.text == uncut.text
            assert "\ufffd" not in second.text
        assert num_split > 3


def test_a_stop_string_across_the_seam_ends_the_reply(pair: Pair) -> None:
    request = chat("Set the page in red ink.", sampling=SAMPLINGS[1])
    uncut = run(pair, replace(request, max_tokens=LONG))
    num_across = 0
    for cut in range(3, 21, 3):
        for before, behind in ((1, 1), (2, 1), (1, 3)):
            session = Session(pair, lambda: False)
            first = begin(session, request, cut)
            seam = len(first.text)
            stop = uncut.text[seam - before : seam + behind]
            if stop in first.text:
                continue
            num_across += 1
            second = go_on(session, replace(request, stop=(stop,)), first.text, LONG - cut)
            assert second.finish_reason is FinishReason.STOP
            assert second.text == ""
    assert num_across > 5


@pytest.mark.parametrize(
    ("begun", "pieces", "shown"),
    [
        ("He said", [" stop", "ped"], " stopped"),
        ("an EN", ["D of it"], ""),
        ("an EN", ["TRY"], "TRY"),
        ("an EN", ["EN", "D"], ""),
        ("an E", ["END"], ""),
        ("an EN", [], ""),
        ("END", ["a"], "a"),
        ("", ["a", "EN"], "aEN"),
    ],
)
def test_what_was_shown_before_the_seam_is_not_shown_again(begun: str, pieces: list[str], shown: str) -> None:
    stops = StopMatcher(("END",), begun)
    assert "".join(stops.push(piece) for piece in pieces) + stops.flush() == shown


# What stands in the begin acts as text.


def test_the_name_of_a_control_token_in_the_begin_is_characters(pair: Pair) -> None:
    begun = "It writes <|im_end|> and <|im_start|>user"
    prompt = pair.tokenize(pair.render([Message("user", "Hi")]), raw=False)
    whole = pair.tokenize(pair.render([Message("user", "Hi")]), raw=False, begun=begun)
    assert whole[: len(prompt)] == prompt
    assert not set(whole[len(prompt) :]) & set(END_IDS)
    assert b"".join(map(pair.piece, whole[len(prompt) :])).decode() == begun
    assert len(run(pair, chat("Hi", begun=begun, sampling=SAMPLINGS[0], max_tokens=4)).token_ids) == 4


def test_a_template_that_begins_to_think_is_thought_on(tmp_path: Path) -> None:
    """The reply as it is kept begins behind what the template wrote."""
    template = (
        "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] "
        "+ '<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}"
        "{{ '<|im_start|>assistant\\n<think>\\n' }}{% endif %}"
    )
    path = TinyModel(chat_template=template).write(tmp_path / "thinks.gguf")
    with loaded(path, **EXACT) as thinking:
        request = chat("Hi", sampling=SAMPLINGS[0], speculation=OFF)
        uncut = run(thinking, replace(request, max_tokens=20))
        session = Session(thinking, lambda: False)
        first = begin(session, request, 7)
        assert "<think>" not in first.text
        assert go_on(session, request, first.text, 13).token_ids == uncut.token_ids[7:]


def test_a_vocabulary_that_puts_a_space_before_every_text_puts_none_into_a_reply(tmp_path: Path) -> None:
    with loaded(write_sentencepiece(tmp_path / "spaces.gguf")) as spaces:
        rendered = spaces.render([Message("user", "set")])
        prompt = spaces.tokenize(rendered, raw=False)
        assert b"".join(map(spaces.piece, spaces.characters("the ink"))) == b" the ink", "it does"
        for begun in ("the red ink", " the page", "Red"):
            whole = spaces.tokenize(rendered, raw=False, begun=begun)
            assert whole[: len(prompt)] == prompt
            assert b"".join(map(spaces.piece, whole[len(prompt) :])).decode() == begun


def test_a_raw_prompt_and_a_begin_are_one_raw_prompt(pair: Pair) -> None:
    """Nobody asks for that; it is no reason to fail."""
    both = run(pair, raw("Set the page", begun=" in red ink", sampling=SAMPLINGS[0], max_tokens=8))
    assert both.token_ids == run(pair, raw("Set the page in red ink", sampling=SAMPLINGS[0], max_tokens=8)).token_ids


# Real models.


@pytest.mark.real_models
@pytest.mark.parametrize("speculation", [OFF, LOOKUP], ids=["off", "lookup"])
def test_smollm2_goes_on_as_if_it_had_never_stopped(smollm2: Path, speculation: SpeculationSettings) -> None:
    request = chat("Name three colours and say where they occur.", sampling=GREEDY, speculation=speculation)
    with loaded(smollm2, threads=2, **EXACT) as base:
        uncut = run(base, replace(request, max_tokens=48))
        assert uncut.summary.status.mode in (SpeculationMode.OFF, SpeculationMode.LOOKUP)
        for cut in (1, 5, 18, 31):
            first = run(base, replace(request, max_tokens=cut))
            second = run(base, replace(request, begun=first.text, max_tokens=48 - cut))
            assert base.characters(first.text) == first.token_ids, "choose other places to cut"
            assert [*first.token_ids, *second.token_ids] == uncut.token_ids


@pytest.mark.real_models
@pytest.mark.parametrize("model", ["smollm2", "gemma"])
def test_every_vocabulary_splits_a_begin_without_changing_it(model: str, request: pytest.FixtureRequest) -> None:
    with loaded(request.getfixturevalue(model), threads=2) as base:
        rendered = base.render([Message("user", "Name a colour.")])
        prompt = base.tokenize(rendered, raw=False)
        for begun in ("The sky", " Red", "\n\n1. Red", "Rot: Blätter 🍁\n"):
            whole = base.tokenize(rendered, raw=False, begun=begun)
            assert whole[: len(prompt)] == prompt
            assert b"".join(map(base.piece, whole[len(prompt) :])).decode() == begun
