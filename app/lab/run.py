"""One side's reply in one repeat of a race: what it said and what it took, as figures to compare."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.engine.metrics import Tally
from app.engine.types import FinishReason

if TYPE_CHECKING:
    from app.engine.types import EmittedToken, PairInfo, ReplySummary, Round
    from app.hardware.energy import ReplyEnergy


@dataclass(slots=True)
class Run:
    """Grows while the race runs; rates are None until they can be known. All times are the side's own clock's."""

    repeat: int
    side: int
    pair: PairInfo | None = None
    """What the side takes."""
    rounds: list[Round] = field(default_factory=list)
    summary: ReplySummary | None = None
    energy: ReplyEnergy | None = None
    """What the machine used meanwhile, where it was measured."""
    tally: Tally = field(default_factory=Tally)

    def add(self, decoded: Round) -> None:
        """Another round."""
        self.rounds.append(decoded)
        self.tally.add(decoded)

    @property
    def is_whole(self) -> bool:
        """Whether it ended by itself."""
        return self.summary is not None and self.summary.finish_reason is not FinishReason.CANCELLED

    @property
    def tokens(self) -> list[EmittedToken]:
        """The reply's tokens."""
        return [token for decoded in self.rounds for token in decoded.emitted]

    @property
    def token_ids(self) -> list[int]:
        """Their ids."""
        return [token.token_id for token in self.tokens]

    @property
    def text(self) -> str:
        """The reply so far."""
        return self.text_from(0)

    def text_from(self, position: int) -> str:
        """The reply from a token on."""
        tail = "" if self.summary is None else self.summary.tail
        return "".join(token.text for token in self.tokens[position:]) + tail

    @property
    def decode_rate(self) -> float | None:
        """Tokens ÷ seconds of decoding."""
        return None if self.summary is None else _rate(self.tally.num_emitted, self.summary.timing.decode_seconds)

    @property
    def total_rate(self) -> float | None:
        """Tokens ÷ seconds from the request to the last token, both prefills in it."""
        return None if self.summary is None else _rate(self.tally.num_emitted, self.summary.timing.total_seconds)


def _rate(num_tokens: int, seconds: float) -> float | None:
    return num_tokens / seconds if num_tokens and seconds > 0.0 else None
