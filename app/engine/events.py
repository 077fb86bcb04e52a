"""What the engine tells. One stream feeds colours, counters, plots, the store and the API alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine.compact import Compact
from app.engine.race_events import RaceEvent

if TYPE_CHECKING:
    from app.engine.draft_length.values import Decision
    from app.engine.types import PairInfo, ProposedToken, Proposer, ReplySummary, Round, SpeculationStatus
    from app.errors import Notice


@dataclass(frozen=True, slots=True)
class LoadProgressed:
    """`role` is `target` or `draft`; `fraction` runs from 0 to 1."""

    role: str
    fraction: float


@dataclass(frozen=True, slots=True)
class PairLoaded:
    """The pair is ready."""

    pair: PairInfo


@dataclass(frozen=True, slots=True)
class LoadFailed:
    """Nothing was changed: what was loaded before is still loaded if `still_loaded` says so."""

    notice: Notice
    still_loaded: PairInfo | None


@dataclass(frozen=True, slots=True)
class LoadCancelled:
    """The user stopped the load."""

    still_loaded: PairInfo | None


@dataclass(frozen=True, slots=True)
class ReplyStarted:
    """The prompt is counted; prefill begins."""

    request_id: int
    prompt_tokens: int
    reused_tokens: int
    status: SpeculationStatus
    left_out: int = 0
    """Oldest turns that did not fit and were left out; the system prompt is none."""


@dataclass(frozen=True, slots=True)
class PrefillProgressed:
    """`done` of `total` prompt tokens are evaluated, the reused ones included."""

    request_id: int
    done: int
    total: int
    seconds: float


@dataclass(frozen=True, slots=True)
class TokensProposed(Compact):
    """Ghosts: the drafter has proposed, the target has not checked yet."""

    request_id: int
    proposer: Proposer
    proposed: tuple[ProposedToken, ...]


@dataclass(frozen=True, slots=True)
class RoundDecoded(Compact):
    """A round is done; ghosts become what they are."""

    request_id: int
    round: Round


@dataclass(frozen=True, slots=True)
class SpeculationChanged:
    """Speculation went off or on in mid-reply."""

    request_id: int
    status: SpeculationStatus


@dataclass(frozen=True, slots=True)
class DecisionMade:
    """The controller decides otherwise than before: another drafter, another length, a pause."""

    request_id: int
    decision: Decision


@dataclass(frozen=True, slots=True)
class ReplyFinished:
    """The reply has ended, by itself or by the user."""

    request_id: int
    summary: ReplySummary


@dataclass(frozen=True, slots=True)
class ReplyFailed:
    """The reply could not be begun or gone on with; what was written stays."""

    request_id: int
    notice: Notice


@dataclass(frozen=True, slots=True)
class TokensCounted:
    """The answer to `CountTokens`."""

    count_id: str
    prompt_tokens: int | None
    """None where there were no messages, or the chat template cannot write them out."""
    piece_tokens: tuple[int, ...]
    serial: int = 0


@dataclass(frozen=True, slots=True)
class EngineDied:
    """The engine process is gone. `log_tail` holds its last lines, never a prompt."""

    notice: Notice
    log_tail: tuple[str, ...]
    request_id: int | None
    """The reply it died in."""


LoadEvent = LoadProgressed | PairLoaded | LoadFailed | LoadCancelled
ReplyEvent = (
    ReplyStarted
    | PrefillProgressed
    | TokensProposed
    | RoundDecoded
    | SpeculationChanged
    | DecisionMade
    | ReplyFinished
    | ReplyFailed
)
EngineEvent = LoadEvent | ReplyEvent | RaceEvent | TokensCounted | EngineDied
