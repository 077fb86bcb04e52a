"""What is known of the context of the open conversation, as one value: whoever shows it derives the rest."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ContextFigures:
    """What a gauge shows, in tokens.

    Attributes:
        used: What the conversation takes; None where nobody has counted.
        total: What the context holds; 0 without a model.
        typed: What is being written.
        prompt: Of `used`, the prompt of the last reply; None where only the sum is known.
        reply: And that reply.
        leaves_out: Whether the oldest turns are left out where all of them do not fit.
        attached: The files that go along with what is being written.
    """

    used: int | None
    total: int
    typed: int = 0
    prompt: int | None = None
    reply: int | None = None
    leaves_out: bool = False
    attached: int = 0

    @property
    def taken(self) -> int:
        """What the conversation takes, the message that is being written and its files included."""
        return (self.used or 0) + self.typed + self.attached

    @property
    def share(self) -> float:
        """Taken ÷ total; more than 1 where that does not fit."""
        return self.taken / self.total if self.total else 0.0

    @property
    def left(self) -> int:
        """What fits beside the conversation and what is being written."""
        return max(0, self.total - self.taken)
