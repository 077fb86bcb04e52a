"""Readings of logit rows, distributions, and the noise that makes a seed mean the same with and without drafts.

The noise is a counter-based hash (splitmix64, Steele 2014): no state, so nothing has to be rewound.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from app.errors import UserError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.int32]
    Floats = NDArray[np.floating[Any]]

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_FIRST_GAP = 12.0


def _splitmix(value: int) -> int:
    value = (value + _GOLDEN) & _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


class Noise:
    """Random numbers addressed by (seed, position, stream, token), the same whoever asks.

    Args:
        seed: Any integer; its low 64 bits count.
    """

    def __init__(self, seed: int) -> None:
        self._seed = _splitmix(seed & _MASK)

    def _key(self, position: int, stream: int) -> int:
        return _splitmix(self._seed ^ _splitmix((position * 4 + stream) & _MASK))

    def gumbel(self, position: int, ids: Ids) -> NDArray[np.float64]:
        """Standard Gumbel noise, one value for each token id; shape of `ids`."""
        x = ids.astype(np.uint64) * np.uint64(_GOLDEN) + np.uint64(self._key(position, 0))
        x ^= x >> np.uint64(30)
        x *= np.uint64(0xBF58476D1CE4E5B9)
        x ^= x >> np.uint64(27)
        x *= np.uint64(0x94D049BB133111EB)
        x ^= x >> np.uint64(31)
        uniform = ((x >> np.uint64(12)).astype(np.float64) + 0.5) * 2.0**-52  # exact in a double, so never 0 or 1
        return -np.log(-np.log(uniform))

    def uniform(self, position: int, stream: int) -> float:
        """A number in (0, 1); streams 1 to 3 are independent of each other and of the Gumbel noise."""
        return ((self._key(position, stream) >> 12) + 0.5) * 2.0**-52


@dataclass(frozen=True)
class Reading:
    """The likeliest tokens of a raw logit row, most likely first, ties by id.

    Attributes:
        ids: Token ids, shape (n,).
        logits: Raw logits, shape (n,).
    """

    ids: Ids
    logits: Floats

    @cached_property
    def probabilities(self) -> NDArray[np.float64]:
        """Softmax at temperature 1 over the candidates read, shape (n,)."""
        return softmax(self.logits)

    def probability(self, token_id: int) -> float:
        """Probability of a token; 0 where it is not among the candidates read."""
        found = np.flatnonzero(self.ids == token_id)
        return float(self.probabilities[found[0]]) if found.size else 0.0


@dataclass(frozen=True)
class Distribution:
    """What is left of a row behind the sampler chain.

    Attributes:
        ids: Surviving token ids, shape (n,).
        logits: Their logits after the chain, temperature applied, shape (n,).
        reading: The raw row it came from.
    """

    ids: Ids
    logits: Floats
    reading: Reading

    @cached_property
    def probabilities(self) -> NDArray[np.float64]:
        """Softmax of the surviving logits, shape (n,)."""
        return softmax(self.logits)

    def probability(self, token_id: int) -> float:
        """Probability of a token; 0 where the chain removed it."""
        found = np.flatnonzero(self.ids == token_id)
        return float(self.probabilities[found[0]]) if found.size else 0.0

    def argmax(self) -> int:
        """The most likely token, the lowest id among equals."""
        return int(self.ids[self.logits == self.logits.max()].min())


class RowReader:
    """Finds the k largest logits of a row without sorting the vocabulary.

    A threshold below the maximum, learnt from the rows before, leaves a few hundred candidates in two passes of
    vector code; the result is exact, whatever the threshold was.
    """

    def __init__(self) -> None:
        self._gap = _FIRST_GAP

    def read(self, row: Floats, count: int) -> Reading:
        """Read the `count` likeliest tokens.

        Args:
            row: Logits, shape (vocabulary,); not kept.
            count: How many; at least 1, clipped to the vocabulary.

        Raises:
            UserError: `logits_not_finite` when the model computed no numbers.
        """
        count = min(count, row.size)
        top = float(row.max())
        if not np.isfinite(top):
            raise UserError("logits_not_finite")
        gap = self._gap
        ids = np.flatnonzero(row >= top - gap)
        while ids.size < count:
            gap = gap * 1.6 if gap < 1e4 else np.inf
            ids = np.flatnonzero(row >= top - gap)
        values = row[ids]
        if ids.size > 4 * count:
            least = np.partition(values, ids.size - count)[ids.size - count]
            kept = values >= least
            ids, values = ids[kept], values[kept]
        order = np.argsort(-values, kind="stable")[:count]
        values = values[order]
        self._gap = min(1.25 * (top - float(values[-1])) + 0.25, 1e4) if np.isfinite(values[-1]) else 1e4
        return Reading(ids[order].astype(np.int32), values)


def softmax(logits: Floats) -> NDArray[np.float64]:
    """Probabilities of finite logits (minus infinity counts as zero), in double precision."""
    shifted = np.exp(logits.astype(np.float64) - float(logits.max()))
    total: NDArray[np.float64] = shifted / shifted.sum()
    return total


def draw_gumbel(distribution: Distribution, noise: Noise, position: int) -> int:
    """Draw by the Gumbel-max trick: argmax(log p + g), exact, and the same for equal p and noise."""
    scores = distribution.logits + noise.gumbel(position, distribution.ids)
    return int(distribution.ids[int(np.argmax(scores))])


def draw_inverse(ids: Ids, weights: NDArray[np.float64], uniform: float) -> int:
    """Draw from unnormalised weights by inverting their cumulative sum."""
    cumulative = np.cumsum(weights)
    total = cumulative[-1]
    below = min(uniform * total, np.nextafter(total, 0.0))  # a product rounded up to the total would find nothing
    return int(ids[int(np.searchsorted(cumulative, below, side="right"))])
