"""Looks at the machine in a thread of its own, because a driver in trouble can take seconds to answer.

The window only ever sees finished samples. A driver that never answers again costs one abandoned thread.
"""

from __future__ import annotations

import logging
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from app.runtime.left_behind import leave_behind

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.hardware.sampler import MachineSample, Sampler

logger = logging.getLogger(__name__)

INTERVAL_MS = 500
IDLE_INTERVAL_MS = 2000
GLANCE_INTERVAL_MS = 10_000
STOP_MS = 1000
_NEVER = 0


class Attention(Enum):
    """How closely somebody looks at what is sampled."""

    NONE = "none"
    """Nothing of it is in sight."""
    GLANCE = "glance"
    """A figure or two."""
    PLOTS = "plots"
    CLOSE = "close"
    """A page that shows nothing else."""


class TelemetryWorker(QObject):
    """Emits a `MachineSample` at a steady rate, between `start` and `stop`.

    While it is active, or somebody looks closely, it samples quickly; otherwise as often as what is in sight deserves,
    and not at all where nothing is.

    Args:
        sampler_factory: Makes the sampler; called in the worker's thread, as every call of the sampler is.
        interval_ms: The time between two samples while active.
        idle_interval_ms: The same while it is not, and plots are in sight.
        parent: The Qt parent.
    """

    sampled = Signal(object)
    """A `MachineSample`."""

    _watch_requested = Signal(object)
    _interval_requested = Signal(int)
    _look_requested = Signal()
    _stop_requested = Signal()

    def __init__(
        self,
        sampler_factory: Callable[[], Sampler],
        interval_ms: int = INTERVAL_MS,
        idle_interval_ms: int = IDLE_INTERVAL_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._interval_ms = interval_ms
        self._idle_interval_ms = max(interval_ms, idle_interval_ms)
        self._is_active = False
        self._attention = Attention.PLOTS
        self._pid: int | None = None
        self._is_stopped = False
        self._thread: QThread | None = None
        self._loop = _Loop(sampler_factory, self._idle_interval_ms)
        self._loop.sampled.connect(self._on_sampled)
        self._watch_requested.connect(self._loop.on_watch_requested)
        self._interval_requested.connect(self._loop.on_interval_requested)
        self._look_requested.connect(self._loop.on_look_requested)
        self._stop_requested.connect(self._loop.on_stop_requested)

    def start(self) -> None:
        """Begin to sample; the first sample comes at once. A stopped worker does not start again."""
        if self._thread is not None or self._is_stopped:
            return
        self._thread = QThread()
        self._thread.setObjectName("telemetry")
        self._loop.moveToThread(self._thread)
        self._thread.started.connect(self._loop.on_started)
        self._thread.start(QThread.Priority.LowPriority)

    @property
    def is_running(self) -> bool:
        """Whether its thread is there."""
        return self._thread is not None and self._thread.isRunning()

    @Slot(object)
    def watch(self, engine_pid: int | None) -> None:
        """Tell this process's share of the memory apart from now on; None for no process."""
        if engine_pid != self._pid:  # asked for with every batch of the engine's events
            self._pid = engine_pid
            self._watch_requested.emit(engine_pid)

    @Slot(bool)
    def set_active(self, is_active: bool) -> None:
        """Whether the engine works; sampling more quickly than before begins with a sample at once."""
        self._change(is_active, self._attention)

    @Slot(object)
    def set_attention(self, attention: Attention) -> None:
        """How closely somebody looks; sampling more quickly than before begins with a sample at once."""
        self._change(self._is_active, attention)

    @Slot()
    def look(self) -> None:
        """Take one sample now, whatever the rate."""
        self._look_requested.emit()

    @property
    def interval_ms(self) -> int:
        """The time between two samples; 0 while there are none."""
        if self._is_active or self._attention is Attention.CLOSE:
            return self._interval_ms
        if self._attention is Attention.PLOTS:
            return self._idle_interval_ms
        return max(self._idle_interval_ms, GLANCE_INTERVAL_MS) if self._attention is Attention.GLANCE else _NEVER

    def _change(self, is_active: bool, attention: Attention) -> None:
        before = self.interval_ms
        self._is_active, self._attention = is_active, attention
        if self.interval_ms != before:
            self._interval_requested.emit(self.interval_ms)

    @Slot()
    def stop(self) -> None:
        """End the thread, within a second whatever the driver does. No sample is emitted after that."""
        thread = self._thread
        if self._is_stopped or thread is None:
            self._is_stopped = True
            return
        self._is_stopped = True
        self._stop_requested.emit()
        if not thread.wait(STOP_MS):
            logger.warning("The GPU's driver does not answer; its thread is left behind")
            leave_behind(thread, self._loop)

    @Slot(object)
    def _on_sampled(self, sample: MachineSample) -> None:
        if not self._is_stopped:
            self.sampled.emit(sample)


class _Loop(QObject):
    """What lives in the thread: a timer and the sampler."""

    sampled = Signal(object)

    def __init__(self, sampler_factory: Callable[[], Sampler], interval_ms: int) -> None:
        super().__init__()
        self._sampler_factory = sampler_factory
        self._interval_ms = interval_ms
        self._sampler: Sampler | None = None
        self._timer: QTimer | None = None
        self._engine_pid: int | None = None

    @Slot()
    def on_started(self) -> None:
        """Make what belongs to this thread, in this thread."""
        self._sampler = self._sampler_factory()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_due)
        if self._interval_ms != _NEVER:
            self._timer.start(self._interval_ms)
        self._on_due()

    @Slot(object)
    def on_watch_requested(self, engine_pid: int | None) -> None:
        """Remember whose share to tell."""
        self._engine_pid = engine_pid

    @Slot(int)
    def on_interval_requested(self, interval_ms: int) -> None:
        """Change the rate."""
        before, self._interval_ms = self._interval_ms, interval_ms
        if self._timer is None:
            return
        if interval_ms == _NEVER:
            self._timer.stop()
            return
        self._timer.start(interval_ms)
        if before == _NEVER or interval_ms < before:
            self._on_due()

    @Slot()
    def on_look_requested(self) -> None:
        """Sample once."""
        if self._timer is not None:
            self._on_due()

    @Slot()
    def on_stop_requested(self) -> None:
        """Let go of everything and end the thread."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._sampler is not None:
            self._sampler.close()
            self._sampler = None
        self.thread().quit()

    @Slot()
    def _on_due(self) -> None:
        if self._sampler is not None:
            self.sampled.emit(self._sampler.sample(self._engine_pid))
