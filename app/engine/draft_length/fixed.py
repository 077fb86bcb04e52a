"""The draft length the user set: as many drafts as asked for, whatever they bring.

Settings to compare against, and for those who know better than the controller.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from app.engine.draft_length.values import Decision, DecisionCode, Plan
from app.engine.types import Proposer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.draft_length.values import Observation, Option

TRUSTED_MATCH = 4
"""With both drafters there, lookup goes first from this match length on."""
_RATE_WINDOW = 16


class FixedLength:
    """Always `draft_max` drafts, fewer only where there is no room or the draft model is less sure than `p_min`."""

    def __init__(self, draft_max: int, p_min: float = 0.0) -> None:
        self._draft_max = draft_max
        self._p_min = p_min
        self._plan = Plan(DecisionCode.OFF)
        self._recent: deque[tuple[int, float]] = deque(maxlen=_RATE_WINDOW)

    def new_reply(self, tokens_expected: float | None = None) -> None:
        """Another reply begins."""
        self._recent.clear()

    def plan(self, options: Sequence[Option]) -> Plan:
        """Propose as much as there is room for."""
        option = self._first([option for option in options if option.limit > 0])
        if option is None or self._draft_max < 1:
            self._plan = Plan(DecisionCode.OFF)
        else:
            limit = min(self._draft_max, option.limit)
            self._plan = Plan(DecisionCode.FIXED, option.proposer, limit, limit)
        return self._plan

    def take(self, plan: Plan, confidences: Sequence[float]) -> bool:
        """Whether the draft model is sure enough of the last one."""
        return confidences[-1] >= self._p_min

    def go_on(self, plan: Plan, confidences: Sequence[float]) -> bool:
        """Whether fewer than planned are drafted."""
        return len(confidences) < plan.limit

    def observe(self, observation: Observation) -> None:
        """Note the rate."""
        self._recent.append((observation.num_tokens, observation.seconds))

    def observe_shadow(self, match_length: int, num_matching: int, num_tested: int) -> None:
        """Nothing is learnt."""

    @property
    def decision(self) -> Decision:
        """What was set, and how fast it is."""
        tokens, seconds = sum(count for count, _ in self._recent), sum(taken for _, taken in self._recent)
        return Decision(
            code=self._plan.code,
            proposer=self._plan.proposer,
            num_drafts=self._plan.num_drafts,
            measured_rate=tokens / seconds if seconds > 0.0 else None,
        )

    def _first(self, options: Sequence[Option]) -> Option | None:
        for option in options:
            if option.proposer is Proposer.LOOKUP and (option.match_length or 0) >= TRUSTED_MATCH:
                return option
        return next((option for option in options if option.proposer is Proposer.DRAFT), next(iter(options), None))
