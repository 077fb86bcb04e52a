"""Reads the raw values of a GGUF file, each within bounds, so that no count in the file is ever trusted.

Plain buffered reads instead of a memory map: a file cut short while it is mapped would kill the process.
Source: the GGUF format, versions 2 and 3 (ggml's docs/gguf.md).
"""

from __future__ import annotations

import os
import struct
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

MAX_STRING_BYTES = 1 << 20
"""Longer texts are left in the file; the longest that anybody reads, chat templates, are a tenth of it."""
MAX_LEFT_BYTES = 64 << 20
"""The longest text that a file may hold at all."""
MAX_KEPT_BYTES = 6 << 20
"""What may be kept of all strings and small arrays together; a text may take four times its bytes in memory."""
MAX_ARRAY_STRINGS = 2_000_000
"""Strings in all arrays together: tokens and merges of the largest vocabularies are some 700 000."""
MAX_ARRAY_BYTES = 64 << 20
"""Bytes of all string arrays together."""
MAX_SECONDS = 1.0
"""Of computing, whatever the file makes one do; waiting for a slow disk does not count."""

_CHUNK_BYTES = 256 << 10
_LENGTH = struct.Struct("<Q")


class DamagedError(Exception):
    """The bytes make no sense at this place."""


class CutShortError(Exception):
    """The file ends before the value does."""


class Cursor:
    """A place in an open file.

    Args:
        file: Opened for reading bytes; only the cursor moves it.
        file_bytes: Its size.
    """

    def __init__(self, file: BinaryIO, file_bytes: int) -> None:
        self._file = file
        self._file_bytes = file_bytes
        self._kept_bytes = 0
        self._array_strings = 0
        self._array_bytes = 0
        self._began = time.thread_time()
        self.position = 0

    def take(self, num_bytes: int) -> bytes:
        """Read on.

        Raises:
            CutShortError: If the file ends before.
        """
        data = self._file.read(num_bytes)
        if len(data) < num_bytes:
            raise CutShortError
        self.position += num_bytes
        return data

    def peek(self, num_bytes: int) -> bytes:
        """What comes next, as far as there is any, without moving on."""
        data = self._file.read(num_bytes)
        self._file.seek(self.position, os.SEEK_SET)
        return data

    def skip(self, num_bytes: int) -> None:
        """Leave out bytes that the file must have.

        Raises:
            CutShortError: If the file ends before.
        """
        self.go_to(self.position + num_bytes)

    def go_to(self, position: int) -> None:
        """Read on from there.

        Raises:
            CutShortError: If the file ends before.
        """
        if position > self._file_bytes:
            raise CutShortError
        self._file.seek(position, os.SEEK_SET)
        self.position = position

    def keep(self, num_bytes: int) -> None:
        """Account for bytes that stay in memory.

        Raises:
            DamagedError: If a file wants more kept than any real one does.
        """
        self._kept_bytes += num_bytes
        if self._kept_bytes > MAX_KEPT_BYTES:
            raise DamagedError

    def check_time(self) -> None:
        """To be called where a file decides how often something is done.

        Raises:
            DamagedError: If it has cost more than any real file does.
        """
        if time.thread_time() - self._began > MAX_SECONDS:
            raise DamagedError

    def number(self, layout: struct.Struct) -> int | float:
        """One number."""
        value: int | float = layout.unpack(self.take(layout.size))[0]
        return value

    def count(self) -> int:
        """An unsigned number of 64 bits."""
        value: int = _LENGTH.unpack(self.take(8))[0]
        return value

    def string(self, limit: int = MAX_STRING_BYTES) -> bytes:
        """A string with its length before it.

        Raises:
            DamagedError: If it claims to be longer than the limit.
            CutShortError: If the file ends before.
        """
        length = self.count()
        if length > limit:
            raise DamagedError
        if self.position + length > self._file_bytes:
            raise CutShortError
        self.keep(length)
        return self.take(length)

    def text(self) -> bytes | None:
        """A text with its length before it; None for one that is left in the file.

        Raises:
            DamagedError: If it is longer than any real one, or too much is kept already.
            CutShortError: If the file ends before.
        """
        start = self.position
        length = self.count()
        if length > MAX_LEFT_BYTES:
            raise DamagedError
        if length > MAX_STRING_BYTES:
            self.skip(length)
            return None
        self.go_to(start)
        return self.string()

    def skip_strings(self, count: int) -> None:
        """Leave out the strings of an array.

        Raises:
            DamagedError: If they are more, or longer, than any real file's.
            CutShortError: If the file ends before.
        """
        self._array_strings += count
        if self._array_strings > MAX_ARRAY_STRINGS:
            raise DamagedError
        unpack = _LENGTH.unpack_from
        while count:
            start = self.position
            chunk = self._file.read(_CHUNK_BYTES)
            last = len(chunk) - 8
            place = 0
            while count and place <= last:
                place += 8 + unpack(chunk, place)[0]
                count -= 1
            if not place:
                raise CutShortError
            self._array_bytes += place
            if self._array_bytes > MAX_ARRAY_BYTES:
                raise DamagedError
            self.check_time()
            self.go_to(start + place)
