"""A machine, a text and a decoding loop on paper: the controller sees noisy times, the judge the true ones.

Whether a draft is right is a property of the text's position, so that two policies can be compared on one text.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from app.engine.draft_length.values import DecisionCode, Observation, Option, Plan
from app.engine.types import Proposer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.draft_length.costs import CostModel

F16 = {1: 0.226, 2: 0.235, 3: 0.227, 4: 0.256, 6: 0.322, 8: 0.343, 16: 0.512}
Q4_K_M = {1: 0.072, 2: 0.126, 3: 0.166, 4: 0.195, 6: 0.280, 8: 0.537, 16: 0.704}
SMALL_DRAFT = {1: 0.040, 2: 0.084, 3: 0.117, 4: 0.106, 6: 0.132, 8: 0.185, 16: 0.286}
FLAT = {1: 0.030, 2: 0.0305, 4: 0.031, 6: 0.032, 8: 0.033, 16: 0.040}
"""A large model on a GPU, in kind: further rows are nearly free."""
FLAT_DRAFT = {1: 0.004, 2: 0.0041, 4: 0.0042, 8: 0.0045, 16: 0.006}
MAX_ROWS = 17


def filled(points: dict[int, float], *, stepped: bool) -> list[float]:
    """A function through measured points: between two of them the cost of the higher, as kernels go, or a line."""
    table = [0.0] * (MAX_ROWS + 1)
    last = max(points)
    for rows in range(1, MAX_ROWS + 1):
        above = min((point for point in points if point >= rows), default=last)
        below = max(point for point in points if point <= rows)
        share = 0.0 if stepped or above <= below else (above - rows) / (above - below)
        table[rows] = points[above] + share * (points[below] - points[above])
    return table


@dataclass(slots=True)
class Machine:
    """True costs, and how they show.

    Attributes:
        target: Points of V.
        draft: Points of D0.
        speed: Factor on every cost, by seconds passed: drift.
        stepped: Whether costs between the points are those of the higher one; else they lie on a line.
        noise: Standard deviation of the factor on each time seen.
        stall: How likely a pass is seen to take ten times as long.
    """

    target: dict[int, float]
    draft: dict[int, float] | None = None
    prefill: float = 0.018
    overhead: float = 0.001
    lookup: float = 0.0001
    speed: Callable[[float], float] = lambda _: 1.0
    stepped: bool = True
    noise: float = 0.0
    stall: float = 0.0
    seed: int = 1
    now: float = 0.0
    _random: random.Random = field(init=False)
    _target: list[float] = field(init=False)
    _draft: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._target = filled(self.target, stepped=self.stepped)
        self._draft = filled(self.draft or {1: 0.0}, stepped=self.stepped)

    def target_seconds(self, rows: int) -> float:
        return self._target[rows] * self.speed(self.now)

    def draft_seconds(self, rows: int) -> float:
        largest = MAX_ROWS - 1
        beyond = max(0, rows - largest) * self.prefill
        return (self._draft[min(rows, largest)] + beyond) * self.speed(self.now)

    def further_seconds(self, passes: int) -> float:
        return passes * self._draft[1] * self.speed(self.now)

    def seen(self, seconds: float) -> float:
        """What a clock shows for a true time."""
        if seconds == 0.0:
            return 0.0
        factor = max(0.5, self._random.gauss(1.0, self.noise)) if self.noise else 1.0
        if self.stall and self._random.random() < self.stall:
            factor *= 10.0
        return seconds * factor

    def calibrate(self, costs: CostModel, budget_seconds: float, *, draft: bool = True) -> None:
        """What a load does: measure within a budget."""
        for asked, observe, taken in (
            (costs.calibration_points, costs.observe_target, self.target_seconds),
            (costs.draft_calibration_points, costs.observe_draft, self.draft_seconds),
        ):
            if observe == costs.observe_draft and (not draft or self.draft is None):
                continue
            spent = 0.0
            while points := asked(budget_seconds - spent):
                for rows in points:
                    seconds = self.seen(taken(rows))
                    observe(rows, seconds)
                    spent += seconds


@dataclass(slots=True)
class Text:
    """For each position whether the draft model is right there, and how sure it is.

    Attributes:
        alpha: The chance to be right, by position.
        informed: 0: q_max says nothing but the average; 1: q_max is the position's own chance, which varies.
        repeats: Stretches (start, end) that copy earlier text: there lookup has a growing match.
    """

    alpha: Callable[[int], float]
    informed: float = 0.0
    repeats: Sequence[tuple[int, int]] = ()
    copy_alpha: float = 0.97
    chance_match: float = 0.2
    seed: int = 1
    _right: list[bool] = field(default_factory=list)
    _sure: list[float] = field(default_factory=list)
    _copied: list[bool] = field(default_factory=list)
    _chance: list[int] = field(default_factory=list)
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def _upto(self, position: int) -> None:
        while len(self._right) <= position:
            here, draw = len(self._right), self._random
            alpha = self.alpha(here)
            chance = alpha
            if self.informed > 0.0 and 0.0 < alpha < 1.0:
                spread = 1.5
                chance = draw.betavariate(alpha * spread, (1.0 - alpha) * spread)
                chance = self.informed * chance + (1.0 - self.informed) * alpha
            self._right.append(draw.random() < chance)
            self._sure.append(min(1.0, max(0.0, chance)))
            inside = any(start <= here < end for start, end in self.repeats)
            self._copied.append(draw.random() < (self.copy_alpha if inside else 0.2))
            self._chance.append(draw.choice((1, 1, 1, 2, 2, 3)) if draw.random() < self.chance_match else 0)

    def right(self, position: int) -> bool:
        self._upto(position)
        return self._right[position]

    def sure(self, position: int) -> float:
        self._upto(position)
        return self._sure[position]

    def copied(self, position: int) -> bool:
        self._upto(position)
        return self._copied[position]

    def foreseen(self, start: int, limit: int) -> list[bool]:
        """Whether each token that lookup has to offer at `start` is right."""
        return [self.copied(position) for position in range(start, start + limit)]

    def match_length(self, position: int) -> int:
        """Of what was written before `position`; a break in a copy begins the count anew."""
        self._upto(position)
        length = 0
        for start, end in self.repeats:
            if start < position <= end:
                while length < position - start and self._copied[position - 1 - length]:
                    length += 1
        return length or self._chance[position]


class Readable(Protocol):
    """What the loop asks of a text, invented or recorded."""

    def right(self, position: int) -> bool: ...
    def sure(self, position: int) -> float: ...
    def foreseen(self, start: int, limit: int) -> list[bool]: ...
    def match_length(self, position: int) -> int: ...


class Policy(Protocol):
    """What the loop asks of whoever decides."""

    def plan(self, options: Sequence[Option]) -> Plan: ...
    def take(self, plan: Plan, confidences: Sequence[float]) -> bool: ...
    def go_on(self, plan: Plan, confidences: Sequence[float]) -> bool: ...
    def observe(self, observation: Observation) -> None: ...
    def observe_shadow(self, match_length: int, num_matching: int, num_tested: int) -> None: ...


@dataclass(slots=True)
class FixedLength:
    """Always as many drafts as there is room for and as are sure enough: what the controller is compared with."""

    length: int
    p_min: float = 0.0

    def plan(self, options: Sequence[Option]) -> Plan:
        for option in options:
            if option.limit > 0:
                limit = min(self.length, option.limit)
                return Plan(DecisionCode.FASTER, option.proposer, limit, limit)
        return Plan(DecisionCode.OFF)

    def take(self, plan: Plan, confidences: Sequence[float]) -> bool:
        return confidences[-1] >= self.p_min

    def go_on(self, plan: Plan, confidences: Sequence[float]) -> bool:
        return len(confidences) < plan.limit

    def observe(self, observation: Observation) -> None:
        pass

    def observe_shadow(self, match_length: int, num_matching: int, num_tested: int) -> None:
        pass


@dataclass(slots=True)
class Run:
    """What a reply took, in true seconds, and what it would have taken without."""

    tokens: int = 0
    seconds: float = 0.0
    off_seconds: float = 0.0
    prefill_seconds: float = 0.0
    worst: float = 0.0
    """Most by which `seconds` was ever over (1 + δ)·off, prefill apart."""
    plans: list[Plan] = field(default_factory=list)
    observations: list[Observation] = field(default_factory=list)

    @property
    def gain(self) -> float:
        return self.off_seconds / (self.seconds + self.prefill_seconds)

    @property
    def rate(self) -> float:
        return self.tokens / (self.seconds + self.prefill_seconds)


def decode(
    policy: Policy,
    machine: Machine,
    text: Readable,
    num_tokens: int,
    *,
    offers: Sequence[Proposer] = (Proposer.DRAFT,),
    max_drafts: int = 16,
    prompt_tokens: int = 0,
    allowance: float = 0.02,
    backlog: int = 0,
) -> Run:
    """Decode a reply. `prompt_tokens` are those the draft has not prefilled, `backlog` those of earlier replies."""
    run = Run()
    unseen, prefill = 1 + backlog, prompt_tokens
    while run.tokens < num_tokens:
        at = run.tokens
        match = text.match_length(at)
        room = min(max_drafts, num_tokens - at - 1)
        options = []
        if Proposer.DRAFT in offers:
            options.append(Option(Proposer.DRAFT, room, unseen, prefill, None, float(num_tokens - at)))
        foreseen = text.foreseen(at, room) if Proposer.LOOKUP in offers and match else []
        if foreseen:
            left = float(num_tokens - at)
            options.append(Option(Proposer.LOOKUP, len(foreseen), match_length=match, tokens_expected=left))
        plan = policy.plan(options)
        proposed = 0
        first = further = lookup = prefilled = 0.0
        confidences: list[float] = []
        right: list[bool] = []
        catch_up = num_further = 0
        if plan.proposer is Proposer.DRAFT:
            prefilled = prefill * machine.prefill * machine.speed(machine.now)
            first, catch_up = machine.draft_seconds(unseen), unseen
            while True:
                confidences.append(text.sure(at + proposed))
                if not policy.take(plan, confidences):
                    break
                proposed += 1
                if not policy.go_on(plan, confidences):
                    break
            num_further = len(confidences) - 1
            further = machine.further_seconds(num_further)
            right = [text.right(at + index) for index in range(proposed)]
        elif plan.proposer is Proposer.LOOKUP:
            proposed, lookup, right = plan.num_drafts, machine.lookup, foreseen
        accepted = 0
        while accepted < proposed and right[accepted]:
            accepted += 1
        off = machine.target_seconds(1) + machine.overhead
        target = machine.target_seconds(proposed + 1)
        emitted = accepted + 1
        seconds = target + first + further + lookup + machine.overhead
        shown = [machine.seen(part) for part in (target, first, further, lookup, prefilled, machine.overhead)]
        observation = Observation(
            num_tokens=emitted,
            seconds=sum(shown),
            target_rows=proposed + 1,
            target_seconds=shown[0],
            proposer=plan.proposer,
            num_drafts=proposed,
            num_accepted=accepted,
            num_tested=min(proposed, accepted + 1),
            confidences=tuple(confidences),
            match_length=match if plan.proposer is Proposer.LOOKUP else None,
            catch_up_rows=catch_up,
            catch_up_seconds=shown[1],
            num_further=num_further,
            further_seconds=shown[2],
            lookup_seconds=shown[3],
            prefill_tokens=prefill if prefilled else 0,
            prefill_seconds=shown[4],
        )
        policy.observe(observation)
        if foreseen and plan.proposer is not Proposer.LOOKUP:
            compared = foreseen[:emitted]
            matching = (*compared, False).index(False)
            policy.observe_shadow(match, matching, min(len(compared), matching + 1))
        if plan.proposer is Proposer.DRAFT:
            prefill = 0
            unseen = 2 if proposed and accepted == proposed else 1
        else:
            unseen += emitted
        machine.now += seconds + prefilled
        run.tokens += emitted
        run.seconds += seconds
        run.prefill_seconds += prefilled
        run.off_seconds += emitted * off
        run.worst = max(run.worst, run.seconds - (1.0 + allowance) * run.off_seconds)
        run.plans.append(plan)
        run.observations.append(observation)
    return run


def best_fixed(
    machine: Callable[[], Machine],
    text: Callable[[], Readable],
    num_tokens: int,
    proposer: Proposer = Proposer.DRAFT,
    p_mins: Sequence[float] = (0.0,),
) -> tuple[int, float]:
    """The best fixed length in hindsight and its gain; length 0 is without."""
    best, best_gain = 0, 1.0
    for p_min in p_mins:
        for length in range(1, 17):
            run = decode(FixedLength(length, p_min), machine(), text(), num_tokens, offers=(proposer,))
            if run.gain > best_gain:
                best, best_gain = length, run.gain
    return best, best_gain
