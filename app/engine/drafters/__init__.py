"""Drafters propose; the target disposes. A new way to propose is a new module here with this protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.contexts import Chain
    from app.engine.speculative import Outcome
    from app.engine.types import Proposer
    from app.engine.verification import Draft


class Drafter(Protocol):
    """Whatever proposes tokens."""

    @property
    def proposer(self) -> Proposer:
        """The name its tokens carry: of the last proposal, where more than one may propose."""
        ...

    def propose(self, history: Sequence[int], limit: int, chain: Chain) -> list[Draft]:
        """Propose at most `limit` tokens to follow `history`.

        Args:
            history: Prompt and reply so far; the last token is in nobody's cache yet.
            limit: 0 where there is room for no draft.
            chain: The target's chain; fork it to let drafts count in it.

        Raises:
            Cancelled: The user stopped it.
            UserError: It cannot propose any more in this reply; the reason is in the error.
        """
        ...

    def settle(self, length: int) -> None:
        """The first `length` tokens it has seen are now history; the rest was never said."""
        ...

    def observe(self, outcome: Outcome) -> None:
        """What became of the round: asked after every one, plain ones too."""
        ...
