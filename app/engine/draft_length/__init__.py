"""How many tokens to propose: pure values and arithmetic, so that every rule can be tried on machines on paper.

`controller` decides by measured costs, `fixed` by the user's word; the loop sees neither, only this protocol.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.draft_length.values import Decision, Observation, Option, Plan


class DraftLength(Protocol):
    """Whoever decides how many tokens are proposed, round by round."""

    def new_reply(self, tokens_expected: float | None = None) -> None:
        """Another reply begins."""
        ...

    def plan(self, options: Sequence[Option]) -> Plan:
        """What to do in the coming round, given who could propose."""
        ...

    def take(self, plan: Plan, confidences: Sequence[float]) -> bool:
        """Whether the draft just evaluated, whose q_max comes last, joins the proposal."""
        ...

    def go_on(self, plan: Plan, confidences: Sequence[float]) -> bool:
        """Whether to draft another token behind those taken."""
        ...

    def observe(self, observation: Observation) -> None:
        """Learn from the round that the last plan was made for."""
        ...

    def observe_shadow(self, match_length: int, num_matching: int, num_tested: int) -> None:
        """What lookup would have proposed beside somebody else's round."""
        ...

    @property
    def decision(self) -> Decision:
        """The last decision and its reason."""
        ...
