"""Means over the prompts of a suite, with intervals: what the next prompts of this kind are likely to show on average.

Each prompt counts once, whatever its repeats; intervals are Student's (see `statistics`).
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.lab.statistics import CONFIDENCE, student_quantile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LEAST_STRATA = 3
"""Kinds of text from which on their differences are enough to say how much these vary."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of `num` values. `low` and `high` bound it with `CONFIDENCE`; None where one value is all there is."""

    value: float
    low: float | None
    high: float | None
    num: int

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {"value": self.value, "low": self.low, "high": self.high, "num": self.num}


def geometric_mean(ratios: Sequence[float]) -> Mean | None:
    """The mean of ratios: twice as fast and half as fast make no difference. None of none; all must be positive."""
    if not ratios:
        return None
    mean = arithmetic_mean([math.log(ratio) for ratio in ratios])
    low, high = (None if bound is None else math.exp(min(bound, 700.0)) for bound in (mean.low, mean.high))
    return Mean(math.exp(mean.value), low, high, mean.num)


def arithmetic_mean(values: Sequence[float]) -> Mean:
    """The mean of at least one value."""
    middle, num = statistics.fmean(values), len(values)
    if num == 1:
        return Mean(middle, None, None, 1)
    reach = _quantile(num - 1) * statistics.stdev(values, middle) / math.sqrt(num)
    return Mean(middle, middle - reach, middle + reach, num)


def difference(ours: Sequence[tuple[str, float]], theirs: Sequence[tuple[str, float]]) -> Mean | None:
    """How much more one sort of prompts shows than another, kind of text by kind of text.

    With at least three kinds in both, the mean of their differences, each kind counting once; with fewer, the
    difference of the means over all prompts (Welch 1947). None where that cannot be formed.

    Args:
        ours: Kind and value of each prompt of one sort.
        theirs: Of the other.
    """
    mine, yours = _by_kind(ours), _by_kind(theirs)
    shared = [kind for kind in mine if kind in yours]
    if len(shared) >= _LEAST_STRATA:
        return arithmetic_mean([statistics.fmean(mine[kind]) - statistics.fmean(yours[kind]) for kind in shared])
    if not shared:
        return None
    return _welch(*([value for kind in shared for value in each[kind]] for each in (mine, yours)))


def _welch(ours: Sequence[float], theirs: Sequence[float]) -> Mean:
    between = statistics.fmean(ours) - statistics.fmean(theirs)
    num = min(len(ours), len(theirs))
    if num < 2:
        return Mean(between, None, None, num)
    first, second = (statistics.variance(each) / len(each) for each in (ours, theirs))
    spread = first + second
    if spread == 0.0:
        return Mean(between, between, between, num)
    degrees = spread**2 / (first**2 / (len(ours) - 1) + second**2 / (len(theirs) - 1))
    reach = _quantile(max(1, int(degrees))) * math.sqrt(spread)
    return Mean(between, between - reach, between + reach, num)


def _by_kind(values: Sequence[tuple[str, float]]) -> Mapping[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for kind, value in values:
        found[kind].append(value)
    return found


def _quantile(degrees: int) -> float:
    return student_quantile((1.0 + CONFIDENCE) / 2.0, degrees)
