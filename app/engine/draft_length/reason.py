"""A decision in words: the notice that badge and command line show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.draft_length.values import DecisionCode
from app.errors import Notice

if TYPE_CHECKING:
    from app.engine.draft_length.values import Decision

PAUSES = (
    DecisionCode.PAUSED_NO_GAIN,
    DecisionCode.PAUSED_CREDIT,
    DecisionCode.DRAFT_TOO_DEAR,
    DecisionCode.CATCH_UP_TOO_DEAR,
)
"""Decisions for a plain round although somebody could have proposed."""


def pause_notice(decision: Decision) -> Notice | None:
    """Why nothing is proposed just now; None while something is, or where nobody could propose anything."""
    if decision.code not in PAUSES:
        return None
    if decision.code is DecisionCode.PAUSED_NO_GAIN and decision.saves is not None and decision.costs is not None:
        return Notice("paused_no_gain", {"saves": decision.saves, "costs": decision.costs})
    return Notice(_CODES[decision.code])


_CODES = {
    DecisionCode.PAUSED_NO_GAIN: "paused_no_gain_yet",
    DecisionCode.PAUSED_CREDIT: "paused_credit",
    DecisionCode.DRAFT_TOO_DEAR: "draft_too_dear",
    DecisionCode.CATCH_UP_TOO_DEAR: "catch_up_too_dear",
}
