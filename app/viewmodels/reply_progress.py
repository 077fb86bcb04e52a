"""Everything that is measured of one reply while it is written, folded from its rounds and prefill.

A new reply starts a new one, so that no figure of the last reply can linger in the next.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from app.engine.draft_length.reason import PAUSES
from app.engine.draft_length.values import DecisionCode
from app.engine.metrics import Tally
from app.viewmodels.series import AcceptanceWindow, Point, Series, ThroughputWindow

if TYPE_CHECKING:
    from app.engine.draft_length.values import Decision
    from app.engine.types import Proposer, ReplySummary, Round

MAX_ROUNDS = 40
_PASSING = frozenset({DecisionCode.MEASURING, DecisionCode.PROBING, DecisionCode.OFF})
"""Of a round or two, in between: what was decided before holds on behind them."""


class ReplyProgress:
    """One reply's counts, windows and clock readings."""

    def __init__(self, reused_tokens: int = 0) -> None:
        self.tally = Tally()
        self.throughput = Series()
        self.acceptance = Series()
        self.rounds: deque[Round] = deque(maxlen=MAX_ROUNDS)
        self.decision: Decision | None = None
        """The controller's last one that was more than a look or a measurement."""
        self.num_rounds_paused = 0
        """Rounds since it has paused speculation."""
        self.proposer: Proposer | None = None
        """Who made the last proposal."""
        self.reading: tuple[int, int] | None = None
        """Prompt tokens read and in all, while the prompt is being read."""
        self.summary: ReplySummary | None = None
        self._reused_tokens = reused_tokens
        self._prefill_done = 0
        self._prefill_seconds = 0.0
        self._first_round_seconds: float | None = None
        self._throughput_window = ThroughputWindow()
        self._acceptance_window = AcceptanceWindow()

    @property
    def num_proposals(self) -> int:
        """Rounds that had a proposal."""
        return self.tally.drafted_lengths.total()

    @property
    def is_paused(self) -> bool:
        """Whether the controller has decided against proposals."""
        return self.decision is not None and self.decision.code in PAUSES

    @property
    def first_token_seconds(self) -> float | None:
        """Request to first token; from prefill and first round until the reply's end tells it exactly."""
        if self.summary is not None:
            return self.summary.timing.first_token_seconds
        if self._first_round_seconds is None:
            return None
        return self._prefill_seconds + self._first_round_seconds

    @property
    def prefill_tokens_per_second(self) -> float | None:
        """Prompt tokens evaluated anew, per second; None where nothing was to be read."""
        num_tokens = self._prefill_done - self._reused_tokens
        if num_tokens <= 0 or self._prefill_seconds <= 0:
            return None
        return num_tokens / self._prefill_seconds

    @property
    def overhead_share(self) -> float | None:
        """Share of the decode time spent outside llama.cpp, known at the reply's end."""
        if self.summary is None or self.summary.timing.decode_seconds <= 0:
            return None
        timing = self.summary.timing
        return max(0.0, 1 - timing.model_seconds / timing.decode_seconds)

    def add_prefill(self, done: int, total: int, seconds: float) -> None:
        """Take how far the prompt has been read."""
        self.reading = (done, total)
        self._prefill_done = done
        self._prefill_seconds = seconds

    def take_decision(self, decision: Decision) -> None:
        """Take what was decided for the last round."""
        if decision.code in _PASSING:
            return
        was_paused = self.is_paused
        self.decision = decision
        if not self.is_paused:
            self.num_rounds_paused = 0
        elif not was_paused:
            self.num_rounds_paused = 1

    def add_round(self, decoded: Round) -> None:
        """Count a round."""
        if self._first_round_seconds is None:
            self._first_round_seconds = decoded.seconds
        self.reading = None
        self.tally.add(decoded)
        self.rounds.append(decoded)
        self.num_rounds_paused += self.is_paused
        if decoded.num_drafted:
            self.proposer = decoded.proposer
        now = self.tally.decode_seconds
        rate = self._throughput_window.add(decoded)
        if rate is not None:
            self.throughput.add(Point(now, rate))
        share = self._acceptance_window.add(decoded)
        if share is not None:
            self.acceptance.add(Point(now, share))
