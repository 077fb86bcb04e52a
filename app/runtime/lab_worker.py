"""The thread in which the lab measures, with an engine of its own, so that the window goes on as if nothing were.

One run at a time. What it tells comes as signals in the thread of this object.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, Signal, Slot

from app.errors import UserError
from app.lab.bench_run import BenchRun
from app.lab.machine import HashingStopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.lab.bench_plan import BenchPlan
    from app.lab.record import Record


class LabWorker(QObject):
    """Prepares and measures elsewhere; every `start` is followed by exactly one `ended` or `failed`."""

    planned = Signal(object)
    """A `BenchPlan`: what will be measured is settled."""
    loading = Signal(str, float)
    """The role and the fraction of a model that is being loaded."""
    progressed = Signal(object)
    """A `Progress`."""
    measured = Signal(object)
    """A `Measurement`."""
    ended = Signal(bool)
    """Whether nothing is left to measure; what was measured is kept either way."""
    failed = Signal(object)
    """A `Notice`: why it cannot be measured, or not further."""

    _settled = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: _Thread | None = None
        self._settled.connect(self._on_settled)

    @property
    def is_running(self) -> bool:
        """Whether a run has begun and not ended yet."""
        return self._thread is not None

    @property
    def is_paused(self) -> bool:
        """Whether it waits, or will after what it measures now."""
        return self._thread is not None and self._thread.is_paused

    @property
    def is_cancelled(self) -> bool:
        """Whether what runs is to end; any thread may ask."""
        thread = self._thread
        return thread is None or thread.is_cancelled

    def start(
        self, prepare: Callable[[], BenchPlan], begin_record: Callable[[BenchPlan], Record] | None = None
    ) -> None:
        """Begin, unless a run is on.

        Args:
            prepare: Settles what is measured; called in the thread, it may take a while and raise `UserError`.
            begin_record: Opens where it is kept, in the thread; None keeps nothing.
        """
        if self._thread is not None:
            return
        self._thread = _Thread(self, prepare, begin_record)
        self._thread.start()

    def pause(self) -> None:
        """Wait behind what is being measured."""
        if self._thread is not None:
            self._thread.pause()

    def go_on(self) -> None:
        """End a pause."""
        if self._thread is not None:
            self._thread.go_on()

    def cancel(self) -> None:
        """Stop; `ended` follows."""
        if self._thread is not None:
            self._thread.cancel()

    def stop(self) -> None:
        """Stop and wait until its engine is gone; nothing is told any more."""
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.cancel()
            thread.wait()

    @Slot(object)
    def _on_settled(self, thread: _Thread) -> None:
        if thread is not self._thread:
            return  # stopped meanwhile
        self._thread = None
        thread.wait()
        if thread.failure is None:
            self.ended.emit(thread.is_complete)
        else:
            self.failed.emit(thread.failure)


class _Thread(QThread):
    """One run."""

    def __init__(
        self,
        worker: LabWorker,
        prepare: Callable[[], BenchPlan],
        begin_record: Callable[[BenchPlan], Record] | None,
    ) -> None:
        super().__init__()
        self.setObjectName("lab")
        self._worker = worker
        self._prepare = prepare
        self._begin_record = begin_record
        self._lock = threading.Lock()
        self._run: BenchRun | None = None
        self.is_cancelled = False
        self.is_paused = False
        self.is_complete = False
        self.failure: object = None

    def pause(self) -> None:
        with self._lock:
            self.is_paused = True
            if self._run is not None:
                self._run.pause()

    def go_on(self) -> None:
        with self._lock:
            self.is_paused = False
            if self._run is not None:
                self._run.go_on()

    def cancel(self) -> None:
        with self._lock:
            self.is_cancelled = True
            if self._run is not None:
                self._run.cancel()

    def run(self) -> None:
        """Measure, and tell how it ended, whatever happens."""
        try:
            self._measure()
        except HashingStopped:
            return  # cancelled while files were read
        except UserError as error:
            self.failure = error.notice
        finally:
            self._worker._settled.emit(self)  # noqa: SLF001 - one thing in two classes

    def _measure(self) -> None:
        plan = self._prepare()
        if self.is_cancelled:
            return
        self._worker.planned.emit(plan)
        if self._begin_record is None:
            self.is_complete = self._run_of(plan, None).run()
            return
        with self._begin_record(plan) as record:
            self.is_complete = self._run_of(plan, record).run()

    def _run_of(self, plan: BenchPlan, record: Record | None) -> BenchRun:
        """Make the run; what was asked of it before it was there holds."""
        worker = self._worker
        run = BenchRun(
            plan,
            record,
            on_cell=worker.measured.emit,
            on_progress=worker.progressed.emit,
            on_load=worker.loading.emit,
        )
        with self._lock:
            self._run = run
            if self.is_paused:
                run.pause()
            if self.is_cancelled:
                run.cancel()
        return run
