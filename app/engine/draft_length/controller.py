"""Chooses each round who proposes and how many tokens, so that speculation is never slower than none.

Holds no clock and no model: it is told what things took (see `values.Observation`) and answers with plans.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from app.engine.draft_length.acceptance import Acceptance
from app.engine.draft_length.arm import break_even, make_arm
from app.engine.draft_length.costs import CostModel
from app.engine.draft_length.credit import starting_credit
from app.engine.draft_length.investment import HORIZON, may_invest, pays_back
from app.engine.draft_length.ledger import Ledger
from app.engine.draft_length.probing import LONGEST_PROBE, ProbeSchedule
from app.engine.draft_length.stopping import Stopping
from app.engine.draft_length.teaching import expected_seconds, teach_acceptance, teach_costs
from app.engine.draft_length.values import Decision, DecisionCode, Plan
from app.engine.types import Proposer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.draft_length.arm import Arm
    from app.engine.draft_length.values import Observation, Option

REPLY_SHARE = 0.04
"""What a reply may lose beyond the allowance: this share of the time it is expected to take without."""
_STAKE = 0.5
"""The share of the account to put on one round, so that bad luck at the start is not the end."""
_HYSTERESIS = 1.02
"""What a paused drafter has to promise, in times the rate without."""
_ROUNDS_BETWEEN_PLAIN = 64
_PLAIN_IN_A_ROW = 3
_LONG_MATCH = 16
_RATE_WINDOW = 16
_FADE_ON_SUCCESS = 0.5


class Controller:
    """The draft length of one loaded pair, over all its replies.

    Each round: `plan`, while drafting `take` and `go_on`, after the round `observe`. A new reply: `new_reply`.

    Args:
        costs: What this pair takes on this machine; it is taught with every round.
        acceptance: What an earlier run knew of this pair.
        reproducible: The same request gives the same rounds. Costs are nominal, the account is kept in nominal
            seconds, every reply starts from the same beliefs, and no measured time is looked at: the promise not to
            be slower does not hold then. Pass a `limit` of at most 6 with it (row shapes, see docs/architecture.md).
    """

    def __init__(self, costs: CostModel, acceptance: Acceptance | None = None, *, reproducible: bool = False) -> None:
        self._reproducible = reproducible
        self._costs = CostModel.nominal(costs.max_drafts) if reproducible else costs
        self._acceptance = acceptance if acceptance is not None and not reproducible else Acceptance()
        self._ledger = Ledger()
        self._probes = ProbeSchedule()
        self._plan = Plan(DecisionCode.OFF)
        self._arm: Arm | None = None
        self._stopping = Stopping(self._acceptance)
        self._granted: set[Proposer] = set()
        self._paused = False
        self._since_plain = 0
        self._plain_in_a_row = 0
        self._last_match = 0
        self._recent: deque[tuple[int, float]] = deque(maxlen=_RATE_WINDOW)

    @property
    def ledger(self) -> Ledger:
        """The account, to be read."""
        return self._ledger

    @property
    def acceptance(self) -> Acceptance:
        """What is known of the drafts, to be kept between runs."""
        return self._acceptance

    @property
    def costs(self) -> CostModel:
        """The costs the choice rests on."""
        return self._costs

    def new_reply(self, tokens_expected: float | None = None) -> None:
        """Another reply begins: another text, the account carried over within its bound.

        Args:
            tokens_expected: How long it is likely to be; a short one may lose less.
        """
        self._recent.clear()
        self._last_match = 0
        if self._reproducible:
            self._acceptance = Acceptance()
            self._ledger = Ledger()
            self._probes = ProbeSchedule()
            self._granted.clear()
            self._paused = False
            return
        self._acceptance.new_reply()
        off = self._costs.round_seconds(0)
        self._ledger.new_reply(REPLY_SHARE * tokens_expected * off if tokens_expected is not None and off else None)
        self._probes.reset()

    def plan(self, options: Sequence[Option]) -> Plan:
        """What to do in the coming round, given who could propose."""
        self._stopping = Stopping(self._acceptance)
        self._arm = None
        self._plan = self._choose([option for option in options if option.limit > 0])
        return self._plan

    def take(self, plan: Plan, confidences: Sequence[float]) -> bool:
        """Whether the draft just evaluated is worth a row of the target's pass.

        Args:
            plan: The round's plan.
            confidences: q_max of every position evaluated, this one the last. The token need not be drawn yet, and
                with rejection verification must not be.
        """
        return self._stopping.worth_a_row(plan, confidences)

    def go_on(self, plan: Plan, confidences: Sequence[float]) -> bool:
        """Whether to draft another token behind those taken.

        Args:
            plan: The round's plan.
            confidences: q_max of every draft taken.
        """
        return self._stopping.worth_another(plan, confidences)

    def observe(self, observation: Observation) -> None:
        """Learn from the round that `plan` was made for."""
        plan = self._plan
        asked = observation.proposer is not None
        off = self._costs.round_seconds(0)
        expected = expected_seconds(self._costs, observation)
        seconds = expected if self._reproducible else observation.seconds - observation.prefill_seconds
        if not self._reproducible:
            teach_costs(self._costs, observation)
            off = off or self._costs.round_seconds(0)
        if observation.prefill_tokens:
            self._ledger.invest(plan.prefill_seconds if self._reproducible else observation.prefill_seconds)
        if asked:
            self._ledger.record(observation.num_tokens, self._costs.low_off_seconds, seconds, expected)
            teach_acceptance(self._acceptance, observation)
            self._since_plain = 0 if observation.target_rows == 1 else self._since_plain + 1
            self._plain_in_a_row = 0
        else:
            self._ledger.record_plain(seconds, off)
            self._since_plain = 0
            self._plain_in_a_row += 1
        self._recent.append((observation.num_tokens, observation.seconds))
        self._schedule_probe(observation)

    def observe_shadow(self, match_length: int, num_matching: int, num_tested: int) -> None:
        """What lookup would have proposed beside a round of somebody else, compared with what was emitted.

        Args:
            match_length: Of the match it had before the round.
            num_matching: How many tokens of its continuation were right, up to the first that was not.
            num_tested: That many and the first mismatch; no more than were emitted.
        """
        confidences = [match_length + position for position in range(num_tested)]
        self._acceptance.observe(Proposer.LOOKUP, num_matching, num_tested, confidences)

    @property
    def decision(self) -> Decision:
        """The last decision and its reason."""
        plan, arm = self._plan, self._arm
        off = self._costs.round_seconds(0)
        off_rate = 1.0 / off if off > 0.0 else None
        tokens, seconds = sum(count for count, _ in self._recent), sum(taken for _, taken in self._recent)
        return Decision(
            code=plan.code,
            proposer=plan.proposer,
            num_drafts=plan.num_drafts,
            expected_rate=off_rate if plan.proposer is None or arm is None else arm.rate_of(plan.num_drafts),
            off_rate=off_rate,
            measured_rate=tokens / seconds if seconds > 0.0 else None,
            break_even=None if arm is None else break_even(self._costs, arm.option.proposer, len(arm.acceptances)),
            saves=None if arm is None else arm.saves,
            costs=None if arm is None else arm.costs,
        )

    # The choice

    def _choose(self, options: Sequence[Option]) -> Plan:
        off = self._costs.round_seconds(0)
        if not options:
            return Plan(DecisionCode.OFF, off_seconds=off)
        if self._wants_plain():
            return Plan(DecisionCode.MEASURING, off_seconds=off)
        arms = [make_arm(option, self._costs, self._acceptance) for option in options]
        self._grant_credit(arms)
        self._notice_long_match(options)
        arms.sort(key=lambda arm: arm.rate, reverse=True)
        balance = self._ledger.balance
        refusal: tuple[DecisionCode, Arm] | None = None
        wanted = (_HYSTERESIS if self._paused else 1.0) / off
        for arm in arms:
            if arm.rate <= wanted:
                break
            if not self._worth_catching_up(arm, off):
                refusal = refusal or (DecisionCode.CATCH_UP_TOO_DEAR, arm)
                continue
            best = arm.best_within(_STAKE * balance) or arm.best_within(balance)
            if best and arm.tokens[best] > wanted * arm.seconds[best]:
                self._paused = False
                longest = max(best, arm.longest_within(_STAKE * balance))
                return self._speculate(DecisionCode.FASTER, arm, best, longest)
            refusal = refusal or (DecisionCode.PAUSED_CREDIT, arm)
        self._paused = True
        for arm in arms:
            if self._may_probe(arm):
                length = min(arm.probe_length(LONGEST_PROBE), arm.longest_within(balance))
                if length:
                    return self._speculate(DecisionCode.PROBING, arm, length, length)
        if refusal is None:
            shown = next((arm for arm in arms if arm.option.proposer is Proposer.DRAFT), arms[0])
            refusal = (DecisionCode.PAUSED_NO_GAIN if shown.can_pay else DecisionCode.DRAFT_TOO_DEAR), shown
        code, self._arm = refusal
        return Plan(code, off_seconds=off)

    def _wants_plain(self) -> bool:
        """Whether T(0), the yardstick of everything, wants measuring."""
        if self._reproducible:
            return False
        single = self._costs.target.single
        if single is None or not single.reliable or self._since_plain >= _ROUNDS_BETWEEN_PLAIN:
            return True
        return 0 < self._plain_in_a_row < _PLAIN_IN_A_ROW and not single.settled

    def _grant_credit(self, arms: Sequence[Arm]) -> None:
        for arm in arms:
            proposer = arm.option.proposer
            if proposer in self._granted or not arm.can_pay:
                continue
            self._granted.add(proposer)
            credit = starting_credit(self._costs, proposer)
            self._ledger.grant(credit, credit)

    def _notice_long_match(self, options: Sequence[Option]) -> None:
        match = max((option.match_length or 0 for option in options), default=0)
        if match >= _LONG_MATCH > self._last_match:
            self._probes.reset()
        self._last_match = match

    def _worth_catching_up(self, arm: Arm, off: float) -> bool:
        expected = HORIZON if self._reproducible else arm.option.tokens_expected
        per_token = 1.0 / arm.rate
        if arm.overhang_seconds > 0.0 and not pays_back(arm.overhang_seconds, off, per_token, min(HORIZON, expected)):
            return False
        if not arm.option.prefill_tokens:
            return True
        cost = arm.option.prefill_tokens * self._costs.prefill_seconds
        return may_invest(cost, off, per_token, expected, self._acceptance.evidence(arm.option.proposer))

    def _may_probe(self, arm: Arm) -> bool:
        """Lookup is scored in shadow and needs no probes; a prompt is not prefilled for one."""
        return (
            arm.option.proposer is Proposer.DRAFT and arm.can_pay and not arm.option.prefill_tokens and self._probes.due
        )

    def _speculate(self, code: DecisionCode, arm: Arm, num_drafts: int, limit: int) -> Plan:
        self._arm = arm
        option, costs = arm.option, self._costs
        lookup = option.proposer is Proposer.LOOKUP
        if lookup:
            limit = num_drafts
        off = arm.seconds[0]
        return Plan(
            code=code,
            proposer=option.proposer,
            num_drafts=num_drafts,
            limit=limit,
            rate=max(arm.tokens[num_drafts] / arm.seconds[num_drafts], 1.0 / off),
            off_seconds=off,
            seconds=arm.seconds[num_drafts] + arm.overhang_seconds,
            prefill_seconds=option.prefill_tokens * costs.prefill_seconds,
            row_seconds=tuple(costs.target.table()[1 : limit + 2]),
            further_seconds=0.0 if lookup else costs.further_seconds,
            acceptances=tuple(arm.acceptances[:limit]),
        )

    # Learning

    def _schedule_probe(self, observation: Observation) -> None:
        if self._plan.code is DecisionCode.PROBING:
            if observation.num_drafts and observation.num_accepted == observation.num_drafts:
                self._probes.succeeded()
                self._acceptance.fade(Proposer.DRAFT, _FADE_ON_SUCCESS)
            else:
                self._probes.failed()
        elif observation.proposer is Proposer.DRAFT:
            self._probes = ProbeSchedule()
        else:
            self._probes.passed(observation.num_tokens)
