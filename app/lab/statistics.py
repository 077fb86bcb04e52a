"""Ratios with an interval: what a handful of repeats can say, and no more.

A race measures both sides at the same time, so their ratio is formed within each repeat; its logarithm is what is
averaged, because twice as fast and half as fast are equally far from no difference.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

CONFIDENCE = 0.95
"""How often intervals hold what they estimate, at least, where ratios scatter alike to both sides."""
_BISECTIONS = 80
_LARGEST_LOG = 700.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """The median of ratios. `low` and `high` bound it with `CONFIDENCE`; None where one repeat is all there is."""

    value: float
    low: float | None
    high: float | None
    num: int

    @property
    def is_certain(self) -> bool:
        """Whether the interval excludes that there is no difference."""
        return self.low is not None and self.high is not None and (self.low > 1.0 or self.high < 1.0)


def estimate_ratio(ratios: Sequence[float]) -> Estimate:
    """Estimate the ratio behind repeated ones.

    Their median; the interval is Student's around the mean of the logarithms, stretched to the median where that
    should lie outside. For ratios whose logarithms are normal it covers with 95 %, with heavier tails more often.

    Args:
        ratios: One for each repeat, positive.

    Raises:
        ValueError: There are none, or one is not positive and finite.
    """
    if not ratios or not all(0.0 < ratio < math.inf for ratio in ratios):
        message = f"no ratios to estimate from: {list(ratios)}"
        raise ValueError(message)
    logs = [math.log(ratio) for ratio in ratios]
    middle, num = statistics.median(logs), len(logs)
    if num == 1:
        return Estimate(ratios[0], None, None, 1)
    mean = statistics.fmean(logs)
    reach = student_quantile((1.0 + CONFIDENCE) / 2.0, num - 1) * statistics.stdev(logs, mean) / math.sqrt(num)
    low, high = min(mean - reach, middle), max(mean + reach, middle)
    return Estimate(math.exp(middle), _exp(low), _exp(high), num)


def student_quantile(probability: float, degrees: int) -> float:
    """The quantile of Student's t distribution, by bisection of its distribution function.

    Args:
        probability: From 0.5 to below 1.
        degrees: Degrees of freedom, at least 1.

    Raises:
        ValueError: An argument is out of these bounds.
    """
    if not 0.5 <= probability < 1.0 or degrees < 1:
        message = f"no quantile for {probability} with {degrees} degrees of freedom"
        raise ValueError(message)
    low, high = 0.0, math.pi / 2.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2.0
        if (1.0 + _central(middle, degrees)) / 2.0 < probability:
            low = middle
        else:
            high = middle
    return math.sqrt(degrees) * math.tan((low + high) / 2.0)


def _central(angle: float, degrees: int) -> float:
    """P[|t| < √degrees · tan(angle)]: a finite sum (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4)."""
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = degrees % 2
    term = cosine if odd else 1.0
    total = 0.0
    for index in range(degrees // 2):
        total += term
        term *= cosine * cosine * (2 * index + 1 + odd) / (2 * index + 2 + odd)
    return 2.0 / math.pi * (angle + sine * total) if odd else sine * total


def _exp(value: float) -> float:
    """Two repeats that differ wildly bound a ratio by a number that is no float any more."""
    return math.exp(min(value, _LARGEST_LOG))
