"""What a reply of a conversation is asked for with: the program's settings, or those of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from app.engine.types import SamplingSettings, SpeculationSettings


@dataclass(frozen=True, slots=True)
class ReplySettings:
    """For the next reply of one conversation."""

    sampling: SamplingSettings = field(default_factory=SamplingSettings)
    speculation: SpeculationSettings = field(default_factory=SpeculationSettings)
    system_prompt: str = ""
    leave_out_oldest: bool = False
    """Leave out the oldest turns where they no longer fit, instead of refusing."""


class SettingsOfReplies(Protocol):
    """Whoever knows with which settings a conversation goes on."""

    def reply_settings(self, key: str) -> ReplySettings:
        """The settings for the next reply of a conversation."""
        ...
