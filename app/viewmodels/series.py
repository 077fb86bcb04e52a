"""Sliding windows over rounds, and the bounded series of points that the plots draw.

Time is the engine's own clock, the sum of the rounds' seconds, so that a pause of the window bends no curve.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.hardware.record import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.engine.types import Round
    from app.viewmodels.plot_view import Span

MAX_POINTS = 1200
MIN_SPACING_SECONDS = 0.1
WINDOW_SECONDS = 2.0
WINDOW_ROUNDS = 8
ACCEPTANCE_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a moment, in seconds since the series began."""

    seconds: float
    value: float


class Series:
    """At most `MAX_POINTS` points over all of its time: the newest of a bunch stands, and a long series is coarser."""

    def __init__(self) -> None:
        self._points: list[Point] = []
        self._spacing = MIN_SPACING_SECONDS

    def __len__(self) -> int:
        return len(self._points)

    def __iter__(self) -> Iterator[Point]:
        return iter(self._points)

    @property
    def last(self) -> Point | None:
        """The newest point."""
        return self._points[-1] if self._points else None

    def add(self, point: Point) -> None:
        """Append a point; one that is very near to its predecessor takes that one's place."""
        if len(self._points) > 1 and point.seconds - self._points[-2].seconds < self._spacing:
            self._points.pop()
        self._points.append(point)
        if len(self._points) > MAX_POINTS:
            self._thin()

    def _thin(self) -> None:
        """Keep about half of the points, evenly in time, and be content with as many from now on."""
        length = self._points[-1].seconds - self._points[0].seconds
        self._spacing = max(2 * self._spacing, 2 * length / MAX_POINTS)
        kept = [self._points[0]]
        for point in self._points[1:-1]:
            if point.seconds - kept[-1].seconds >= self._spacing:
                kept.append(point)
        self._points = [*kept, self._points[-1]]

    def clear(self) -> None:
        """Forget every point."""
        self._points.clear()
        self._spacing = MIN_SPACING_SECONDS


def recent(series: Series, span: Span) -> tuple[Point, ...]:
    """The points of the last so many seconds."""
    last = series.last
    return () if last is None else tuple(point for point in series if last.seconds - point.seconds <= span.seconds)


def series_table(series: Series, name: str, heading: str) -> Table:
    """Return the points of a reply, to be saved.

    Args:
        series: The points.
        name: What to call the file.
        heading: The values' column, with their unit, in English.
    """
    rows = tuple((round(point.seconds, 3), round(point.value, 4)) for point in series)
    return Table(name, ("decode time [s]", heading), rows)


class ThroughputWindow:
    """Tokens per second over the last two seconds, or over the last eight rounds where those took longer."""

    def __init__(self) -> None:
        self._rounds: deque[tuple[int, float]] = deque()
        self._num_tokens = 0
        self._seconds = 0.0

    def add(self, decoded: Round) -> float | None:
        """Count a round and return the rate; None while no time has passed."""
        self._rounds.append((len(decoded.emitted), decoded.seconds))
        self._num_tokens += len(decoded.emitted)
        self._seconds += decoded.seconds
        while len(self._rounds) > WINDOW_ROUNDS and self._seconds - self._rounds[0][1] >= WINDOW_SECONDS:
            num_tokens, seconds = self._rounds.popleft()
            self._num_tokens -= num_tokens
            self._seconds -= seconds
        return self._num_tokens / self._seconds if self._seconds > 0 else None


class AcceptanceWindow:
    """Accepted ÷ drafted over the last twenty rounds that had a proposal."""

    def __init__(self) -> None:
        self._rounds: deque[tuple[int, int]] = deque(maxlen=ACCEPTANCE_ROUNDS)

    def add(self, decoded: Round) -> float | None:
        """Count a round and return the rate; None for a round without proposal."""
        if not decoded.num_drafted:
            return None
        self._rounds.append((decoded.num_accepted, decoded.num_drafted))
        num_drafted = sum(drafted for _, drafted in self._rounds)
        return sum(accepted for accepted, _ in self._rounds) / num_drafted
