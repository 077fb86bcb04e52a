"""One reply as the window sees it: its phase, its tokens with their proposals, its figures, its end.

Fed by the engine's events, or by the rounds that were stored of them, and by nothing else, so that text, marks and
counts can never disagree.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from app.engine.events import (
    EngineDied,
    PrefillProgressed,
    ReplyFailed,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
    SpeculationChanged,
    TokensProposed,
)
from app.engine.metrics import Tally
from app.engine.types import FinishReason, Mark
from app.viewmodels.reply_goes import together, with_tail

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.events import ReplyEvent
    from app.engine.types import (
        EmittedToken,
        ProposedToken,
        Proposer,
        ReplySummary,
        Round,
        SpeculationStatus,
        Verification,
    )
    from app.errors import Notice
    from app.hardware.energy import ReplyEnergy


class Phase(StrEnum):
    """How far a reply is."""

    QUEUED = "queued"
    PREFILL = "prefill"
    GENERATING = "generating"
    FINISHED = "finished"
    STOPPED = "stopped"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    """The program ended while it was being written, and this is another run of it."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self in _ENDS


_ENDS = frozenset({Phase.FINISHED, Phase.STOPPED, Phase.FAILED, Phase.INTERRUPTED})


@dataclass(frozen=True, slots=True)
class Prefill:
    """How much of the prompt has been read; `done` includes the `reused` tokens that were in the cache."""

    done: int
    total: int
    reused: int
    seconds: float

    @property
    def tokens_per_second(self) -> float | None:
        """Newly read tokens ÷ time; None before anything was read."""
        num_read = self.done - self.reused
        return num_read / self.seconds if num_read > 0 and self.seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """What the rest takes at that speed; None before anything was read."""
        rate = self.tokens_per_second
        return None if rate is None else (self.total - self.done) / rate


@dataclass(frozen=True, slots=True)
class Speedup:
    """How many times faster than without speculation; `estimated` where the cost was not measured."""

    factor: float
    estimated: bool


@dataclass(frozen=True, slots=True)
class ReplyToken:
    """A token of the reply with what it answers."""

    emitted: EmittedToken
    start: int
    """Where its text begins in the reply's, in characters."""
    round: Round
    drafted: ProposedToken | None
    """The draft token at its position: itself where accepted, the struck one where corrected."""

    @property
    def end(self) -> int:
        """Where its text ends."""
        return self.start + len(self.emitted.text)

    @property
    def struck(self) -> ProposedToken | None:
        """The proposal that this token replaced."""
        return self.drafted if self.emitted.mark is Mark.CORRECTED else None

    @property
    def proposer(self) -> Proposer | None:
        """Who proposed something at this position."""
        return self.round.proposer if self.drafted is not None else None


class Reply:
    """A reply that grows. `Transcript` tells when it has changed.

    Args:
        request_id: The request that it answers.
        message_id: Its own id where it is kept.
    """

    def __init__(self, request_id: int, message_id: str = "") -> None:
        self.request_id = request_id
        self.message_id = message_id
        self.phase = Phase.QUEUED
        self.ghosts: tuple[ProposedToken, ...] = ()
        """The proposal that the target is checking now."""
        self.prefill: Prefill | None = None
        self.status: SpeculationStatus | None = None
        self.summary: ReplySummary | None = None
        self.waits_for = ""
        """The other program whose reply is written first, while the engine has this one already."""
        self.notice: Notice | None = None
        """Why it failed."""
        self.log_tail: tuple[str, ...] = ()
        """The engine's last lines, where it died in this reply."""
        self.speedup: Speedup | None = None
        self.energy: ReplyEnergy | None = None
        """What it took, where that was measured."""
        self.models = ("", "")
        """Names of the target that writes it and of the draft model, empty where there is none."""
        self.verification: Verification | None = None
        """How its proposals are checked."""
        self.is_waiting = False
        """Others are written first; it can still be taken back."""
        self.left_out: int | None = None
        """Oldest turns that did not fit into the context; None while that is not known."""
        self.num_goes = 1
        """How often it was begun: more than once where it was gone on with."""
        self.num_untold = 0
        """Characters at its begin of which no rounds are known."""
        self.has_all_times = True
        """Whether its times are those of all its goes."""
        self._text = ""
        self._tokens: list[ReplyToken] = []
        self._tokens_end = 0
        self._rounds: list[Round] = []
        self._tally = Tally()
        self._unpack: Callable[[], Sequence[Round]] | None = None
        self._earlier: ReplySummary | None = None
        self._earlier_seconds = 0.0

    @property
    def text(self) -> str:
        """All that is written so far."""
        return self._text

    @property
    def tokens(self) -> list[ReplyToken]:
        """The tokens with what they answer. Read only."""
        self._unpack_rounds()
        return self._tokens

    @property
    def rounds(self) -> list[Round]:
        """The rounds so far. Read only."""
        self._unpack_rounds()
        return self._rounds

    @property
    def tally(self) -> Tally:
        """Counts over the rounds."""
        self._unpack_rounds()
        return self._tally

    @property
    def is_packed(self) -> bool:
        """Whether its rounds have not been looked at yet; the first look takes a while."""
        return self._unpack is not None

    def unpack(self) -> None:
        """Look at the rounds now."""
        self._unpack_rounds()

    @property
    def is_refused(self) -> bool:
        """Whether the question was too long to be asked at all."""
        is_too_long = self.notice is not None and self.notice.code == "prompt_too_long"
        return self.phase is Phase.FAILED and is_too_long and self.num_goes == 1

    @property
    def seed(self) -> int | None:
        """What it was drawn with, where that is known."""
        return None if self.summary is None else self.summary.sampling.seed

    @property
    def can_go_on(self) -> bool:
        """Whether it says something and ended before the model had said all."""
        if not self.phase.is_over or not self._text.strip():
            return False
        reason = None if self.summary is None else self.summary.finish_reason
        return self.phase is not Phase.FINISHED or reason in (FinishReason.LENGTH, FinishReason.CONTEXT)

    @property
    def tail(self) -> str:
        """Text that belongs to no token: what was held back until the end."""
        return "" if self.summary is None else self.summary.tail

    @property
    def tokens_per_second(self) -> float | None:
        """Tokens ÷ decode time: the engine's own clock once it has told it, the rounds' until then."""
        if self.summary is not None and self.summary.timing.decode_seconds > 0:
            return self.tally.num_emitted / self.summary.timing.decode_seconds
        return self.tally.tokens_per_second

    def restore(self, text: str, phase: Phase, unpack: Callable[[], Sequence[Round]] | None) -> None:
        """Be a reply of an earlier run.

        Args:
            text: All of it.
            phase: How it ended.
            unpack: Gives its rounds; called when somebody looks at them, because most replies are only scrolled by.
                None where there are none.
        """
        self._text = text
        self.phase = phase
        self._unpack = unpack

    def go_on_from(self, begun: Reply) -> None:
        """Begin with all that another reply says, before any event: that one is gone on with."""
        rounds = with_tail(begun.rounds, begun.tail)
        is_told = any(decoded.emitted for decoded in rounds)
        self.num_goes = begun.num_goes + 1
        self.num_untold = begun.num_untold if is_told else len(begun.text)
        self.has_all_times = begun.has_all_times and begun.summary is not None and is_told
        self._earlier = begun.summary if self.has_all_times else None
        self._text = begun.text
        self._tokens_end = self.num_untold
        for decoded in rounds:
            self._take_round(decoded)
        self._earlier_seconds = self._tally.decode_seconds

    def apply(self, event: ReplyEvent | EngineDied) -> bool:
        """Take in an event of this reply; returns whether anything changed. Nothing follows an end."""
        if self.phase.is_over:
            return False
        match event:
            case ReplyStarted():
                self.phase = Phase.PREFILL
                self.status = event.status
                self.is_waiting = False
                self.left_out = event.left_out
                self.prefill = Prefill(event.reused_tokens, event.prompt_tokens, event.reused_tokens, 0.0)
            case PrefillProgressed():
                reused = 0 if self.prefill is None else self.prefill.reused
                self.phase = Phase.PREFILL
                self.prefill = Prefill(event.done, event.total, reused, event.seconds)
            case TokensProposed():
                self.phase = Phase.GENERATING
                self.ghosts = event.proposed
            case RoundDecoded():
                self.phase = Phase.GENERATING
                self._take_round(event.round)
                self._text += "".join(token.text for token in event.round.emitted)
            case SpeculationChanged():
                self.status = event.status
            case ReplyFinished():
                cancelled = event.summary.finish_reason is FinishReason.CANCELLED
                self._end(Phase.STOPPED if cancelled else Phase.FINISHED)
                self.summary = self._of_all_goes(event.summary)
                self.status = event.summary.status
                self._text += event.summary.tail
            case ReplyFailed():
                self._end(Phase.FAILED)
                self.notice = event.notice
            case EngineDied():
                self._end(Phase.FAILED)
                self.notice = event.notice
                self.log_tail = event.log_tail
        return True

    def _take_round(self, decoded: Round) -> None:
        self.ghosts = ()
        if decoded.index != len(self._rounds):  # the engine counts the rounds of each go
            decoded = replace(decoded, index=len(self._rounds))
        self._rounds.append(decoded)
        self._tally.add(decoded)
        for position, emitted in enumerate(decoded.emitted):
            drafted = decoded.proposed[position] if position < decoded.num_drafted else None
            self._tokens.append(ReplyToken(emitted, self._tokens_end, decoded, drafted))
            self._tokens_end += len(emitted.text)

    def _unpack_rounds(self) -> None:
        """Look at what was stored of the rounds, once; rounds that say another text than the reply are left out."""
        if self._unpack is None:
            return
        unpack, self._unpack = self._unpack, None
        rounds = unpack()
        said = "".join(token.text for decoded in rounds for token in decoded.emitted)
        if self._text[self.num_untold :] == said + self.tail:
            self._tokens_end = self.num_untold
            for decoded in rounds:
                self._take_round(decoded)

    def _of_all_goes(self, summary: ReplySummary) -> ReplySummary:
        if self.num_goes == 1:
            return summary
        seconds = self._earlier_seconds if self._earlier is None else 0.0
        return together(self._earlier, seconds, summary)

    def _end(self, phase: Phase) -> None:
        self.phase = phase
        self.is_waiting = False
        self.ghosts = ()
