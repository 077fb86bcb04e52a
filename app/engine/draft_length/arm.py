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

USUAL_UNSEEN = 2
"""After an all-accepted round the draft has not seen two tokens; more than that is a backlog."""
_BISECTIONS = 20


@dataclass(frozen=True, slots=True)
class Arm:
    """Attributes: see engine terms.

    Attributes:
        acceptances: â_1 … â_limit.
        tokens: E(0) … E(limit).
        seconds: T(0) … T(limit) as usual, the backlog not in it.
        backlog_seconds: What the draft takes now beyond its usual catch-up: paid once, to the good of later rounds.
        best: The n ≥ 1 with the highest E(n) ÷ T(n).
        can_pay: Whether any n would pay if every draft were accepted.
    """

    option: Option
    acceptances: Sequence[float]
    tokens: Sequence[float]
    seconds: Sequence[float]
    backlog_seconds: float
    best: int
    can_pay: bool

    @property
    def rate(self) -> float:
        """Tokens a second at the best length."""
        return self.tokens[self.best] / self.seconds[self.best]

    @property
    def saves(self) -> float:
        """Target passes saved by a round at the best length."""
        return self.tokens[self.best] - 1.0

    @property
    def costs(self) -> float:
        """What such a round takes beyond a plain one, in plain rounds."""
        return self.seconds[self.best] / self.seconds[0] - 1.0

    def best_within(self, extra_seconds: float) -> int:
        """The best n that takes no more than that beyond a plain round, backlog included; 0 if there is none."""
        most = extra_seconds + self.seconds[0] - self.backlog_seconds
        best, best_rate = 0, 0.0
        for n in range(1, len(self.seconds)):
            if self.seconds[n] <= most and self.tokens[n] > best_rate * self.seconds[n]:
                best, best_rate = n, self.tokens[n] / self.seconds[n]
        return best

    def longest_within(self, extra_seconds: float) -> int:
        """The largest such n."""
        most = extra_seconds + self.seconds[0] - self.backlog_seconds
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
    usual = min(option.unseen, USUAL_UNSEEN)
    limit = min(option.limit, costs.max_drafts)
    seconds = costs.round_table(limit, usual, option.proposer)
    backlog = 0.0
    if option.proposer is Proposer.DRAFT and option.unseen > usual:
        backlog = max(0.0, costs.catch_up_seconds(option.unseen) - costs.catch_up_seconds(usual))
    acceptances = acceptance.expected(option.proposer, limit, option.match_length)
    tokens = [1.0]
    total, surviving = 1.0, 1.0
    best, best_rate = 1, 0.0
    can_pay = False
    off = seconds[0]
    for n, accepted in enumerate(acceptances, 1):
        surviving *= accepted
        total += surviving
        tokens.append(total)
        taken = seconds[n]
        if total > best_rate * taken:
            best, best_rate = n, total / taken
        if (n + 1) * off > taken:
            can_pay = True
    return Arm(option, acceptances, tokens, seconds, backlog, best, can_pay)


def break_even(seconds: Sequence[float]) -> float | None:
    """The constant acceptance a at which max over n of E(n) ÷ T(n) equals 1 ÷ T(0); None where a = 1 is too little.

    Args:
        seconds: T(0) … T(limit).
    """
    off = seconds[0]
    needed = [taken / off for taken in seconds]

    def pays(acceptance: float) -> bool:
        total = surviving = 1.0
        for cost in needed[1:]:
            surviving *= acceptance
            total += surviving
            if total >= cost:
                return True
        return False

    if not pays(1.0):
        return None
    low, high = 0.0, 1.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2.0
        low, high = (low, middle) if pays(middle) else (middle, high)
    return high
