"""How a proposal is checked so that the text is distributed as if the target had written it alone.

Greedy and coupled compare the target's own choice with the draft; rejection is Leviathan 2023 and Chen 2023.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from app.engine.sampling import Distribution, Noise, draw_gumbel, draw_inverse
from app.engine.types import Verification

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.engine.sampling import Ids

_DRAFT_STREAM, _ACCEPT_STREAM, _RESIDUAL_STREAM = 1, 2, 3
_AHEAD_SHIFT = 32
"""More than any position has bits."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposed token and, from a draft model, the very distribution it was chosen from."""

    token_id: int
    distribution: Distribution | None = None


class Rule(Protocol):
    """One way to choose drafts and to check them. `position` counts from the start of the context."""

    @property
    def may_withdraw(self) -> bool:
        """Whether a proposal may be thrown away for what it turned out to be, such as too short."""
        ...

    def propose(self, q: Distribution, position: int, ahead: int = 0) -> int:
        """Choose the draft token from the draft's distribution; `ahead` drafts of the proposal stand before it."""
        ...

    def check(self, p: Distribution, draft: Draft | None, position: int) -> tuple[int, bool]:
        """The token to emit here, and whether it is the draft accepted. Without a draft: the target's draw."""
        ...


class Greedy:
    """Temperature 0: argmax against argmax."""

    may_withdraw = True

    def propose(self, q: Distribution, position: int, ahead: int = 0) -> int:
        """The draft's most likely token."""
        return q.argmax()

    def check(self, p: Distribution, draft: Draft | None, position: int) -> tuple[int, bool]:
        """The target's most likely token; accepted while the draft says the same."""
        token = p.argmax()
        return token, draft is not None and draft.token_id == token


class Coupled:
    """Both models draw with the same Gumbel noise, so equal seeds give equal text with and without drafts."""

    may_withdraw = True

    def __init__(self, noise: Noise) -> None:
        self._noise = noise

    def propose(self, q: Distribution, position: int, ahead: int = 0) -> int:
        """The draft's draw under the shared noise."""
        return draw_gumbel(q, self._noise, position)

    def check(self, p: Distribution, draft: Draft | None, position: int) -> tuple[int, bool]:
        """The target's draw under the shared noise; accepted while the draft drew the same."""
        token = draw_gumbel(p, self._noise, position)
        return token, draft is not None and draft.token_id == token


class Match(Coupled):
    """The draft's argmax against the target's draw."""

    def propose(self, q: Distribution, position: int, ahead: int = 0) -> int:
        """The draft's most likely token."""
        return q.argmax()


class Rejection:
    """Draw x from q, accept with min(1, p(x) ÷ q(x)), else draw from the positive part of p − q.

    A token that was drawn has to be checked: where a proposal ends depends on the tokens in it, so withdrawing it
    for its length would make what short proposals are made of (end tokens) less likely than the target has them.

    Draws are addressed by position and by how far ahead it was, so that a position drafted again, because the token
    before it was rejected, is drawn anew: whoever sets the draft length has seen how the discarded draw went on, and
    would choose among draws that are no longer random.
    """

    may_withdraw = False

    def __init__(self, noise: Noise) -> None:
        self._noise = noise

    def propose(self, q: Distribution, position: int, ahead: int = 0) -> int:
        """A draw from q."""
        return self._draw(q.ids, q.probabilities, position + (ahead << _AHEAD_SHIFT), _DRAFT_STREAM)

    def check(self, p: Distribution, draft: Draft | None, position: int) -> tuple[int, bool]:
        """Accept or draw from the residual; a draft without a distribution was certain of itself (q = 1)."""
        if draft is None:
            return self._own(p, position), False
        if self._happens(acceptance(p, draft), position):
            return draft.token_id, True
        weights = residual(p, draft)
        if weights.sum() <= 0.0:  # p and q are equal up to rounding: the residual is empty, p is the answer
            weights = p.probabilities
        return self._draw(p.ids, weights, position, _RESIDUAL_STREAM), False

    def _own(self, p: Distribution, position: int) -> int:
        return draw_gumbel(p, self._noise, position)

    def _draw(self, ids: Ids, weights: NDArray[np.float64], position: int, stream: int) -> int:
        return draw_inverse(ids, weights, self._noise.uniform(position, stream))

    def _happens(self, probability: float, position: int) -> bool:
        return self._noise.uniform(position, _ACCEPT_STREAM) < probability


def acceptance(p: Distribution, draft: Draft) -> float:
    """The probability to accept a draft, min(1, p(x) ÷ q(x)); q is 1 for a drafter without a distribution."""
    q = 1.0 if draft.distribution is None else draft.distribution.probability(draft.token_id)
    return min(1.0, p.probability(draft.token_id) / q) if q > 0.0 else 0.0


def residual(p: Distribution, draft: Draft) -> NDArray[np.float64]:
    """The positive part of p − q over the target's candidates, unnormalised, shape of `p.ids`."""
    q = draft.distribution
    if q is None:
        return np.where(p.ids == draft.token_id, 0.0, p.probabilities)
    by_id = dict(zip(q.ids.tolist(), q.probabilities.tolist(), strict=True))
    other = np.array([by_id.get(token_id, 0.0) for token_id in p.ids.tolist()])
    positive: NDArray[np.float64] = np.maximum(p.probabilities - other, 0.0)
    return positive


def rule_for(temperature: float, verification: Verification, seed: int) -> Rule:
    """The rule that settings ask for."""
    if temperature <= 0.0:
        return Greedy()
    noise = Noise(seed)
    if verification is Verification.REJECTION:
        return Rejection(noise)
    return Match(noise) if verification is Verification.MATCH else Coupled(noise)
