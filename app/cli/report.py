"""The figures of a reply as the JSON that scripts rely on: always English, always these keys."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from app.catalogue import sentence
from app.engine.draft_length.reason import pause_notice
from app.engine.metrics import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.types import PairInfo, ReplySummary, Round
    from app.errors import Notice

Json = dict[str, object]


def reply_report(summary: ReplySummary, rounds: Sequence[Round], pair: PairInfo, *, with_rounds: bool) -> Json:
    """One reply as a JSON object; seconds and ratios are floats, counts are integers."""
    tally = Tally()
    for decoded in rounds:
        tally.add(decoded)
    tokens = [token for decoded in rounds for token in decoded.emitted]
    report: Json = {
        "text": "".join(token.text for token in tokens) + summary.tail,
        "finish_reason": summary.finish_reason.value,
        "prompt_tokens": summary.prompt_tokens,
        "completion_tokens": len(tokens),
        "token_ids": [token.token_id for token in tokens],
        "seed": summary.sampling.seed,
        "sampling": asdict(summary.sampling),
        "speculation": _speculation(summary, tally),
        "timing": _timing(summary, tally, pair),
    }
    if with_rounds:
        report["rounds"] = [
            {
                "drafter": None if decoded.proposer is None else decoded.proposer.value,
                "drafted": decoded.num_drafted,
                "accepted": decoded.num_accepted,
                "emitted": [token.token_id for token in decoded.emitted],
                "seconds": decoded.seconds,
            }
            for decoded in rounds
        ]
    return report


def _speculation(summary: ReplySummary, tally: Tally) -> Json:
    status = summary.status
    return {
        "requested": status.requested.value,
        "mode": status.mode.value,
        "reason": _reason(summary),
        "rounds": tally.num_rounds,
        "drafted": tally.num_drafted,
        "accepted": tally.num_accepted,
        "acceptance_rate": tally.acceptance_rate,
        "block_efficiency": tally.block_efficiency,
        "mean_accepted": tally.mean_accepted,
        "accepted_per_position": list(tally.accepted_per_position),
        "decision": _decision(summary),
    }


def notice_of(summary: ReplySummary) -> Notice | None:
    """Why speculation was off, or paused at the end of the reply; None where neither."""
    notice = summary.status.reason
    if notice is None and summary.decision is not None:
        notice = pause_notice(summary.decision)
    return notice


def _reason(summary: ReplySummary) -> str | None:
    notice = notice_of(summary)
    return None if notice is None else sentence(notice)


def _decision(summary: ReplySummary) -> Json | None:
    """The controller's last decision; rates in tokens a second."""
    decision = summary.decision
    if decision is None:
        return None
    return {
        "code": decision.code.value,
        "drafter": None if decision.proposer is None else decision.proposer.value,
        "length": decision.num_drafts,
        "expected_tokens_per_second": decision.expected_rate,
        "measured_tokens_per_second": decision.measured_rate,
        "off_tokens_per_second": decision.off_rate,
        "break_even_acceptance": decision.break_even,
    }


def _timing(summary: ReplySummary, tally: Tally, pair: PairInfo) -> Json:
    timing = summary.timing
    decode = timing.decode_seconds

    def share(seconds: float) -> float | None:
        return seconds / decode if decode > 0 else None

    return {
        "load_s": pair.load_seconds,
        "prefill_s": timing.prefill_seconds,
        "draft_prefill_s": timing.draft_prefill_seconds,
        "decode_s": decode,
        "total_s": timing.total_seconds,
        "ttft_s": timing.first_token_seconds,
        "tokens_per_second": tally.num_emitted / decode if decode > 0 else None,
        "draft_share": share(tally.draft_seconds),
        "verify_share": share(tally.verify_seconds),
        "overhead_share": share(decode - timing.model_seconds),
    }
