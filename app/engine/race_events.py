"""What the engine tells of a race. What a side does is told in a reply's own events, with the side's clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine.compact import Compact

if TYPE_CHECKING:
    from app.engine.events import ReplyEvent
    from app.engine.race_values import Divergence
    from app.engine.types import PairInfo
    from app.errors import Notice


@dataclass(frozen=True, slots=True)
class RaceStarted:
    """The engine has taken it up and makes the sides ready; `seed` is both sides'."""

    request_id: int
    seed: int


@dataclass(frozen=True, slots=True)
class RaceSideReady:
    """A side has its caches. `pair` is what it takes: by itself, whether or not its weights are shared.

    Comes once for each side of an interleaved race, and before every run of one that goes in turn.
    """

    request_id: int
    side: int
    pair: PairInfo


@dataclass(frozen=True, slots=True)
class RaceStepped(Compact):
    """One side has done something.

    Attributes:
        repeat: From 0.
        side: 0 or 1.
        event: As if it were a reply by itself, timing included; never `ReplyFailed`.
        seconds: The side's own clock: since it began, counting only its own work.
        wall_seconds: Since the repeat began (in turn: since this run began), as everybody's clocks say. So `seconds`
            ÷ `wall_seconds` is the share of real time at which the race is seen.
    """

    request_id: int
    repeat: int
    side: int
    event: ReplyEvent
    seconds: float
    wall_seconds: float


@dataclass(frozen=True, slots=True)
class RaceFinished:
    """It is over, by itself or by the user; the memory it took is free again.

    `divergence` is the first that was found; None where the texts agree as far as both went.
    """

    request_id: int
    cancelled: bool
    divergence: Divergence | None = None


@dataclass(frozen=True, slots=True)
class RaceFailed:
    """It could not be begun or gone on with; the loaded pair is as it was. `side` is the one that could not."""

    request_id: int
    notice: Notice
    side: int | None = None


RaceEvent = RaceStarted | RaceSideReady | RaceStepped | RaceFinished | RaceFailed
