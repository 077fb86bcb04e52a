"""Eight tokens with speculation and eight without: the shortest proof that the engine works."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine.client import EngineClient
from app.engine.commands import Load, Reply
from app.engine.events import EngineDied, LoadFailed, PairLoaded, ReplyFailed, ReplyFinished, RoundDecoded
from app.engine.types import (
    LoadSettings,
    ModelSpec,
    ReplyRequest,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
)
from app.errors import EnvironmentFault

if TYPE_CHECKING:
    from pathlib import Path

NUM_TOKENS = 8
_DRAFTS = 3
_PATIENCE_SECONDS = 120.0
_PROMPT = "Count: one two three one two three one two"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    same: bool
    num_tokens: int
    num_accepted: int
    """Draft tokens that stood."""
    seconds: float


def same_with_speculation(model: Path, *, with_draft: bool) -> Outcome:
    """Load a model and let it write twice.

    Args:
        model: The file.
        with_draft: Use the model as its own draft, whose every proposal must stand; else look up in the text.

    Raises:
        UserError: The engine could not do it.
    """
    began = time.perf_counter()
    spec = ModelSpec(str(model))
    settings = LoadSettings(
        target=spec, draft=spec if with_draft else None, context_tokens=512, reproducible=True, max_draft_tokens=_DRAFTS
    )
    client = EngineClient()
    try:
        client.submit(Load(settings))
        _until_loaded(client)
        mode = SpeculationMode.DRAFT if with_draft else SpeculationMode.LOOKUP
        plain, _none = _reply(client, 1, SpeculationMode.OFF)
        drafted, accepted = _reply(client, 2, mode)
    finally:
        client.close()
    same = plain == drafted and len(plain) > 0 and (accepted > 0 or not with_draft)
    return Outcome(same, len(drafted), accepted, time.perf_counter() - began)


def _until_loaded(client: EngineClient) -> None:
    ends = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < ends:
        for event in client.poll(1.0):
            if isinstance(event, LoadFailed | EngineDied):
                raise EnvironmentFault(event.notice.code, **event.notice.values)
            if isinstance(event, PairLoaded):
                return
    raise EnvironmentFault("inspection_too_slow", seconds=round(_PATIENCE_SECONDS))


def _reply(client: EngineClient, request_id: int, mode: SpeculationMode) -> tuple[list[int], int]:
    """Token ids, and how many of them the drafter had right."""
    client.submit(
        Reply(
            ReplyRequest(
                request_id,
                raw_prompt=_PROMPT,
                sampling=SamplingSettings(temperature=0.0),
                speculation=SpeculationSettings(mode=mode, draft_max=_DRAFTS, fixed_draft_length=True),
                max_tokens=NUM_TOKENS,
            )
        )
    )
    tokens: list[int] = []
    accepted = 0
    ends = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < ends:
        for event in client.poll(1.0):
            if isinstance(event, ReplyFailed | EngineDied):
                raise EnvironmentFault(event.notice.code, **event.notice.values)
            if isinstance(event, RoundDecoded):
                tokens += [token.token_id for token in event.round.emitted]
                accepted += event.round.num_accepted
            if isinstance(event, ReplyFinished):
                return tokens, accepted
    raise EnvironmentFault("inspection_too_slow", seconds=round(_PATIENCE_SECONDS))
