"""An option worked out: E(n), T(n) and their best ratio, after Leviathan 2023 with measured costs in place of c.

A round without speculation is the arm that all others have to beat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine.types import Proposer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.draft_length.acceptance import Acceptance
    from app.engine.draft_length.costs import CostModel
    from app.engine.draft_length.values import Option

_BISECTIONS = 20
_NOTHING = 1e-3
"""A break-even below this says that checking drafts costs nothing: the costs were measured in a disturbed moment."""


@dataclass(frozen=True, slots=True)
class Arm:
    """E(n) and T(n) of one option.

    Attributes:
        acceptances: â_1 … â_limit.
        tokens: E(0) … E(limit).
        seconds: T(0) … T(limit), each round paying for what it causes: a draft that has the last token to evaluate
            (D0(1)), and where all n drafts are accepted the second one that the draft has not seen in the next round.
        overhang_seconds: What the draft takes now beyond D0(1), for tokens of earlier rounds; paid whichever n.
        best: The n ≥ 1 with the highest E(n) ÷ T(n).
        can_pay: Whether any n would pay if every draft were accepted.
    """

    option: Option
    acceptances: Sequence[float]
    tokens: Sequence[float]
    seconds: Sequence[float]
    overhang_seconds: float
    best: int
    can_pay: bool

    @property
    def rate(self) -> float:
        """Tokens a second at the best length."""
        return self.rate_of(self.best)

    def rate_of(self, num_drafts: int) -> float:
        """Tokens a second at a length."""
        return self.tokens[num_drafts] / self.seconds[num_drafts]

    @property
    def saves(self) -> float:
        """Target passes saved by a round at the best length."""
        return self.tokens[self.best] - 1.0

    @property
    def costs(self) -> float:
        """What such a round takes beyond a plain one, in plain rounds."""
        return self.seconds[self.best] / self.seconds[0] - 1.0

    def best_within(self, extra_seconds: float) -> int:
        """The best n that takes no more than that beyond a plain round, overhang included; 0 if there is none."""
        most = extra_seconds + self.seconds[0] - self.overhang_seconds
        best, best_rate = 0, 0.0
        for n in range(1, len(self.seconds)):
            if self.seconds[n] <= most and self.tokens[n] > best_rate * self.seconds[n]:
                best, best_rate = n, self.tokens[n] / self.seconds[n]
        return best

    def longest_within(self, extra_seconds: float) -> int:
        """The largest such n."""
        most = extra_seconds + self.seconds[0] - self.overhang_seconds
        return max((n for n in range(1, len(self.seconds)) if self.seconds[n] <= most), default=0)

    def probe_length(self, longest: int) -> int:
        """The n that tests a draft at the least extra cost among those that pay when all is accepted; 0 for none."""
        off = self.seconds[0]
        best, best_price = 0, float("inf")
        for n in range(1, min(longest, len(self.seconds) - 1) + 1):
            price = (self.seconds[n] - off) / n
            if price < best_price and (n + 1) * off > self.seconds[n]:
                best, best_price = n, price
        return best


def make_arm(option: Option, costs: CostModel, acceptance: Acceptance) -> Arm:
    """Work an option out."""
    limit = min(option.limit, costs.max_drafts)
    seconds = costs.round_table(limit, 1, option.proposer)
    overhang = second = 0.0
    if option.proposer is Proposer.DRAFT:
        once = costs.catch_up_seconds(1)
        second = max(0.0, costs.catch_up_seconds(2) - once)
        if option.unseen > 1:
            overhang = max(0.0, costs.catch_up_seconds(option.unseen) - once)
    acceptances = acceptance.expected(option.proposer, limit, option.match_length)
    tokens = [1.0]
    total, surviving = 1.0, 1.0
    best, best_rate = 1, 0.0
    can_pay = False
    off = seconds[0]
    for n, accepted in enumerate(acceptances, 1):
        if (n + 1) * off > seconds[n] + second:
            can_pay = True
        surviving *= accepted
        total += surviving
        tokens.append(total)
        seconds[n] += surviving * second
        if total > best_rate * seconds[n]:
            best, best_rate = n, total / seconds[n]
    return Arm(option, acceptances, tokens, seconds, overhang, best, can_pay)


def break_even(costs: CostModel, proposer: Proposer, limit: int) -> float | None:
    """The constant acceptance a at which max over n of E(n) ÷ T(n) equals 1 ÷ T(0).

    None where a = 1 is too little, and where a = 0 would be enough: no such machine exists.
    """
    seconds = costs.round_table(limit, 1, proposer)
    off = seconds[0]
    second = 0.0
    if proposer is Proposer.DRAFT:
        second = max(0.0, costs.catch_up_seconds(2) - costs.catch_up_seconds(1))

    def pays(acceptance: float) -> bool:
        total = surviving = 1.0
        for taken in seconds[1:]:
            surviving *= acceptance
            total += surviving
            if total * off >= taken + surviving * second:
                return True
        return False

    if not pays(1.0) or pays(_NOTHING):
        return None
    low, high = 0.0, 1.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2.0
        low, high = (low, middle) if pays(middle) else (middle, high)
    return high
