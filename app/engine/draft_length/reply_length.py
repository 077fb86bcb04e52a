"""How long a reply is likely to go on: what the draft's prefill has to pay back over.

Nobody knows, but replies so far tell, and the longer one has been going the longer it tends to go on.
"""

from __future__ import annotations

from collections import deque

_TYPICAL = (20, 60, 120, 200, 320, 500, 900)
"""What replies are like before any was seen."""
_REMEMBERED = 32


class ReplyLengths:
    """Mean residual life over recent replies and a few typical ones."""

    __slots__ = ("_lengths",)

    def __init__(self) -> None:
        self._lengths: deque[int] = deque(maxlen=_REMEMBERED)

    def add(self, tokens: int) -> None:
        """A reply ended by itself after so many tokens (not: was cut off by the user)."""
        self._lengths.append(tokens)

    def expected(self, age: int, most: int | None = None) -> float:
        """Tokens still to come after `age` tokens, at most `most` (what the settings or the context allow)."""
        longer = [length - age for length in (*_TYPICAL, *self._lengths) if length > age]
        left = sum(longer) / len(longer) if longer else age / 2.0
        return left if most is None else min(left, float(most))
