"""When to lock because nobody is there: minutes in, seconds left out, and no clock of its own but one to read."""

from __future__ import annotations

import time


def awake_clock() -> float:
    """Seconds that go on while the machine sleeps, where the system counts them: a closed lid is absence too."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class IdleLock:
    """Counts from the last sign of life.

    Args:
        minutes: After how many to lock; 0 never locks.
        now: The clock's reading, in seconds.
    """

    def __init__(self, minutes: int, now: float) -> None:
        self._seconds = 60.0 * max(0, minutes)
        self._last = now

    def set_minutes(self, minutes: int, now: float) -> None:
        """Lock after another time. Changing it is a sign of life."""
        self._seconds = 60.0 * max(0, minutes)
        self._last = now

    def note_activity(self, now: float) -> None:
        """Somebody is there, or a reply is being written."""
        self._last = max(self._last, now)

    def seconds_left(self, now: float) -> float | None:
        """Seconds until it is time, 0 when it is; None where it never will be."""
        if self._seconds == 0:
            return None
        return max(0.0, self._last + self._seconds - now)

    def is_due(self, now: float) -> bool:
        """Whether to lock now."""
        return self.seconds_left(now) == 0.0
