"""Controllers that decide by a script or by whim, so that what drafters do with a decision can be tried alone."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from app.engine.draft_length.controller import Controller
from app.engine.draft_length.costs import CostModel
from app.engine.draft_length.values import DecisionCode, Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.draft_length.values import Observation, Option
    from app.engine.types import Proposer


class Scripted(Controller):
    """A controller that follows a script instead of figures, and notes what it is told.

    Args:
        script: Who proposes in which round, given what is offered; behind its end nobody does.
        length: How many tokens.
    """

    def __init__(self, script: Sequence[Proposer | None], length: int = 3) -> None:
        super().__init__(CostModel.nominal())
        self._script = list(script)
        self._length = length
        self.offers: list[dict[Proposer, Option]] = []
        self.observations: list[Observation] = []
        self.shadows: list[tuple[int, int, int]] = []
        self.replies: list[float | None] = []

    def new_reply(self, tokens_expected: float | None = None) -> None:
        self.replies.append(tokens_expected)

    def plan(self, options: Sequence[Option]) -> Plan:
        self.offers.append({option.proposer: option for option in options})
        wanted = self._script.pop(0) if options and self._script else None
        if wanted is None or wanted not in self.offers[-1]:
            self._plan = Plan(DecisionCode.OFF)
        else:
            length = min(self._length, self.offers[-1][wanted].limit)
            self._plan = Plan(DecisionCode.FASTER, wanted, length, length)
        return self._plan

    def take(self, plan: Plan, confidences: Sequence[float]) -> bool:
        return True

    def go_on(self, plan: Plan, confidences: Sequence[float]) -> bool:
        return True

    def observe(self, observation: Observation) -> None:
        self.observations.append(observation)

    def observe_shadow(self, match_length: int, num_matching: int, num_tested: int) -> None:
        self.shadows.append((match_length, num_matching, num_tested))


class Moody(Scripted):
    """Decides by everything it has heard: the worst that a rule over measurements could do.

    Args:
        mood: Another one decides otherwise.
        length: Most tokens of a proposal.
    """

    def __init__(self, mood: int, length: int = 3) -> None:
        super().__init__([], length)
        self._mood = mood

    def plan(self, options: Sequence[Option]) -> Plan:
        names = sorted(option.proposer for option in options)
        self._script = [names[self._whim("plan") % len(names)]] if names else []
        return super().plan(options)

    def take(self, plan: Plan, confidences: Sequence[float]) -> bool:
        return self._whim("take", tuple(confidences)) % 3 > 0

    def go_on(self, plan: Plan, confidences: Sequence[float]) -> bool:
        return self._whim("go on", tuple(confidences)) % 3 > 0

    def _whim(self, *seen: object) -> int:
        heard = [(each.num_drafts, each.num_tested, each.confidences) for each in self.observations]
        return zlib.crc32(repr((self._mood, seen, heard)).encode())
