"""Measures what a pass takes by its rows when a pair is loaded, so that the first reply is not an experiment."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.engine.contexts import Cancelled
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.contexts import ModelContext
    from app.engine.draft_length.costs import CostModel

BUDGET_SECONDS = 1.5
_TARGET_SHARE = 0.7
_MOST_TOKENS = 32
"""More than any pass asked for has."""
_TOKEN = 0
"""Any token costs the same."""


def calibrate(
    costs: CostModel,
    target: ModelContext,
    draft: ModelContext | None,
    stopping: Callable[[], bool],
    budget_seconds: float = BUDGET_SECONDS,
) -> None:
    """Time passes of the target and the draft until the budget is spent or nothing is left to ask.

    Both caches hold what they held before, but for the last few tokens of one that is full: a target whose draft is
    exchanged keeps its conversation. The budget may be overdrawn by one pass of each. What was measured when the user
    stops it, or when a pass fails, is what there is: the models are loaded all the same.

    Args:
        costs: Is taught, and says which passes are worth making.
        target: The target's cache.
        draft: The draft's, or None.
        stopping: Asked between passes.
        budget_seconds: For both together.
    """
    began = time.perf_counter()
    share = budget_seconds if draft is None else budget_seconds * _TARGET_SHARE
    try:
        _measure(target, costs.calibration_points, costs.observe_target, stopping, share, every_row=True)
        if draft is not None:
            left = budget_seconds - (time.perf_counter() - began)
            _measure(draft, costs.draft_calibration_points, costs.observe_draft, stopping, left, every_row=False)
    except (Cancelled, UserError):
        return  # a context is as it was before a pass that failed


def _measure(
    context: ModelContext,
    points: Callable[[float], tuple[int, ...]],
    observe: Callable[[int, float], None],
    stopping: Callable[[], bool],
    budget_seconds: float,
    *,
    every_row: bool,
) -> None:
    if stopping():
        return
    context.rewind(max(0, min(len(context.tokens), context.capacity - _MOST_TOKENS)))
    spent = _time_pass(context, 1, 1)  # the first pass builds graphs and fills caches
    if spent >= budget_seconds:
        observe(1, spent)  # too dear to be made again
    while spent < budget_seconds:
        asked = points(budget_seconds - spent)
        if not asked:
            return
        for rows in asked:
            if stopping() or spent >= budget_seconds:
                return
            seconds = _time_pass(context, rows, rows if every_row else 1)
            observe(rows, seconds)
            spent += seconds


def _time_pass(context: ModelContext, num_tokens: int, num_rows: int) -> float:
    before, held = context.decode_seconds, len(context.tokens)
    context.decode([_TOKEN] * num_tokens, num_rows)
    taken = context.decode_seconds - before
    context.rewind(held)
    return taken
