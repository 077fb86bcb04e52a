"""What a reply's proposals have won, against the time that the target alone would have taken for the same tokens.

A round without a proposal is what it would have been; only rounds with one are compared, with plain rounds near them.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections import deque

    from app.engine.types import Round

MIN_PROPOSALS = 3
"""Fewer rounds with a proposal say nothing about their worth."""


class Gain:
    """Folds rounds.

    Args:
        plain_costs: Seconds of the latest rounds without a proposal, over all replies of the session.
    """

    def __init__(self, plain_costs: deque[float]) -> None:
        self._plain_costs = plain_costs
        self._alone_seconds = 0.0
        self._seconds = 0.0
        self._num_proposals = 0
        self._unpriced_tokens = 0

    def add(self, decoded: Round) -> None:
        """Count a round; a plain one has been noted among the costs already."""
        self._seconds += decoded.seconds
        if not decoded.num_drafted:
            # A drafter may have tried in vain: its time is no part of what the target needs alone.
            self._alone_seconds += decoded.seconds - decoded.draft_seconds
        else:
            self._num_proposals += 1
            self._unpriced_tokens += len(decoded.emitted)
        if self._unpriced_tokens and self._plain_costs:
            self._alone_seconds += self._unpriced_tokens * median(self._plain_costs)
            self._unpriced_tokens = 0

    @property
    def factor(self) -> float | None:
        """How many times faster than alone; None before a plain round and a few proposals were measured."""
        if self._num_proposals < MIN_PROPOSALS or self._unpriced_tokens or self._seconds <= 0:
            return None
        return self._alone_seconds / self._seconds
