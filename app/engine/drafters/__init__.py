"""Drafters propose; the target disposes. A new way to propose is a new module here with this protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.contexts import Chain
    from app.engine.types import Proposer
    from app.engine.verification import Draft


class Drafter(Protocol):
    """Whatever proposes tokens."""

    @property
    def proposer(self) -> Proposer:
        """The name its tokens carry."""
        ...

    def prefill(self, history: Sequence[int]) -> None:
        """See everything but the last token of a new history; what was seen before is reused."""
        ...

    def propose(self, history: Sequence[int], limit: int, chain: Chain) -> list[Draft]:
        """Propose at most `limit` tokens to follow `history`.

        Args:
            history: Prompt and reply so far; the last token is in nobody's cache yet.
            limit: At least 1.
            chain: The target's chain; fork it to let drafts count in it.

        Raises:
            Cancelled: The user stopped it.
            UserError: It cannot propose any more in this reply; the reason is in the error.
        """
        ...

    def settle(self, length: int) -> None:
        """The first `length` tokens it has seen are now history; the rest was never said."""
        ...
