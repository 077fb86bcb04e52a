"""When to stop drafting: as soon as no number of further drafts is worth its time at the rate that is to be had.

Each draft taken changes what is known, so the question is asked again behind every one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.types import Proposer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.draft_length.acceptance import Acceptance
    from app.engine.draft_length.values import Plan


class Stopping:
    """The stopping rule of one round.

    Going on past i pays if some j ≥ 1 has Σ S_l (l = i + 1 … i + j) > R·(T(i + j) − T(i)): of drafts made, S uses
    the acceptance at their own confidence, of those to come the one expected at their position.
    """

    __slots__ = ("_acceptance", "_seen", "_survivals")

    def __init__(self, acceptance: Acceptance) -> None:
        self._acceptance = acceptance
        self._seen: list[float] = []
        self._survivals: list[float] = []

    def worth_a_row(self, plan: Plan, confidences: Sequence[float]) -> bool:
        """Whether the draft evaluated last is worth the target's time, its own being spent already."""
        position = len(confidences)
        surviving = self._surviving(confidences)
        return self._pays(plan, position, position - 1, surviving, surviving)

    def worth_another(self, plan: Plan, confidences: Sequence[float]) -> bool:
        """Whether to draft on behind those taken."""
        taken = len(confidences)
        return taken < plan.limit and self._pays(plan, taken, taken, self._surviving(confidences), 0.0)

    def _pays(self, plan: Plan, drafted: int, rows_from: int, surviving: float, gained: float) -> bool:
        rows, rate, further = plan.row_seconds, plan.rate, plan.further_seconds
        before = rows[rows_from]
        if gained > rate * (rows[drafted] - before):
            return True
        for n in range(drafted + 1, plan.limit + 1):
            surviving *= plan.acceptances[n - 1]
            gained += surviving
            if gained > rate * (rows[n] - before + (n - drafted) * further):
                return True
        return False

    def _surviving(self, confidences: Sequence[float]) -> float:
        """The probability that all drafts of these confidences are accepted."""
        seen, survivals = self._seen, self._survivals
        if seen != list(confidences[: len(seen)]):
            seen.clear()
            survivals.clear()
        for position in range(len(seen) + 1, len(confidences) + 1):
            before = survivals[-1] if survivals else 1.0
            estimate = self._acceptance.estimate(Proposer.DRAFT, position, confidences[position - 1])
            seen.append(confidences[position - 1])
            survivals.append(before * estimate)
        return survivals[len(confidences) - 1] if confidences else 1.0
