"""The loop: propose, check in one target pass, rewind. It reads like algorithm 1 of Leviathan 2023.

Knows nothing of texts, events or llama.cpp; it deals in token ids and distributions only.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from app.engine.types import FinishReason
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.engine.contexts import Chain, ModelContext
    from app.engine.drafters import Drafter
    from app.engine.sampling import Reading
    from app.engine.types import Proposer
    from app.engine.verification import Draft, Rule
    from app.errors import Notice


class TokenSink(Protocol):
    """Takes emitted tokens one by one and may end the reply."""

    def push(self, token_id: int) -> bool:
        """Take a token; True when the reply ends with it (a stop string is complete)."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one reply, in tokens."""

    max_tokens: int | None
    draft_max: int
    draft_min: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """Drafts that are about to be checked; empty for a plain round."""

    proposer: Proposer | None = None
    drafts: tuple[Draft, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """A checked proposal.

    Attributes:
        num_accepted: Drafts accepted; an accepted end token counts although it is not emitted.
        num_tested: Drafts compared with the target's choice: the accepted ones and the first mismatch.
        num_checked: Rows that gave a token: the emitted ones and an end token.
        emitted: Token ids for the reply.
        readings: The target's raw row behind each emitted token.
        ended: An end token or a stop string was among them.
        draft_seconds: Inside the drafter.
        verify_seconds: Inside the target's decode.
        seconds: The whole round.
    """

    proposal: Proposal
    num_accepted: int
    num_tested: int
    num_checked: int
    emitted: tuple[int, ...]
    readings: tuple[Reading, ...]
    ended: bool
    draft_seconds: float
    verify_seconds: float
    seconds: float


@dataclass(slots=True)
class SpeculativeDecoder:
    """Decodes one reply round by round.

    Args:
        target: Holds all of the history but its last token when `rounds` begins.
        chain: The target's sampler chain, the history accepted.
        rule: How drafts are checked.
        drafter: None decodes plainly.
        vocabulary_size: Drafts are cut at the first id that the target does not know.
        is_end: Whether a token is an end-of-generation token.
        stopping: Asked between decodes; True cancels.
    """

    target: ModelContext
    chain: Chain
    rule: Rule
    drafter: Drafter | None
    vocabulary_size: int
    is_end: Callable[[int], bool]
    stopping: Callable[[], bool]
    finish_reason: FinishReason = FinishReason.CANCELLED
    drafter_notice: Notice | None = field(default=None)
    """Why the drafter was given up in mid-reply."""

    def rounds(self, history: list[int], sink: TokenSink, limits: Limits) -> Iterator[Proposal | Outcome]:
        """Yield each proposal when it is made and its outcome when it is checked.

        Closing the generator cancels; however it ends, both caches hold a prefix of `history`, to which emitted
        tokens are appended, and `finish_reason` says why it ended.

        Raises:
            Cancelled: The user stopped it in the middle of a decode.
            UserError: The target cannot go on.
        """
        remaining = limits.max_tokens
        try:
            while remaining is None or remaining > 0:
                room = self.target.capacity - len(history)
                if room < 0:
                    self.finish_reason = FinishReason.CONTEXT
                    return
                if self.chain.is_complete:
                    self.finish_reason = FinishReason.STOP
                    return
                if self.stopping():
                    return
                started = time.perf_counter()
                limit = min(limits.draft_max, room, room if remaining is None else remaining - 1)
                proposal = self._propose(history, limit, limits.draft_min)
                drafted = time.perf_counter()
                if proposal.drafts:
                    yield proposal
                resumed = time.perf_counter()
                outcome = self._check(history, proposal, sink, started + (resumed - drafted), drafted - started)
                if remaining is not None:
                    remaining -= len(outcome.emitted)
                if outcome.ended:
                    self.finish_reason = FinishReason.STOP
                if self.drafter is not None:
                    self.drafter.observe(outcome)
                yield outcome
                if outcome.ended:
                    return
            self.finish_reason = FinishReason.LENGTH
        finally:
            self._settle(history, len(history))

    def _propose(self, history: list[int], limit: int, draft_min: int) -> Proposal:
        if self.drafter is None or limit < max(1, draft_min):
            return Proposal()
        try:
            drafts = self._known(self.drafter.propose(history, limit, self.chain)[:limit])
        except UserError as error:
            self.drafter.settle(len(history))
            self.drafter, self.drafter_notice = None, error.notice
            return Proposal()
        if not drafts or (len(drafts) < draft_min and self.rule.may_withdraw):
            self.drafter.settle(len(history))
            return Proposal()
        return Proposal(self.drafter.proposer, tuple(drafts))

    def _known(self, drafts: list[Draft]) -> list[Draft]:
        return list(itertools.takewhile(lambda draft: 0 <= draft.token_id < self.vocabulary_size, drafts))

    def _check(
        self, history: list[int], proposal: Proposal, sink: TokenSink, started: float, draft_seconds: float
    ) -> Outcome:
        drafts = proposal.drafts
        length = len(history)
        before = self.target.decode_seconds
        unseen = history[len(self.target.tokens) : -1]
        if unseen:  # a rewind went further back than it was asked to
            self.target.decode(unseen, 0)
        self.target.decode([history[-1], *(draft.token_id for draft in drafts)], len(drafts) + 1)
        verify_seconds = self.target.decode_seconds - before
        emitted: list[int] = []
        readings: list[Reading] = []
        num_accepted = num_tested = num_checked = 0
        ended = False
        for index in range(len(drafts) + 1):
            p = self.chain.distribution(self.target.row(index))
            draft = drafts[index] if index < len(drafts) else None
            token, accepted = self.rule.check(p, draft, length + index)
            num_accepted += accepted
            num_tested += draft is not None
            num_checked += 1
            if self.is_end(token):
                ended = True
                break
            self.chain.accept(token)
            emitted.append(token)
            readings.append(p.reading)
            ended = sink.push(token) or self.chain.is_complete
            if ended or not accepted:
                break
        history.extend(emitted)
        self._settle(history, length + min(num_accepted, len(emitted)))
        return Outcome(
            proposal=proposal,
            num_accepted=num_accepted,
            num_tested=num_tested,
            num_checked=num_checked,
            emitted=tuple(emitted),
            readings=tuple(readings),
            ended=ended,
            draft_seconds=draft_seconds,
            verify_seconds=verify_seconds,
            seconds=time.perf_counter() - started,
        )

    def _settle(self, history: list[int], drafter_length: int) -> None:
        """Leave nothing in a cache that was not said."""
        held = len(self.target.tokens)
        said = min(len(history), drafter_length)
        if held > said:
            self.target.rewind(said)
        if self.drafter is not None:
            self.drafter.settle(said)
