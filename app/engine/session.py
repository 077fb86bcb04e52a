"""One conversation's worth of cache over a loaded pair: a request in, events out, generators all the way.

The next prompt reuses the longest prefix it shares with what both caches hold.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from app.engine.clock import ReplyClock
from app.engine.contexts import Cancelled
from app.engine.drafters.auto import Auto
from app.engine.drafters.draft_model import DraftModel, common_prefix
from app.engine.drafters.lookup import Lookup
from app.engine.events import (
    DecisionMade,
    PrefillProgressed,
    ReplyFailed,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
    SpeculationChanged,
    TokensCounted,
    TokensProposed,
)
from app.engine.pacing import Pacing
from app.engine.prompt import Prompts
from app.engine.reply_text import ReplyText
from app.engine.speculative import Limits, Outcome, SpeculativeDecoder
from app.engine.types import (
    EmittedToken,
    FinishReason,
    Mark,
    ReplySummary,
    ReplyTiming,
    Round,
    SpeculationMode,
    SpeculationStatus,
)
from app.engine.verification import rule_for
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from app.engine.commands import CountTokens
    from app.engine.draft_length.values import Decision
    from app.engine.events import ReplyEvent
    from app.engine.loaded_pair import LoadedPair
    from app.engine.types import ProposedToken, ReplyRequest, SpeculationSettings

PREFILL_TOKENS = 256
"""Prompt tokens between two reports of progress. Splits lie at its multiples: others would compute other low bits."""


class Session:
    """Generates replies over a loaded pair.

    Args:
        pair: The models.
        stopping: Asked between decodes; True cancels.
        pacing: What earlier replies taught; None begins anew.
        now: The clock of its replies, in seconds.
    """

    def __init__(
        self,
        pair: LoadedPair,
        stopping: Callable[[], bool],
        pacing: Pacing | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._pair = pair
        self._stopping = stopping
        self._pacing = pacing or Pacing(pair)
        self._now = now
        self._prompts = Prompts(pair)

    def reply(self, request: ReplyRequest) -> Generator[ReplyEvent, None, None]:
        """Generate; closing the iterator cancels. Errors a person can act on arrive as `ReplyFailed`."""
        try:
            yield from _Reply(self._pair, self._pacing, self._prompts, self._stopping, request, self._now).events()
        except UserError as error:
            yield ReplyFailed(request.request_id, error.notice)

    def forget(self) -> None:
        """Empty everything that holds what was said."""
        for context in (self._pair.target, self._pair.draft):
            if context is not None:
                context.forget()
        self._pacing.forget_text()
        self._prompts.forget()
        self._pair.grammars.forget()

    def count(self, command: CountTokens, interrupted: Callable[[], bool]) -> TokensCounted:
        """Count what a conversation and some texts take; the caches are not touched.

        Raises:
            Cancelled: `interrupted` said so, which is asked every 20 ms at least.
            UserError: `tokenize_failed`.
        """
        prompt_tokens = self._prompts.count(command.messages, interrupted)
        pieces = tuple(self._prompts.count_text(piece, interrupted) for piece in command.pieces)
        return TokensCounted(command.count_id, prompt_tokens, pieces, command.serial)

    def close(self) -> None:
        """Wait for what still looks into the models, before they are freed."""
        self._prompts.close()


class _Reply:
    """The state of one reply."""

    def __init__(
        self,
        pair: LoadedPair,
        pacing: Pacing,
        prompts: Prompts,
        stopping: Callable[[], bool],
        request: ReplyRequest,
        now: Callable[[], float],
    ) -> None:
        self._now = now
        self._began = now()
        self._pair = pair
        self._pacing = pacing
        self._prompts = prompts
        self._stopping = stopping
        self._request = request
        seed = request.sampling.seed
        self._sampling = replace(request.sampling, seed=secrets.randbits(32) if seed is None else seed)
        self._rule = rule_for(self._sampling.temperature, request.speculation.verification, self._sampling.seed or 0)
        self._status = decide(request.speculation, pair)
        self._drafter = pacing.drafter(
            request.speculation, self._status.mode, self._rule, request.max_tokens, private=request.private
        )
        self._drafts_late = isinstance(self._drafter, Auto)
        self._decision: Decision | None = None
        self._stops = request.stop if request.raw_prompt is not None else (*request.stop, *pair.template_stops)
        self._text = ReplyText(pair.piece, pair.label, self._stops)
        self._proposed: tuple[ProposedToken, ...] = ()
        self._prefill_seconds = self._draft_prefill_seconds = 0.0

    def events(self) -> Iterator[ReplyEvent]:
        request = self._request
        try:
            constraint = self._pair.grammars.begin(request, self._stopping)
            prompt = self._prompts.make(request, self._stopping)
        except Cancelled:
            yield self._finished(FinishReason.CANCELLED, 0, 0, ReplyTiming(0.0, 0.0, 0.0, None, 0.0, 0.0))
            return
        self._text = ReplyText(self._pair.piece, self._pair.label, self._stops, request.begun, prompt.pending)
        if constraint is not None:
            constraint = constraint.begin(request.begun, prompt.pending)
        history = list(prompt.tokens)
        num_prompt = len(history)
        target = self._pair.target
        kept = target.rewind(common_prefix(target.tokens, history, num_prompt - 1))
        yield ReplyStarted(request.request_id, num_prompt, kept, self._status, prompt.left_out)
        decoder: SpeculativeDecoder | None = None
        clock = ReplyClock(self._began, self._now)
        try:
            yield from self._prefill(history, kept)
            yield from self._begin_drafting(history)
            decoder = SpeculativeDecoder(
                target=target,
                chain=self._pair.make_chain(self._sampling, history, constraint),
                rule=self._rule,
                drafter=self._drafter,
                vocabulary_size=self._pair.vocabulary_size,
                is_end=self._pair.is_end,
                stopping=self._stopping,
            )
            clock.start(self._model_seconds())
            yield from self._rounds(decoder, history, clock)
            reason = decoder.finish_reason
        except Cancelled:
            reason = FinishReason.CANCELLED
        self._pacing.remember(num_prompt, history, reason, private=self._request.private)
        if not self._request.private:
            self._prompts.remember(history)
        timing = clock.timing(self._prefill_seconds, self._draft_prefill_seconds, prefilled_late=self._drafts_late)
        yield self._finished(reason, num_prompt, kept, timing)

    def _finished(self, reason: FinishReason, num_prompt: int, kept: int, timing: ReplyTiming) -> ReplyFinished:
        summary = ReplySummary(
            finish_reason=reason,
            tail=self._text.finish(),
            prompt_tokens=num_prompt,
            reused_tokens=kept,
            sampling=self._sampling,
            status=self._status,
            decision=self._decision,
            timing=timing,
        )
        return ReplyFinished(self._request.request_id, summary)

    def _prefill(self, history: list[int], kept: int) -> Iterator[ReplyEvent]:
        began = self._now()
        total = len(history) - 1
        done = kept
        while done < total:
            if self._stopping():
                raise Cancelled
            upto = min(total, (done // PREFILL_TOKENS + 1) * PREFILL_TOKENS)
            self._pair.target.decode(history[done:upto], 0)
            self._prefill_seconds = self._now() - began
            yield PrefillProgressed(self._request.request_id, upto + 1, len(history), self._prefill_seconds)
            done = upto

    def _begin_drafting(self, history: list[int]) -> Iterator[ReplyEvent]:
        """Show the prompt to the drafter. A fixed one reads it now; where it is decided whether that pays, later."""
        drafter = self._drafter
        if isinstance(drafter, Auto | DraftModel):
            drafter.begin(history)
        elif isinstance(drafter, Lookup):
            drafter.prefill(history)
        if isinstance(drafter, DraftModel):
            began = self._now()
            try:
                drafter.prefill(history)
            except UserError as error:
                yield self._give_up(error.notice)
            self._draft_prefill_seconds = self._now() - began

    def _rounds(self, decoder: SpeculativeDecoder, history: list[int], clock: ReplyClock) -> Iterator[ReplyEvent]:
        request = self._request
        limits = Limits(
            max_tokens=request.max_tokens,
            draft_max=min(request.speculation.draft_max, self._pair.max_drafts),
            draft_min=request.speculation.draft_min,
        )
        index = 0
        for step in decoder.rounds(history, self._text, limits):
            if isinstance(step, Outcome):
                clock.tick(bool(step.emitted), self._model_seconds())
                yield RoundDecoded(request.request_id, self._round(index, step))
                index += 1
                yield from self._news_of_drafting()
            elif step.proposer is not None:
                self._proposed = self._text.proposed(step.drafts)
                yield TokensProposed(request.request_id, step.proposer, self._proposed)
            if decoder.drafter_notice is not None and self._drafter is not None:
                yield self._give_up(decoder.drafter_notice)

    def _give_up(self, notice: Notice) -> SpeculationChanged:
        self._drafter = None
        self._status = replace(self._status, mode=SpeculationMode.OFF, reason=notice)
        return SpeculationChanged(self._request.request_id, self._status)

    def _round(self, index: int, outcome: Outcome) -> Round:
        drafts = outcome.proposal.drafts
        prefill = self._late_prefill_seconds()
        marks = [Mark.ACCEPTED] * min(outcome.num_accepted, len(outcome.emitted))
        if len(outcome.emitted) > len(marks):
            if not drafts:
                marks.append(Mark.PLAIN)
            else:
                marks.append(Mark.BONUS if outcome.num_accepted == len(drafts) else Mark.CORRECTED)
        emitted = tuple(
            EmittedToken(token, text, mark, reading.probability(token), self._text.candidates(reading))
            for token, text, mark, reading in zip(
                outcome.emitted, self._text.take(), marks, outcome.readings, strict=True
            )
        )
        return Round(
            index=index,
            proposer=outcome.proposal.proposer,
            proposed=self._proposed if drafts else (),
            num_accepted=outcome.num_accepted,
            emitted=emitted,
            draft_seconds=outcome.draft_seconds - prefill,
            verify_seconds=outcome.verify_seconds,
            seconds=outcome.seconds - prefill,
            ended=outcome.ended and outcome.num_tested == outcome.num_accepted,
        )

    def _late_prefill_seconds(self) -> float:
        """What the draft's prefill took within the last round: it is reported apart."""
        if not isinstance(self._drafter, Auto):
            return 0.0
        before, self._draft_prefill_seconds = self._draft_prefill_seconds, self._drafter.prefill_seconds
        return self._draft_prefill_seconds - before

    def _news_of_drafting(self) -> Iterator[ReplyEvent]:
        """What the controller decides, when it decides otherwise than before, and what it could not use."""
        drafter = self._drafter
        if not isinstance(drafter, Auto):
            return
        decision, last = drafter.decision, self._decision
        self._decision = decision
        if decision is not None and (last is None or _said_of(last) != _said_of(decision)):
            yield DecisionMade(self._request.request_id, decision)
        if drafter.notice is not None:
            notice, drafter.notice = drafter.notice, None
            self._status = replace(self._status, mode=SpeculationMode.LOOKUP, reason=notice)
            yield SpeculationChanged(self._request.request_id, self._status)

    def _model_seconds(self) -> float:
        draft = self._pair.draft
        return self._pair.target.decode_seconds + (0.0 if draft is None else draft.decode_seconds)


def decide(speculation: SpeculationSettings, pair: LoadedPair) -> SpeculationStatus:
    """What may propose for what was asked, and why it differs: without a draft model, `auto` is lookup."""
    requested = speculation.mode
    if requested is SpeculationMode.OFF:
        return SpeculationStatus(requested, SpeculationMode.OFF)
    most = min(speculation.draft_max, pair.max_drafts)
    if most < 1:
        return SpeculationStatus(requested, SpeculationMode.OFF, Notice("draft_max_zero"))
    if speculation.draft_min > most:
        notice = Notice("draft_min_above_max", {"least": speculation.draft_min, "most": most})
        return SpeculationStatus(requested, SpeculationMode.OFF, notice)
    if not pair.can_rewind:
        return SpeculationStatus(requested, SpeculationMode.OFF, pair.draft_notice or Notice("target_keeps_state"))
    if requested is SpeculationMode.LOOKUP or pair.draft is not None:
        return SpeculationStatus(requested, requested)
    reason = pair.draft_notice or Notice("no_draft_model")
    mode = SpeculationMode.LOOKUP if requested is SpeculationMode.AUTO else SpeculationMode.OFF
    return SpeculationStatus(requested, mode, reason)


def _said_of(decision: Decision) -> tuple[object, ...]:
    """What a reader would notice of a decision."""
    return decision.code, decision.proposer, decision.num_drafts
