"""The table of a run: each measured reply beside the one without speculation, and the ratios of the two."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.engine.types import Verification
from app.lab.measurement import ENGINE_CLOCK
from app.models.naming import name_from_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.lab.bench_plan import BenchPlan, Side
    from app.lab.measurement import Measurement
    from app.lab.suites import SuitePrompt


@dataclass(frozen=True, slots=True)
class Row:
    """A measured reply.

    Attributes:
        baseline: The same prompt, sampling and repeat without speculation; itself where it is that one, None where
            it was not measured.
        draft: Name of the draft model that was loaded; empty for none.
    """

    side: Side
    prompt: SuitePrompt
    measured: Measurement
    baseline: Measurement | None
    draft: str = ""

    @property
    def speedup(self) -> float | None:
        """In decoding; None without a run to compare with."""
        if self.baseline is None:
            return None
        return _ratio(self.measured.tokens_per_second, self.baseline.tokens_per_second)

    @property
    def total_speedup(self) -> float | None:
        """From the request to the last token, per token, both prefills counted."""
        if self.baseline is None:
            return None
        return _ratio(self.measured.total_tokens_per_second, self.baseline.total_tokens_per_second)

    @property
    def is_baseline(self) -> bool:
        """Whether the others are measured against it."""
        return self.baseline is self.measured

    @property
    def same_text(self) -> bool | None:
        """Whether the text is that of the run without speculation; None where that is not promised, or not known."""
        setting = self.side.setting
        promised = setting.sampling.temperature == 0.0 or setting.speculation.verification is Verification.COUPLED
        other = self.baseline
        if other is None or self.is_baseline or self.side.load < 0 or not promised:
            return None
        if not self.measured.digest or not other.digest or self.measured.seed != other.seed:
            return None
        return self.measured.digest == other.digest

    @property
    def extra_cost(self) -> float | None:
        """What a round took more than a token without speculation, in such tokens; None where unknown."""
        other = self.baseline
        if other is None or other.tokens_per_second is None or not self.measured.num_rounds:
            return None
        return self.measured.decode_seconds / self.measured.num_rounds * other.tokens_per_second - 1.0

    @property
    def own_break_even(self) -> float | None:
        """The acceptance rate at which this reply would have been as fast as without: extra cost ÷ drafts a round."""
        if self.extra_cost is None or not self.measured.num_drafted:
            return None
        return max(0.0, self.extra_cost) * self.measured.num_rounds / self.measured.num_drafted

    def to_json(self) -> dict[str, object]:
        """The row with the keys that scripts rely on; seconds, ratios, counts."""
        measured, setting = self.measured, self.side.setting
        return {
            "category": self.prompt.category,
            "language": self.prompt.language,
            "prompt_id": self.prompt.prompt_id,
            "setting": self.side.name,
            "repeat": measured.repeat,
            "source": "endpoint" if self.side.endpoint >= 0 else "galley",
            "draft": self.draft or None,
            "temperature": setting.sampling.temperature,
            "seed": measured.seed,
            "tokens_per_second": measured.tokens_per_second,
            "speedup": self.speedup,
            "speedup_total": self.total_speedup,
            "acceptance_rate": measured.acceptance_rate,
            "block_efficiency": measured.block_efficiency,
            "alpha": measured.alpha,
            "mean_accepted": mean_accepted(measured.accepted_lengths),
            "accepted_per_position": list(by_position(measured.accepted_lengths, measured.drafted_lengths)),
            "rounds": measured.num_rounds or None,
            "drafted": measured.num_drafted,
            "accepted": measured.num_accepted,
            "break_even_acceptance": self.own_break_even,
            "controller_break_even": measured.break_even,
            "prompt_tokens": measured.prompt_tokens,
            "completion_tokens": measured.completion_tokens,
            "finish_reason": measured.finish_reason or None,
            "prefill_s": measured.prefill_seconds,
            "draft_prefill_s": measured.draft_prefill_seconds,
            "decode_s": measured.decode_seconds,
            "ttft_s": measured.first_token_seconds,
            "total_s": measured.total_seconds,
            **cost_split([measured]),
            "same_text": self.same_text,
            "clock": measured.clock,
            "mode": measured.mode or None,
            "reason": measured.reason or None,
            "error": measured.error or None,
        }


def rows_of(plan: BenchPlan, measurements: Mapping[tuple[int, int, str, str, int], Measurement]) -> list[Row]:
    """The rows of what is measured so far, in the plan's order of prompts, settings and repeats."""
    rows = []
    for prompt in plan.suite.prompts:
        for side in plan.sides:
            reference = plan.baseline(side)
            for repeat in range(plan.repeat):
                measured = measurements.get((side.load, side.endpoint, side.name, prompt.prompt_id, repeat))
                if measured is None:
                    continue
                other = None
                if reference is not None:
                    other = measurements.get((reference.load, -1, reference.name, prompt.prompt_id, repeat))
                elif side.setting.is_off and side.endpoint < 0:
                    other = measured
                if other is not None and other.error:
                    other = None
                rows.append(Row(side, prompt, measured, other, _draft_name(plan, side)))
    return rows


def by_position(accepted: Mapping[int, int], drafted: Mapping[int, int]) -> tuple[float, ...]:
    """For each draft position, the share of rounds that proposed it in which it was accepted.

    Args:
        accepted: How many rounds had exactly n accepted, by n.
        drafted: How many proposals were n long, by n.
    """
    return tuple(
        sum(rounds for length, rounds in accepted.items() if length >= position)
        / sum(rounds for length, rounds in drafted.items() if length >= position)
        for position in range(1, max(drafted, default=0) + 1)
    )


def mean_accepted(accepted: Mapping[int, int]) -> float | None:
    """Accepted drafts per round with a proposal."""
    rounds = sum(accepted.values())
    return sum(length * number for length, number in accepted.items()) / rounds if rounds else None


def cost_split(measured: list[Measurement]) -> dict[str, object]:
    """Shares of decoding inside the drafter, inside the target's passes, and outside of both models."""
    known = [each for each in measured if each.clock == ENGINE_CLOCK and each.decode_seconds > 0.0]
    decode = sum(each.decode_seconds for each in known)
    if not decode:
        return {"draft_share": None, "verify_share": None, "overhead_share": None}
    return {
        "draft_share": sum(each.draft_seconds for each in known) / decode,
        "verify_share": sum(each.verify_seconds for each in known) / decode,
        "overhead_share": max(0.0, 1.0 - sum(each.model_seconds for each in known) / decode),
    }


def added(counts: list[dict[int, int]]) -> Counter[int]:
    """Histograms put together."""
    total: Counter[int] = Counter()
    for each in counts:
        total.update(each)
    return total


def _draft_name(plan: BenchPlan, side: Side) -> str:
    if side.load < 0:
        return ""
    draft = plan.loads[side.load].draft
    return "" if draft is None else draft.name or name_from_path(Path(draft.path))


def _ratio(ours: float | None, theirs: float | None) -> float | None:
    return ours / theirs if ours and theirs else None
