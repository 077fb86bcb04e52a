"""A figure that is measured again and again on a machine that others use too: a median over a short recent window.

A stall of ten times the usual leaves no trace in it; a lasting change is followed after three measurements that agree.
"""

from __future__ import annotations

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
        prior: What to believe before anything is measured (a figure of an earlier run, a guess from neighbours). It
            weighs as much as two measurements and is dropped with the third.
    """

    __slots__ = ("_prior", "_samples", "_value")

    def __init__(self, prior: float | None = None) -> None:
        self._prior = prior
        self._samples: deque[float] = deque(maxlen=WINDOW)
        self._value = prior

    @property
    def value(self) -> float | None:
        """The figure, or None where there is neither a measurement nor a prior."""
        return self._value

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

    def _has_moved(self) -> bool:
        """Whether the last three agree with each other and not with the median that held before them."""
        last = list(self._samples)[-_FEW:]
        low, high = min(last), max(last)
        before = self._value
        return before is not None and high <= low * _AGREE and (low > before * _APART or high < before / _APART)

    def _median(self) -> float:
        values = sorted(self._samples)
        if len(values) < _FEW:
            if self._prior is None:
                return values[0]  # stalls only ever add time
            values = sorted([*values, self._prior, self._prior])
        middle = len(values) // 2
        return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2
