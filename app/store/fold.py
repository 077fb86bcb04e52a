"""Text as the search compares it: without case, accents and compatibility forms, each character by itself.

Because no character's folding depends on its neighbours, a place in folded text leads back to one in the original.
"""

from __future__ import annotations

import bisect
import itertools
import unicodedata

VERSION = f"1 {unicodedata.unidata_version}"
"""Changes when the same text would be folded otherwise: then the index is made anew."""

_LEAST_ACCENT = 10
"""Canonical combining classes below are no accents: they make other letters, such as ga of ka."""


class _Table(dict[int, str]):
    """Folds a character when it is first met."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


def fold(text: str) -> str:
    """Fold a text."""
    return text.translate(_TABLE)


def fold_with_places(text: str) -> tuple[str, list[int]]:
    """Fold a text; the second value holds where each of its characters begins in the folded text, and the end."""
    pieces = [_TABLE[ord(character)] for character in text]
    return "".join(pieces), [0, *itertools.accumulate(map(len, pieces))]


def place_before(places: list[int], at: int) -> int:
    """The character of the original whose folding holds this place."""
    return bisect.bisect_right(places, at) - 1


def place_after(places: list[int], at: int) -> int:
    """The first character of the original that is wholly behind this place, and no accent of the one before."""
    return max(bisect.bisect_left(places, at), bisect.bisect_right(places, at) - 1)


def _fold_character(character: str) -> str:
    if character == "\0":
        return " "  # SQLite's tokenizers end a text there
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    return "".join(each for each in decomposed if unicodedata.combining(each) < _LEAST_ACCENT)


_TABLE = _Table()
