"""What the account starts with: enough to try, little enough to lose.

Without it a reply of a hundred tokens is over before the allowance has paid for the first proposal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.types import Proposer

if TYPE_CHECKING:
    from app.engine.draft_length.costs import CostModel

CREDIT_ROUNDS = {Proposer.DRAFT: 2.0, Proposer.LOOKUP: 1.0}
"""The extra cost of so many rounds at n*. Lookup is scored in shadow before it is tried and needs less."""
MOST_CREDIT = {Proposer.DRAFT: 2.5, Proposer.LOOKUP: 1.0}
"""But no more than so many plain rounds, however dear a long proposal is."""
_ACCEPTANCE = 0.9
"""The acceptance whose n* sizes the credit,"""
_LENGTH = 4
"""and the least that is taken for it: optima are flat, and a cheap short one must not leave too little to try with."""


def starting_credit(costs: CostModel, proposer: Proposer) -> float:
    """Seconds that a drafter may lose before it has saved any."""
    seconds = costs.round_table(costs.max_drafts, 1, proposer)
    best, best_rate = 0, 0.0
    tokens = 1.0
    for n in range(1, len(seconds)):
        tokens += _ACCEPTANCE**n
        if n >= min(_LENGTH, len(seconds) - 1) and tokens > best_rate * seconds[n]:
            best, best_rate = n, tokens / seconds[n]
    credit = CREDIT_ROUNDS[proposer] * max(0.0, seconds[best] - seconds[0])
    return min(credit, MOST_CREDIT[proposer] * seconds[0])
