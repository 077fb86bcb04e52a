"""The last ten minutes of looks at the machine, for the memory plot: bounded, oldest first."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from app.hardware.sampler import MachineSample

SPAN_SECONDS = 600.0
MAX_SAMPLES = 6000
"""Ten minutes at ten samples a second: a bound for whoever samples faster than is useful."""


class HardwareHistory(QObject):
    """Keeps samples for ten minutes."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._samples: deque[MachineSample] = deque(maxlen=MAX_SAMPLES)

    @property
    def samples(self) -> tuple[MachineSample, ...]:
        """The samples, oldest first."""
        return tuple(self._samples)

    @property
    def latest(self) -> MachineSample | None:
        """The newest sample."""
        return self._samples[-1] if self._samples else None

    def on_sample(self, sample: MachineSample) -> None:
        """Keep a sample and drop those that have grown too old."""
        self._samples.append(sample)
        while sample.seconds - self._samples[0].seconds > SPAN_SECONDS:
            self._samples.popleft()
        self.changed.emit()
