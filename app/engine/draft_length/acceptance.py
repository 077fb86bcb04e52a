"""How likely a draft is accepted, by who proposed it, where in the proposal it stands and how sure its drafter is.

Counts are decayed Beta counts: what a text was like fifty drafts ago says little about what it is like now.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.engine.types import Proposer

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_POSITION = 16
"""Later positions share the counts of this one."""

_DRAFT_EDGES = (0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97)
_DRAFT_PRIORS = (0.2, 0.3, 0.42, 0.56, 0.7, 0.82, 0.9, 0.96)
"""A draft model is about as often right as it is sure."""
_LOOKUP_EDGES = (2, 3, 5, 9, 17, 33)
_LOOKUP_PRIORS = (0.15, 0.25, 0.42, 0.6, 0.78, 0.88, 0.94)
_PRIOR = {Proposer.DRAFT: 0.8, Proposer.LOOKUP: 0.4}
"""Hopeful for a draft model: a vain hope costs the starting credit once, what is never tried costs every reply."""

_PARENT = 4.0
"""A parent weighs as much as so many drafts."""
_PRIOR_WEIGHT = 2.0
_POSITION_DECAY = 0.96
_TEXT_DECAY = 0.97
_PAIR_DECAY = 0.995
_BUCKET_DECAY = 0.98
_FADE = 0.4
"""What is left of a text's counts when the next reply begins."""
_PAIR_FADE = 0.95
"""What is left of a pair's: one that gained nothing is tried again after some replies."""


class _Counts:
    """Decayed numbers of accepted and of tested drafts."""

    __slots__ = ("accepted", "decay", "tested")

    def __init__(self, decay: float) -> None:
        self.decay = decay
        self.accepted = 0.0
        self.tested = 0.0

    def add(self, accepted: float) -> None:
        self.accepted = self.accepted * self.decay + accepted
        self.tested = self.tested * self.decay + 1.0

    def fade(self, factor: float) -> None:
        self.accepted *= factor
        self.tested *= factor

    def mean(self, parent: float, weight: float = _PARENT) -> float:
        return (self.accepted + weight * parent) / (self.tested + weight)


class _Memory:
    """What is known of one drafter.

    Two questions, two hierarchies. Before a draft exists nobody knows how sure its drafter will be: position → this
    text → this pair → prior. Once it is known: (position, bucket) → bucket → the bucket's prior moved by this
    text's departure from the priors.
    """

    __slots__ = ("by_bucket", "by_position", "edges", "expected", "pair", "prior", "priors", "refined", "reply", "text")

    def __init__(self, prior: float, edges: Sequence[float], priors: Sequence[float]) -> None:
        self.prior = prior
        self.edges = edges
        self.priors = priors
        self.pair = _Counts(_PAIR_DECAY)
        self.reply = _Counts(_PAIR_DECAY)
        self.text = _Counts(_TEXT_DECAY)
        self.by_position = [_Counts(_POSITION_DECAY) for _ in range(MAX_POSITION + 1)]
        self.expected = _Counts(_TEXT_DECAY)
        self.by_bucket = [_Counts(_BUCKET_DECAY) for _ in priors]
        self.refined = [[_Counts(_BUCKET_DECAY) for _ in range(MAX_POSITION + 1)] for _ in priors]

    def unconditional(self, limit: int) -> list[float]:
        # Each position's parent is the text without that position: the same drafts must not count twice.
        base = _PARENT * self.pair.mean(self.prior, _PRIOR_WEIGHT)
        right, wrong = self.text.accepted, self.text.tested - self.text.accepted
        estimates = []
        for own in self.by_position[1 : limit + 1]:
            accepted, tested = own.accepted, own.tested
            others_right, others_wrong = right - accepted, wrong - tested + accepted
            if others_right < 0.0:
                others_right = 0.0
            if others_wrong < 0.0:
                others_wrong = 0.0
            parent = (others_right + base) / (others_right + others_wrong + _PARENT)
            estimates.append((accepted + _PARENT * parent) / (tested + _PARENT))
        estimates += estimates[-1:] * (limit - len(estimates))
        return estimates

    def conditional(self, position: int, confidence: float) -> float:
        bucket = bisect_right(self.edges, confidence)
        # Odds move together: a text in which the drafter is right half as often as its priors say.
        right, wrong = self.text.accepted + _PARENT, self.text.tested - self.text.accepted + _PARENT
        expected_right = self.expected.accepted + _PARENT
        expected_wrong = self.expected.tested - self.expected.accepted + _PARENT
        prior = self.priors[bucket]
        odds = prior / (1.0 - prior) * (right * expected_wrong) / (wrong * expected_right)
        level = self.by_bucket[bucket].mean(odds / (1.0 + odds))
        return self.refined[bucket][min(position, MAX_POSITION)].mean(level, 2.0 * _PARENT)

    def learn(self, position: int, accepted: bool, confidence: float | None) -> None:
        value = 1.0 if accepted else 0.0
        position = min(position, MAX_POSITION)
        self.text.add(value)
        self.reply.add(value)
        self.by_position[position].add(value)
        if confidence is None:
            self.expected.add(self.prior)
            return
        bucket = bisect_right(self.edges, confidence)
        self.expected.add(self.priors[bucket])
        self.by_bucket[bucket].add(value)
        self.refined[bucket][position].add(value)

    def refuse(self, position: int) -> None:
        self.text.add(0.0)
        self.expected.add(0.0)
        self.by_position[min(position, MAX_POSITION)].add(0.0)

    def fade(self, factor: float) -> None:
        for counts in (self.text, self.expected, *self.by_position):
            counts.fade(factor)

    def end_reply(self) -> None:
        """The long memory takes a reply in when it is over: until then it would count twice."""
        self.pair.fade(_PAIR_DECAY**self.reply.tested * _PAIR_FADE)
        self.pair.accepted += self.reply.accepted
        self.pair.tested += self.reply.tested
        self.reply.fade(0.0)
        self.fade(_FADE)


class Acceptance:
    """Estimates per drafter.

    A confidence is, for the draft model, q_max at that position (known before the token is drawn, so that rejection
    verification stays exact) and, for lookup, the length of the match: at the l-th position of a proposal the match
    is l − 1 tokens longer than at the first, if all before it were accepted.
    """

    def __init__(self) -> None:
        self._memories = {
            Proposer.DRAFT: _Memory(_PRIOR[Proposer.DRAFT], _DRAFT_EDGES, _DRAFT_PRIORS),
            Proposer.LOOKUP: _Memory(_PRIOR[Proposer.LOOKUP], _LOOKUP_EDGES, _LOOKUP_PRIORS),
        }

    def estimate(self, proposer: Proposer, position: int, confidence: float) -> float:
        """â for a draft at `position` (from 1) whose confidence is known."""
        return self._memories[proposer].conditional(position, confidence)

    def expected(self, proposer: Proposer, limit: int, match_length: int | None = None) -> list[float]:
        """â_1 … â_limit of a proposal yet to be made; for lookup the match's length is known before."""
        memory = self._memories[proposer]
        if proposer is Proposer.LOOKUP and match_length is not None:
            return [memory.conditional(position, match_length + position - 1) for position in range(1, limit + 1)]
        return memory.unconditional(limit)

    def observe(
        self, proposer: Proposer, num_accepted: int, num_tested: int, confidences: Sequence[float] = ()
    ) -> None:
        """Learn from a checked proposal; confidences of its drafts in order, as far as they are known."""
        memory = self._memories[proposer]
        for position in range(1, num_tested + 1):
            confidence = confidences[position - 1] if position <= len(confidences) else None
            memory.learn(position, position <= num_accepted, confidence)

    def observe_refused(self, proposer: Proposer, position: int) -> None:
        """A draft was too unsure to be worth a row: the plan hoped for something at this position and got nothing."""
        self._memories[proposer].refuse(position)

    def evidence(self, proposer: Proposer) -> float:
        """How many drafts this pair's long memory rests on."""
        memory = self._memories[proposer]
        return memory.pair.tested + memory.reply.tested

    def fade(self, proposer: Proposer, factor: float) -> None:
        """The text seems to have changed: what it was like counts for less."""
        self._memories[proposer].fade(factor)

    def new_reply(self) -> None:
        """Another text begins."""
        for memory in self._memories.values():
            memory.end_reply()

    def to_json(self) -> dict[str, object]:
        """The long memory of the pair, as plain values."""
        return {
            proposer.value: [memory.pair.accepted + memory.reply.accepted, memory.pair.tested + memory.reply.tested]
            for proposer, memory in self._memories.items()
        }

    @classmethod
    def from_json(cls, kept: object) -> Acceptance:
        """The long memory of an earlier run; what cannot be counts is left out."""
        acceptance = cls()
        fields: Mapping[object, object] = kept if isinstance(kept, Mapping) else {}
        for proposer, memory in acceptance._memories.items():
            counts = fields.get(proposer.value)
            if not isinstance(counts, list) or len(counts) != 2:
                continue
            accepted, tested = counts
            if isinstance(accepted, int | float) and isinstance(tested, int | float) and 0 <= accepted <= tested <= 1e6:
                memory.pair.accepted, memory.pair.tested = float(accepted), float(tested)
        return acceptance
