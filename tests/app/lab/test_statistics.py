"""Intervals cover what they estimate as often as they say, on distributions that are known."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from app.lab.statistics import CONFIDENCE, estimate_ratio, student_quantile

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]

TRUE_RATIO = 1.7
NUM_TRIALS = 2500
SLACK = 3.0 * math.sqrt(CONFIDENCE * (1.0 - CONFIDENCE) / NUM_TRIALS)
"""Three standard errors of a share of so many trials."""


def _stalls(random: np.random.Generator, num: int) -> NDArray[np.float64]:
    """A steady machine on which either side is held up in one run of ten."""
    held_up = random.choice([0.0, 0.3], (2, num), p=[0.9, 0.1])
    noise: NDArray[np.float64] = random.normal(0.0, 0.02, num)
    noise += held_up[0] - held_up[1]
    return noise


def _gamma(random: np.random.Generator, num: int) -> NDArray[np.float64]:
    """Both sides' times are gamma distributed: skewed, but alike."""
    times = random.gamma(20.0, 1.0, (2, num))
    logs: NDArray[np.float64] = np.log(times[0] / times[1])
    return logs


DISTRIBUTIONS: dict[str, Draw] = {
    "normal": lambda random, num: random.normal(0.0, 0.1, num),
    "laplace": lambda random, num: random.laplace(0.0, 0.1, num),
    "student": lambda random, num: 0.1 * random.standard_t(3, num),
    "gamma": _gamma,
    "stalls": _stalls,
}


def coverage(draw: Draw, num: int, seed: int) -> float:
    """The share of trials whose interval holds the true ratio."""
    random = np.random.default_rng(seed)
    held = 0
    for _ in range(NUM_TRIALS):
        estimate = estimate_ratio((TRUE_RATIO * np.exp(draw(random, num))).tolist())
        assert estimate.low is not None
        assert estimate.high is not None
        held += estimate.low <= TRUE_RATIO <= estimate.high
    return held / NUM_TRIALS


@pytest.mark.parametrize("num", [3, 5, 10])
@pytest.mark.parametrize("name", list(DISTRIBUTIONS))
def test_the_interval_covers_at_its_stated_rate(name: str, num: int) -> None:
    assert coverage(DISTRIBUTIONS[name], num, seed=num) >= CONFIDENCE - SLACK


@pytest.mark.parametrize("num", [3, 10])
def test_the_interval_is_no_wider_than_it_has_to_be(num: int) -> None:
    assert coverage(DISTRIBUTIONS["normal"], num, seed=100 + num) <= CONFIDENCE + SLACK


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 7, 9, 30, 500])
@pytest.mark.parametrize("probability", [0.6, 0.9, 0.975, 0.999])
def test_quantiles_are_students(degrees: int, probability: float) -> None:
    assert student_quantile(probability, degrees) == pytest.approx(stats.t.ppf(probability, degrees), rel=1e-9)


def test_one_repeat_has_no_interval() -> None:
    estimate = estimate_ratio([1.4])
    assert (estimate.value, estimate.low, estimate.high, estimate.num) == (1.4, None, None, 1)
    assert not estimate.is_certain


@given(st.lists(st.floats(1e-3, 1e3), min_size=2, max_size=12))
def test_the_interval_holds_the_estimate_and_turns_with_the_sides(ratios: list[float]) -> None:
    estimate, turned = estimate_ratio(ratios), estimate_ratio([1.0 / ratio for ratio in ratios])
    assert estimate.low is not None
    assert estimate.high is not None
    assert turned.low is not None
    assert estimate.low <= estimate.value * (1 + 1e-12)
    assert estimate.value <= estimate.high * (1 + 1e-12)
    assert turned.value == pytest.approx(1.0 / estimate.value)
    assert math.log(turned.low) == pytest.approx(-math.log(estimate.high), abs=1e-6)


def test_a_difference_is_certain_only_where_the_interval_excludes_none() -> None:
    assert estimate_ratio([1.5, 1.52, 1.48]).is_certain
    assert estimate_ratio([0.7, 0.71, 0.69]).is_certain
    assert not estimate_ratio([0.9, 1.2, 1.1]).is_certain


@pytest.mark.parametrize("ratios", [[], [1.0, 0.0], [1.0, math.inf], [math.nan]])
def test_what_is_no_ratio_is_refused(ratios: list[float]) -> None:
    with pytest.raises(ValueError, match="no ratios"):
        estimate_ratio(ratios)
