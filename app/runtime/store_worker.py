"""The thread that owns the store, so that the window never waits for a disk.

Operations are done in the order in which they are asked for; what the disk refuses is kept and tried again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from app.errors import Notice, UserError
from app.runtime.left_behind import leave_behind
from app.runtime.store_queue import Operation, StoreQueue

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.store.store import Store

DRAIN_SECONDS = 5.0


class StoreWorker(QObject):
    """Runs what is asked of the store, and tells the end of it in this object's thread.

    Writes that come while no store is open wait for one; so do those that the disk refuses.
    """

    opened = Signal(object)
    """An `app.store.values.Opening`."""
    opening_failed = Signal(object)
    """The `Notice` of why the store cannot be opened."""
    closed = Signal()
    trouble_changed = Signal(object)
    """The `Notice` of why writes wait, or None when all have been done."""

    _requested = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = _Desk()
        self._thread = QThread()
        self._thread.setObjectName("store")
        self._desk.moveToThread(self._thread)
        self._requested.connect(self._desk.on_requested)
        self._desk.settled.connect(self._on_settled)
        self._desk.opened.connect(self.opened)
        self._desk.opening_failed.connect(self.opening_failed)
        self._desk.closed.connect(self.closed)
        self._desk.trouble_changed.connect(self._on_trouble_changed)
        self._trouble: Notice | None = None
        self._stopped = False

    @property
    def trouble(self) -> Notice | None:
        """Why writes wait; None while they do not."""
        return self._trouble

    def start(self) -> None:
        """Start the thread; what was asked for before is done now."""
        self._thread.start()

    def open(self, opener: Callable[[], Store]) -> None:
        """Open a store with a function that runs in the thread; `opened` or `opening_failed` follows."""
        self._requested.emit(lambda desk: desk.open(opener))

    def close(self) -> None:
        """Write what can be written and close the store; `closed` follows. What could not be written is kept."""
        self._requested.emit(lambda desk: desk.close())

    def write(
        self,
        work: Callable[[Store], object],
        on_done: Callable[[object], None],
        on_failed: Callable[[Notice], None],
        on_waiting: Callable[[Notice], None] | None = None,
    ) -> None:
        """Queue a change; it is tried until it is done, or refused for good.

        Args:
            work: Changes the store and commits.
            on_done: Called when it is on disk.
            on_failed: Called when it never will be.
            on_waiting: Called once where the disk does not take it yet.
        """
        self._put(Operation(work, on_done, on_failed, is_write=True, on_waiting=on_waiting))

    def read(
        self, work: Callable[[Store], object], on_done: Callable[[object], None], on_failed: Callable[[Notice], None]
    ) -> None:
        """Ask something; exactly one of the two callbacks is called."""
        self._put(Operation(work, on_done, on_failed))

    def discard(self) -> None:
        """Give up what waits: it is to be forgotten with everything else."""
        self._requested.emit(lambda desk: desk.discard())

    def retry(self) -> None:
        """Try now what waits."""
        self._requested.emit(lambda desk: desk.retry())

    def stop(self, seconds: float = DRAIN_SECONDS) -> int:
        """Write what waits, close the store and end the thread, within a time.

        Returns:
            How many changes could not be written.
        """
        if self._stopped:
            return 0
        self._stopped = True
        if not self._thread.isRunning():
            return 0
        self._requested.emit(lambda desk: desk.stop())
        if not self._thread.wait(round(seconds * 1000)):
            leave_behind(self._thread, self._desk)
            return max(1, self._desk.num_waiting)
        return self._desk.num_waiting

    def _put(self, operation: Operation) -> None:
        self._requested.emit(lambda desk: desk.run(operation))

    @Slot(object, object)
    def _on_settled(self, callback: Callable[[object], None], value: object) -> None:
        callback(value)

    @Slot(object)
    def _on_trouble_changed(self, trouble: Notice | None) -> None:
        self._trouble = trouble
        self.trouble_changed.emit(trouble)


class _Desk(QObject):
    """What lives in the thread. Requests come as functions over a queued signal, and so in order."""

    settled = Signal(object, object)
    opened = Signal(object)
    opening_failed = Signal(object)
    closed = Signal()
    trouble_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._queue = StoreQueue(self.settled.emit)
        self._told: Notice | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.retry)

    @property
    def num_waiting(self) -> int:
        return len(self._queue)

    @Slot(object)
    def on_requested(self, request: Callable[[_Desk], None]) -> None:
        request(self)

    def open(self, opener: Callable[[], Store]) -> None:
        try:
            store = opener()
        except UserError as error:
            self.opening_failed.emit(error.notice)
            return
        self.opened.emit(store.opening)
        self._queue.open(store)
        self._look()

    def close(self) -> None:
        self._timer.stop()
        try:
            self._queue.close()
        except UserError as error:
            self._tell_trouble(error.notice)
        self._tell_trouble(None)
        self.closed.emit()

    def run(self, operation: Operation) -> None:
        try:
            self._queue.run(operation)
        finally:
            self._look()

    def discard(self) -> None:
        self._queue.discard()
        self._look()

    @Slot()
    def retry(self) -> None:
        self._timer.stop()
        try:
            self._queue.write_waiting()
        finally:
            self._look()

    def stop(self) -> None:
        try:
            self.close()
        finally:
            self.thread().quit()

    def _look(self) -> None:
        """Say what has changed, and come back later where something waits."""
        self._tell_trouble(self._queue.trouble)
        if self._queue.trouble is not None and not self._timer.isActive():
            self._timer.start(round(self._queue.pause_seconds * 1000))

    def _tell_trouble(self, trouble: Notice | None) -> None:
        if trouble != self._told:
            self._told = trouble
            self.trouble_changed.emit(trouble)
