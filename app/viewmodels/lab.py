"""A run of the lab as the window follows it: how far it is, what it found by now, how it ended."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.lab.rows import rows_of
from app.lab.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.errors import Notice
    from app.lab.bench_plan import BenchPlan
    from app.lab.measurement import Measurement
    from app.lab.progress import Progress
    from app.lab.record import Record
    from app.lab.summary_values import Summary
    from app.runtime.lab_worker import LabWorker

_PACE_MILLISECONDS = 400


class LabStage(Enum):
    """Where a run is."""

    IDLE = auto()
    PREPARING = auto()
    LOADING = auto()
    MEASURING = auto()
    COMPLETE = auto()
    STOPPED = auto()
    FAILED = auto()


class LabState(QObject):
    """One run at a time.

    Args:
        worker: Measures; nobody else's.
    """

    changed = Signal()
    """Stage, progress or failure are others."""
    measured = Signal()
    """There is more in the summary; at most some times a second."""
    ended = Signal()

    def __init__(self, worker: LabWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._measured: dict[tuple[int, int, str, str, int], Measurement] = {}
        self.stage = LabStage.IDLE
        self.plan: BenchPlan | None = None
        self.progress: Progress | None = None
        self.failure: Notice | None = None
        self.load_fraction = 0.0
        self.is_stopping = False
        self._pacer = QTimer(self, singleShot=True, interval=_PACE_MILLISECONDS)
        self._pacer.timeout.connect(self.measured)
        worker.planned.connect(self._on_planned)
        worker.loading.connect(self._on_loading)
        worker.progressed.connect(self._on_progressed)
        worker.measured.connect(self._on_measured)
        worker.ended.connect(self._on_ended)
        worker.failed.connect(self._on_failed)

    @property
    def is_running(self) -> bool:
        """Whether a run is on."""
        return self.stage in (LabStage.PREPARING, LabStage.LOADING, LabStage.MEASURING)

    @property
    def is_paused(self) -> bool:
        """Whether it waits, or will after what it measures now."""
        return self._worker.is_paused

    @property
    def measurements(self) -> Mapping[tuple[int, int, str, str, int], Measurement]:
        """What is measured by now, by the keys of cells."""
        return dict(self._measured)

    @property
    def summary(self) -> Summary | None:
        """What was found by now; None before anything was measured."""
        if self.plan is None or not self._measured:
            return None
        return summarise(rows_of(self.plan, self._measured))

    def start(self, prepare: Callable[[], BenchPlan], begin_record: Callable[[BenchPlan], Record]) -> None:
        """Begin, unless a run is on; both functions are called in the lab's thread."""
        if self.is_running or self._worker.is_running:
            return
        self.stage, self.plan, self.progress, self.failure = LabStage.PREPARING, None, None, None
        self.load_fraction, self.is_stopping = 0.0, False
        self._measured = {}

        def begin(plan: BenchPlan) -> Record:
            record = begin_record(plan)
            for kept in record.kept.values():
                self._worker.measured.emit(kept)
            return record

        self._worker.start(prepare, begin)
        self.changed.emit()
        self.measured.emit()

    def clear(self) -> None:
        """Forget everything; the worker is stopped before."""
        self._pacer.stop()
        self._measured = {}
        self.stage, self.plan, self.progress, self.failure = LabStage.IDLE, None, None, None
        self.changed.emit()
        self.measured.emit()

    def refuse(self, reason: Notice) -> None:
        """Say why it cannot begin; what was found before stays."""
        if not self.is_running:
            self.stage, self.failure = LabStage.FAILED, reason
            self.changed.emit()

    def pause(self) -> None:
        """Wait behind what is being measured."""
        self._worker.pause()
        self.changed.emit()

    def go_on(self) -> None:
        """End a pause."""
        self._worker.go_on()
        self.changed.emit()

    def cancel(self) -> None:
        """Stop; what is measured stays."""
        if self.is_running:
            self.is_stopping = True
            self._worker.cancel()
            self.changed.emit()

    @Slot(object)
    def _on_planned(self, plan: BenchPlan) -> None:
        if self.is_running:  # else it was cleared meanwhile
            self.plan = plan
            self.changed.emit()

    @Slot(str, float)
    def _on_loading(self, role: str, fraction: float) -> None:
        self.stage = LabStage.LOADING
        self.load_fraction = fraction / 2 if role == "target" else 0.5 + fraction / 2
        self.changed.emit()

    @Slot(object)
    def _on_progressed(self, progress: Progress) -> None:
        self.progress = progress
        if self.stage is LabStage.PREPARING:
            self.stage = LabStage.LOADING
        self.changed.emit()

    @Slot(object)
    def _on_measured(self, measurement: Measurement) -> None:
        self._measured[measurement.key] = measurement
        if self.stage is not LabStage.PREPARING:
            self.stage = LabStage.MEASURING
        if not self._pacer.isActive():
            self._pacer.start()

    @Slot(bool)
    def _on_ended(self, is_complete: bool) -> None:
        self._end(LabStage.COMPLETE if is_complete else LabStage.STOPPED)

    @Slot(object)
    def _on_failed(self, notice: Notice) -> None:
        self.failure = notice
        self._end(LabStage.FAILED)

    def _end(self, stage: LabStage) -> None:
        self.stage = stage
        self._pacer.stop()
        self.measured.emit()
        self.changed.emit()
        self.ended.emit()
