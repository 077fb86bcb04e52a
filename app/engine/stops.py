"""Ends a reply at a stop string, even one that is spread over several tokens.

Text that may yet turn out to be the beginning of a stop string is held back, so that none is ever shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class StopMatcher:
    """Watches a growing text for stop strings.

    The stop string that is complete first wins, the longest of those that end together: the result does not
    depend on how the text was cut into pieces.

    Args:
        stops: Stop strings; empty ones are ignored.
        begun: Text from before, which was shown: its end may be the beginning of a stop string.
    """

    __slots__ = ("_held", "_matched", "_num_shown", "_stops")

    def __init__(self, stops: Iterable[str], begun: str = "") -> None:
        self._stops = tuple(stop for stop in stops if stop)
        self._matched: str | None = None
        self._num_shown = self._num_held(begun)
        """How many of the characters held are not to be shown again."""
        self._held = begun[len(begun) - self._num_shown :]

    @property
    def matched(self) -> str | None:
        """The stop string that ended the text, or None while there was none."""
        return self._matched

    def push(self, text: str) -> str:
        """Take more text; returns what can no longer be part of a stop string, nothing after a match."""
        if self._matched is not None:
            return ""
        seen = self._held + text
        found = [(at + len(stop), at, stop) for stop in self._stops if (at := seen.find(stop)) >= 0]
        if found:
            _, at, self._matched = min(found)
            self._held = ""
            return seen[self._num_shown : at]
        released = len(seen) - self._num_held(seen)
        self._held = seen[released:]
        shown, self._num_shown = self._num_shown, max(0, self._num_shown - released)
        return seen[shown:released]

    def flush(self) -> str:
        """Say that nothing follows; returns what was held back."""
        held, self._held = self._held[self._num_shown :], ""
        self._num_shown = 0
        return held

    def _num_held(self, seen: str) -> int:
        """Length of the longest end of `seen` with which some stop string begins."""
        longest = max((len(stop) for stop in self._stops), default=0)
        for length in range(min(longest - 1, len(seen)), 0, -1):
            end = seen[-length:]
            if any(stop.startswith(end) for stop in self._stops):
                return length
        return 0
