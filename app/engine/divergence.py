"""Where two replies part, and how close the target's decision was there: the evidence behind a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.engine.drafters.draft_model import common_prefix
from app.engine.race_values import Divergence
from app.engine.sampling import Noise, RowReader
from app.engine.types import SpeculationMode, Verification

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.loaded_pair import LoadedPair
    from app.engine.race_values import RaceSpec
    from app.engine.sampling import Distribution
    from app.engine.types import SamplingSettings


def first_difference(one: Sequence[int], other: Sequence[int]) -> int | None:
    """The first position at which two whole replies differ, or None; a shorter one ended where the other went on."""
    for position, (ours, theirs) in enumerate(zip(one, other, strict=False)):
        if ours != theirs:
            return position
    return None if len(one) == len(other) else min(len(one), len(other))


def examine(
    pair: LoadedPair, prompt: Sequence[int], common: Sequence[int], spec: RaceSpec, seed: int, repeat: int
) -> Divergence:
    """Compute the target's decision behind the common part once more: one token alone, as without speculation.

    Args:
        pair: Whose target computes it; its cache is left behind the common part.
        prompt: Token ids of the prompt, at least one.
        common: Those of the reply that both sides have.
        spec: Says how the sides draw.
        seed: Of both.
        repeat: For the record.

    Raises:
        Cancelled: The user stopped it.
        UserError: The target cannot compute it.
    """
    history = [*prompt, *common]
    target = pair.target
    kept = target.rewind(common_prefix(target.tokens, history, len(history) - 1))
    if kept < len(history) - 1:
        target.decode(history[kept:-1], 0)
    target.decode(history[-1:], 1)
    row = target.row(0)[: pair.vocabulary_size]
    first, second = (float(logit) for logit in RowReader().read(row, 2).logits)
    margin = None
    sampling = _sampling_of_both(spec)
    if sampling is not None:
        constraint = pair.grammars.begin(spec.request)
        chain = pair.make_chain(sampling, prompt, constraint)
        for token in common:
            chain.accept(token)
        distribution = chain.distribution(target.row(0))
        margin = _margin(distribution, sampling.temperature, seed, len(history))
    return Divergence(repeat, len(common), first - second, margin)


def _sampling_of_both(spec: RaceSpec) -> SamplingSettings | None:
    """How both sides draw, where both draw alike and by nothing but the seed."""
    one, other = (spec.request_of(side, 0) for side in range(2))
    if one.sampling != other.sampling:
        return None
    rejects = any(
        each.speculation.verification is Verification.REJECTION and each.speculation.mode is not SpeculationMode.OFF
        for each in (one, other)
    )
    return None if rejects and one.sampling.temperature > 0.0 else one.sampling


def _margin(distribution: Distribution, temperature: float, seed: int, position: int) -> float | None:
    """By how much the likeliest draw beats the next, in raw logits; None where the chain left one token only."""
    scores = distribution.logits.astype(np.float64)
    if temperature > 0.0:
        scores = (scores + Noise(seed).gumbel(position, distribution.ids)) * temperature
    if scores.size < 2:
        return None
    second, first = np.partition(scores, scores.size - 2)[-2:]
    return float(first - second)
