"""Characters that are split over tokens."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from app.engine.detokenizer import Detokenizer

CATS = "三只小猫 🐱, naïve café, 10 € 👩‍👩‍👧"


def _over(pieces: list[bytes]) -> Detokenizer:
    return Detokenizer(pieces.__getitem__)


def _cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted({place % (len(data) + 1) for place in places}), len(data)]
    return [data[start:end] for start, end in itertools.pairwise(edges)]


def _text(pieces: list[bytes]) -> str:
    detokenizer = _over(pieces)
    return "".join(map(detokenizer.push, range(len(pieces)))) + detokenizer.flush()


def test_shows_a_character_only_when_its_last_byte_came() -> None:
    pieces = [bytes([byte]) for byte in "🐱".encode()]
    detokenizer = _over(pieces)
    assert [detokenizer.push(token_id) for token_id in range(4)] == ["", "", "", "🐱"]
    assert detokenizer.pending_bytes == b""


def test_holds_the_beginning_of_a_character() -> None:
    detokenizer = _over([b"ab\xe2\x82"])
    assert detokenizer.push(0) == "ab"
    assert detokenizer.pending_bytes == b"\xe2\x82"


@given(st.text(), st.lists(st.integers(min_value=0)))
def test_the_cut_into_tokens_does_not_change_the_text(text: str, places: list[int]) -> None:
    assert _text(_cut(text.encode(), places)) == text


@given(st.binary(), st.lists(st.integers(min_value=0)))
def test_never_makes_up_a_replacement_character(data: bytes, places: list[int]) -> None:
    text = _text(_cut(data, places))
    assert text == data.decode("utf-8", "ignore")
    assert text.count("�") == data.count("�".encode())


def test_drops_a_character_that_the_end_cut_short() -> None:
    assert _text([b"yes ", b"\xf0\x9f", b"\x90"]) == "yes "


def test_drops_bytes_that_no_character_follows_from() -> None:
    assert _text([b"\xf0\x9f", b"A", b"\x80", b"\xc3", b"B"]) == "AB"


def test_control_tokens_do_not_break_a_character() -> None:
    assert _text([b"\xe2\x82", b"", b"\xac"]) == "€"


@given(st.lists(st.binary(max_size=4)), st.lists(st.binary(max_size=4)))
def test_rejected_drafts_leave_no_bytes(emitted: list[bytes], drafts: list[bytes]) -> None:
    rest = CATS.encode()
    pieces = [*emitted, rest, *drafts]
    detokenizer = _over(pieces)
    before = "".join(map(detokenizer.push, range(len(emitted))))
    pending = detokenizer.pending_bytes
    ahead = detokenizer.fork()
    for token_id in range(len(emitted) + 1, len(pieces)):
        ahead.push(token_id)
    assert detokenizer.pending_bytes == pending
    after = detokenizer.push(len(emitted))
    assert before + after == (b"".join(emitted) + rest).decode("utf-8", "ignore")


def test_a_fork_reads_on_from_the_same_place() -> None:
    detokenizer = _over([b"\xe2\x82", b"\xac"])
    detokenizer.push(0)
    assert detokenizer.fork().push(1) == "€"
    assert detokenizer.push(1) == "€"
