"""Turns emitted tokens into what becomes visible with each: characters complete, stop strings held back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.detokenizer import Detokenizer
from app.engine.stops import StopMatcher
from app.engine.types import Candidate, ProposedToken

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.sampling import Reading
    from app.engine.verification import Draft

NUM_CANDIDATES = 5
"""Runners-up kept with each token."""


class ReplyText:
    """The reply's text as it grows; implements `app.engine.speculative.TokenSink`.

    Args:
        piece: Bytes of a token.
        label: How a single token is shown by itself, in lists of candidates.
        stops: Stop strings.
        begun: What it says already.
        pending: First bytes of a character that comes next.
    """

    def __init__(
        self,
        piece: Callable[[int], bytes],
        label: Callable[[int], str],
        stops: Sequence[str],
        begun: str = "",
        pending: bytes = b"",
    ) -> None:
        self._characters = Detokenizer(piece, pending)
        self._stops = StopMatcher(stops, begun)
        self._label = label
        self._texts: list[str] = []

    def push(self, token_id: int) -> bool:
        """Take an emitted token; True when a stop string is complete."""
        self._texts.append(self._stops.push(self._characters.push(token_id)))
        return self._stops.matched is not None

    def take(self) -> list[str]:
        """What became visible with each token since the last call."""
        texts, self._texts = self._texts, []
        return texts

    def finish(self) -> str:
        """What was held back and may be shown now that nothing follows."""
        if self._stops.matched is not None:
            return ""
        return self._stops.push(self._characters.flush()) + self._stops.flush()

    def proposed(self, drafts: Sequence[Draft]) -> tuple[ProposedToken, ...]:
        """Drafts as they may be shown, read on from here; the reply's own state is not touched."""
        ahead = self._characters.fork()
        return tuple(
            ProposedToken(
                token_id=draft.token_id,
                text=ahead.push(draft.token_id),
                probability=None
                if draft.distribution is None
                else draft.distribution.reading.probability(draft.token_id),
                runners_up=() if draft.distribution is None else self.candidates(draft.distribution.reading),
            )
            for draft in drafts
        )

    def candidates(self, reading: Reading) -> tuple[Candidate, ...]:
        """The likeliest tokens of a row."""
        return tuple(
            Candidate(token_id, self._label(token_id), probability)
            for token_id, probability in zip(
                reading.ids[:NUM_CANDIDATES].tolist(),
                reading.probabilities[:NUM_CANDIDATES].tolist(),
                strict=True,
            )
        )
