"""The ordered sampler chain: llama.cpp's own samplers over the few candidates that can survive them.

Logit bias, penalties and DRY change only tokens that are biased or were said; every other token keeps its logit. So
the k likeliest behind them are among the raw k + (number changed) likeliest and the changed ones: the cut is exact.
Where the reply keeps to a grammar the same is true of the tokens that it allows.
"""

from __future__ import annotations

import ctypes
import weakref
from collections import deque
from typing import TYPE_CHECKING, Any

import llama_cpp
import numpy as np

from app.engine.sampling import Distribution, Reading, RowReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from app.engine.grammar.constraint import Constraint
    from app.engine.llama.vocabulary import Vocabulary
    from app.engine.types import SamplingSettings

_TOKEN_DATA = np.dtype([("id", "<i4"), ("logit", "<f4"), ("p", "<f4")])
_SEQUENCE_BREAKERS = (b"\n", b":", b'"', b"*")
_LEAST_TEMPERATURE = 1e-6
"""Logits divided by less are no single-precision numbers any more."""
_READ_AT_LEAST = 8
"""Candidates read even for greedy decoding, for the inspector's runners-up."""


class SamplerChain:
    """Implements `app.engine.contexts.Chain`.

    Args:
        vocabulary: Of the model whose rows are sampled.
        settings: The chain's parameters.
        context_tokens: What DRY's −1 stands for.
        constraint: Where the reply stands in its grammar, if it keeps to one.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        settings: SamplingSettings,
        context_tokens: int,
        constraint: Constraint | None = None,
    ) -> None:
        self._constraint = constraint
        self._settings = settings
        self._size = vocabulary.size
        self._memory = _memory_samplers(vocabulary, settings, context_tokens)
        self._filters = _filter_samplers(settings)
        self._biased = {token for token, _bias in settings.logit_bias if 0 <= token < vocabulary.size}
        span = _span(settings, context_tokens)
        self._recent: deque[int] = deque(maxlen=span)
        self._reader = RowReader()
        self._buffer = np.zeros(max(4 * _READ_AT_LEAST, settings.top_k), _TOKEN_DATA)

    def distribution(self, row: NDArray[np.floating[Any]]) -> Distribution:
        """Apply the chain to raw logits, shape (vocabulary,) of target or draft; the row is not changed.

        Raises:
            UserError: `logits_not_finite`, `grammar_stuck` or `grammar_too_ambiguous`.
        """
        changed = self._changed()
        constraint = self._constraint
        settings = self._settings
        row = row[: self._size]  # what only a draft's vocabulary has must not be drawn: nobody could check it
        truncated = settings.top_k > 0 or settings.temperature <= 0.0
        wanted = max(settings.top_k, _READ_AT_LEAST) + len(changed) if truncated else self._size
        if constraint is None:
            reading = self._reader.read(row, wanted)
        else:
            reading = constraint.read(row, wanted, self._reader)
            changed = {token for token in changed if constraint.takes(token)}
        ids, logits = reading.ids, reading.logits
        if changed:
            missing = sorted(changed.difference(ids.tolist()))
            extra = np.array(missing, np.int32)
            extra = extra[extra < row.size]  # a draft's vocabulary may be a little smaller than the target's
            ids = np.concatenate([ids, extra])
            logits = np.concatenate([logits, row[extra]])
        if self._memory is None and self._filters is None:
            return Distribution(ids, logits, reading)
        return self._apply(ids, logits, reading)

    def _apply(self, ids: NDArray[np.int32], logits: NDArray[np.floating[Any]], reading: Reading) -> Distribution:
        if self._buffer.size < ids.size:
            self._buffer = np.zeros(2 * ids.size, _TOKEN_DATA)
        buffer = self._buffer[: ids.size]
        buffer["id"], buffer["logit"], buffer["p"] = ids, logits, 0.0
        array = llama_cpp.llama_token_data_array(
            data=ctypes.cast(buffer.ctypes.data, ctypes.POINTER(llama_cpp.llama_token_data)),
            size=ids.size,
            selected=-1,
            sorted=False,
        )
        for sampler in (self._memory, self._filters):
            if sampler is not None:
                llama_cpp.llama_sampler_apply(sampler.pointer, ctypes.byref(array))
        kept = buffer[: array.size]
        return Distribution(kept["id"].copy(), kept["logit"].copy(), reading)

    def _changed(self) -> set[int]:
        if self._memory is None:
            return set()
        return self._biased.union(self._recent)

    def accept(self, token_id: int) -> None:
        """Remember a token for penalties and DRY, and go on in the grammar."""
        if self._constraint is not None:
            self._constraint = self._constraint.accept(token_id)
        self._remember(token_id)

    def _remember(self, token_id: int) -> None:
        if self._recent.maxlen:
            self._recent.append(token_id)
            if self._memory is not None:
                llama_cpp.llama_sampler_accept(self._memory.pointer, token_id)

    def accept_all(self, tokens: Iterable[int]) -> None:
        """Remember a prompt; only the part within reach of the penalties costs time."""
        if self._recent.maxlen:
            for token in deque(tokens, maxlen=self._recent.maxlen):
                self._remember(token)

    @property
    def is_complete(self) -> bool:
        """Whether the reply has to end here: nothing more can follow in its grammar."""
        return self._constraint is not None and self._constraint.is_complete

    def sayable(self, tokens: Sequence[int]) -> list[int]:
        """The first of these tokens, up to where the grammar would not go along."""
        return list(tokens) if self._constraint is None else self._constraint.sayable(tokens)

    def fork(self) -> SamplerChain:
        """A chain with the same memory that goes its own way."""
        if not self._recent.maxlen and self._constraint is None:
            return self
        other = object.__new__(SamplerChain)
        other.__dict__.update(self.__dict__)
        other._memory = self._memory.clone() if self._memory is not None else None
        other._recent = self._recent.copy()
        other._reader = RowReader()
        other._buffer = np.zeros(self._buffer.size, _TOKEN_DATA)
        return other


class _Samplers:
    """Owns a llama.cpp chain and frees it with itself."""

    def __init__(self, pointer: Any) -> None:  # noqa: ANN401 - an opaque C pointer
        self.pointer = pointer
        weakref.finalize(self, llama_cpp.llama_sampler_free, pointer)

    def clone(self) -> _Samplers:
        return _Samplers(llama_cpp.llama_sampler_clone(self.pointer))


def _span(settings: SamplingSettings, context_tokens: int) -> int:
    """How many tokens back the chain remembers."""
    span = 0
    if _penalises(settings):
        span = context_tokens if settings.penalty_last_n < 0 else settings.penalty_last_n
    if settings.dry_multiplier > 0.0:
        reach = context_tokens if settings.dry_penalty_last_n < 0 else settings.dry_penalty_last_n
        span = max(span, reach)
    return span


def _penalises(settings: SamplingSettings) -> bool:
    return settings.penalty_last_n != 0 and (
        settings.repeat_penalty != 1.0 or settings.frequency_penalty != 0.0 or settings.presence_penalty != 0.0
    )


def _collect(samplers: list[Any]) -> _Samplers | None:
    if not samplers:
        return None
    chain = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())
    for sampler in samplers:
        llama_cpp.llama_sampler_chain_add(chain, sampler)
    return _Samplers(chain)


def _memory_samplers(vocabulary: Vocabulary, settings: SamplingSettings, context_tokens: int) -> _Samplers | None:
    """Logit bias, penalties, DRY: what depends on tokens said."""
    samplers: list[Any] = []
    biases = [(token, bias) for token, bias in settings.logit_bias if 0 <= token < vocabulary.size]
    if biases:
        array = (llama_cpp.llama_logit_bias * len(biases))(
            *(llama_cpp.llama_logit_bias(token, bias) for token, bias in biases)
        )
        samplers.append(llama_cpp.llama_sampler_init_logit_bias(vocabulary.size, len(biases), array))
    if _penalises(settings):
        last_n = context_tokens if settings.penalty_last_n < 0 else settings.penalty_last_n
        samplers.append(
            llama_cpp.llama_sampler_init_penalties(
                vocabulary.size,
                last_n,
                settings.repeat_penalty,
                settings.frequency_penalty,
                settings.presence_penalty,
            )
        )
    if settings.dry_multiplier > 0.0:
        last_n = context_tokens if settings.dry_penalty_last_n < 0 else settings.dry_penalty_last_n
        breakers = (ctypes.c_char_p * len(_SEQUENCE_BREAKERS))(*_SEQUENCE_BREAKERS)
        samplers.append(
            llama_cpp.llama_sampler_init_dry(
                vocabulary.pointer,
                settings.dry_multiplier,
                settings.dry_base,
                settings.dry_allowed_length,
                last_n,
                breakers,
                len(_SEQUENCE_BREAKERS),
            )
        )
    return _collect(samplers)


def _filter_samplers(settings: SamplingSettings) -> _Samplers | None:
    """Top-k, top-p, min-p, temperature; none of them at temperature 0, where only the argmax counts."""
    if settings.temperature <= 0.0:
        return None
    samplers: list[Any] = []
    if settings.top_k > 0:
        samplers.append(llama_cpp.llama_sampler_init_top_k(settings.top_k))
    if settings.top_p < 1.0:
        samplers.append(llama_cpp.llama_sampler_init_top_p(settings.top_p, 1))
    if settings.min_p > 0.0:
        samplers.append(llama_cpp.llama_sampler_init_min_p(settings.min_p, 1))
    samplers.append(llama_cpp.llama_sampler_init_temp(max(settings.temperature, _LEAST_TEMPERATURE)))
    return _collect(samplers)
