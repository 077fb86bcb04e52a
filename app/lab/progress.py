"""How far a run is and how long it will take still, from what its cells took so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.lab.bench_plan import Cell
    from app.lab.measurement import Measurement


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run is.

    Attributes:
        done: Cells measured, those of before a restart included.
        seconds_left: None until there is something to go by.
        cell: What is measured now; None before the first and after the last.
    """

    done: int
    total: int
    seconds_left: float | None
    cell: Cell | None = None


class Remaining:
    """Estimates the time that is left: each setting by its own mean, one not seen yet by that of all.

    Args:
        cells: Everything that is to be measured still.
    """

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._left = Counter(_kind(cell.side.load, cell.side.endpoint, cell.side.name) for cell in cells)
        self._seconds: dict[tuple[int, int, str], list[float]] = defaultdict(list)

    def learn(self, measurement: Measurement) -> None:
        """A cell from before: known, and not among what is left."""
        if not measurement.error:
            key = _kind(measurement.load, measurement.endpoint, measurement.setting)
            self._seconds[key].append(measurement.wall_seconds)

    def done(self, measurement: Measurement) -> None:
        """A cell is measured."""
        self.learn(measurement)
        self._left[_kind(measurement.load, measurement.endpoint, measurement.setting)] -= 1

    @property
    def seconds(self) -> float | None:
        """What is left; None where nothing was measured yet."""
        known = [seconds for each in self._seconds.values() for seconds in each]
        if not known:
            return None
        mean = sum(known) / len(known)
        return sum(
            count * (sum(mine) / len(mine) if (mine := self._seconds.get(kind)) else mean)
            for kind, count in self._left.items()
        )


def _kind(load: int, endpoint: int, name: str) -> tuple[int, int, str]:
    return load, endpoint, name
