"""Which day it is, for a list that is divided by days: told at midnight, without looking at a clock until then."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.viewmodels.sections import midnight

if TYPE_CHECKING:
    from collections.abc import Callable

_SLACK_SECONDS = 1.0
"""Behind midnight, so that a timer that comes a little early still finds the new day."""


class Day(QObject):
    """Sleeps until midnight. After a suspended night the timer comes late: `look` is for whatever wakes it.

    Args:
        clock: The time of the clock on the wall.
    """

    turned = Signal(object)
    """The new day, a `date`."""

    def __init__(self, clock: Callable[[], datetime] = datetime.now, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._today = clock().date()
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.VeryCoarseTimer)
        self._timer.timeout.connect(self._on_midnight)

    @property
    def today(self) -> date:
        """The day that was told last."""
        return self._today

    @property
    def seconds_left(self) -> float:
        """Until the next midnight."""
        now = self._clock()
        return midnight(now.date() + timedelta(days=1)) - now.timestamp()

    def start(self) -> None:
        """Wait for midnight, again and again."""
        self.look()
        self._timer.start(round((self.seconds_left + _SLACK_SECONDS) * 1000))

    def stop(self) -> None:
        """Wait no more."""
        self._timer.stop()

    @Slot()
    def look(self) -> None:
        """Tell the day if it has become another one."""
        today = self._clock().date()
        if today != self._today:
            self._today = today
            self.turned.emit(today)

    @Slot()
    def _on_midnight(self) -> None:
        self.start()
