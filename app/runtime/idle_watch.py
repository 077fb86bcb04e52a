"""Notices that nobody is there: no key, no pointer, for the minutes that the user chose.

Looks at the window's own input events only, so that it costs nothing while text streams in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot

from app.store.keys.idle import IdleLock, awake_clock

if TYPE_CHECKING:
    from collections.abc import Callable

_SIGNS = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TabletPress,
        QEvent.Type.FocusIn,
    }
)
_LONGEST_WAIT_SECONDS = 20.0
"""Between two looks at the clock: a timer does not count the time in which the machine sleeps."""


class IdleWatch(QObject):
    """Emits `idle` once when the time is over; a further sign of life begins it anew.

    Args:
        clock: Seconds that go on while the machine sleeps.
    """

    idle = Signal()

    def __init__(self, clock: Callable[[], float] = awake_clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._lock = IdleLock(0, clock())
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)

    def watch(self, window: QObject) -> None:
        """Look at this native window's input, too."""
        window.installEventFilter(self)

    @Slot(int)
    def set_minutes(self, minutes: int) -> None:
        """Wait for so many minutes; 0 waits for nothing."""
        self._lock.set_minutes(minutes, self._clock())
        self._wait()

    @Slot()
    def note_activity(self) -> None:
        """Somebody is there, or a reply is being written."""
        self._lock.note_activity(self._clock())
        if not self._timer.isActive():
            self._wait()

    def stop(self) -> None:
        """Wait no more."""
        self.set_minutes(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take note of input, and let it pass."""
        if event.type() in _SIGNS:
            self.note_activity()
        return False

    @Slot()
    def _on_timeout(self) -> None:
        if self._lock.is_due(self._clock()):
            self.idle.emit()
        else:
            self._wait()

    def _wait(self) -> None:
        left = self._lock.seconds_left(self._clock())
        if left is None:
            self._timer.stop()
        else:
            self._timer.start(round(1000 * min(left, _LONGEST_WAIT_SECONDS)) + 1)
