"""The rounds of a reply as bytes: small enough to keep for every reply, whole enough to step through it again.

A pack is any number of chunks, so that packs can be put behind one another. A chunk is the letter `R`, the format's
number, the length of what follows and the length it has once inflated, both 32 bits, little endian, and a zlib
stream: a table of the texts, then the rounds. Numbers are LEB128, signed ones zigzag, probabilities 32-bit floats.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, NoReturn, TypeVar

from app.engine.types import Candidate, EmittedToken, Mark, ProposedToken, Proposer, Round

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FORMAT = 1
MAX_CHUNK_BYTES, MAX_PACK_BYTES = 16 << 20, 64 << 20
"""Most bytes that a chunk, and all of them together, may inflate to."""
_HEAD = struct.Struct("<cBII")
_SECONDS = struct.Struct("<ddd")
_PROBABILITY = struct.Struct("<f")
_PROPOSERS = (None, Proposer.DRAFT, Proposer.LOOKUP)
_MARKS = (
    Mark.GHOST,
    Mark.ACCEPTED,
    Mark.REJECTED,
    Mark.DISCARDED,
    Mark.CORRECTED,
    Mark.BONUS,
    Mark.PLAIN,
)
_ROUNDS_PER_CHUNK = 1024
_LEAST_ROUND_BYTES = 5 + _SECONDS.size
_LEAST_TOKEN_BYTES = 3
_LEAST_CANDIDATE_BYTES = 6

T = TypeVar("T")


def pack_rounds(rounds: Sequence[Round]) -> bytes:
    """Pack rounds; no rounds are no bytes."""
    return b"".join(
        _pack_chunk(rounds[start : start + _ROUNDS_PER_CHUNK]) for start in range(0, len(rounds), _ROUNDS_PER_CHUNK)
    )


def unpack_rounds(data: bytes) -> tuple[Round, ...]:
    """Unpack what one or several packs hold.

    Raises:
        ValueError: If these bytes are no pack.
    """
    rounds: list[Round] = []
    at = total = 0
    while at < len(data):
        if len(data) - at < _HEAD.size:
            _refuse("it ends within a chunk's head")
        letter, version, length, inflated = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        if letter != b"R" or version != FORMAT:
            _refuse("a chunk of another format")
        total += inflated
        if length > len(data) - at or inflated > MAX_CHUNK_BYTES or total > MAX_PACK_BYTES:
            _refuse("a chunk longer than it can be")
        rounds += _unpack_chunk(_inflate(data[at : at + length], inflated))
        at += length
    return tuple(rounds)


class _Packer:
    """The rounds of one chunk on their way to bytes."""

    def __init__(self) -> None:
        self._texts: dict[str, int] = {}
        self._body = bytearray()

    def number(self, value: int) -> None:
        _put_number(self._body, value)

    def signed(self, value: int) -> None:
        self.number(value << 1 if value >= 0 else (-value << 1) - 1)

    def text(self, value: str) -> None:
        self.number(self._texts.setdefault(value, len(self._texts)))

    def probability(self, value: float) -> None:
        self._body += _PROBABILITY.pack(value)

    def candidates(self, values: Sequence[Candidate]) -> None:
        self.number(len(values))
        for each in values:
            self.signed(each.token_id)
            self.text(each.text)
            self.probability(each.probability)

    def round(self, value: Round) -> None:
        self.number(value.index)
        self.number(_PROPOSERS.index(value.proposer) << 1 | value.ended)
        self.number(value.num_accepted)
        self._body += _SECONDS.pack(value.draft_seconds, value.verify_seconds, value.seconds)
        self.number(len(value.proposed))
        for draft in value.proposed:
            self.signed(draft.token_id)
            self.text(draft.text)
            self.number(draft.probability is not None)
            if draft.probability is not None:
                self.probability(draft.probability)
            self.candidates(draft.runners_up)
        self.number(len(value.emitted))
        for token in value.emitted:
            self.signed(token.token_id)
            self.text(token.text)
            self.number(_MARKS.index(token.mark))
            self.probability(token.target_probability)
            self.candidates(token.target_candidates)

    def bytes(self) -> bytes:
        table = bytearray()
        _put_number(table, len(self._texts))
        for text in self._texts:
            encoded = text.encode("utf-8", "surrogatepass")
            _put_number(table, len(encoded))
            table += encoded
        return bytes(table + self._body)


class _Reader:
    """Reads a chunk; nothing is made whose size the chunk's own bytes do not bear out."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._texts = [self._take(self.number()).decode("utf-8", "surrogatepass") for _ in range(self.count(1))]

    @property
    def is_at_end(self) -> bool:
        return self._at == len(self._data)

    def number(self) -> int:
        value = shift = 0
        while True:
            (byte,) = self._take(1)
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
            if shift > 63:
                _refuse("a number without end")

    def count(self, least_bytes: int) -> int:
        """How many follow, of which each takes so many bytes or more."""
        value = self.number()
        if value * least_bytes > len(self._data) - self._at:
            _refuse("more entries than bytes")
        return value

    def signed(self) -> int:
        value = self.number()
        return -((value + 1) >> 1) if value & 1 else value >> 1

    def text(self) -> str:
        return self.choice(self._texts)

    def choice(self, values: Sequence[T]) -> T:
        number = self.number()
        if number >= len(values):
            _refuse("a reference to nothing")
        return values[number]

    def probability(self) -> float:
        (value,) = _PROBABILITY.unpack(self._take(_PROBABILITY.size))
        return float(value)

    def candidates(self) -> tuple[Candidate, ...]:
        return self.many(_LEAST_CANDIDATE_BYTES, lambda: Candidate(self.signed(), self.text(), self.probability()))

    def many(self, least_bytes: int, read: Callable[[], T]) -> tuple[T, ...]:
        return tuple([read() for _ in range(self.count(least_bytes))])

    def proposed(self) -> ProposedToken:
        token_id, text = self.signed(), self.text()
        probability = self.probability() if self.number() else None
        return ProposedToken(token_id, text, probability, self.candidates())

    def emitted(self) -> EmittedToken:
        return EmittedToken(self.signed(), self.text(), self.choice(_MARKS), self.probability(), self.candidates())

    def round(self) -> Round:
        index, flags, accepted = self.number(), self.number(), self.number()
        if flags >> 1 >= len(_PROPOSERS):
            _refuse("an unknown drafter")
        draft_seconds, verify_seconds, seconds = _SECONDS.unpack(self._take(_SECONDS.size))
        proposed = self.many(_LEAST_TOKEN_BYTES, self.proposed)
        if accepted > len(proposed):
            _refuse("more accepted than proposed")
        emitted = self.many(_LEAST_TOKEN_BYTES, self.emitted)
        return Round(
            index=index,
            proposer=_PROPOSERS[flags >> 1],
            proposed=proposed,
            num_accepted=accepted,
            emitted=emitted,
            draft_seconds=draft_seconds,
            verify_seconds=verify_seconds,
            seconds=seconds,
            ended=bool(flags & 1),
        )

    def _take(self, size: int) -> bytes:
        if size > len(self._data) - self._at:
            _refuse("it ends too early")
        self._at += size
        return self._data[self._at - size : self._at]


def _pack_chunk(rounds: Sequence[Round]) -> bytes:
    packer = _Packer()
    packer.number(len(rounds))
    for each in rounds:
        packer.round(each)
    body = packer.bytes()
    packed = zlib.compress(body, 6)
    return _HEAD.pack(b"R", FORMAT, len(packed), len(body)) + packed


def _unpack_chunk(body: bytes) -> tuple[Round, ...]:
    reader = _Reader(body)
    rounds = reader.many(_LEAST_ROUND_BYTES, reader.round)
    if not reader.is_at_end:
        _refuse("bytes behind the last round")
    return rounds


def _inflate(packed: bytes, length: int) -> bytes:
    inflater = zlib.decompressobj()
    try:
        body = inflater.decompress(packed, length + 1)
    except zlib.error as error:
        message = f"no pack of rounds: {error}"
        raise ValueError(message) from error
    if len(body) != length or not inflater.eof or inflater.unused_data:
        _refuse("a chunk that is not as long as it says")
    return body


def _put_number(into: bytearray, value: int) -> None:
    while value >= 0x80:
        into.append(value & 0x7F | 0x80)
        value >>= 7
    into.append(value)


def _refuse(why: str) -> NoReturn:
    message = f"no pack of rounds: {why}"
    raise ValueError(message)
