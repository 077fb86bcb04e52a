"""Every rate that Galley shows, derived from one fold over rounds: nothing is counted twice in two ways.

Definitions follow Leviathan 2023 (block efficiency, alpha); see the glossary in docs/architecture.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine.types import Round


@dataclass(slots=True)
class Tally:
    """Counts over rounds. Feed it with `add`; read the rates at any time.

    Rates that divide by nothing are None, so that nobody shows a zero that was never measured.
    """

    num_rounds: int = 0
    num_drafted: int = 0
    num_emitted: int = 0
    num_tested: int = 0
    """Draft tokens that were compared with the target's choice: accepted ones and first mismatches."""
    decode_seconds: float = 0.0
    draft_seconds: float = 0.0
    verify_seconds: float = 0.0
    accepted_lengths: Counter[int] = field(default_factory=Counter)
    """How many rounds had exactly n drafts accepted, over rounds that had a proposal."""
    drafted_lengths: Counter[int] = field(default_factory=Counter)

    def add(self, decoded: Round) -> None:
        """Count a round."""
        self.num_rounds += 1
        self.num_drafted += decoded.num_drafted
        self.num_emitted += len(decoded.emitted)
        self.num_tested += decoded.num_accepted + (decoded.rejected is not None)
        self.decode_seconds += decoded.seconds
        self.draft_seconds += decoded.draft_seconds
        self.verify_seconds += decoded.verify_seconds
        if decoded.num_drafted:
            self.accepted_lengths[decoded.num_accepted] += 1
            self.drafted_lengths[decoded.num_drafted] += 1

    @property
    def num_accepted(self) -> int:
        """Draft tokens that the target agreed with."""
        return sum(length * rounds for length, rounds in self.accepted_lengths.items())

    @property
    def acceptance_rate(self) -> float | None:
        """Accepted ÷ drafted tokens that entered a target pass, discarded ones included."""
        return self.num_accepted / self.num_drafted if self.num_drafted else None

    @property
    def alpha(self) -> float | None:
        """Accepted ÷ tested: how often the target agrees with a draft token it looks at."""
        return self.num_accepted / self.num_tested if self.num_tested else None

    @property
    def block_efficiency(self) -> float | None:
        """τ: tokens emitted per target pass."""
        return self.num_emitted / self.num_rounds if self.num_rounds else None

    @property
    def mean_accepted(self) -> float | None:
        """Accepted drafts per round with a proposal; neither bonus nor corrected tokens count."""
        proposals = sum(self.accepted_lengths.values())
        return self.num_accepted / proposals if proposals else None

    @property
    def accepted_per_position(self) -> tuple[float, ...]:
        """For each draft position, the share of rounds that proposed it in which it was accepted."""
        longest = max(self.drafted_lengths, default=0)
        shares = []
        for position in range(1, longest + 1):
            proposed = sum(rounds for length, rounds in self.drafted_lengths.items() if length >= position)
            accepted = sum(rounds for length, rounds in self.accepted_lengths.items() if length >= position)
            shares.append(accepted / proposed)
        return tuple(shares)

    @property
    def tokens_per_second(self) -> float | None:
        """Emitted tokens ÷ the rounds' own time."""
        return self.num_emitted / self.decode_seconds if self.decode_seconds > 0 else None
