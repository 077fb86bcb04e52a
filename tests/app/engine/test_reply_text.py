"""What becomes visible with each token: whole characters only, no stop string, nothing of a rejected draft."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.engine.reply_text import NUM_CANDIDATES, ReplyText
from app.engine.sampling import Distribution, Reading
from app.engine.verification import Draft

PIECES = (b"", b"a", b"b", b"ab", b"\xe2", b"\x82", b"\xac", b"\xf0\x9f", b"\x90", b"\xb1", "é".encode(), b"\xc3")
TOKENS = st.lists(st.integers(0, len(PIECES) - 1), max_size=20)
STOPS = st.lists(st.sampled_from(["ab", "ba", "€", "aéb", "bbb"]), max_size=3)


def _text(stops: tuple[str, ...] = ()) -> ReplyText:
    return ReplyText(PIECES.__getitem__, lambda token_id: f"<{token_id}>", stops)


def _reading(*logits: float) -> Reading:
    return Reading(np.arange(len(logits), dtype=np.int32), np.array(logits, np.float32))


@given(TOKENS, STOPS)
def test_the_pieces_and_the_tail_are_the_text(tokens: list[int], stops: list[str]) -> None:
    text = _text(tuple(stops))
    whole = b""
    ended = False
    for token in tokens:
        whole += PIECES[token]
        ended = text.push(token)
        if ended:
            break
    pieces = text.take()
    shown = "".join(pieces) + text.finish()
    full = whole.decode("utf-8", "ignore")
    assert full.startswith(shown)
    assert not any(stop in shown for stop in stops)
    assert "\ufffd" not in shown
    if not ended:
        assert shown == full
    assert text.take() == []


@given(TOKENS, TOKENS, TOKENS, STOPS)
def test_showing_drafts_changes_nothing(said: list[int], drafts: list[int], rest: list[int], stops: list[str]) -> None:
    plain, drafted = _text(tuple(stops)), _text(tuple(stops))
    for token in said:
        plain.push(token)
        drafted.push(token)
    ghosts = drafted.proposed([Draft(token) for token in drafts])
    assert [ghost.token_id for ghost in ghosts] == drafts
    assert not any("\ufffd" in ghost.text for ghost in ghosts)
    for token in rest:
        assert plain.push(token) == drafted.push(token)
    assert plain.take() == drafted.take()
    assert plain.finish() == drafted.finish()


def test_a_ghost_completes_the_character_that_the_reply_began() -> None:
    text = _text()
    text.push(PIECES.index(b"\xe2"))
    ghosts = text.proposed([Draft(PIECES.index(b"\x82")), Draft(PIECES.index(b"\xac"))])
    assert [ghost.text for ghost in ghosts] == ["", "€"]
    assert text.take() == [""]


def test_a_token_inside_a_stop_string_shows_nothing_until_it_is_clear() -> None:
    text = _text(("aéb",))
    ended = [text.push(PIECES.index(piece)) for piece in (b"b", b"a", "é".encode(), b"a")]
    assert ended == [False] * 4
    assert text.take() == ["b", "", "", "aé"]
    assert text.finish() == "a"


def test_nothing_follows_a_stop_string() -> None:
    text = _text(("ab",))
    assert [text.push(PIECES.index(piece)) for piece in (b"b", b"a", b"b")] == [False, False, True]
    assert text.take() == ["b", "", ""]
    assert text.finish() == ""


def test_half_a_character_at_the_end_is_not_shown() -> None:
    text = _text()
    for piece in (b"a", b"\xf0\x9f", b"\x90"):
        text.push(PIECES.index(piece))
    assert text.take() == ["a", "", ""]
    assert text.finish() == ""


def test_drafts_carry_their_own_probability_and_runners_up() -> None:
    reading = _reading(4.0, 3.0, 2.0, 1.0, 0.0, -1.0)
    distribution = Distribution(reading.ids[:1], reading.logits[:1], reading)
    known, unknown = _text().proposed([Draft(1, distribution), Draft(2)])
    assert known.probability == reading.probability(1)
    assert [candidate.token_id for candidate in known.runners_up] == list(range(NUM_CANDIDATES))
    assert [candidate.text for candidate in known.runners_up][:2] == ["<0>", "<1>"]
    assert unknown.probability is None
    assert unknown.runners_up == ()


def test_fewer_candidates_than_are_shown_are_no_error() -> None:
    assert len(_text().candidates(_reading(1.0, 0.0))) == 2
