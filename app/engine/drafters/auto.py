"""Whoever pays proposes: each round the controller chooses among the draft model, lookup and nobody.

Tokens that one drafter skipped reach it in one batch when it is asked again; lookup is scored in silence meanwhile.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.engine.draft_length.values import Observation, Option
from app.engine.drafters.draft_model import DraftWork
from app.engine.types import Proposer
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.contexts import Chain
    from app.engine.draft_length.controller import Controller
    from app.engine.draft_length.reply_length import ReplyLengths
    from app.engine.draft_length.values import Decision, Plan
    from app.engine.drafters.draft_model import DraftModel
    from app.engine.drafters.lookup import Lookup
    from app.engine.speculative import Outcome
    from app.engine.verification import Draft
    from app.errors import Notice


@dataclass(frozen=True, slots=True)
class _PlanGate:
    """Lets the controller decide while the draft model drafts."""

    controller: Controller
    plan: Plan

    def take(self, confidences: Sequence[float]) -> bool:
        """Whether the position is worth a row of the target."""
        return self.controller.take(self.plan, confidences)

    def go_on(self, confidences: Sequence[float]) -> bool:
        """Whether another one is worth a pass of the draft."""
        return self.controller.go_on(self.plan, confidences)


@dataclass(slots=True)
class Auto:
    """Drafter over drafters.

    Args:
        controller: Of the loaded pair; it learns from every round.
        lengths: Of earlier replies: how far this one may be expected to go on.
        most_tokens: What the reply may have at most, or None.
        draft_model: None where there is none or it is not wanted.
        lookup: None where it is not wanted.
        reproducible: What earlier replies left in the draft model's cache must not decide anything.
    """

    controller: Controller
    lengths: ReplyLengths
    most_tokens: int | None
    draft_model: DraftModel | None
    lookup: Lookup | None
    reproducible: bool = False
    proposer: Proposer = Proposer.DRAFT
    notice: Notice | None = None
    """Why the draft model was given up in this reply, where it was."""
    prefill_seconds: float = 0.0
    """What the draft model's reading of the prompt took in this reply."""
    decision: Decision | None = None
    """The last decision and its reason; None before the first."""
    _plan: Plan | None = None
    """Of the round under way; None where nobody was asked."""
    _work: DraftWork = field(default_factory=DraftWork)
    _lookup_seconds: float = 0.0
    _foreseen: tuple[list[int], int] = field(default_factory=lambda: ([], 0))
    """What lookup has to say to the coming tokens, and the length of its match."""
    _num_said: int = 0
    _unread: int = 0
    """Prompt tokens that the draft model is taken to have before it in a reproducible reply."""

    def begin(self, history: Sequence[int]) -> None:
        """Another reply begins behind this prompt."""
        self.controller.new_reply(self._tokens_expected())
        self._unread = len(history) - 1
        if self.draft_model is not None:
            self.draft_model.begin(history)
        if self.lookup is not None:
            self.lookup.prefill(history)

    def propose(self, history: Sequence[int], limit: int, chain: Chain) -> list[Draft]:
        """Ask the controller, then whom it names; what nobody is worth asking for is a plain round."""
        options = self._options(history, limit, chain)
        self._plan = plan = self.controller.plan(options)
        if plan.proposer is Proposer.LOOKUP and self.lookup is not None:
            self.proposer = Proposer.LOOKUP
            return self.lookup.propose(history, plan.limit, chain)
        if plan.proposer is Proposer.DRAFT and self.draft_model is not None:
            self.proposer = Proposer.DRAFT
            try:
                gate = _PlanGate(self.controller, plan)
                drafts, self._work = self.draft_model.draft(history, plan.limit, chain, gate)
            except UserError as error:
                self._give_up_draft_model(error, history)
                return []
            self._unread = 0
            return drafts
        return []

    def settle(self, length: int) -> None:
        """Drop what was drafted and not said."""
        if self.draft_model is not None:
            self.draft_model.settle(length)
        if self.lookup is not None:
            self.lookup.settle(length)

    def observe(self, outcome: Outcome) -> None:
        """Teach the controller what the round took and what came of it."""
        plan = self._plan or self.controller.plan([])
        work, drafts = self._work, outcome.proposal.drafts
        tokens, match_length = self._foreseen
        self._num_said += outcome.num_checked
        self.prefill_seconds += work.prefill_seconds
        self.controller.observe(
            Observation(
                num_tokens=outcome.num_checked,
                seconds=outcome.seconds,
                target_rows=len(drafts) + 1,
                target_seconds=outcome.verify_seconds,
                proposer=plan.proposer,
                num_drafts=len(drafts),
                num_accepted=outcome.num_accepted,
                num_tested=outcome.num_tested,
                confidences=work.confidences,
                match_length=match_length if plan.proposer is Proposer.LOOKUP else None,
                catch_up_rows=work.catch_up_rows,
                catch_up_seconds=work.catch_up_seconds,
                num_further=work.num_further,
                further_seconds=work.further_seconds,
                lookup_seconds=self._lookup_seconds,
                prefill_tokens=work.prefill_tokens,
                prefill_seconds=work.prefill_seconds,
            )
        )
        if tokens and plan.proposer is not Proposer.LOOKUP:
            matching, tested = _agreement(tokens, outcome.emitted)
            self.controller.observe_shadow(match_length, matching, tested)
        self._remember_decision()
        # A round in which nobody is asked, such as the last one, must not be taken for this one.
        self._plan, self._work, self._lookup_seconds, self._foreseen = None, DraftWork(), 0.0, ([], 0)

    def _remember_decision(self) -> None:
        decided = self.controller.decision
        if self._plan is not None:
            self.decision = decided
        elif self.decision is not None:
            self.decision = replace(self.decision, measured_rate=decided.measured_rate)

    def _tokens_expected(self) -> float:
        left = None if self.most_tokens is None else max(1, self.most_tokens - self._num_said)
        return self.lengths.expected(self._num_said, left)

    def _options(self, history: Sequence[int], limit: int, chain: Chain) -> list[Option]:
        expected = self._tokens_expected()
        options: list[Option] = []
        if self.draft_model is not None:
            prefill, unseen = self.draft_model.backlog(history)
            if self.reproducible and self._unread:
                prefill, unseen = self._unread, len(history) - self._unread
            options.append(Option(Proposer.DRAFT, limit, unseen, prefill, None, expected))
        self._foreseen = [], 0
        if self.lookup is not None:
            began = time.perf_counter()
            foreseen, match_length = self.lookup.peek(history, limit) if limit else ([], 0)
            foreseen = chain.sayable(foreseen)
            self._foreseen = foreseen, match_length if foreseen else 0
            self._lookup_seconds = time.perf_counter() - began
            tokens, match_length = self._foreseen
            if tokens:
                options.append(
                    Option(Proposer.LOOKUP, len(tokens), match_length=match_length, tokens_expected=expected)
                )
        return options

    def _give_up_draft_model(self, error: UserError, history: Sequence[int]) -> None:
        """Go on with lookup alone; without it the reply goes on without drafts.

        Raises:
            UserError: There is nobody left to ask.
        """
        if self.draft_model is not None:
            self.draft_model.settle(len(history))
        self.draft_model = None
        self._plan = None
        if self.lookup is None:
            raise error
        self.notice = error.notice


def _agreement(foreseen: Sequence[int], said: Sequence[int]) -> tuple[int, int]:
    """How many tokens were foreseen right, and how many of the foreseen ones could be compared."""
    matching = 0
    for ours, theirs in zip(foreseen, said, strict=False):
        if ours != theirs:
            return matching, matching + 1
        matching += 1
    return matching, matching
