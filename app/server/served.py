"""Who is being served: what the window shows of each reply that a program has asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

FIRST_REQUEST_ID = 1 << 40
"""Ids of replies that were asked for through the API, from here on. The window counts its own from 1 up and those of
comparisons from -1 down, so they never meet."""


class Phase(StrEnum):
    """How far a reply is."""

    WAITING = "waiting"
    """For its turn among the clients."""
    ASKED = "asked"
    """The engine has it, and may be busy with the window's own reply."""
    PREFILL = "prefill"
    """The prompt is being read."""
    WRITING = "writing"


@dataclass(frozen=True, slots=True)
class Served:
    """One reply that is being served or waits. It holds no text."""

    request_id: int
    """By which `Server.stop_request` ends it; events of the engine carry it too."""
    client: str
    """What the client calls itself, and its port: for people to read."""
    kind: str
    """`chat` or `completion`."""
    model: str
    """Name of the target."""
    since: float
    """When it was asked for, by `time.monotonic`."""
    phase: Phase
    position: int
    """0 is the engine's; 1 comes next."""
    prompt_tokens: int = 0
    tokens: int = 0
    drafted: int = 0
    accepted: int = 0
    decode_seconds: float = 0.0

    @property
    def acceptance_rate(self) -> float | None:
        """Accepted ÷ drafted."""
        return self.accepted / self.drafted if self.drafted else None

    @property
    def tokens_per_second(self) -> float | None:
        """While decoding."""
        return self.tokens / self.decode_seconds if self.decode_seconds > 0 else None


@dataclass(frozen=True, slots=True)
class Totals:
    """What has been served since the server was made. Counts only."""

    requests: int = 0
    """Answered to the end."""
    stopped: int = 0
    """Ended by the client's leaving or by the user."""
    failed: int = 0
    refused: int = 0
    """Answered with 4xx before the engine was asked, queue full included."""
    prompt_tokens: int = 0
    tokens: int = 0
    drafted: int = 0
    accepted: int = 0


@dataclass(frozen=True, slots=True)
class Serving:
    """What a listener is told: everything at once, so that nothing can be shown that no longer is."""

    replies: tuple[Served, ...] = ()
    """The engine's first, then those that wait, in the order in which they will be begun."""
    totals: Totals = Totals()
