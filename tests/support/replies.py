"""Replies in this process: load a pair, run requests through a session, collect what a user would see."""

from __future__ import annotations

import itertools
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.engine.cancel import CancelFlag
from app.engine.events import (
    DecisionMade,
    ReplyFailed,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
    SpeculationChanged,
    TokensProposed,
)
from app.engine.llama.pair import Pair
from app.engine.metrics import Tally
from app.engine.session import Session
from app.engine.types import (
    FinishReason,
    KvType,
    LoadSettings,
    Message,
    ModelSpec,
    ReplyRequest,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from app.engine.draft_length.values import Decision
    from app.engine.events import ReplyEvent
    from app.engine.loaded_pair import LoadedPair
    from app.engine.pacing import Pacing
    from app.engine.types import Proposer, ReplySummary, Round

GREEDY = SamplingSettings(temperature=0.0)
OFF = SpeculationSettings(mode=SpeculationMode.OFF)
ON = SpeculationSettings(mode=SpeculationMode.DRAFT, draft_max=7, fixed_draft_length=True)
AUTO = SpeculationSettings(mode=SpeculationMode.AUTO)
LOOKUP = SpeculationSettings(mode=SpeculationMode.LOOKUP)
EXACT: dict[str, Any] = {"flash_attention": True, "kv_type_v": KvType.Q8_0, "draft_kv_type_v": KvType.Q8_0}
"""With these the rows of Q4_1 weights are bitwise equal for every row count, at any depth that was tried."""
_ids = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Collected:
    """The events of one reply and what derives from them."""

    events: tuple[ReplyEvent, ...]

    @property
    def rounds(self) -> list[Round]:
        return [event.round for event in self.events if isinstance(event, RoundDecoded)]

    @property
    def token_ids(self) -> list[int]:
        return [token.token_id for decoded in self.rounds for token in decoded.emitted]

    @property
    def shown(self) -> str:
        """What became visible token by token."""
        return "".join(token.text for decoded in self.rounds for token in decoded.emitted)

    @property
    def text(self) -> str:
        return self.shown + self.summary.tail

    @property
    def summary(self) -> ReplySummary:
        last = self.events[-1]
        if isinstance(last, ReplyFailed):
            raise AssertionError(last.notice)
        assert isinstance(last, ReplyFinished)
        return last.summary

    @property
    def failure(self) -> str:
        last = self.events[-1]
        assert isinstance(last, ReplyFailed)
        return last.notice.code

    @property
    def finish_reason(self) -> FinishReason:
        return self.summary.finish_reason

    @property
    def reused_tokens(self) -> int:
        return next(event.reused_tokens for event in self.events if isinstance(event, ReplyStarted))

    @property
    def changes(self) -> list[str]:
        """Why speculation went off in mid-reply."""
        return [
            event.status.reason.code
            for event in self.events
            if isinstance(event, SpeculationChanged) and event.status.reason is not None
        ]

    @property
    def decisions(self) -> list[Decision]:
        """What the controller told."""
        return [event.decision for event in self.events if isinstance(event, DecisionMade)]

    @property
    def shape(self) -> list[tuple[Proposer | None, int, int]]:
        """Who proposed how much, and how much of it was accepted, round by round."""
        return [(decoded.proposer, decoded.num_drafted, decoded.num_accepted) for decoded in self.rounds]

    @property
    def tally(self) -> Tally:
        tally = Tally()
        for decoded in self.rounds:
            tally.add(decoded)
        return tally

    @property
    def all_texts(self) -> Iterator[str]:
        """Every text that could come on a screen: tokens, proposals, candidates."""
        for event in self.events:
            if isinstance(event, TokensProposed):
                for proposed in event.proposed:
                    yield proposed.text
                    yield from (candidate.text for candidate in proposed.runners_up)
        for decoded in self.rounds:
            for token in decoded.emitted:
                yield token.text
                yield from (candidate.text for candidate in token.target_candidates)
        if isinstance(self.events[-1], ReplyFinished):
            yield self.summary.tail


@contextmanager
def loaded(target: Path, draft: Path | None = None, **settings: Any) -> Iterator[Pair]:  # noqa: ANN401
    """A pair for as long as the block lasts. `settings` are those of `LoadSettings`."""
    settings = {"context_tokens": 1024, "threads": 1, **settings}
    pair = load(target, draft, **settings)
    try:
        yield pair
    finally:
        pair.close()


def load(
    target: Path,
    draft: Path | None = None,
    cancel: CancelFlag | None = None,
    **settings: Any,  # noqa: ANN401
) -> Pair:
    """Load a pair; close it."""
    draft_spec = None if draft is None else ModelSpec(str(draft))
    load_settings = LoadSettings(target=ModelSpec(str(target)), draft=draft_spec, **settings)
    return Pair.load(load_settings, cancel or CancelFlag(), lambda _role, _fraction: None)


def raw(text: str, **changes: Any) -> ReplyRequest:  # noqa: ANN401
    """A request that sends a text as it is."""
    return replace(ReplyRequest(next(_ids), raw_prompt=text, sampling=GREEDY, speculation=ON, max_tokens=60), **changes)


def chat(*contents: str, **changes: Any) -> ReplyRequest:  # noqa: ANN401
    """A request of alternating turns, the user's first."""
    roles = itertools.cycle(("user", "assistant"))
    messages = tuple(Message(role, content) for role, content in zip(roles, contents, strict=False))
    return replace(
        ReplyRequest(next(_ids), messages=messages, sampling=GREEDY, speculation=ON, max_tokens=60), **changes
    )


def run(pair: LoadedPair, request: ReplyRequest, pacing: Pacing | None = None) -> Collected:
    """One reply to its end; without `pacing` nothing is remembered of the replies before."""
    return Collected(tuple(Session(pair, lambda: False, pacing).reply(request)))


def run_all(pair: LoadedPair, requests: Sequence[ReplyRequest], pacing: Pacing | None = None) -> list[Collected]:
    """Replies one after the other over the same caches, with one memory."""
    session = Session(pair, lambda: False, pacing)
    return [Collected(tuple(session.reply(request))) for request in requests]


def assert_clean(pair: LoadedPair, request: ReplyRequest, reply: Collected) -> None:
    """Both caches hold a prefix of what was said and nothing else; no end token was said."""
    if request.raw_prompt is None:
        prompt = pair.tokenize(pair.render(request.messages), raw=False)
    else:
        prompt = pair.tokenize(request.raw_prompt, raw=True)
    history = [*prompt, *reply.token_ids]
    for context in (pair.target, pair.draft):
        if context is not None:
            assert list(context.tokens) == history[: len(context.tokens)]
    assert not any(map(pair.is_end, reply.token_ids))
