"""What the engine can be told. Cancelling is no command: it is a flag that every phase looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine.types import LoadSettings, ReplyRequest


@dataclass(frozen=True, slots=True)
class Load:
    """Load a pair. A target that is loaded with the same settings stays loaded; only the draft is exchanged."""

    settings: LoadSettings


@dataclass(frozen=True, slots=True)
class Reply:
    """Generate a reply."""

    request: ReplyRequest


@dataclass(frozen=True, slots=True)
class ForgetText:
    """Empty everything that holds what was said: caches, and the text that lookup looks in. Nothing answers it."""


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Free everything and leave."""


Command = Load | Reply | ForgetText | Shutdown
