"""A small model that proposes: one batched catch-up, then one token at a time while it is sure enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.types import Proposer
from app.engine.verification import Draft
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.contexts import Chain, ModelContext
    from app.engine.verification import Rule


class DraftModel:
    """Drafter over a model context of its own.

    Args:
        context: The draft model's cache.
        rule: How a draft token is chosen from its distribution; the same rule checks it.
        p_min: Stop when the draft's most likely token is less likely than this. The decision uses q before a token
            is drawn, never the drawn token's own probability: with rejection verification that would bend the text.
        is_end: Whether a token ends the reply: nothing is proposed behind it.
    """

    proposer = Proposer.DRAFT

    def __init__(self, context: ModelContext, rule: Rule, p_min: float, is_end: Callable[[int], bool]) -> None:
        self._context = context
        self._rule = rule
        self._p_min = p_min
        self._is_end = is_end

    def prefill(self, history: Sequence[int]) -> None:
        """Evaluate all but the last token, from the longest prefix that is in the cache already."""
        self._require_room(len(history))
        kept = self._context.rewind(common_prefix(self._context.tokens, history, len(history) - 1))
        if kept < len(history) - 1:
            self._context.decode(history[kept:-1], 0)

    def propose(self, history: Sequence[int], limit: int, chain: Chain) -> list[Draft]:
        """Catch up with the history in one batch, then draft token by token."""
        self._require_room(len(history))
        limit = min(limit, self._context.capacity - len(history) + 1)
        fork = chain.fork()
        drafts: list[Draft] = []
        unseen = history[len(self._context.tokens) :]
        while len(drafts) < limit:
            self._context.decode(unseen, 1)
            q = fork.distribution(self._context.row(0))
            if float(q.reading.probabilities[0]) < self._p_min:
                break
            token = self._rule.propose(q, len(history) + len(drafts))
            drafts.append(Draft(token, q))
            if self._is_end(token):
                break
            fork.accept(token)
            unseen = [token]
        return drafts

    def settle(self, length: int) -> None:
        """Drop what was drafted and not said."""
        self._context.rewind(min(length, len(self._context.tokens)))

    def _require_room(self, length: int) -> None:
        if length > self._context.capacity:
            raise UserError("draft_context_full", capacity=self._context.capacity)


def common_prefix(held: Sequence[int], wanted: Sequence[int], limit: int) -> int:
    """How many leading tokens two sequences share, at most `limit`."""
    length = 0
    for ours, theirs in zip(held, wanted[:limit], strict=False):
        if ours != theirs:
            break
        length += 1
    return length
