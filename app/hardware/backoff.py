"""When to try again what does not answer: soon at first, then less and less often.

A driver that is being reloaded is back within seconds; one that is missing is asked once a minute.
"""

from __future__ import annotations

import time

FIRST_SECONDS = 2.0
MOST_SECONDS = 60.0


class Backoff:
    """Doubles its patience with every failure and is impatient again after a success.

    Args:
        first_seconds: The pause after the first failure; 0 never pauses.
        most_seconds: The longest pause.
    """

    def __init__(self, first_seconds: float = FIRST_SECONDS, most_seconds: float = MOST_SECONDS) -> None:
        self._first = first_seconds
        self._most = max(first_seconds, most_seconds)
        self._pause = first_seconds
        self._due = float("-inf")

    @property
    def is_due(self) -> bool:
        """Whether it is time to try."""
        return time.monotonic() >= self._due

    def failed(self) -> None:
        """Note a failure: nothing is due for a while."""
        self._due = time.monotonic() + self._pause
        self._pause = min(self._most, self._pause * 2)

    def succeeded(self) -> None:
        """Note a success."""
        self.reset()

    def reset(self) -> None:
        """Forget everything: the next try is due at once."""
        self._pause = self._first
        self._due = float("-inf")
