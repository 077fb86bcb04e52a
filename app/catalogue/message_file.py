"""Reads what Qt's translation tools compile, without Qt: the command line speaks from the same files as the window.

The format is that of `QTranslator`: sections of hashes and messages, all numbers big-endian. Texts
with plurals are the window's only, so their rules are left alone.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")
_HASHES, _MESSAGES = 0x42, 0x69
_END, _TRANSLATION, _SOURCE, _CONTEXT, _COMMENT = 1, 3, 6, 7, 8
_ABSENT = 0xFFFFFFFF


class MessageFile:
    """One language's texts.

    Args:
        path: A file that `lrelease` has written.

    Raises:
        OSError: It cannot be read.
        ValueError: It is no such file.
    """

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        if not data.startswith(_MAGIC):
            raise ValueError(f"{path} is no file of translations")
        sections: dict[int, bytes] = {}
        position = len(_MAGIC)
        while position + 5 <= len(data):
            length = int.from_bytes(data[position + 1 : position + 5])
            sections[data[position]] = data[position + 5 : position + 5 + length]
            position += 5 + length
        self._messages = sections.get(_MESSAGES, b"")
        table = sections.get(_HASHES, b"")
        self._hashes = [int.from_bytes(table[start : start + 4]) for start in range(0, len(table), 8)]
        self._offsets = [int.from_bytes(table[start + 4 : start + 8]) for start in range(0, len(table), 8)]

    def translation(self, context: str, source: str, comment: str = "") -> str | None:
        """Return the text for a source text, as `QTranslator.translate` would; None where there is none.

        Args:
            context: Where the text stands.
            source: The English text.
            comment: Tells texts apart that are the same in English.
        """
        found = self._find(context, source, comment)
        if not found and comment:
            found = self._find(context, source, "")
        return found or None

    def _find(self, context: str, source: str, comment: str) -> str:
        wanted = (context.encode(), source.encode(), comment.encode())
        hashed = _hash(wanted[1] + wanted[2])
        index = bisect_left(self._hashes, hashed)
        while index < len(self._hashes) and self._hashes[index] == hashed:
            found, translation = self._message_at(self._offsets[index])
            if found == wanted:
                return translation
            index += 1
        return ""

    def _message_at(self, position: int) -> tuple[tuple[bytes, bytes, bytes], str]:
        """Context, source and comment of a message, and its translation."""
        fields = {_CONTEXT: b"", _SOURCE: b"", _COMMENT: b""}
        translation = ""
        data = self._messages
        while position < len(data) and data[position] != _END:
            tag, length = data[position], int.from_bytes(data[position + 1 : position + 5])
            position += 5
            length = 0 if length == _ABSENT else length
            text = data[position : position + length]
            position += length
            if tag == _TRANSLATION:
                translation = translation or text.decode("utf-16-be")
            elif tag in fields:
                fields[tag] = text
        return (fields[_CONTEXT], fields[_SOURCE], fields[_COMMENT]), translation


def _hash(data: bytes) -> int:
    """The hash of ELF's symbol tables; 0 stands for nothing."""
    value = 0
    for byte in data:
        value = (value << 4) + byte
        high = value & 0xF0000000
        if high:
            value ^= high >> 24
        value &= ~high & 0xFFFFFFFF
    return value or 1
