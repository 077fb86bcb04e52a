"""Stop strings in a growing text."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.stops import StopMatcher

_TEXT = st.text(alphabet="abc", max_size=30)
_STOPS = st.lists(st.text(alphabet="abc", max_size=4), max_size=4)
_PLACES = st.lists(st.integers(min_value=0, max_value=30))


def _cut(text: str, places: list[int]) -> list[str]:
    edges = [0, *sorted({min(place, len(text)) for place in places}), len(text)]
    return [text[start:end] for start, end in itertools.pairwise(edges)]


def _read(stops: list[str], pieces: list[str]) -> tuple[str, str | None]:
    matcher = StopMatcher(stops)
    shown = "".join(map(matcher.push, pieces))
    return shown + matcher.flush(), matcher.matched


@given(_STOPS, _TEXT, _PLACES)
def test_the_cut_into_pieces_does_not_change_the_result(stops: list[str], text: str, places: list[int]) -> None:
    assert _read(stops, _cut(text, places)) == _read(stops, [text])


@given(_STOPS, _TEXT, _PLACES)
def test_shows_all_before_the_stop_and_nothing_from_it_on(stops: list[str], text: str, places: list[int]) -> None:
    shown, matched = _read(stops, _cut(text, places))
    assert not any(stop in shown for stop in stops if stop)
    if matched is None:
        assert shown == text
    else:
        assert text.startswith(shown + matched)


@given(_STOPS, _TEXT)
def test_holds_back_nothing_that_no_stop_begins_with(stops: list[str], text: str) -> None:
    matcher = StopMatcher(stops)
    matcher.push(text)
    held = matcher.flush()
    assert held == "" or any(stop.startswith(held) for stop in stops)


def test_a_stop_spread_over_tokens_is_never_seen() -> None:
    matcher = StopMatcher(["</answer>"])
    assert [matcher.push(piece) for piece in ("42", "</", "answ", "er>", " more")] == ["42", "", "", "", ""]
    assert matcher.matched == "</answer>"
    assert matcher.flush() == ""


def test_a_false_beginning_is_shown_as_soon_as_it_is_known() -> None:
    matcher = StopMatcher(["</answer>"])
    assert [matcher.push(piece) for piece in ("1 ", "<", "/", "b")] == ["1 ", "", "", "</b"]
    assert matcher.matched is None


@pytest.mark.parametrize(
    ("stops", "text", "expected"),
    [
        (["abcd", "bc"], "xabcd", ("xa", "bc")),
        (["ab", "abc"], "xabc", ("x", "ab")),
        (["bc", "abc"], "xabc", ("x", "abc")),
        (["aab"], "aaab", ("a", "aab")),
        ([""], "abc", ("abc", None)),
        (["\n\n"], "one\n\ntwo", ("one", "\n\n")),
    ],
)
def test_the_stop_that_is_complete_first_wins(stops: list[str], text: str, expected: tuple[str, str | None]) -> None:
    assert _read(stops, [text]) == expected
