"""The longest match and what followed it last are those that a search through the whole text finds, at any time."""

from __future__ import annotations

import itertools
import random
from array import array
from typing import TYPE_CHECKING, SupportsIndex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.drafters.suffix_automaton import SuffixAutomaton

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    IntArray = array[int]
else:
    IntArray = array

ALPHABETS = st.sampled_from([1, 2, 2, 3, 5, 50_000])
AHEAD = 7


@st.composite
def texts(draw: st.DrawFn, longest: int = 60) -> list[int]:
    """Random tokens with passages said again: plain random text has no long matches."""
    tokens = st.lists(st.integers(0, draw(ALPHABETS) - 1), min_size=1, max_size=6)
    text: list[int] = draw(tokens)
    for again in draw(st.lists(st.booleans(), max_size=12)):
        if again:
            start = draw(st.integers(0, len(text) - 1))
            text += text[start : start + draw(st.integers(1, 15))]
        else:
            text += draw(tokens)
    return text[:longest]


def search(text: Sequence[int]) -> tuple[int, int]:
    """Length of the longest ending that was there before, and where it ended the last time."""
    text = list(text)
    for length in range(len(text) - 1, 0, -1):
        for end in range(len(text) - 1, length - 1, -1):
            if text[end - length : end] == text[-length:]:
                return length, end
    return 0, 0


def said_again(text: Sequence[int], end: int, limit: int) -> list[int]:
    """What followed `end`, going on through what is said again itself."""
    longer = list(text)
    for offset in range(limit):
        longer.append(longer[end + offset])
    return longer[len(text) :]


def agrees_with_a_search(automaton: SuffixAutomaton, text: Sequence[int]) -> None:
    length, end = search(text)
    assert automaton.match_length == length
    assert automaton.continuation(AHEAD) == (said_again(text, end, AHEAD) if length else [])
    assert list(automaton.tokens) == list(text)
    assert automaton.num_states <= max(1, 2 * len(text))


@settings(max_examples=400)
@given(texts())
def test_every_prefix_agrees_with_a_search(text: list[int]) -> None:
    automaton = SuffixAutomaton()
    for index, token in enumerate(text):
        automaton.append(token)
        agrees_with_a_search(automaton, text[: index + 1])


@settings(max_examples=200)
@given(st.lists(texts(25), max_size=4))
def test_it_does_not_matter_in_what_pieces_the_text_comes(pieces: list[list[int]]) -> None:
    automaton = SuffixAutomaton()
    for piece in pieces:
        automaton.extend(piece)
    agrees_with_a_search(automaton, list(itertools.chain(*pieces)))


@settings(max_examples=300)
@given(texts(), st.data())
def test_after_going_back_it_is_as_if_the_rest_was_never_said(text: list[int], data: st.DataObject) -> None:
    automaton = SuffixAutomaton()
    for _ in range(3):
        automaton.extend(text)
        whole = list(automaton.tokens)
        kept = data.draw(st.integers(0, len(whole)))
        automaton.rewind(kept)
        agrees_with_a_search(automaton, whole[:kept])
        for token in data.draw(texts(12)):
            automaton.append(token)
            agrees_with_a_search(automaton, list(automaton.tokens))


@settings(max_examples=100)
@given(texts(), st.integers(0, 60))
def test_going_back_leaves_nothing_behind(text: list[int], kept: int) -> None:
    kept = min(kept, len(text))
    automaton = SuffixAutomaton(text)
    automaton.rewind(kept)
    fresh = SuffixAutomaton(text[:kept])
    assert automaton.num_states == fresh.num_states
    assert automaton._others == fresh._others
    assert automaton._next == fresh._next
    assert automaton._link == fresh._link


def test_going_back_further_than_the_beginning_is_refused() -> None:
    automaton = SuffixAutomaton([1, 2, 3])
    for length in (-1, 4):
        with pytest.raises(ValueError, match="cannot rewind"):
            automaton.rewind(length)


def test_a_token_that_does_not_fit_adds_nothing() -> None:
    automaton = SuffixAutomaton([1, 2, 1])
    with pytest.raises(OverflowError):
        automaton.extend([2, 2**31])
    agrees_with_a_search(automaton, [1, 2, 1])


@given(texts(), texts())
def test_the_common_prefix_is_what_both_begin_with(text: list[int], other: list[int]) -> None:
    shared = 0
    while shared < min(len(text), len(other)) and text[shared] == other[shared]:
        shared += 1
    automaton = SuffixAutomaton(text)
    assert automaton.common_prefix(other) == shared
    assert automaton.common_prefix([*text, *other]) == len(text)


@settings(max_examples=200)
@given(texts(), texts(30))
def test_another_text_is_matched_as_a_search_would(text: list[int], other: list[int]) -> None:
    automaton = SuffixAutomaton(text)
    state = matched = 0
    for index, token in enumerate(other):
        state, matched = automaton.follow(state, matched, token)
        said = other[: index + 1]
        length = max(
            length for length in range(len(said) + 1) if length == 0 or _last_end(text, said[-length:]) is not None
        )
        assert matched == length
        if length:
            assert automaton.latest_end(state) == _last_end(text, said[-length:])


def _last_end(text: list[int], wanted: list[int]) -> int | None:
    for end in range(len(text), len(wanted) - 1, -1):
        if text[end - len(wanted) : end] == wanted:
            return end
    return None


class _Counting(IntArray):
    """Counts how often it is read: each step along the links reads one."""

    num_reads = 0

    def __getitem__(self, index: SupportsIndex) -> int:  # type: ignore[override]  # nobody slices it
        self.num_reads += 1
        return super().__getitem__(index)


def _num_steps(text: Sequence[int]) -> float:
    """Steps along the links for each token."""
    automaton = SuffixAutomaton()
    automaton._link = counting = _Counting("i", automaton._link)
    for token in text:
        automaton.append(token)
    assert len(automaton) == len(text)
    assert automaton.num_states <= 2 * len(text)
    return counting.num_reads / len(text)


def _fibonacci(length: int) -> list[int]:
    word, following = [0], [0, 1]
    while len(following) < length:
        word, following = following, following + word
    return following[:length]


def _runs(length: int, longest: int) -> Iterator[int]:
    """Runs of one token of random lengths: deep chains that matches keep falling out of."""
    dice = random.Random(5)
    left = 0
    for _ in range(length):
        yield int(left == 0)
        left = dice.randint(1, longest) if left == 0 else left - 1


@pytest.mark.parametrize(
    "text",
    [[7] * 100_000, [7, 8] * 50_000, _fibonacci(100_000), list(range(100_000)), [*range(300)] * 300],
    ids=["one token", "two in turn", "fibonacci", "all different", "long period"],
)
def test_work_is_linear_where_text_repeats_without_end(text: list[int]) -> None:
    assert _num_steps(text) < 6


def test_work_stays_small_on_hostile_text() -> None:
    dice = random.Random(1)
    assert _num_steps([dice.randrange(2) for _ in range(30_000)]) < 25
    assert _num_steps(list(_runs(30_000, 10))) < 35
    assert _num_steps(list(_runs(30_000, 300))) < 60
