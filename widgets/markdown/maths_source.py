"""Where math begins and ends in a text, so that it is shown as it was written and a price stays a price."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_CHARACTERS = 2_000
_CLOSING = {"$$": "$$", "\\(": "\\)", "\\[": "\\]", "$": "$"}
_PRICE = re.compile(r"\d(?=[^\\^_=+*<>{}]*\s)[^\\^_=+*<>{}]*$|\d[\d.,]*\s*[-–/]$")
"""What stands behind a dollar sign that is money: a number and words, or a range that goes on."""


def opening_of(source: str) -> str:
    """Return the mark that math begins with."""
    return next(mark for mark in _CLOSING if source.startswith(mark))


def inline_end(text: str, start: int, end: int) -> int | None:
    """Return where math ends that begins at `start`; None where there is none.

    A single dollar sign opens only before, and closes only behind, what is no space; words and digits may not touch
    it from outside, and a price opens nothing.
    """
    if text[start] not in "$\\":
        return None
    mark = next((each for each in _CLOSING if text.startswith(each, start)), None)
    if mark is None:
        return None
    closing = _CLOSING[mark]
    end = min(end, start + MAX_CHARACTERS)
    if mark != "$":
        if text.startswith("$", start + 2) or (start and text[start - 1] == "$"):
            return None
        found = text.find(closing, start + len(mark), end)
        return found + len(closing) if found >= 0 and text[start + len(mark) : found].strip() else None
    if start and (text[start - 1].isalnum() or text[start - 1] == "$"):
        return None
    found = start
    while (found := text.find("$", found + 1, end)) >= 0:
        if text[found - 1] != "\\":
            break
    inside = text[start + 1 : found]
    after = text[found + 1 : found + 2]
    if found < 0 or not inside or inside[0].isspace() or inside[-1].isspace() or after.isalnum() or after == "$":
        return None
    return None if _PRICE.match(inside) else found + 1


def block_end(lines: Iterable[str]) -> tuple[int, bool] | None:
    """Return how many lines a formula of its own takes and whether it is whole; None where the first begins none.

    The first line alone decides that one begins, so that what comes later never changes what stands before it. One
    that the lines end in the middle of, or that goes on in words behind its end, is not whole.

    Args:
        lines: From the first on, without their indentation, up to the next blank one.
    """
    closing = ""
    number = 0
    for number, line in enumerate(lines, 1):
        text = line.rstrip()
        is_first = not closing
        if is_first:
            closing = _CLOSING.get(text[:2], "")
            text = text[2:]
            if not closing or text.startswith("$"):
                return None
        place = text.find(closing)
        if place >= 0:
            at_end = place + len(closing) == len(text)
            if is_first and not (at_end and text[:place].strip()):
                return None
            return number, at_end
    return number, False
