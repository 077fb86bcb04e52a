"""A run of the lab: cell after cell, with progress, pause and cancel; what is measured is kept at once.

Blocking and without Qt. `run` belongs to one thread; `pause`, `go_on` and `cancel` may be called from any.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol

from app.lab.engine_side import EngineSide, Stopped
from app.lab.progress import Progress, Remaining

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.lab.bench_plan import BenchPlan, Cell
    from app.lab.measurement import Measurement
    from app.lab.record import Record


def _nobody(*_values: object) -> None:
    """Whoever does not listen."""


class Server(Protocol):
    """A server that is measured beside the engine: `endpoint_side.EndpointSide`.

    Handed over, never made here, so that whoever has no use for it does not load code for a network.
    """

    def open(self) -> None:
        """Find out whether it is there; raises `UserError` or `Stopped`."""
        ...

    def measure(self, cell: Cell) -> Measurement:
        """The reply of a cell; raises `UserError` or `Stopped`."""
        ...

    def cancel(self) -> None:
        """Stop what runs, from any thread."""
        ...


class BenchRun:
    """Measures what a plan says.

    Args:
        plan: What to measure.
        record: Where each cell is kept, and from where those of before a restart come; None keeps them in memory.
        on_cell: Told each measured cell, in the thread of `run`.
        on_progress: Told before each cell and after the last.
        on_load: Told the role and the fraction while a model is loaded.
        servers: One for each of the plan's endpoints.
    """

    def __init__(
        self,
        plan: BenchPlan,
        record: Record | None = None,
        *,
        on_cell: Callable[[Measurement], None] = _nobody,
        on_progress: Callable[[Progress], None] = _nobody,
        on_load: Callable[[str, float], None] = _nobody,
        servers: Sequence[Server] = (),
    ) -> None:
        self._plan = plan
        self._record = record
        self._on_cell = on_cell
        self._on_progress = on_progress
        self._wanted = threading.Event()
        self._wanted.set()
        self._cancelled = False
        self._engine = EngineSide(plan, on_load) if plan.loads else None
        self._servers = tuple(servers)
        known = {cell.key for cell in plan.cells()}
        kept = {} if record is None else {key: each for key, each in record.kept.items() if key in known}
        self.measurements: dict[tuple[int, int, str, str, int], Measurement] = kept
        """Everything measured so far, by the key of its cell."""

    @property
    def engine_pid(self) -> int | None:
        """Process id of the engine, for whoever watches the machine meanwhile; None while none runs."""
        return None if self._engine is None else self._engine.pid

    @property
    def paused(self) -> bool:
        """Whether it waits, or will after the cell that is being measured."""
        return not self._wanted.is_set()

    def pause(self) -> None:
        """Wait behind the cell that is being measured, until `go_on` or `cancel`."""
        self._wanted.clear()

    def go_on(self) -> None:
        """End a pause."""
        self._wanted.set()

    def cancel(self) -> None:
        """Stop: the cell that is being measured is dropped, all others stay. Safe in a signal's handler."""
        self._cancelled = True
        if self._engine is not None:
            self._engine.cancel()
        for server in self._servers:
            server.cancel()
        if not self._wanted.is_set():  # a signal's handler must not take a lock that its thread may hold
            self._wanted.set()

    def run(self) -> bool:
        """Measure what is not measured yet; True when nothing is left, False when cancelled.

        Raises:
            UserError: A pair cannot be loaded, or a server cannot be used. What is measured is kept.
        """
        try:
            return self._run()
        except Stopped:
            return False
        finally:
            if self._engine is not None:
                self._engine.close()

    def _run(self) -> bool:
        left = [cell for cell in self._plan.cells() if cell.key not in self.measurements]
        remaining = Remaining(left)
        for kept in self.measurements.values():
            remaining.learn(kept)
        for index, server in enumerate(self._servers):
            if any(cell.side.endpoint == index for cell in left):
                server.open()
        for cell in left:
            self._on_progress(Progress(len(self.measurements), self._plan.num_cells, remaining.seconds, cell))
            self._wanted.wait()
            if self._cancelled:
                return False
            measured = self._measure(cell)
            remaining.done(measured)
            self.measurements[cell.key] = measured
            if self._record is not None:
                self._record.add(measured)
            self._on_cell(measured)
        self._on_progress(Progress(len(self.measurements), self._plan.num_cells, 0.0))
        return True

    def _measure(self, cell: Cell) -> Measurement:
        if cell.side.endpoint >= 0:
            return self._servers[cell.side.endpoint].measure(cell)
        if self._engine is None:
            raise RuntimeError("a cell of the engine in a plan without loads")
        return self._engine.measure(cell)
