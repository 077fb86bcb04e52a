"""A figure that is measured again and again on a machine that others use too: a median over a short recent window.

A stall of ten times the usual leaves no trace in it; a lasting change is followed after three measurements that agree.
"""

from __future__ import annotations

import math
from collections import deque

WINDOW = 9
_FEW = 3
"""Measurements that outweigh what was believed before."""
_AGREE = 1.10
"""Figures within this factor of each other agree."""
_APART = 1.12
"""Figures further than this factor from the median tell of a change."""


class RecentMedian:
    """The median of the last few measurements.

    Args:
        prior: What to believe before anything is measured, such as a figure of an earlier run. It weighs as much as
            two measurements and is dropped with the third.
        window: How many measurements are kept.
        ceiling: A first measurement above this is not believed before a second one bears it out.
    """

    __slots__ = ("_ceiling", "_low", "_prior", "_samples", "_value")

    def __init__(self, prior: float | None = None, window: int = WINDOW, ceiling: float | None = None) -> None:
        self._prior = prior
        self._ceiling = ceiling
        self._samples: deque[float] = deque(maxlen=window)
        self._value = prior
        self._low: float | None = None

    @property
    def value(self) -> float | None:
        """The figure, or None where there is neither a measurement nor a prior."""
        return self._value

    @property
    def low(self) -> float | None:
        """The figure less what it may well be too high by.

        That is judged by how far the measurements lie apart, and by the last three where the machine gets faster.
        """
        if self._low is None and self._value is not None:
            low = self._value - self._uncertainty(self._value)
            self._low = min(low, sorted(list(self._samples)[-_FEW:])[1]) if len(self._samples) >= _FEW else low
        return self._low

    @property
    def reliable(self) -> bool:
        """Whether there are enough measurements, or one that bears out the prior."""
        return len(self._samples) >= _FEW or (self._prior is not None and self.settled)

    @property
    def count(self) -> int:
        """Measurements in the window; the prior is none."""
        return len(self._samples)

    @property
    def settled(self) -> bool:
        """Whether the figure rests on measurements and the last one agrees with it."""
        if not self._samples or self._value is None:
            return False
        if len(self._samples) < _FEW and self._prior is None:
            return True
        return self._value / _APART <= self._samples[-1] <= self._value * _APART

    def add(self, value: float) -> None:
        """Take a measurement."""
        samples = self._samples
        samples.append(value)
        if len(samples) > _FEW and self._has_moved():
            recent = list(samples)[-_FEW:]
            samples.clear()
            samples.extend(recent)
        self._value = self._median()
        self._low = None

    def _has_moved(self) -> bool:
        """Whether the last three agree with each other and not with the median that held before them."""
        last = list(self._samples)[-_FEW:]
        low, high = min(last), max(last)
        before = self._value
        return before is not None and high <= low * _AGREE and (low > before * _APART or high < before / _APART)

    def _uncertainty(self, value: float) -> float:
        """Twice the standard error of a median, by the median absolute deviation."""
        count = len(self._samples)
        if count < _FEW:
            return 0.0
        deviations = sorted(abs(sample - value) for sample in self._samples)
        return 2.0 * 1.85 * deviations[count // 2] / math.sqrt(count)

    def _median(self) -> float:
        values = sorted(self._samples)
        if len(values) < _FEW:
            if self._prior is None:
                lowest = values[0]  # stalls only ever add time
                return lowest if self._ceiling is None or len(values) > 1 else min(lowest, self._ceiling)
            values = sorted([*values, self._prior, self._prior])
        middle = len(values) // 2
        return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2
