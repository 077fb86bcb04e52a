"""A real engine process to talk to from a test: ask, and get everything up to the end of the answer."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Self

from app.engine.client import EngineClient
from app.engine.commands import Load, Reply
from app.engine.events import (
    EngineDied,
    LoadCancelled,
    LoadFailed,
    PairLoaded,
    ReplyFailed,
    ReplyFinished,
    RoundDecoded,
)
from app.engine.types import (
    LoadSettings,
    ModelSpec,
    ReplyRequest,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
)
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

    from app.engine.events import EngineEvent
    from app.engine.types import PairInfo

SECONDS = 60.0
"""A generous bound for everything: a test that waits so long has failed."""
LOAD_ENDS = (PairLoaded, LoadFailed, LoadCancelled)
REPLY_ENDS = (ReplyFinished, ReplyFailed)


class EngineTalk:
    """A client and everything it has said, in order. A context manager: the engine ends with the block."""

    def __init__(self) -> None:
        self.client = EngineClient()
        self.events: list[EngineEvent] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.client.close()

    def until(self, done: Callable[[EngineEvent], bool], *, begin: int | None = None) -> list[EngineEvent]:
        """Wait for an event.

        Args:
            done: Whether this is the one.
            begin: Index in `events` to look from; None looks at what comes from now on.

        Returns:
            The events from `begin` to the one waited for.
        """
        first = len(self.events) if begin is None else begin
        seen = first
        deadline = time.monotonic() + SECONDS
        while True:
            for index in range(seen, len(self.events)):
                if done(self.events[index]):
                    return self.events[first : index + 1]
            seen = len(self.events)
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError(f"nothing came after {self.events[-3:]}")
            self.events += self.client.poll(left)

    def load(self, settings: LoadSettings) -> list[EngineEvent]:
        """Load and wait for the end of it."""
        self.client.submit(Load(settings))
        return self.until(lambda event: isinstance(event, LOAD_ENDS))

    def pair(self, settings: LoadSettings) -> PairInfo:
        """Load what must load."""
        *_before, last = events = self.load(settings)
        assert isinstance(last, PairLoaded), events[-2:]
        return last.pair

    def reply(self, request: ReplyRequest) -> Answer:
        """Ask and wait for the end of the answer."""
        begin = len(self.events)
        self.client.submit(Reply(request))
        return self.answer(request.request_id, begin=begin)

    def answer(self, request_id: int, *, begin: int = 0) -> Answer:
        """Wait for the end of a reply that was asked for."""
        self.until(lambda event: ends_reply(event, request_id), begin=begin)
        return Answer(request_id, self.events[begin:])


class Answer:
    """The events of one reply and what they add up to."""

    def __init__(self, request_id: int, events: list[EngineEvent]) -> None:
        self.events = [event for event in events if getattr(event, "request_id", None) == request_id]
        self.rounds = [event.round for event in self.events if isinstance(event, RoundDecoded)]

    @property
    def end(self) -> EngineEvent:
        """The last event; there is exactly one end."""
        ends = [event for event in self.events if isinstance(event, (*REPLY_ENDS, EngineDied))]
        assert ends == [self.events[-1]]
        return ends[0]

    @property
    def finished(self) -> ReplyFinished:
        """The end of a reply that did not fail."""
        assert isinstance(self.end, ReplyFinished), self.end
        return self.end

    @property
    def tokens(self) -> list[int]:
        """Token ids of the reply."""
        return [token.token_id for decoded in self.rounds for token in decoded.emitted]

    @property
    def text(self) -> str:
        """Its text."""
        shown = "".join(token.text for decoded in self.rounds for token in decoded.emitted)
        return shown + (self.end.summary.tail if isinstance(self.end, ReplyFinished) else "")


def ends_reply(event: EngineEvent, request_id: int) -> bool:
    """Whether an event is the end of a reply, by itself, by the user or by the engine's death."""
    return isinstance(event, (*REPLY_ENDS, EngineDied)) and event.request_id == request_id


def settings(target: Path, draft: Path | None = None, **more: object) -> LoadSettings:
    """Settings for a pair; a small context."""
    values: dict[str, object] = {"context_tokens": 2048, "max_draft_tokens": 7, **more}
    spec = None if draft is None else ModelSpec(str(draft))
    return LoadSettings(ModelSpec(str(target)), spec, **values)  # type: ignore[arg-type]


def request(
    request_id: int, prompt: str = "Tell me more.", max_tokens: int | None = 40, **more: object
) -> ReplyRequest:
    """A reply to a raw prompt, with a seed; `max_tokens` None lasts until the context of a tiny model is full."""
    endless = tuple((token, -1000.0) for token in END_IDS) if max_tokens is None else ()
    sampling = SamplingSettings(temperature=1.0, seed=11, logit_bias=endless)
    speculation = SpeculationSettings(SpeculationMode.DRAFT, draft_max=4, fixed_draft_length=True)
    values: dict[str, object] = {"sampling": sampling, "speculation": speculation, **more}
    return ReplyRequest(request_id, raw_prompt=prompt, max_tokens=max_tokens, **values)  # type: ignore[arg-type]
