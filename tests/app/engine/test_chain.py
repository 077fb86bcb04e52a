"""The sampler chain over a few candidates leaves what llama.cpp's own chain leaves of the whole vocabulary."""

from __future__ import annotations

import ctypes
import math
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import llama_cpp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.engine.types import SamplingSettings
from tests.support.replies import loaded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from app.engine.llama.pair import Pair
    from app.engine.sampling import Distribution

_TOKEN_DATA = np.dtype([("id", "<i4"), ("logit", "<f4"), ("p", "<f4")])


@pytest.fixture(scope="module")
def pair(tiny_target: Path) -> Iterator[Pair]:
    with loaded(tiny_target, context_tokens=512) as loaded_pair:
        yield loaded_pair


@contextmanager
def _whole_chain(pair: Pair, settings: SamplingSettings, capacity: int) -> Iterator[Any]:
    """llama.cpp's samplers in its own order, for the whole vocabulary."""
    vocabulary = pair._target.model.vocabulary
    chain = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())

    def add(sampler: Any) -> None:  # noqa: ANN401 - an opaque C pointer
        llama_cpp.llama_sampler_chain_add(chain, sampler)

    biases = [llama_cpp.llama_logit_bias(token, bias) for token, bias in settings.logit_bias]
    array = (llama_cpp.llama_logit_bias * len(biases))(*biases)
    add(llama_cpp.llama_sampler_init_logit_bias(vocabulary.size, len(biases), array))
    add(
        llama_cpp.llama_sampler_init_penalties(
            vocabulary.size,
            capacity if settings.penalty_last_n < 0 else settings.penalty_last_n,
            settings.repeat_penalty,
            settings.frequency_penalty,
            settings.presence_penalty,
        )
    )
    breakers = (ctypes.c_char_p * 4)(b"\n", b":", b'"', b"*")
    add(
        llama_cpp.llama_sampler_init_dry(
            vocabulary.pointer,
            settings.dry_multiplier,
            settings.dry_base,
            settings.dry_allowed_length,
            capacity if settings.dry_penalty_last_n < 0 else settings.dry_penalty_last_n,
            breakers,
            len(breakers),
        )
    )
    if settings.temperature > 0:
        add(llama_cpp.llama_sampler_init_top_k(settings.top_k))
        add(llama_cpp.llama_sampler_init_top_p(settings.top_p, 1))
        add(llama_cpp.llama_sampler_init_min_p(settings.min_p, 1))
        add(llama_cpp.llama_sampler_init_temp(settings.temperature))
    yield chain
    llama_cpp.llama_sampler_free(chain)


def _whole(
    pair: Pair, settings: SamplingSettings, history: Sequence[int], row: NDArray[np.float32]
) -> dict[int, float]:
    """Surviving tokens and their probabilities, by llama.cpp alone."""
    data = np.zeros(row.size, _TOKEN_DATA)
    data["id"], data["logit"] = np.arange(row.size), row
    with _whole_chain(pair, settings, pair.target.capacity) as chain:
        for token in history:
            llama_cpp.llama_sampler_accept(chain, token)
        array = llama_cpp.llama_token_data_array(
            ctypes.cast(data.ctypes.data, ctypes.POINTER(llama_cpp.llama_token_data)), row.size, -1, False
        )
        llama_cpp.llama_sampler_apply(chain, ctypes.byref(array))
    kept = data[: array.size]
    powers = np.exp(kept["logit"].astype(np.float64) - float(kept["logit"].max()))
    return dict(zip(kept["id"].tolist(), (powers / powers.sum()).tolist(), strict=True))


def _ours(distribution: Distribution) -> dict[int, float]:
    return dict(zip(distribution.ids.tolist(), distribution.probabilities.tolist(), strict=True))


def _row(seed: int, size: int, spread: float = 3.0) -> NDArray[np.float32]:
    return (np.random.default_rng(seed).standard_normal(size) * spread).astype(np.float32)


SETTINGS = st.builds(
    SamplingSettings,
    temperature=st.sampled_from([0.2, 0.7, 1.0, 2.5]),
    top_k=st.sampled_from([0, 1, 3, 40, 1000]),
    top_p=st.sampled_from([0.05, 0.5, 0.95, 1.0]),
    min_p=st.sampled_from([0.0, 0.05, 0.5]),
    repeat_penalty=st.sampled_from([1.0, 1.1, 1.8, 0.7]),
    frequency_penalty=st.sampled_from([0.0, 0.4, -1.0]),
    presence_penalty=st.sampled_from([0.0, 1.5, -2.0]),
    penalty_last_n=st.sampled_from([-1, 0, 5, 64]),
    dry_multiplier=st.sampled_from([0.0, 0.8, 3.0]),
    dry_allowed_length=st.integers(1, 3),
    dry_penalty_last_n=st.sampled_from([-1, 0, 20]),
    logit_bias=st.lists(
        st.tuples(st.integers(0, 250), st.sampled_from([-math.inf, -5.0, 3.0, 40.0])),
        max_size=4,
        unique_by=lambda bias: bias[0],
    ).map(tuple),
)
HISTORIES = st.one_of(
    st.lists(st.integers(0, 40), max_size=80),
    st.integers(2, 9).map(lambda period: [10 + index % period for index in range(70)]),
)


@hypothesis_settings(max_examples=250)
@given(SETTINGS, HISTORIES, st.integers(0, 1000))
def test_the_cut_to_a_few_candidates_is_exact(
    pair: Pair, settings: SamplingSettings, history: list[int], seed: int
) -> None:
    row = _row(seed, pair.vocabulary_size)
    kept = row.copy()
    found = _ours(pair.make_chain(settings, history).distribution(row))
    expected = _whole(pair, settings, history, row)
    assert found.keys() == expected.keys()
    assert all(found[token] == pytest.approx(expected[token], rel=1e-5, abs=1e-9) for token in found)
    assert np.array_equal(row, kept)


@pytest.mark.parametrize("top_k", [1, 3, 8, 12, 40])
def test_the_cut_is_exact_where_penalties_push_the_likeliest_out(pair: Pair, top_k: int) -> None:
    penalties = SamplingSettings(temperature=1.0, top_k=top_k, top_p=1.0, min_p=0.0, presence_penalty=30.0)
    for seed in range(20):
        row = _row(seed, pair.vocabulary_size)
        history = np.argsort(-row)[: 10 + 2 * seed].tolist()
        for settings in (penalties, replace(penalties, logit_bias=tuple((token, -30.0) for token in history[::2]))):
            found = _ours(pair.make_chain(settings, history).distribution(row))
            expected = _whole(pair, settings, history, row)
            assert found == pytest.approx(expected, rel=1e-5)


@given(SETTINGS, HISTORIES, st.integers(0, 1000))
def test_greedy_takes_the_argmax_behind_penalties_and_bias(
    pair: Pair, settings: SamplingSettings, history: list[int], seed: int
) -> None:
    settings = replace(settings, temperature=0.0)
    row = _row(seed, pair.vocabulary_size)
    expected = _whole(pair, settings, history, row)
    assert pair.make_chain(settings, history).distribution(row).argmax() == max(expected, key=expected.__getitem__)


@given(SETTINGS, HISTORIES, st.lists(st.integers(0, 40), max_size=12), st.integers(0, 1000))
def test_rejected_drafts_leave_no_trace(
    pair: Pair, settings: SamplingSettings, history: list[int], drafts: list[int], seed: int
) -> None:
    row = _row(seed, pair.vocabulary_size)
    chain = pair.make_chain(settings, history)
    before = _ours(chain.distribution(row))
    fork = chain.fork()
    for token in drafts:
        fork.distribution(_row(token, pair.vocabulary_size))
        fork.accept(token)
    ahead = _ours(fork.distribution(row))
    assert _ours(chain.distribution(row)) == before
    assert ahead == _ours(pair.make_chain(settings, [*history, *drafts]).distribution(row))
    for token in drafts:
        chain.accept(token)
    assert _ours(chain.distribution(row)) == ahead


def test_drafts_do_not_push_what_was_said_out_of_the_memory(pair: Pair) -> None:
    """Rewarded for having been said, a token far down the row comes up: the chain has to know that it was said."""
    settings = SamplingSettings(temperature=1.0, top_p=1.0, min_p=0.0, presence_penalty=-40.0, penalty_last_n=4)
    row = _row(8, pair.vocabulary_size)
    said = np.argsort(row)[:4].tolist()
    chain = pair.make_chain(settings, said)
    fork = chain.fork()
    for token in range(30, 50):
        fork.accept(token)
    assert set(said) <= _ours(chain.distribution(row)).keys()


def test_a_fork_outlives_the_chain_it_came_from(pair: Pair) -> None:
    settings = SamplingSettings(repeat_penalty=1.5, dry_multiplier=1.0, logit_bias=((5, 2.0),))
    row = _row(1, pair.vocabulary_size)
    fork = pair.make_chain(settings, [1, 2, 3, 1, 2]).fork().fork()
    assert _ours(fork.distribution(row)) == _ours(pair.make_chain(settings, [1, 2, 3, 1, 2]).distribution(row))


@pytest.mark.parametrize("temperature", [0.0, 0.8])
@pytest.mark.parametrize("top_k", [0, 40])
def test_a_draft_never_says_what_only_its_own_vocabulary_has(pair: Pair, temperature: float, top_k: int) -> None:
    size = pair.vocabulary_size
    row = _row(3, size + 40)
    row[size:] = 50.0
    chain = pair.make_chain(SamplingSettings(temperature=temperature, top_k=top_k), [])
    distribution = chain.distribution(row)
    assert distribution.ids.max() < size
    assert distribution.reading.ids.max() < size
    assert _ours(distribution) == _ours(chain.distribution(row[:size]))


@given(SETTINGS, HISTORIES)
def test_a_draft_may_have_fewer_tokens_than_the_target(
    pair: Pair, settings: SamplingSettings, history: list[int]
) -> None:
    size = pair.vocabulary_size - 60
    row = _row(4, size)
    history = [token if token % 7 else pair.vocabulary_size - 1 - token for token in history]
    found = pair.make_chain(settings, history).distribution(row)
    assert found.ids.max() < size
    assert found.probabilities.sum() == pytest.approx(1)


def test_a_bias_for_a_token_that_is_not_there_is_ignored(pair: Pair) -> None:
    row = _row(5, pair.vocabulary_size)
    strange = SamplingSettings(logit_bias=((-1, 9.0), (pair.vocabulary_size, 9.0), (10**9, 9.0)))
    found = pair.make_chain(strange, []).distribution(row)
    assert _ours(found) == _ours(pair.make_chain(SamplingSettings(), []).distribution(row))


@pytest.mark.parametrize("temperature", [1e-3, 1e-6, 1e-30, 1e-40, 5e-324])
def test_the_lowest_temperatures_are_greedy(pair: Pair, temperature: float) -> None:
    row = _row(9, pair.vocabulary_size, spread=20.0) - 100
    for top_k in (0, 40):
        settings = SamplingSettings(temperature=temperature, top_k=top_k, top_p=1.0, min_p=0.0)
        distribution = pair.make_chain(settings, []).distribution(row)
        assert distribution.probability(int(row.argmax())) == pytest.approx(1)


def test_the_reading_is_the_raw_row(pair: Pair) -> None:
    row = _row(6, pair.vocabulary_size)
    settings = SamplingSettings(temperature=0.3, repeat_penalty=1.9, top_k=4, logit_bias=((7, 20.0),))
    reading = pair.make_chain(settings, [1, 2, 3]).distribution(row).reading
    assert reading.ids.tolist() == np.argsort(-row, kind="stable")[: reading.ids.size].tolist()
    assert reading.logits.tolist() == row[reading.ids].tolist()
