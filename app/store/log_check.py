"""Looks whether the log was damaged in its middle, where SQLite would take the rest of it for never written.

A log that merely ends too early is what a crash leaves, and is nobody's loss: what was promised stands before it.
"""

from __future__ import annotations

import struct
import sys
from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

_HEADER_BYTES, _FRAME_BYTES = 32, 24
_MAGIC = 0x377F0682
"""Its lowest bit says in which order the checksums take the bytes."""
_Sums = tuple[int, int]


def has_lost_changes(log: Path, page_bytes: int) -> bool:
    """Whether changes that were committed stand behind a damaged place.

    Checksums are over what is written, and so over encrypted pages: no key is needed.

    Args:
        log: The log of a store that nobody has open; it need not be there.
        page_bytes: How large a page is.
    """
    if not log.exists():
        return False
    with log.open("rb") as file:
        header = file.read(_HEADER_BYTES)
        if len(header) < _HEADER_BYTES:
            return False
        return _is_cut_in_its_middle(header, file, page_bytes)


def _is_cut_in_its_middle(header: bytes, file: BinaryIO, page_bytes: int) -> bool:
    (magic,) = struct.unpack(">I", header[:4])
    big_endian, salts = bool(magic & 1), header[16:24]
    sums = _sums((0, 0), header[:24], big_endian=big_endian)
    if magic & ~1 != _MAGIC or sums != struct.unpack(">II", header[24:]):
        return _has_frames_that_follow(file, page_bytes)
    is_good = True
    for frame, page in _frames(file, page_bytes):
        if frame[8:16] != salts:
            is_good = False
        elif is_good:
            sums = _sums(sums, frame[:8] + page, big_endian=big_endian)
            is_good = sums == struct.unpack(">II", frame[16:])
        elif _ends_a_change(frame):
            return True
    return False


def _has_frames_that_follow(file: BinaryIO, page_bytes: int) -> bool:
    """Whether behind a damaged beginning there is the end of a change whose checksum goes on from the one before."""
    before: bytes | None = None
    for frame, page in _frames(file, page_bytes):
        if before is not None and frame[8:16] == before[8:16] and _ends_a_change(frame):
            first, second = struct.unpack(">II", before[16:])
            told = struct.unpack(">II", frame[16:])
            for big_endian in (False, True):
                if _sums((first, second), frame[:8] + page, big_endian=big_endian) == told:
                    return True
        before = frame
    return False


def _ends_a_change(frame: bytes) -> bool:
    return frame[4:8] != bytes(4)


def _frames(file: BinaryIO, page_bytes: int) -> Iterator[tuple[bytes, bytes]]:
    """What says where each page belongs, and the page; the last one only if it is all there."""
    while len(both := file.read(_FRAME_BYTES + page_bytes)) == _FRAME_BYTES + page_bytes:
        yield both[:_FRAME_BYTES], both[_FRAME_BYTES:]


def _sums(sums: _Sums, content: bytes, *, big_endian: bool) -> _Sums:
    """Go on with SQLite's checksum of a log."""
    words = array("I", content)
    if big_endian is not (sys.byteorder == "big"):
        words.byteswap()
    first, second = sums
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
