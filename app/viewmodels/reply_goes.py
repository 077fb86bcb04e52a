"""A reply that was written in several goes: cut off, or ended early, and gone on with.

Its figures are those of all goes together, as far as they are known of each.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.types import ReplySummary, ReplyTiming, Round


def with_tail(rounds: Sequence[Round], tail: str) -> list[Round]:
    """Rounds whose last token also says what was held back behind it, so that more can follow."""
    told = list(rounds)
    if not tail:
        return told
    for place in range(len(told) - 1, -1, -1):
        emitted = told[place].emitted
        if emitted:
            last = replace(emitted[-1], text=emitted[-1].text + tail)
            told[place] = replace(told[place], emitted=(*emitted[:-1], last))
            break
    return told


def together(earlier: ReplySummary | None, earlier_seconds: float, last: ReplySummary) -> ReplySummary:
    """The end of a reply, with the times and prompts of all its goes.

    Args:
        earlier: What is known of the goes before; None where they were cut off.
        earlier_seconds: What their rounds took.
        last: The end of the last go.
    """
    now = last.timing
    if earlier is None:
        decode = now.decode_seconds + earlier_seconds
        return replace(last, timing=replace(now, decode_seconds=decode, first_token_seconds=None))
    return replace(
        last,
        prompt_tokens=earlier.prompt_tokens + last.prompt_tokens,
        reused_tokens=earlier.reused_tokens + last.reused_tokens,
        timing=_sum_of(earlier.timing, now),
    )


def _sum_of(first: ReplyTiming, second: ReplyTiming) -> ReplyTiming:
    return replace(
        first,
        prefill_seconds=first.prefill_seconds + second.prefill_seconds,
        draft_prefill_seconds=first.draft_prefill_seconds + second.draft_prefill_seconds,
        decode_seconds=first.decode_seconds + second.decode_seconds,
        total_seconds=first.total_seconds + second.total_seconds,
        model_seconds=first.model_seconds + second.model_seconds,
    )
