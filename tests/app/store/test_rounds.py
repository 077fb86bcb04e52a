"""Packed rounds: the same when unpacked, growing by appending, and never believed blindly."""

from __future__ import annotations

import struct
import tracemalloc
import zlib
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.types import Candidate, EmittedToken, Mark, ProposedToken, Proposer, Round
from app.store.rounds import pack_rounds, unpack_rounds
from tests.support.store_contents import some_round

floats32 = st.floats(width=32, allow_nan=False)
token_ids = st.integers(-(2**31), 2**31 - 1)
texts = st.text(max_size=8) | st.sampled_from(["\ud83d", " the", "\0"])
candidates = st.lists(st.builds(Candidate, token_ids, texts, floats32), max_size=5).map(tuple)
proposed = st.lists(st.builds(ProposedToken, token_ids, texts, st.none() | floats32, candidates), max_size=4).map(tuple)
emitted = st.lists(
    st.builds(EmittedToken, token_ids, texts, st.sampled_from(Mark), floats32, candidates), max_size=4
).map(tuple)
seconds = st.floats(allow_nan=False)


@st.composite
def round_values(draw: st.DrawFn) -> Round:
    drafts = draw(proposed)
    return Round(
        index=draw(st.integers(0, 2**40)),
        proposer=draw(st.none() | st.sampled_from(Proposer)),
        proposed=drafts,
        num_accepted=draw(st.integers(0, len(drafts))),
        emitted=draw(emitted),
        draft_seconds=draw(seconds),
        verify_seconds=draw(seconds),
        seconds=draw(seconds),
        ended=draw(st.booleans()),
    )


@given(st.lists(round_values(), max_size=6), st.lists(round_values(), max_size=3))
def test_packs_unpack_to_the_same_and_may_be_put_behind_one_another(first: list[Round], second: list[Round]) -> None:
    assert unpack_rounds(pack_rounds(first) + pack_rounds(second)) == (*first, *second)


def test_no_field_of_the_values_is_forgotten() -> None:
    known = {
        Round: 9,
        ProposedToken: 4,
        EmittedToken: 5,
        Candidate: 3,
    }
    assert {kind: len(fields(kind)) for kind in known} == known, "a new field needs a new format of packs"


def test_a_long_reply_is_small() -> None:
    rounds = [some_round(index) for index in range(3000)]
    packed = pack_rounds(rounds)
    assert len(packed) < 30_000
    assert unpack_rounds(packed) == tuple(rounds)


def test_nothing_is_no_rounds() -> None:
    assert pack_rounds([]) == b""
    assert unpack_rounds(b"") == ()


@given(st.binary(max_size=200))
def test_garbage_is_refused(garbage: bytes) -> None:
    if garbage:
        with pytest.raises(ValueError, match=r"no pack|codec"):
            unpack_rounds(garbage)


@given(st.integers(min_value=0), st.integers(0, 255))
def test_a_changed_byte_is_refused_or_harmless(position: int, value: int) -> None:
    packed = bytearray(pack_rounds([some_round(0), some_round(1)]))
    packed[position % len(packed)] = value
    try:
        rounds = unpack_rounds(bytes(packed))
    except ValueError:
        return
    assert rounds == (some_round(0), some_round(1))


@given(st.binary(max_size=400))
def test_what_inflates_to_garbage_is_refused_or_rounds(body: bytes) -> None:
    try:
        rounds = unpack_rounds(_chunk(body))
    except ValueError:
        return
    assert all(isinstance(each, Round) for each in rounds)


@pytest.mark.parametrize(
    "data",
    [
        b"R\x01" + struct.pack("<II", 12, 0xFFFFFFFF) + zlib.compress(b"")[:12],
        b"R\x01" + struct.pack("<II", 0xFFFFFFFF, 4) + b"abcd",
        b"R\x02" + struct.pack("<II", 0, 0),
        b"R\x01" + struct.pack("<II", len(zlib.compress(bytes(10**7))), 10) + zlib.compress(bytes(10**7)),
        b"R\x01\x00",
    ],
)
def test_lengths_that_lie_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no pack"):
        unpack_rounds(data)


def test_a_bomb_does_not_go_off() -> None:
    bomb = b"".join(_chunk(b"\xff\xff\xff\x7f" + bytes(16_000_000)) for _ in range(3))
    many_texts = _chunk(b"\x80\x80\x80\x80\x04" + bytes(1000))
    tracemalloc.start()
    try:
        for data in (bomb, many_texts):
            with pytest.raises(ValueError, match="no pack"):
                unpack_rounds(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100 << 20


def _chunk(body: bytes) -> bytes:
    packed = zlib.compress(body)
    return b"R\x01" + struct.pack("<II", len(packed), len(body)) + packed
