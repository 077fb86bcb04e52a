"""Drafters that cannot be trusted. Whatever they propose, the text must be what the target writes alone."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from app.engine.types import Proposer
from app.engine.verification import Draft
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from app.engine.contexts import Chain, ModelContext
    from app.engine.grammar.constraint import Constraint
    from app.engine.grammar.grammars import Grammars
    from app.engine.loaded_pair import LoadedPair
    from app.engine.speculative import Outcome
    from app.engine.types import Message, SamplingSettings
    from app.errors import Notice

    Lie = Callable[[Sequence[int], int], list[int]]
    """From the history and the limit to the ids to propose."""


@dataclass(slots=True)
class LyingDrafter:
    """Proposes what `lie` says; like a lookup it has no distribution."""

    lie: Lie
    settled: list[int] = field(default_factory=list)
    proposer: Proposer = Proposer.LOOKUP

    def prefill(self, history: Sequence[int]) -> None:
        self.settled.append(len(history) - 1)

    def propose(self, history: Sequence[int], limit: int, chain: Chain) -> list[Draft]:
        fork = chain.fork()
        drafts = [Draft(token) for token in self.lie(history, limit)]
        for draft in drafts:
            fork.accept(draft.token_id)  # what drafts do to a fork must leave no trace
        return drafts

    def settle(self, length: int) -> None:
        self.settled.append(length)

    def observe(self, outcome: Outcome) -> None:
        """It does not learn."""


def guesses(seed: int, size: int) -> Lie:
    """Random tokens, end tokens among them."""
    dice = random.Random(seed)
    return lambda _history, limit: [dice.randrange(size) for _ in range(dice.randint(0, limit))]


def always_wrong(truth: Sequence[int], size: int) -> Lie:
    """Knows what will be said from the start of the context, and says something else."""
    return lambda history, limit: [(token + 1) % size for token in _ahead(truth, history, limit)]


def right_then_wrong(truth: Sequence[int], size: int, num_right: int) -> Lie:
    """Gains trust first: `num_right` tokens of a proposal are right, then one is wrong, then it is right again."""

    def lie(history: Sequence[int], limit: int) -> list[int]:
        ahead = _ahead(truth, history, limit)
        return [(token + 1) % size if index == num_right else token for index, token in enumerate(ahead)]

    return lie


def other_vocabulary(size: int) -> Lie:
    """Ids that the target does not have, the first of them after a few that it has."""
    strange = itertools.cycle((size, -1, 2**31 - 1, -(2**31), size + 7))
    return lambda history, limit: [history[-1], *(next(strange) for _ in range(limit - 1))][: len(history) % 3 + 1]


def too_many(seed: int, size: int) -> Lie:
    """More than was asked for."""
    dice = random.Random(seed)
    return lambda _history, limit: [dice.randrange(size) for _ in range(3 * limit + 5)]


def nothing(_history: Sequence[int], _limit: int) -> list[int]:
    """Never has an idea."""
    return []


def breaks_down(lie: Lie, num_proposals: int) -> Lie:
    """Goes on for a while, then fails for good."""
    count = itertools.count()

    def failing(history: Sequence[int], limit: int) -> list[int]:
        if next(count) >= num_proposals:
            raise UserError("decode_failed", status=-3)
        return lie(history, limit)

    return failing


def _ahead(truth: Sequence[int], history: Sequence[int], limit: int) -> list[int]:
    return list(truth[len(history) : len(history) + limit]) or [0]


class LyingContext:
    """A draft model's cache whose rows are random: it is sure, and knows nothing.

    Args:
        size: Tokens of its vocabulary.
        capacity: Cells of its cache.
        failing_after: Decodes after which it fails; None never does.
    """

    def __init__(self, size: int, capacity: int, seed: int = 1, failing_after: int | None = None) -> None:
        self._size = size
        self._capacity = capacity
        self._random = np.random.default_rng(seed)
        self._tokens: list[int] = []
        self._failing_after = failing_after
        self._num_decodes = 0
        self._row = np.zeros(size, np.float32)

    @property
    def capacity(self) -> int:
        return self._capacity

    @property
    def tokens(self) -> Sequence[int]:
        return self._tokens

    @property
    def decode_seconds(self) -> float:
        return 0.0

    def decode(self, tokens: Sequence[int], num_rows: int) -> None:
        self._num_decodes += 1
        if self._failing_after is not None and self._num_decodes > self._failing_after:
            raise UserError("decode_failed", status=-3)
        self._tokens.extend(tokens)
        self._row = (5 * self._random.standard_normal(self._size)).astype(np.float32)

    def row(self, index: int) -> NDArray[np.float32]:
        return self._row

    def rewind(self, length: int) -> int:
        del self._tokens[length:]
        return length

    def forget(self) -> None:
        self._tokens.clear()


class WithDraft:
    """A loaded pair with another draft context in it; implements `app.engine.loaded_pair.LoadedPair`."""

    def __init__(self, pair: LoadedPair, draft: ModelContext) -> None:
        self._pair = pair
        self._draft = draft

    @property
    def target(self) -> ModelContext:
        return self._pair.target

    @property
    def draft(self) -> ModelContext:
        return self._draft

    @property
    def draft_notice(self) -> Notice | None:
        return None

    @property
    def can_rewind(self) -> bool:
        return self._pair.can_rewind

    @property
    def max_drafts(self) -> int:
        return self._pair.max_drafts

    @property
    def vocabulary_size(self) -> int:
        return self._pair.vocabulary_size

    @property
    def template_stops(self) -> tuple[str, ...]:
        return self._pair.template_stops

    def tokenize(self, text: str, *, raw: bool, begun: str = "") -> list[int]:
        return self._pair.tokenize(text, raw=raw, begun=begun)

    def characters(self, text: str) -> list[int]:
        return self._pair.characters(text)

    def render(self, messages: Sequence[Message]) -> str:
        return self._pair.render(messages)

    def piece(self, token_id: int) -> bytes:
        return self._pair.piece(token_id)

    def label(self, token_id: int) -> str:
        return self._pair.label(token_id)

    def is_end(self, token_id: int) -> bool:
        return self._pair.is_end(token_id)

    @property
    def grammars(self) -> Grammars:
        return self._pair.grammars

    def make_chain(
        self, sampling: SamplingSettings, history: Sequence[int], constraint: Constraint | None = None
    ) -> Chain:
        return self._pair.make_chain(sampling, history, constraint)
