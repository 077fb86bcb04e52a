"""When to look whether a paused drafter would do better by now: seldom, and less often each time it would not.

A text that begins to repeat itself, or another turn, is a reason to look sooner.
"""

from __future__ import annotations

FIRST_INTERVAL = 16
LAST_INTERVAL = 512
LONGEST_PROBE = 4
"""Drafts of a probe, at most."""


class ProbeSchedule:
    """Counts tokens between probes: 16, doubling to 512 with each failure.

    A probe of which every draft is accepted is followed by another at once: it has gained time.
    """

    __slots__ = ("_interval", "_since")

    def __init__(self) -> None:
        self._interval = FIRST_INTERVAL
        self._since = 0

    @property
    def due(self) -> bool:
        """Whether to probe now."""
        return self._since >= self._interval

    @property
    def interval(self) -> int:
        """Tokens between two probes at present."""
        return self._interval

    def passed(self, tokens: int) -> None:
        """So many tokens were decoded since."""
        self._since += tokens

    def failed(self) -> None:
        """A probe was not accepted in full."""
        self._interval = min(LAST_INTERVAL, 2 * self._interval)
        self._since = 0

    def succeeded(self) -> None:
        """A probe was accepted in full."""
        self._interval = FIRST_INTERVAL
        self._since = self._interval

    def reset(self) -> None:
        """The text may be another one: look soon."""
        self._interval = FIRST_INTERVAL
