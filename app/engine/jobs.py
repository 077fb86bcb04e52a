"""What waits for the engine process: a command, and whether somebody asked for it."""

from __future__ import annotations

from dataclasses import dataclass

from app.engine.commands import ForgetText, Load, Race, Reply
from app.engine.events import EngineEvent, LoadCancelled, ReplyFinished
from app.engine.race_events import RaceFinished
from app.engine.types import FinishReason, ReplySummary, ReplyTiming, SpeculationStatus


@dataclass(frozen=True, slots=True)
class Job:
    """A command and who wants it.

    Attributes:
        again: Nobody asked for it: it brings back a pair that was loaded before.
        silent: Nobody was told that the pair is away, so nobody is told that it comes back.
    """

    command: Load | Reply | Race | ForgetText
    again: bool = False
    silent: bool = False

    @property
    def request_id(self) -> int | None:
        """Of the reply or the race, if it is one."""
        if isinstance(self.command, Race):
            return self.command.spec.request_id
        return self.command.request.request_id if isinstance(self.command, Reply) else None

    def never_begun(self) -> EngineEvent:
        """Its end where it is stopped while it waits."""
        if isinstance(self.command, Race):
            return RaceFinished(self.command.spec.request_id, cancelled=True)
        if not isinstance(self.command, Reply):
            return LoadCancelled(None)
        request = self.command.request
        status = SpeculationStatus(request.speculation.mode, request.speculation.mode)
        timing = ReplyTiming(0.0, 0.0, 0.0, None, 0.0, 0.0)
        summary = ReplySummary(FinishReason.CANCELLED, "", 0, 0, request.sampling, status, timing)
        return ReplyFinished(request.request_id, summary)
