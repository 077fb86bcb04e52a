"""What goes into the choice of a draft length and what comes out: options, plans, observations, decisions.

Frozen values only; times are seconds that somebody else measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine.types import Proposer


class DecisionCode(StrEnum):
    """Why the next tokens are proposed, or are not."""

    FASTER = "faster"
    """Speculating: it pays."""
    PAUSED_NO_GAIN = "paused_no_gain"
    """The drafts accepted in this text do not pay for themselves."""
    PAUSED_CREDIT = "paused_credit"
    """It would pay by expectation, but the account cannot cover a failure."""
    DRAFT_TOO_DEAR = "draft_too_dear"
    """Not even accepting every draft would pay on this machine."""
    CATCH_UP_TOO_DEAR = "catch_up_too_dear"
    """It would pay but for what the draft model has to read first, which the rest of the reply would not pay back."""
    PROBING = "probing"
    """A short proposal to see whether the text has changed."""
    MEASURING = "measuring"
    """A plain round to learn what one costs."""
    OFF = "off"
    """Nobody could propose anything."""


@dataclass(frozen=True, slots=True)
class Option:
    """A drafter that could propose in the coming round.

    Attributes:
        proposer: Who.
        limit: Most drafts there is room for (settings, context, tokens still wanted, and for lookup what follows the
            match).
        unseen: Tokens of the history that the draft model has not evaluated, the last one included: at least 1.
            Those of a prompt it has not prefilled are not among them.
        prefill_tokens: Tokens of the prompt that the draft has yet to prefill.
        match_length: Of a lookup match, in tokens.
        tokens_expected: How many tokens the reply is likely to go on for.
    """

    proposer: Proposer
    limit: int
    unseen: int = 1
    prefill_tokens: int = 0
    match_length: int | None = None
    tokens_expected: float = 128.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do in the coming round. Hand it back to `take` and `go_on` while drafting.

    Attributes:
        code: Why.
        proposer: None for a plain round.
        num_drafts: The best number of drafts by what is known before drafting.
        limit: Most drafts to make if they turn out surer than expected; the account covers their failure.
        rate: Tokens a second that a further draft has to beat.
        off_seconds: T(0).
        seconds: T(num_drafts), catch-up included, prefill not.
        prefill_seconds: What the draft's prefill is expected to take; 0 where none is due.
        row_seconds: V[1] … V[limit + 1].
        further_seconds: D.
        acceptances: â_1 … â_limit as expected before drafting.
    """

    code: DecisionCode
    proposer: Proposer | None = None
    num_drafts: int = 0
    limit: int = 0
    rate: float = 0.0
    off_seconds: float = 0.0
    seconds: float = 0.0
    prefill_seconds: float = 0.0
    row_seconds: tuple[float, ...] = ()
    further_seconds: float = 0.0
    acceptances: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """A round as it went.

    Attributes:
        num_tokens: Plain rounds it stands for: tokens emitted, and the end token where one was chosen.
        seconds: The whole round, prefill included.
        target_rows: Rows of the target's pass.
        proposer: Who was asked; None for a plain round.
        num_drafts: Drafts that entered the target's pass.
        num_tested: Accepted ones and the first mismatch.
        confidences: The draft model's q_max at each position it evaluated, of a refused last one too.
        match_length: Of the lookup match used.
        catch_up_rows: Tokens in the draft's first batch; 0 where the draft was not asked.
        num_further: Draft passes after the first, of a refused last token too.
        prefill_tokens: Tokens that the draft prefilled in this round.
    """

    num_tokens: int
    seconds: float
    target_rows: int
    target_seconds: float
    proposer: Proposer | None = None
    num_drafts: int = 0
    num_accepted: int = 0
    num_tested: int = 0
    confidences: tuple[float, ...] = ()
    match_length: int | None = None
    catch_up_rows: int = 0
    catch_up_seconds: float = 0.0
    num_further: int = 0
    further_seconds: float = 0.0
    lookup_seconds: float = 0.0
    prefill_tokens: int = 0
    prefill_seconds: float = 0.0

    @property
    def overhead_seconds(self) -> float:
        """The round's time outside the models and the drafters."""
        parts = self.target_seconds + self.catch_up_seconds + self.further_seconds
        return max(0.0, self.seconds - parts - self.lookup_seconds - self.prefill_seconds)


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided last and why, for whoever shows it. Rates are tokens a second; None where not known.

    Attributes:
        num_drafts: Planned; 0 while paused.
        expected_rate: By the costs and acceptances believed now, of what was decided.
        off_rate: Without speculation, by the measured cost of a single row.
        measured_rate: Over the last rounds of this reply.
        break_even: The constant acceptance from which on speculation pays here at the best length; None where not
            even accepting everything pays, or nobody can propose.
        saves: Target passes that a round at the best length is expected to save, which is the drafts accepted.
        costs: What such a round takes more than a plain one, in plain rounds. It pays where `saves` is more.
    """

    code: DecisionCode
    proposer: Proposer | None = None
    num_drafts: int = 0
    expected_rate: float | None = None
    off_rate: float | None = None
    measured_rate: float | None = None
    break_even: float | None = None
    saves: float | None = None
    costs: float | None = None

    @property
    def speedup(self) -> float | None:
        """Measured ÷ off."""
        if self.measured_rate is None or not self.off_rate:
            return None
        return self.measured_rate / self.off_rate
