"""Rows are read exactly, and the noise is what it claims to be."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from app.engine.sampling import (
    Distribution,
    Noise,
    Reading,
    RowReader,
    _splitmix,
    draw_gumbel,
    draw_inverse,
    softmax,
)
from app.errors import UserError

LOGITS = st.one_of(
    st.sampled_from([-math.inf, 0.0, -0.0, 1.0, 1.0, 2.0, -1e30, 3e38, -3.4e38, 1e-45]),
    st.floats(-30, 30, width=32),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
)
ROWS = st.lists(LOGITS, min_size=1, max_size=120).filter(lambda row: max(row) > -math.inf)
LEAST_P = 1e-6
"""A sound random source falls under this once in a million runs; seeds are fixed here, so it never changes."""


Numbers = NDArray[np.float64]


def _uniforms(gumbel: Numbers) -> Numbers:
    uniforms: Numbers = np.exp(-np.exp(-gumbel))
    return uniforms


def _independent(first: Numbers, second: Numbers, bins: int = 8) -> float:
    """The p-value of a χ² test of independence and uniformity of pairs of numbers in (0, 1)."""
    cells = (first * bins).astype(int) * bins + (second * bins).astype(int)
    return float(stats.chisquare(np.bincount(cells, minlength=bins * bins)).pvalue)


# Reading rows.


@given(st.lists(st.tuples(ROWS, st.integers(1, 150)), min_size=1, max_size=4))
def test_reads_what_a_full_stable_sort_reads(readings: list[tuple[list[float], int]]) -> None:
    reader = RowReader()  # one for all rows: what it learnt from one must not spoil the next
    for values, count in readings:
        row = np.array(values, np.float32)
        expected = np.argsort(-row, kind="stable")[:count]
        reading = reader.read(row, count)
        assert reading.ids.tolist() == expected.tolist()
        assert reading.logits.tolist() == row[expected].tolist()


@pytest.mark.parametrize("spread", [0.0, 1e-6, 1.0, 50.0, 1e6])
def test_reads_rows_of_a_real_size(spread: float) -> None:
    reader = RowReader()
    dice = np.random.default_rng(3)
    for count in (1, 8, 40, 40, 1000, 40):
        row = np.round(dice.standard_normal(50_000) * spread, 2).astype(np.float32)
        expected = np.argsort(-row, kind="stable")[:count]
        assert np.array_equal(reader.read(row, count).ids, expected)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize("place", [0, 7, 299])
def test_refuses_numbers_that_mean_nothing(bad: float, place: int) -> None:
    row = np.zeros(300, np.float32)
    row[place] = bad
    with pytest.raises(UserError) as caught:
        RowReader().read(row, 40)
    assert caught.value.notice.code == "logits_not_finite"


def test_refuses_a_row_of_nothing_possible() -> None:
    with pytest.raises(UserError):
        RowReader().read(np.full(300, -np.inf, np.float32), 40)


def test_does_not_keep_or_change_the_row() -> None:
    row = np.arange(300, dtype=np.float32)
    row.flags.writeable = False
    reading = RowReader().read(row, 3)
    row.flags.writeable = True
    row[:] = np.nan
    assert reading.logits.tolist() == [299, 298, 297]
    assert sum(reading.probabilities) == pytest.approx(1)
    assert reading.probability(298) == pytest.approx(1 / (math.e + 1 + 1 / math.e))
    assert reading.probability(5) == 0.0


def test_the_lowest_id_wins_among_equals() -> None:
    ids = np.array([9, 4, 7], np.int32)
    logits = np.array([1.0, 1.0, 0.0], np.float32)
    assert Distribution(ids, logits, Reading(ids, logits)).argmax() == 4


# Noise.


def test_the_noise_is_gumbel() -> None:
    noise = Noise(7)
    values = np.concatenate([noise.gumbel(position, np.arange(500, dtype=np.int32)) for position in range(200)])
    counts = np.bincount((_uniforms(values) * 100).astype(int), minlength=100)
    assert stats.chisquare(counts).pvalue > LEAST_P
    assert stats.kstest(values, stats.gumbel_r.cdf).pvalue > LEAST_P


def test_the_noise_is_independent_over_tokens_positions_and_seeds() -> None:
    ids = np.arange(152_000, dtype=np.int32)
    here, there = (_uniforms(Noise(11).gumbel(position, ids)) for position in (5, 6))
    other = _uniforms(Noise(12).gumbel(5, ids))
    assert _independent(here[:-1], here[1:]) > LEAST_P
    assert _independent(here, there) > LEAST_P
    assert _independent(here, other) > LEAST_P
    assert _independent(here[:-1], there[1:]) > LEAST_P


def test_the_streams_are_independent() -> None:
    positions = range(20_000)
    noise = Noise(0)
    token = np.array([3], np.int32)
    streams = [np.array([noise.uniform(position, stream) for position in positions]) for stream in (1, 2, 3)]
    streams.append(_uniforms(np.array([noise.gumbel(position, token)[0] for position in positions])))
    for stream in streams:
        assert stats.chisquare(np.bincount((stream * 64).astype(int), minlength=64)).pvalue > LEAST_P
        assert _independent(stream[:-1], stream[1:]) > LEAST_P
    for first, second in itertools.combinations(streams, 2):
        assert _independent(first, second) > LEAST_P
        assert _independent(first[:-1], second[1:]) > LEAST_P


def test_neighbouring_seeds_are_independent() -> None:
    firsts = np.array([Noise(seed).uniform(100, 1) for seed in range(20_001)])
    assert _independent(firsts[:-1], firsts[1:]) > LEAST_P


@given(st.integers(), st.integers(0, 2**20), st.integers(0, 151_935))
def test_a_number_does_not_depend_on_who_asks(seed: int, position: int, token: int) -> None:
    alone = Noise(seed).gumbel(position, np.array([token], np.int32))[0]
    among = Noise(seed).gumbel(position, np.array([5, token, 151_935], np.int32))[1]
    assert alone == among
    assert Noise(seed + 2**64).gumbel(position, np.array([token], np.int32))[0] == alone


_MASK = 2**64 - 1


def _unmixed(value: int) -> int:
    """The inverse of splitmix64."""
    value ^= (value >> 31) ^ (value >> 62)
    value = value * pow(0x94D049BB133111EB, -1, 2**64) & _MASK
    value ^= (value >> 27) ^ (value >> 54)
    value = value * pow(0xBF58476D1CE4E5B9, -1, 2**64) & _MASK
    value ^= (value >> 30) ^ (value >> 60)
    return (value - 0x9E3779B97F4A7C15) & _MASK


@pytest.mark.parametrize("hashed", [0, 1, 2**11 - 1, _MASK, _MASK - 1, _MASK - 2**11])
def test_the_worst_seed_there_is_gives_finite_numbers(hashed: int) -> None:
    position, stream = 3, 2
    seed = _unmixed(_unmixed(hashed) ^ _splitmix(position * 4 + stream))
    noise = Noise(seed)
    assert noise._key(position, stream) == hashed
    assert 0.0 < noise.uniform(position, stream) < 1.0
    key = (_unmixed(hashed) + 0x9E3779B97F4A7C15) & _MASK  # the Gumbel hash adds the constant before, not inside
    seed = _unmixed(_unmixed(key) ^ _splitmix(position * 4))
    assert Noise(seed)._key(position, 0) == key
    assert np.isfinite(Noise(seed).gumbel(position, np.array([0], np.int32))).all()


# Draws.


@pytest.mark.parametrize("spread", [0.3, 2.0, 6.0])
def test_a_gumbel_draw_has_the_distribution_it_was_asked_for(spread: float) -> None:
    logits = np.random.default_rng(2).standard_normal(12).astype(np.float32) * np.float32(spread)
    ids = np.arange(100, 112, dtype=np.int32)
    distribution = Distribution(ids, logits, Reading(ids, logits))
    num_draws = 20_000
    drawn = [draw_gumbel(distribution, Noise(seed), 17) - 100 for seed in range(num_draws)]
    _assert_drawn_from(np.bincount(drawn, minlength=12), softmax(logits))


def test_a_draw_by_inversion_is_exact_in_every_cell() -> None:
    weights = np.array([0.0, 0.25, 0.0, 0.5, 1.25, 0.0])
    ids = np.arange(6, dtype=np.int32)
    edges = [0.0, 0.124999, 0.125, 0.374999, 0.375, 1 - 2**-53]
    assert [draw_inverse(ids, weights, uniform) for uniform in edges] == [1, 1, 3, 3, 4, 4]


@given(st.lists(st.floats(0, 1e3), min_size=1, max_size=9), st.floats(0, 1, exclude_max=True))
def test_a_draw_by_inversion_never_gives_what_has_no_weight(weights: list[float], uniform: float) -> None:
    array = np.array([*weights, 0.0, 1e-9, 0.0])
    index = draw_inverse(np.arange(array.size, dtype=np.int32), array, uniform)
    assert array[index] > 0


def _assert_drawn_from(counts: NDArray[np.intp], probabilities: Numbers) -> None:
    expected = probabilities * counts.sum()
    likely = expected >= 5
    observed = np.append(counts[likely], counts[~likely].sum())
    wanted = np.append(expected[likely], expected[~likely].sum())
    assert stats.chisquare(observed[wanted > 0], wanted[wanted > 0]).pvalue > LEAST_P
