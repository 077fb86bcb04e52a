"""What speculation does in the current reply, for badge, tiles, plots and rounds: one fold over the events.

All is of the current or last reply, except the cost of a plain round, which is kept while a pair is loaded.
"""

from __future__ import annotations

from collections import deque
from statistics import median
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.engine.events import (
    DecisionMade,
    EngineDied,
    LoadCancelled,
    LoadFailed,
    LoadProgressed,
    PairLoaded,
    PrefillProgressed,
    ReplyFailed,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
    SpeculationChanged,
)
from app.engine.types import SpeculationSettings
from app.viewmodels.badge import Badge, Standing, badge_of
from app.viewmodels.gain import Gain
from app.viewmodels.reply_progress import ReplyProgress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.events import EngineEvent
    from app.engine.metrics import Tally
    from app.engine.types import PairInfo, Round, SpeculationStatus
    from app.errors import Notice
    from app.viewmodels.series import Series

MAX_PLAIN_ROUNDS = 15
"""The newest plain rounds count: a round grows dearer as the context fills or the machine gets busy."""


class SpeculationState(QObject):
    """Folds the engine's events; `changed` is emitted once a batch that altered anything."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pair: PairInfo | None = None
        self._settings = SpeculationSettings()
        self._plain_costs: deque[float] = deque(maxlen=MAX_PLAIN_ROUNDS)
        self._status: SpeculationStatus | None = None
        self._loading: tuple[str, float] | None = None
        self._died: Notice | None = None
        self._reply = ReplyProgress()
        self._gain = Gain(self._plain_costs)
        self._replying = False

    def take_over(self, other: SpeculationState) -> None:
        """Go on with the figures of another one, between two replies."""
        self._plain_costs, self._status = other._plain_costs, other._status
        self._reply, self._gain = other._reply, other._gain
        self.changed.emit()

    @property
    def pair(self) -> PairInfo | None:
        """What is loaded."""
        return self._pair

    @property
    def replying(self) -> bool:
        """Whether a reply is being written."""
        return self._replying

    @property
    def tally(self) -> Tally:
        """The reply's counts and rates."""
        return self._reply.tally

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The newest forty rounds, oldest first."""
        return tuple(self._reply.rounds)

    @property
    def throughput(self) -> Series:
        """Tokens per second over a sliding window, by decode time of the reply."""
        return self._reply.throughput

    @property
    def acceptance(self) -> Series:
        """Accepted ÷ drafted over a sliding window, 0 to 1, by decode time of the reply."""
        return self._reply.acceptance

    @property
    def plain_seconds(self) -> float | None:
        """Median cost of a round without proposal with this pair; None until one was measured."""
        return median(self._plain_costs) if self._plain_costs else None

    @property
    def plain_tokens_per_second(self) -> float | None:
        """What the target does alone: a plain round emits one token."""
        seconds = self.plain_seconds
        return 1 / seconds if seconds else None

    @property
    def estimated_speedup(self) -> float | None:
        """How many times faster than alone this reply is written; see `Gain`."""
        return self._gain.factor

    @property
    def tokens_per_second(self) -> float | None:
        """Over the sliding window while a reply is written; over the whole reply, by the engine's clock, afterwards."""
        last, summary = self._reply.throughput.last, self._reply.summary
        if self._replying and last is not None:
            return last.value
        if summary is not None and summary.timing.decode_seconds > 0:
            return self._reply.tally.num_emitted / summary.timing.decode_seconds
        return self._reply.tally.tokens_per_second

    @property
    def first_token_seconds(self) -> float | None:
        """From the request to the first token."""
        return self._reply.first_token_seconds

    @property
    def prefill_tokens_per_second(self) -> float | None:
        """Prompt tokens evaluated anew, per second."""
        return self._reply.prefill_tokens_per_second

    @property
    def overhead_share(self) -> float | None:
        """Share of the decode time spent outside llama.cpp, known at the reply's end."""
        return self._reply.overhead_share

    @property
    def break_even(self) -> float | None:
        """The acceptance from which on speculation pays for this pair on this machine, as measured."""
        return None if self._reply.decision is None else self._reply.decision.break_even

    @property
    def badge(self) -> Badge:
        """What is true about speculation now, in words."""
        return badge_of(
            Standing(
                pair=self._pair,
                settings=self._settings,
                status=self._status,
                loading=self._loading,
                died=self._died,
                reading=self._reply.reading,
                replying=self._replying,
                num_proposals=self._reply.num_proposals,
                block_efficiency=self._reply.tally.block_efficiency,
                estimated_speedup=self.estimated_speedup,
                proposer=self._reply.proposer,
                decision=self._reply.decision,
                num_rounds_paused=self._reply.num_rounds_paused,
            )
        )

    def on_settings(self, settings: SpeculationSettings) -> None:
        """Take what the user asks for; a reply that is being written keeps its own."""
        self._settings = settings
        self.changed.emit()

    def on_load_requested(self) -> None:
        """Say so before the engine's first report of progress."""
        self._loading = ("target", 0.0)
        self.changed.emit()

    def on_events(self, events: Sequence[EngineEvent]) -> None:
        """Fold a batch."""
        touched = [self._fold(event) for event in events]
        if any(touched):
            self.changed.emit()

    def _fold(self, event: EngineEvent) -> bool:
        match event:
            case RoundDecoded():
                self._add_round(event.round)
            case PrefillProgressed():
                self._reply.add_prefill(event.done, event.total, event.seconds)
            case ReplyStarted():
                self._reply = ReplyProgress(event.reused_tokens)
                self._gain = Gain(self._plain_costs)
                self._replying = True
                self._status = event.status
            case DecisionMade():
                self._reply.take_decision(event.decision)
            case SpeculationChanged():
                self._status = event.status
            case ReplyFinished():
                if self._replying:  # otherwise it was stopped before it began
                    self._reply.summary = event.summary
                self._status = event.summary.status
                self._end_reply()
            case ReplyFailed():
                self._end_reply()
            case LoadProgressed():
                self._loading = (event.role, event.fraction)
            case PairLoaded():
                self._take_pair(event.pair, forget=True)
            case LoadFailed() | LoadCancelled():
                self._take_pair(event.still_loaded, forget=event.still_loaded is None)
            case EngineDied():
                self._end_reply()
                self._take_pair(None, forget=False)
                self._died = event.notice
            case _:
                return False
        return True

    def _add_round(self, decoded: Round) -> None:
        self._reply.add_round(decoded)
        if not decoded.num_drafted:
            # A drafter may have tried in vain: its time is no part of what the target needs alone.
            self._plain_costs.append(decoded.seconds - decoded.draft_seconds)
        self._gain.add(decoded)

    def on_conversation_opened(self) -> None:
        """Another conversation is on screen: the figures of the last reply are not its."""
        if not self._replying:
            self._forget_reply()
            self._status = None
            self.changed.emit()

    def _forget_reply(self) -> None:
        self._reply = ReplyProgress()
        self._gain = Gain(self._plain_costs)

    def _end_reply(self) -> None:
        self._replying = False
        self._reply.reading = None

    def _take_pair(self, pair: PairInfo | None, *, forget: bool) -> None:
        self._loading = None
        self._died = None
        self._pair = pair
        if forget:
            self._plain_costs.clear()
            self._status = None
            self._replying = False
            self._forget_reply()
