"""What one pass of a model costs by the number of rows in it: a step function that each machine draws differently.

Kernels change with the number of rows, so three rows may be cheaper than two, and eight twice as dear as six.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from app.engine.draft_length.pace import PacedFigure
from app.engine.draft_length.recent import WINDOW, RecentMedian

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.draft_length.pace import Pace

_UNSEEN_SLOPE = 0.15
"""What a further row is guessed to cost, in single rows, as long as only the single row was measured."""
_WELL_KNOWN = 3
_DOUBTED = 2.0
"""A first measurement is believed up to so many times what the neighbours let expect."""
_REFRESH = 8
"""Figures that nobody measures follow the pace once in so many passes of the target."""
_ORDER = (2, 4, 8, 3, 6, 5, 16, 7, 12)
"""Which points tell most about the steps, first the most."""
_REPEATS = 2
_SINGLE_REPEATS = 3


class RowCosts:
    """Seconds of a pass with b rows, b from 1 to `max_rows`, learnt from passes that were made.

    Row counts that were never seen lie on the line between their seen neighbours, beyond the last on the line
    through the last two or through the first and the last, whichever is steeper. The first measurement of such a
    count is believed up to twice that line, so that a stall does not spoil it. A figure that has not been measured
    for a while follows the pace: when the machine got slower in between, it got slower too.

    Args:
        max_rows: Largest pass.
        pace: Of the machine.
        priors: Figures of an earlier run.
        beside: The pace of that run.
        sets_pace: Whether these are the target's passes, the single one of which is the pace.
    """

    def __init__(
        self,
        max_rows: int,
        pace: Pace,
        priors: Mapping[int, float],
        beside: float | None = None,
        *,
        sets_pace: bool = False,
    ) -> None:
        self.max_rows = max_rows
        self._pace = pace
        self._sets_pace = sets_pace
        self._table: list[float] | None = None
        self._made_at = 0
        self._well_known = float("inf")
        self._figures = {
            rows: PacedFigure(pace, RecentMedian(seconds), beside)
            for rows, seconds in priors.items()
            if 1 <= rows <= max_rows
        }
        if sets_pace:
            self._figures.pop(1, None)
            if pace.figure.value is not None:
                self._figures[1] = PacedFigure(pace, pace.figure)

    @property
    def known(self) -> bool:
        """Whether there is any figure."""
        return bool(self._figures)

    @property
    def single(self) -> RecentMedian | None:
        """The figure of one row, if there is one."""
        figure = self._figures.get(1)
        return None if figure is None else figure.figure

    def observe(self, rows: int, seconds: float) -> None:
        """Learn from one pass; passes larger than `max_rows` tell nothing."""
        if not 1 <= rows <= self.max_rows or seconds <= 0.0:
            return
        figure = self._figures.get(rows)
        if figure is None:
            figure = self._figures[rows] = PacedFigure(self._pace, self._new(rows))
        if self._sets_pace:
            self._pace.passed += 1
        figure.add(seconds)
        if self._table is not None and figure.figure.count > _WELL_KNOWN:
            self._table[rows] = figure.value or seconds  # its neighbours follow with the next refreshment
        else:
            self._table = None

    def seconds(self, rows: int) -> float:
        """What a pass takes; 0 where nothing is known at all."""
        return self.table()[rows]

    def table(self) -> list[float]:
        """Seconds by row count, shape (max_rows + 1,); entry 0 is 0. Not to be changed, not to be kept."""
        table = self._table
        if table is None or self._pace.passed - self._made_at >= _REFRESH:
            table = self._table = self._make_table()
            self._made_at = self._pace.passed
        return table

    def low_single(self) -> float:
        """The single row at the low end of what it may be.

        Until it was measured often, passes of more rows that are known better bound it too.
        """
        single = self.single
        low = None if single is None else single.low
        if single is None or low is None:
            return self.seconds(1)
        if single.count >= WINDOW:
            return low
        self.table()
        return min(low, self._well_known)

    def calibration_points(self, budget_seconds: float) -> tuple[int, ...]:
        """Which passes to make now, in this order, so that they will hardly take longer than the budget.

        As long as the single row was not measured, that is the only answer: ask again behind it. Points that this
        process has measured twice (the single row thrice) are not asked for.
        """
        single = self.single
        if single is None or single.count == 0:
            return (1,)
        table = self.table()
        counts = {rows: figure.figure.count for rows, figure in self._figures.items()}
        wanted = [1] * (_SINGLE_REPEATS - counts[1])
        for enough in range(1, _REPEATS + 1):
            wanted += [rows for rows in _ORDER if rows <= self.max_rows and counts.get(rows, 0) < enough]
        points = []
        for rows in wanted:
            # What was never measured may lie on the next step.
            likely = table[rows] * (1.0 if counts.get(rows) else 1.5)
            if likely <= budget_seconds:
                points.append(rows)
                budget_seconds -= likely
        return tuple(points)

    def to_json(self) -> dict[str, float]:
        """Figures by row count, for `priors` of a later run. Guesses are not kept."""
        return {str(rows): figure.value for rows, figure in sorted(self._figures.items()) if figure.value is not None}

    def _new(self, rows: int) -> RecentMedian:
        if rows == 1 and self._sets_pace:
            return self._pace.figure
        return RecentMedian(ceiling=_DOUBTED * self.table()[rows] if 1 in self._figures else None)

    def _make_table(self) -> list[float]:
        table = [0.0] * (self.max_rows + 1)
        points: list[tuple[int, float]] = []
        bound = float("inf")
        for rows in sorted(self._figures, reverse=True):
            figure = self._figures[rows]
            seconds = figure.value or 0.0
            if figure.figure.count >= _WELL_KNOWN:
                bound = min(bound, seconds)
            elif rows > 1:
                seconds = min(seconds, bound)
            points.append((rows, seconds))
        if not points:
            return table
        self._well_known = bound
        points.reverse()
        first, last = points[0], points[-1]
        for rows in range(1, first[0] + 1):
            table[rows] = first[1]
        for (low, cheap), (high, dear) in itertools.pairwise(points):
            if high - low > 1:
                step = (dear - cheap) / (high - low)
                for rows in range(low + 1, high):
                    table[rows] = cheap + step * (rows - low)
            table[high] = dear
        slope = _UNSEEN_SLOPE * last[1] / last[0]
        if len(points) > 1:
            before = points[-2]
            whole = (last[1] - first[1]) / (last[0] - first[0])
            lately = (last[1] - before[1]) / (last[0] - before[0])
            slope = max(0.0, whole, lately)
        for rows in range(last[0] + 1, self.max_rows + 1):
            table[rows] = last[1] + slope * (rows - last[0])
        return table
