"""Means with intervals: by known values, and how often they hold the truth."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from app.lab.averages import arithmetic_mean, difference, geometric_mean


def test_the_interval_of_a_mean_is_students() -> None:
    values = [1.2, 1.9, 1.4, 1.1, 1.6]
    mean = arithmetic_mean(values)
    low, high = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
    assert (mean.value, mean.low, mean.high) == pytest.approx((np.mean(values), low, high), rel=1e-6)


def test_twice_and_half_as_fast_make_no_difference() -> None:
    mean = geometric_mean([2.0, 0.5])
    assert mean is not None
    assert mean.value == pytest.approx(1.0)
    assert mean.low is not None
    assert mean.high == pytest.approx(1 / mean.low)


def test_one_value_has_no_interval_and_none_have_no_mean() -> None:
    mean = geometric_mean([1.7])
    assert mean is not None
    assert mean.value == pytest.approx(1.7)
    assert (mean.low, mean.high, mean.num) == (None, None, 1)
    assert geometric_mean([]) is None


def test_intervals_of_speed_ups_hold_the_truth_as_often_as_they_say() -> None:
    random = np.random.default_rng(7)
    held = 0
    for ratios in random.lognormal(np.log(1.3), 0.25, (4000, 12)):
        mean = geometric_mean(ratios.tolist())
        assert mean is not None
        assert mean.low is not None
        assert mean.high is not None
        held += mean.low < 1.3 < mean.high
    assert held / 4000 == pytest.approx(0.95, abs=0.012)


def test_a_difference_is_formed_kind_by_kind() -> None:
    """Kinds differ far more than languages do: what is compared is the same kind in both."""
    random = np.random.default_rng(3)
    held = wide = 0
    for _ in range(2000):
        kinds = random.uniform(0.2, 0.9, 9)
        ours = [
            (str(kind), level - 0.05 + random.normal(0, 0.03)) for kind, level in enumerate(kinds) for _ in range(6)
        ]
        theirs = [(str(kind), level + random.normal(0, 0.03)) for kind, level in enumerate(kinds) for _ in range(6)]
        mean = difference(ours, theirs)
        assert mean is not None
        assert mean.low is not None
        assert mean.high is not None
        held += mean.low < -0.05 < mean.high
        wide += mean.high > 0.0
    assert held / 2000 == pytest.approx(0.95, abs=0.016)
    assert wide == 0, "a difference of five points in nine kinds is found"


def test_within_one_kind_the_difference_is_welchs() -> None:
    ours, theirs = [0.5, 0.6, 0.7, 0.4], [0.8, 0.82, 0.79]
    mean = difference([("code", value) for value in ours], [("code", value) for value in theirs])
    assert mean is not None
    expected = stats.ttest_ind(ours, theirs, equal_var=False).confidence_interval(0.95)
    assert mean.low is not None
    assert mean.low <= expected.low
    assert mean.low == pytest.approx(expected.low, rel=0.1)
    assert mean.high == pytest.approx(expected.high, abs=0.02)


def test_what_shares_no_kind_is_not_compared() -> None:
    assert difference([("code", 1.0)], [("chat", 1.0)]) is None


def test_prompts_that_are_all_alike_differ_by_exactly_that() -> None:
    mean = difference([("code", 0.5)] * 3, [("code", 0.25)] * 3)
    assert mean is not None
    assert (mean.value, mean.low, mean.high) == (0.25, 0.25, 0.25)


def test_one_prompt_each_has_a_difference_without_an_interval() -> None:
    mean = difference([("code", 0.5)], [("code", 0.25)])
    assert mean is not None
    assert (mean.value, mean.low) == (0.25, None)
