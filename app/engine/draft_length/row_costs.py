"""What one pass of a model costs by the number of rows in it: a step function that each machine draws differently.

Kernels change with the number of rows, so three rows may be cheaper than two, and eight twice as dear as six.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.draft_length.recent import RecentMedian

if TYPE_CHECKING:
    from collections.abc import Mapping

_UNSEEN_SLOPE = 0.15
"""What a further row is guessed to cost, in single rows, as long as only the single row was measured."""
_STALE = 24
"""After this many passes of other sizes a figure is no longer taken for the machine as it is now."""
_SCALE_LIMIT = 4.0
_WELL_KNOWN = 3
_ORDER = (2, 4, 8, 3, 6, 5, 16, 7, 12)
"""Which points tell most about the steps, first the most."""
_REPEATS = 2


class _Cell:
    """One row count: its figure, and when and beside which single-row figure it was last measured."""

    __slots__ = ("beside", "figure", "passed")

    def __init__(self, prior: float | None, beside: float | None) -> None:
        self.figure = RecentMedian(prior)
        self.beside = beside
        self.passed = -_STALE - 1


class RowCosts:
    """Seconds of a pass with b rows, b from 1 to `max_rows`, learnt from passes that were made.

    Row counts that were never seen lie on the line between their seen neighbours, beyond the last on the line
    through the last two or through the first and the last, whichever is steeper. The first measurement of such a count weighs less than that line (see `RecentMedian`), so
    that a stall does not spoil it. A figure that has not been measured for a while follows the single row's: when
    the machine got slower in between, it got slower too.

    Args:
        max_rows: Largest pass.
        priors: Figures of an earlier run.
    """

    def __init__(self, max_rows: int, priors: Mapping[int, float] | None = None) -> None:
        self.max_rows = max_rows
        self._passed = 0
        self._table: list[float] | None = None
        single = None if priors is None else priors.get(1)
        self._cells = {
            rows: _Cell(seconds, single) for rows, seconds in (priors or {}).items() if 1 <= rows <= max_rows
        }

    @property
    def known(self) -> bool:
        """Whether there is any figure."""
        return bool(self._cells)

    @property
    def single(self) -> RecentMedian | None:
        """The figure of one row, if there is one."""
        cell = self._cells.get(1)
        return None if cell is None else cell.figure

    def observe(self, rows: int, seconds: float) -> None:
        """Learn from one pass; passes larger than `max_rows` tell nothing."""
        if not 1 <= rows <= self.max_rows or seconds <= 0.0:
            return
        cell = self._cells.get(rows)
        if cell is None:
            guess = self.table()[rows] if 1 in self._cells else None
            cell = self._cells[rows] = _Cell(guess, None)
        elif self._passed - cell.passed > _STALE and cell.figure.count:
            self._renew(rows, cell)
        self._passed += 1
        cell.figure.add(seconds)
        cell.passed = self._passed
        cell.beside = self._single_value()
        self._table = None

    def seconds(self, rows: int) -> float:
        """What a pass takes; 0 where nothing is known at all."""
        return self.table()[rows]

    def table(self) -> list[float]:
        """Seconds by row count, shape (max_rows + 1,); entry 0 is 0. Not to be changed."""
        if self._table is None:
            self._table = self._make_table()
        return self._table

    def calibration_points(self, budget_seconds: float) -> tuple[int, ...]:
        """Which passes to make now, in this order, so that they will hardly take longer than the budget.

        As long as the single row was not measured, that is the only answer: ask again behind it. Points that this
        process has measured twice are not asked for.
        """
        single = self.single
        if single is None or single.count == 0:
            return (1,)
        table = self.table()
        points: list[int] = []
        for rows in (1, *(rows for rows in _ORDER if rows <= self.max_rows)):
            cell = self._cells.get(rows)
            wanted = _REPEATS - (0 if cell is None else cell.figure.count)
            # What was never measured may lie on the next step.
            likely = table[rows] * (1.0 if cell is not None else 1.5)
            for _ in range(wanted):
                if likely <= budget_seconds:
                    points.append(rows)
                    budget_seconds -= likely
        return tuple(points)

    def to_json(self) -> dict[str, float]:
        """Figures by row count, for `priors` of a later run. Guesses are not kept."""
        return {
            str(rows): self._value(rows, cell)
            for rows, cell in sorted(self._cells.items())
            if cell.figure.count or cell.beside is not None
        }

    def _single_value(self) -> float | None:
        single = self.single
        return None if single is None else single.value

    def _renew(self, rows: int, cell: _Cell) -> None:
        """Begin a figure's window anew, what it says by now as the prior."""
        cell.figure = RecentMedian(self._value(rows, cell))

    def _value(self, rows: int, cell: _Cell) -> float:
        value = cell.figure.value or 0.0
        single = self._single_value()
        if rows == 1 or cell.beside is None or single is None or self._passed - cell.passed <= _STALE:
            return value
        return value * min(_SCALE_LIMIT, max(1.0 / _SCALE_LIMIT, single / cell.beside))

    def _make_table(self) -> list[float]:
        seen = {rows: self._value(rows, cell) for rows, cell in self._cells.items()}
        table = [0.0] * (self.max_rows + 1)
        if not seen:
            return table
        bound = float("inf")
        for rows in sorted(seen, reverse=True):
            if self._cells[rows].figure.count >= _WELL_KNOWN:
                bound = min(bound, seen[rows])
            elif rows > 1:
                seen[rows] = min(seen[rows], bound)
        points = sorted(seen)
        first = points[0]
        for rows in range(1, first + 1):
            table[rows] = seen[first]
        for low, high in zip(points, points[1:], strict=False):
            step = (seen[high] - seen[low]) / (high - low)
            for rows in range(low + 1, high):
                table[rows] = seen[low] + step * (rows - low)
            table[high] = seen[high]
        last = points[-1]
        if len(points) == 1:
            slope = _UNSEEN_SLOPE * seen[last] / last
        else:
            whole = (seen[last] - seen[first]) / (last - first)
            lately = (seen[last] - seen[points[-2]]) / (last - points[-2])
            slope = max(0.0, whole, lately)
        for rows in range(last + 1, self.max_rows + 1):
            table[rows] = seen[last] + slope * (rows - last)
        return table
