"""What the engine can be told. Cancelling is no command: it is a flag that every phase looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine.race_values import RaceSpec
    from app.engine.types import LoadSettings, Message, ReplyRequest


@dataclass(frozen=True, slots=True)
class Load:
    """Load a pair. A target that is loaded with the same settings stays loaded; only the draft is exchanged."""

    settings: LoadSettings


@dataclass(frozen=True, slots=True)
class Reply:
    """Generate a reply."""

    request: ReplyRequest


@dataclass(frozen=True, slots=True)
class Race:
    """Generate the same turn twice, side by side; the loaded pair's caches are not touched."""

    spec: RaceSpec


@dataclass(frozen=True, slots=True)
class ForgetText:
    """Empty everything that holds what was said: caches, and the text that lookup looks in. Nothing answers it."""


@dataclass(frozen=True, slots=True)
class CountTokens:
    """Count what a conversation takes as a prompt, and what some texts take by themselves.

    Answered between replies and loads, unless another command comes first; a newer one of the same id replaces one
    that is not answered yet.
    """

    count_id: str
    messages: tuple[Message, ...] = ()
    pieces: tuple[str, ...] = ()
    serial: int = 0
    """Set by the client, to know an answer that comes too late."""


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Free everything and leave."""


Command = Load | Reply | Race | ForgetText | CountTokens | Shutdown
