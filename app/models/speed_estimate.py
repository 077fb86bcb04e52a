"""How much faster a pair may be, before it was ever loaded: from the two models' sizes, or as it was measured.

An estimate orders a list; it is never shown as a measured figure. Source of the formula: Leviathan 2023, equation 1.
"""

from __future__ import annotations

import math

MAX_DRAFT_TOKENS = 16
_LOST_PER_HALVING = 0.075
"""Agreement lost each time the draft has half the weights; about 75 % at a tenth, 50 % at a hundredth."""
_LEAST_AGREEMENT = 0.2
_MOST_AGREEMENT = 0.97
_ROW_COST = 0.02
"""What a further row of the target costs, in passes of a single row: decoding waits for memory."""


def expected_speedup(target_bytes: int, draft_bytes: int) -> float:
    """Times as fast as the target alone, with the best draft length. At batch size 1 time follows the weights.

    Args:
        target_bytes: The target's weights.
        draft_bytes: The draft's weights.
    """
    if target_bytes <= 0 or draft_bytes <= 0:
        return 1.0
    cost = draft_bytes / target_bytes
    agreement = expected_agreement(cost)
    return max(_speedup(agreement, cost, length) for length in range(MAX_DRAFT_TOKENS + 1))


def expected_agreement(size_ratio: float) -> float:
    """How likely the target says what the draft proposes: the larger the draft, the likelier."""
    return min(_MOST_AGREEMENT, max(_LEAST_AGREEMENT, 1.0 + _LOST_PER_HALVING * math.log2(size_ratio)))


def _speedup(agreement: float, cost: float, length: int) -> float:
    tokens: float = (1.0 - agreement ** (length + 1)) / (1.0 - agreement)
    return tokens / (1.0 + length * (cost + _ROW_COST))
