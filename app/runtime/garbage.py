"""Lets Python's cyclic garbage be collected in the main thread only.

Python collects in whichever thread happens to allocate. Where that is a worker, PySide tears down the main thread's
widgets in the middle of anything, and a thread that waits for the interpreter with a lock of Qt's in hand never ends.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL_MILLISECONDS = 2000
_PATIENCE = 5
"""How many times over the oldest generation may be due before a busy program is held up for it."""


class GarbageCollector(QObject):
    """Collects from its own thread's event loop, from when it is made until `stop`; nobody else does meanwhile."""

    def __init__(self, parent: QObject | None = None, interval_milliseconds: int = INTERVAL_MILLISECONDS) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self, interval=interval_milliseconds)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start()

    def stop(self) -> None:
        """Let Python collect as before."""
        self._timer.stop()
        if self._was_enabled:
            gc.enable()

    @Slot()
    def _on_timeout(self) -> None:
        generation = due_generation(gc.get_count(), gc.get_threshold())
        if generation is not None:
            gc.collect(generation)


def due_generation(counts: tuple[int, int, int], thresholds: tuple[int, int, int]) -> int | None:
    """The oldest generation to collect now, or None.

    The young ones go as Python would have done it. The oldest holds the whole program and takes a tenth of a second, so
    it waits for a quiet moment, in which hardly anything was allocated since the last look.

    Args:
        counts: What `gc.get_count()` says: allocations, and collections of the generation before.
        thresholds: What `gc.get_threshold()` says; a first one of 0 means never.
    """
    if not thresholds[0]:
        return None
    if counts[0] <= thresholds[0]:
        return 2 if counts[2] > thresholds[2] else None
    if counts[2] > _PATIENCE * thresholds[2]:
        return 2
    return 1 if counts[1] > thresholds[1] else 0
