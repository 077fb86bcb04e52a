"""How fast the machine is at present, and figures that keep up with it while nobody measures them.

A draft that was paused for a minute costs what it did then, times what the target's own pass has changed by since.
"""

from __future__ import annotations

from app.engine.draft_length.recent import RecentMedian

STALE = 24
"""After so many passes of the target a figure is no longer taken for the machine as it is now."""
_LIMIT = 8.0


class Pace:
    """The machine's yardstick: the target's pass of a single row, and how many passes there were.

    Attributes:
        figure: Seconds of that pass.
        passed: Passes of the target of any size.
    """

    __slots__ = ("figure", "passed")

    def __init__(self, figure: RecentMedian) -> None:
        self.figure = figure
        self.passed = 0


class PacedFigure:
    """A median that follows the pace when it has not been measured for a while.

    Args:
        pace: Of the machine.
        figure: The median itself.
        beside: The pace at which its prior was measured, if it has one.
    """

    __slots__ = ("_beside", "_pace", "_seen", "figure")

    def __init__(self, pace: Pace, figure: RecentMedian, beside: float | None = None) -> None:
        self._pace = pace
        self.figure = figure
        self._beside = beside
        self._seen = pace.passed - STALE - 1

    @property
    def value(self) -> float | None:
        """What it would be if it were measured now; None where it never was."""
        value = self.figure.value
        pace = self._pace
        if value is None or pace.passed - self._seen <= STALE or self._beside is None or pace.figure is self.figure:
            return value
        now = pace.figure.value
        if now is None:
            return value
        return value * min(_LIMIT, max(1.0 / _LIMIT, now / self._beside))

    def add(self, seconds: float) -> None:
        """Take a measurement; after a long pause the window begins anew from what the figure has become."""
        pace = self._pace
        if pace.passed - self._seen > STALE and self.figure.count and self.figure is not pace.figure:
            self.figure = RecentMedian(self.value)
        self.figure.add(seconds)
        self._seen = pace.passed
        self._beside = pace.figure.value
