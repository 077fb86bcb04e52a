"""Steps through a reply a round at a time: which round, which of its three phases, and whether it plays.

It only ever looks at one round, so that a reply of thousands is stepped through as easily as one of three.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.engine.types import Mark

if TYPE_CHECKING:
    from app.engine.types import Candidate, EmittedToken, Round
    from app.viewmodels.reply import Reply, ReplyToken

PHASE_MS = 450
"""How long a proposal or a check is looked at before the next phase."""
OUTCOME_MS = 900
"""How long a round's outcome stays while rounds are played."""
PLAIN_MS = 500
"""The same for a round without a proposal."""


class StepPhase(IntEnum):
    """How much of a round is shown."""

    PROPOSAL = 0
    CHECK = 1
    OUTCOME = 2


class Stop(StrEnum):
    """Why a round's drafts went no further."""

    NOTHING_PROPOSED = "nothing_proposed"
    MISMATCH = "mismatch"
    """The target chose another token."""
    TARGET_ENDED = "target_ended"
    """The target ended the reply where the draft went on."""
    ALL_ACCEPTED = "all_accepted"
    REPLY_ENDED = "reply_ended"
    """Everything that counted was accepted, and the reply was over."""


@dataclass(frozen=True, slots=True)
class Likelihood:
    """A model's probability for a token, softmax at temperature 1; None where it is not known."""

    value: float | None = None
    at_most: bool = False
    """It is only known to be no more than this."""


@dataclass(frozen=True, slots=True)
class Step:
    """One round of a reply, with where it stands in it."""

    number: int
    """Counted from 0."""
    decoded: Round
    tokens: tuple[ReplyToken, ...]
    """What it added to the reply."""
    first_token: int
    said_until: int
    """Characters of the reply that were written before it."""
    is_last: bool = False
    tail: str = ""
    """What stands behind the reply's last token, with its last round."""

    @property
    def stop(self) -> Stop:
        """Why its drafts went no further."""
        decoded = self.decoded
        if not decoded.num_drafted:
            return Stop.NOTHING_PROPOSED
        if decoded.rejected is not None:
            return Stop.MISMATCH if self.own_word is not None else Stop.TARGET_ENDED
        return Stop.REPLY_ENDED if self.own_word is None else Stop.ALL_ACCEPTED

    @property
    def own_word(self) -> EmittedToken | None:
        """The target's own token of this round: corrected, bonus or plain."""
        return next((token.emitted for token in self.tokens if token.emitted.mark is not Mark.ACCEPTED), None)

    def by_target(self, position: int) -> Likelihood:
        """What the target gave the draft token at a position; unknown where it was not compared."""
        decoded = self.decoded
        if position < min(decoded.num_accepted, len(decoded.emitted)):
            return Likelihood(decoded.emitted[position].target_probability)
        if decoded.rejected is None or position != decoded.num_accepted or self.own_word is None:
            return Likelihood()
        return _listed(decoded.proposed[position].token_id, self.own_word.target_candidates)

    def by_draft(self, token_id: int, position: int) -> Likelihood:
        """What the draft model gave a token at a position."""
        if position >= self.decoded.num_drafted:
            return Likelihood()
        draft = self.decoded.proposed[position]
        if draft.token_id == token_id:
            return Likelihood(draft.probability)
        return _listed(token_id, draft.runners_up)


def _listed(token_id: int, candidates: tuple[Candidate, ...]) -> Likelihood:
    """The probability of one of the likeliest; any other token has at most that of the last of them."""
    for candidate in candidates:
        if candidate.token_id == token_id:
            return Likelihood(candidate.probability)
    return Likelihood(min((c.probability for c in candidates), default=None), at_most=bool(candidates))


class Stepper(QObject):
    """Where one is in a finished reply. `changed` is emitted whenever something else is to be shown.

    Going forward shows a round's phases one after the other; going anywhere else shows its outcome at once.

    Args:
        reply: One that is over, with a round at least.
        parent: Its owner.
        animates: Whether phases may follow each other by themselves.
    """

    changed = Signal()

    def __init__(self, reply: Reply, parent: QObject | None = None, *, animates: bool = True) -> None:
        super().__init__(parent)
        self._reply = reply
        self._animates = animates
        self._starts = [0, *accumulate(len(decoded.emitted) for decoded in reply.rounds)]
        self._number = 0
        self._phase = StepPhase.OUTCOME
        self._is_playing = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_due)

    @property
    def num_rounds(self) -> int:
        """How many there are."""
        return len(self._reply.rounds)

    @property
    def phase(self) -> StepPhase:
        """How much of the round is shown."""
        return self._phase

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._is_playing

    @property
    def is_at_end(self) -> bool:
        """Whether there is no round behind this one."""
        return self._number == self.num_rounds - 1

    @property
    def step(self) -> Step:
        """The round that is looked at."""
        first, end = self._starts[self._number : self._number + 2]
        tokens = tuple(self._reply.tokens[first:end])
        said = self._reply.tokens[first - 1].end if first else self._reply.num_untold
        tail = self._reply.tail if self.is_at_end else ""
        return Step(self._number, self._reply.rounds[self._number], tokens, first, said, self.is_at_end, tail)

    def next_round(self) -> None:
        """Go to the next round and show its phases one after the other."""
        self._is_playing = False
        self._advance()

    def previous_round(self) -> None:
        """Go to the round before."""
        self._is_playing = False
        self._show(max(0, self._number - 1), StepPhase.OUTCOME)

    def first_round(self) -> None:
        """Go to the begin."""
        self.go_to(0)

    def last_round(self) -> None:
        """Go to the end."""
        self.go_to(self.num_rounds - 1)

    def go_to(self, number: int) -> None:
        """Go to a round, counted from 0."""
        self._is_playing = False
        self._show(min(max(0, number), self.num_rounds - 1), StepPhase.OUTCOME)

    def go_to_token(self, index: int) -> None:
        """Go to the round that wrote a token."""
        self.go_to(bisect_right(self._starts, index) - 1)

    def show_phase(self, phase: StepPhase) -> None:
        """Hold at a phase of this round."""
        self._is_playing = False
        self._timer.stop()
        self._phase = phase
        self.changed.emit()

    def next_phase(self) -> None:
        """Show the next phase; behind the outcome, the next round's proposal."""
        if self._phase is not StepPhase.OUTCOME:
            self.show_phase(StepPhase(self._phase + 1))
        elif not self.is_at_end:
            self._number += 1
            self.show_phase(self._first_phase(self._number))

    def previous_phase(self) -> None:
        """Show the phase before; before the proposal, the outcome of the round before."""
        if self._phase > self._first_phase(self._number):
            self.show_phase(StepPhase(self._phase - 1))
        elif self._number:
            self._number -= 1
            self.show_phase(StepPhase.OUTCOME)

    def toggle_play(self) -> None:
        """Play from here on, from the begin if this is the end; or hold."""
        if self._is_playing:
            self._is_playing = False
            self._timer.stop()
            self.changed.emit()
            return
        self._is_playing = True
        number = 0 if self.is_at_end and self._phase is StepPhase.OUTCOME else self._number
        self._show(number, self._entry(number))

    def _first_phase(self, number: int) -> StepPhase:
        """A round without a proposal is nothing but its outcome."""
        return StepPhase.PROPOSAL if self._reply.rounds[number].num_drafted else StepPhase.OUTCOME

    def _entry(self, number: int) -> StepPhase:
        return self._first_phase(number) if self._animates else StepPhase.OUTCOME

    def _advance(self) -> None:
        if self.is_at_end:
            self._show(self._number, StepPhase.OUTCOME)
        else:
            self._show(self._number + 1, self._entry(self._number + 1))

    def _show(self, number: int, phase: StepPhase) -> None:
        self._number, self._phase = number, phase
        self._timer.stop()
        if phase is not StepPhase.OUTCOME:
            self._timer.start(PHASE_MS)
        elif self._is_playing:
            self._timer.start(OUTCOME_MS if self._reply.rounds[number].num_drafted else PLAIN_MS)
        self.changed.emit()

    def _on_due(self) -> None:
        if self._phase is not StepPhase.OUTCOME:
            self._show(self._number, StepPhase(self._phase + 1))
        elif self.is_at_end:
            self._is_playing = False
            self.changed.emit()
        elif self._is_playing:
            self._advance()
