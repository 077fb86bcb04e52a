"""Bytes to text: UTF-8, what a mark at the start announces, or the code page of old Windows files.

Unicode's marks (The Unicode Standard, 23.8) decide before anything is guessed.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from app.errors import Notice

_MARKED = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like the UTF-16 one, so it comes first
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LEGACY = "cp1252"
_MOST_CONTROL = 0.02
"""Share of control characters above which bytes are no text of any code page."""
_CONTROL = re.compile(r"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_HALVES = re.compile("[\ud800-\udfff]")
_LINE_ENDS = re.compile("\r\n?")


class NotText(Exception):
    """These bytes are no text."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, and what is to be said of how it came about."""

    text: str
    notes: tuple[Notice, ...] = ()


def decode(data: bytes) -> Decoded:
    """Read a file's bytes as text.

    Raises:
        NotText: They hold a zero byte, or too many control characters.
    """
    for mark, encoding in _MARKED:
        if data.startswith(mark):
            return _replacing(data[len(mark) :], encoding)
    if b"\0" in data:
        raise NotText
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data" and error.start > len(data) - 4:
            return _replacing(data, "utf-8")  # cut off within its last character
        return _legacy(data)
    if _is_binary(text):
        raise NotText
    return Decoded(tidy(text))


def tidy(text: str) -> str:
    """Return a text as messages hold it: lines end with a line feed, no NUL, no half of a character."""
    return _HALVES.sub("\ufffd", _LINE_ENDS.sub("\n", text)).replace("\0", "")


def _replacing(data: bytes, encoding: str) -> Decoded:
    text = data.decode(encoding, "replace")
    if _is_binary(text) or text.count("\0") > _MOST_CONTROL * len(text):
        raise NotText
    return Decoded(tidy(text), (Notice("attachment_replaced"),) if "\ufffd" in text else ())


def _legacy(data: bytes) -> Decoded:
    text = data.decode(_LEGACY, "replace")
    if _is_binary(text):
        raise NotText
    notes = [Notice("attachment_legacy")]
    if "\ufffd" in text:
        notes.append(Notice("attachment_replaced"))
    return Decoded(tidy(text), tuple(notes))


def _is_binary(text: str) -> bool:
    return len(_CONTROL.findall(text)) > _MOST_CONTROL * len(text)
