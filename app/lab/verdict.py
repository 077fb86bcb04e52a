"""What a comparison comes to: same text or where it parts, how much faster, what it takes, one plain sentence."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine.types import SpeculationMode, Verification
from app.errors import Notice
from app.lab.statistics import Estimate, estimate_ratio

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.engine.race_values import Divergence, RaceSide, RaceSpec
    from app.engine.types import PairInfo
    from app.lab.run import Run

LONGEST_CONTINUATION = 240
"""Characters of a text shown from where it parts from the other."""
LARGEST_ROUNDING = 2.5
"""Logits by which a token computed alone has differed from the same one in a batch, at most, on the models tried."""
NEGLIGIBLE = 0.02
"""A single run is taken for faster from this share on."""


@dataclass(frozen=True, slots=True)
class SideFigures:
    """One side's medians over the repeats; seconds are its own clock's.

    Attributes:
        tokens: Of its reply.
        decode_rate: Tokens a second while decoding; None without tokens.
        total_rate: Tokens a second from the request on.
        first_token_seconds: From the request to the first token.
        total_seconds: From the request to the last token.
        gpu_joules: Of a reply; None where no counter told, or both sides ran at once.
        cpu_joules: Likewise.
        pair: What it takes: `target` and `draft` with their bytes, whoever else uses the weights.
    """

    tokens: float
    decode_rate: float | None
    total_rate: float | None
    first_token_seconds: float | None
    total_seconds: float
    gpu_joules: float | None
    cpu_joules: float | None
    pair: PairInfo | None

    @property
    def memory_bytes(self) -> int | None:
        """Everything it takes by itself."""
        if self.pair is None:
            return None
        draft = self.pair.draft
        return self.pair.target.total_bytes + (0 if draft is None else draft.total_bytes)


@dataclass(frozen=True, slots=True)
class Parting:
    """Where the texts part.

    Attributes:
        where: The engine's findings: repeat, position, gap.
        continuations: How both go on from there, at most `LONGEST_CONTINUATION` characters; empty where one ended.
        reason: Why, in plain words.
    """

    where: Divergence
    continuations: tuple[str, str]
    reason: Notice


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a comparison comes to.

    Attributes:
        num_repeats: Repeats that both sides ended by themselves.
        identical: Whether the texts were the same, in every one of them.
        parting: Where not; None where they are.
        speedup: The second side's decode rate ÷ the first's, paired by repeat; None where one said nothing.
        total_speedup: The same for the whole time from the request on, which is what a user waits.
        sides: Figures of both.
    """

    num_repeats: int
    identical: bool
    parting: Parting | None
    speedup: Estimate | None
    total_speedup: Estimate | None
    sides: tuple[SideFigures, SideFigures]

    def sentence(self, first: str, second: str) -> Notice:
        """One sentence for somebody who knows nothing of speculation.

        Args:
            first: What to call the first side, in the reader's language.
            second: What to call the second.
        """
        estimate = self.total_speedup
        if estimate is None:
            return Notice("verdict_nothing_said")
        text = "same" if self.identical else "other"
        ratio, once = estimate.value, estimate.num == 1
        if not estimate.is_certain and not (once and abs(ratio - 1.0) > NEGLIGIBLE):
            if once:
                return Notice(f"verdict_even_{text}")
            return Notice(f"verdict_undecided_{text}", {"runs": estimate.num})
        winner, loser, factor = (second, first, ratio) if ratio > 1.0 else (first, second, 1.0 / ratio)
        values: dict[str, str | int | float] = {"winner": winner, "loser": loser, "factor": factor}
        if once:
            return Notice(f"verdict_once_{text}", values)
        return Notice(f"verdict_faster_{text}", values | {"runs": estimate.num})


def judge(spec: RaceSpec, runs: Sequence[tuple[Run, Run]], divergence: Divergence | None) -> Verdict:
    """Judge repeats that both sides ended by themselves.

    Args:
        spec: What was compared.
        runs: At least one repeat.
        divergence: What the engine found.
    """
    identical = all(one.token_ids == other.token_ids for one, other in runs)
    return Verdict(
        num_repeats=len(runs),
        identical=identical,
        parting=None if identical or divergence is None else _parting(spec, runs, divergence),
        speedup=_speedup((one.decode_rate, other.decode_rate) for one, other in runs),
        total_speedup=_speedup((one.total_rate, other.total_rate) for one, other in runs),
        sides=(_figures([one for one, _ in runs]), _figures([other for _, other in runs])),
    )


def _speedup(rates: Iterable[tuple[float | None, float | None]]) -> Estimate | None:
    ratios = []
    for one, other in rates:
        if one is None or other is None:
            return None
        ratios.append(other / one)
    return estimate_ratio(ratios)


def _figures(runs: Sequence[Run]) -> SideFigures:
    timings = [run.summary.timing for run in runs if run.summary is not None]
    total = _median(timing.total_seconds for timing in timings)
    return SideFigures(
        tokens=_median(run.tally.num_emitted for run in runs) or 0.0,
        decode_rate=_median(run.decode_rate for run in runs),
        total_rate=_median(run.total_rate for run in runs),
        first_token_seconds=_median(timing.first_token_seconds for timing in timings),
        total_seconds=0.0 if total is None else total,
        gpu_joules=_median(None if run.energy is None else run.energy.gpu_joules for run in runs),
        cpu_joules=_median(None if run.energy is None else run.energy.cpu_joules for run in runs),
        pair=runs[0].pair,
    )


def _median(values: Iterable[float | None]) -> float | None:
    """Of those that are known."""
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None


def _parting(spec: RaceSpec, runs: Sequence[tuple[Run, Run]], divergence: Divergence) -> Parting | None:
    found = [pair for pair in runs if pair[0].repeat == divergence.repeat]
    if not found:
        return None
    one, other = (run.text_from(divergence.position)[:LONGEST_CONTINUATION] for run in found[0])
    return Parting(divergence, (one, other), _reason(spec, divergence))


def _reason(spec: RaceSpec, divergence: Divergence) -> Notice:
    """Why two texts part: what differs between the sides, or else what computing in batches does to near ties."""
    one, other = (spec.request_of(side, 0) for side in range(2))
    if one.sampling != other.sampling:
        return Notice("divergence_sampling")
    if one.sampling.temperature > 0.0 and any(map(_rejects, spec.sides)):
        return Notice("divergence_rejection")
    if _cache_types(spec.sides[0]) != _cache_types(spec.sides[1]):
        return Notice("divergence_cache_types", {"gap": divergence.gap})
    if divergence.margin is not None and divergence.margin > LARGEST_ROUNDING:
        return Notice("divergence_unexplained", {"margin": divergence.margin})
    if one.sampling.temperature > 0.0:
        return Notice("divergence_near_tie_drawn", {"gap": divergence.gap, "margin": divergence.margin or 0.0})
    return Notice("divergence_near_tie", {"gap": divergence.gap})


def _rejects(side: RaceSide) -> bool:
    speculation = side.speculation
    return speculation.verification is Verification.REJECTION and speculation.mode is not SpeculationMode.OFF


def _cache_types(side: RaceSide) -> tuple[object, object]:
    """Only the target's decide what is said."""
    return side.kv_type_k, side.kv_type_v
