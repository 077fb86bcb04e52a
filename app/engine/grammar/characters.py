"""A set of characters, as one place of a grammar allows it: ranges of code points, in order and apart."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 0x10FFFF
"""The last code point."""


@dataclass(frozen=True)
class Characters:
    """Characters between bounds.

    Attributes:
        bounds: Where the set begins and ends, by turns: the first code point of a range, the one behind its last.
    """

    bounds: tuple[int, ...]
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self.bounds))

    def __hash__(self) -> int:
        """By what is in it, computed once: states are looked up by their characters."""
        return self._hash

    @classmethod
    def of(cls, text: str) -> Characters:
        """The characters of a text."""
        return cls.ranges((ord(each), ord(each)) for each in text)

    @classmethod
    def ranges(cls, pairs: Iterable[tuple[int, int]]) -> Characters:
        """Code points from the first to the last of each pair, both included; overlaps are joined."""
        bounds: list[int] = []
        for first, last in sorted(pair for pair in pairs if pair[0] <= pair[1]):
            if bounds and first <= bounds[-1]:
                bounds[-1] = max(bounds[-1], last + 1)
            else:
                bounds += [first, last + 1]
        return cls(tuple(bounds))

    @classmethod
    def anything(cls) -> Characters:
        """Every character."""
        return cls((0, MOST + 1))

    def __invert__(self) -> Characters:
        """Every other character."""
        pairs = []
        start = 0
        for first, behind in self.pairs:
            pairs.append((start, first - 1))
            start = behind
        pairs.append((start, MOST))
        return Characters.ranges(pairs)

    def __or__(self, other: Characters) -> Characters:
        """What is in either."""
        return Characters.ranges((first, behind - 1) for first, behind in (*self.pairs, *other.pairs))

    def __sub__(self, other: Characters) -> Characters:
        """What is in this one and not in the other."""
        return ~(~self | other)

    def __and__(self, other: Characters) -> Characters:
        """What is in both."""
        return ~(~self | ~other)

    def __contains__(self, character: str) -> bool:
        """Whether a character is in it."""
        return bisect_right(self.bounds, ord(character)) % 2 == 1

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """First code point of each range, and the one behind its last."""
        return list(zip(self.bounds[::2], self.bounds[1::2], strict=True))

    @cached_property
    def size(self) -> int:
        """How many there are."""
        return sum(behind - first for first, behind in self.pairs)

    def meets(self, first: int, last: int) -> bool:
        """Whether any code point from `first` to `last` is in it."""
        at = bisect_right(self.bounds, first)
        return at % 2 == 1 or (at < len(self.bounds) and self.bounds[at] <= last)
