"""Models of a few dozen tokens in pure Python: logits are a pseudo-random function of the history, so what the loop
should have written can be computed without it, exactly.

They are stricter than llama.cpp: a row turns into NaN at the next decode, and decoding can be made to fail anywhere.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from app.engine.drafters.auto import Auto
from app.engine.drafters.draft_model import DraftModel
from app.engine.drafters.lookup import Lookup
from app.engine.grammar.grammars import Grammars
from app.engine.sampling import Distribution, RowReader
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from app.engine.drafters import Drafter
    from app.engine.grammar.constraint import Constraint
    from app.engine.types import Message, SamplingSettings
    from app.errors import Notice

END_IDS = (0, 1)
_LETTERS = tuple(bytes([code]) for code in b"abcdefghijklmnop")
PIECES = (b"", b"", *_LETTERS, b"\xe2", b"\x82", b"\xac", b"\xf0\x9f", b" a", b"ab")
"""Two end tokens, letters, parts of characters, and tokens of two letters."""
TOY_SIZE = len(PIECES)


@dataclass(frozen=True, slots=True)
class ToyModel:
    """Logits as a function of the last tokens.

    Args:
        size: Tokens of the vocabulary.
        seed: Models of equal seeds have equal logits, up to the noise.
        noise: Share of the logits that is the model's own: 0 is the same model, 1 another one.
        spread: Standard deviation of the logits.
        end_bias: Added to the logits of the end tokens.
        reach: How many tokens back the model sees.
    """

    size: int = TOY_SIZE
    seed: int = 0
    noise: float = 0.0
    spread: float = 2.0
    end_bias: float = -1.0
    reach: int = 3

    def logits(self, history: Sequence[int]) -> NDArray[np.float32]:
        """Of the token that follows `history`, shape (size,)."""
        return _logits(self, tuple(history[-self.reach :]))


@functools.lru_cache(maxsize=100_000)
def _logits(model: ToyModel, seen: tuple[int, ...]) -> NDArray[np.float32]:
    key = [model.seed, len(seen), *seen]
    values = np.random.default_rng(key).standard_normal(model.size)
    if model.noise:
        own = np.random.default_rng([*key, 1]).standard_normal(model.size)
        values = (1 - model.noise) * values + model.noise * own
    values *= model.spread
    values[list(END_IDS)] += model.end_bias
    logits: NDArray[np.float32] = values.astype(np.float32)
    logits.flags.writeable = False
    return logits


class ToyContext:
    """Implements `app.engine.contexts.ModelContext` over a toy model.

    Args:
        model: The model.
        capacity: Cells.
        deepest_rewind: Tokens it can go back; asked for more, it forgets everything, as real caches may.
    """

    def __init__(self, model: ToyModel, capacity: int = 64, deepest_rewind: int | None = None) -> None:
        self.model = model
        self.num_decodes = 0
        self.on_decode: Callable[[int], None] = lambda _number: None
        """Called with the number of the decode, before it; what it raises leaves the cache as it was."""
        self._capacity = capacity
        self._deepest = deepest_rewind
        self._tokens: list[int] = []
        self._rows = np.empty((0, model.size), np.float32)

    @property
    def capacity(self) -> int:
        return self._capacity

    @property
    def tokens(self) -> Sequence[int]:
        return self._tokens

    @property
    def decode_seconds(self) -> float:
        return 0.001 * self.num_decodes

    def decode(self, tokens: Sequence[int], num_rows: int) -> None:
        if not tokens or not 0 <= num_rows <= len(tokens):
            message = f"a decode of {len(tokens)} tokens cannot give {num_rows} rows"
            raise ValueError(message)
        if not all(0 <= token < self.model.size for token in tokens):
            raise UserError("decode_failed", status=-1)
        if len(self._tokens) + len(tokens) > self._capacity:
            raise UserError("context_full", capacity=self._capacity)
        self._rows[:] = np.nan
        self.num_decodes += 1
        self.on_decode(self.num_decodes)
        first = len(self._tokens) + len(tokens) - num_rows
        self._tokens.extend(tokens)
        self._rows = np.array(
            [self.model.logits(self._tokens[: first + index + 1]) for index in range(num_rows)], np.float32
        ).reshape(num_rows, self.model.size)

    def row(self, index: int) -> NDArray[np.float32]:
        row: NDArray[np.float32] = self._rows[index]
        return row

    def rewind(self, length: int) -> int:
        if not 0 <= length <= len(self._tokens):
            message = f"cannot rewind from {len(self._tokens)} to {length} tokens"
            raise ValueError(message)
        if self._deepest is not None and len(self._tokens) - length > self._deepest:
            length = 0
        del self._tokens[length:]
        return length

    def forget(self) -> None:
        self._tokens.clear()


@dataclass(slots=True)
class ToyChain:
    """Implements `app.engine.contexts.Chain`: a penalty on what was said, top-k, temperature; 0 is greedy."""

    size: int = TOY_SIZE
    temperature: float = 1.0
    top_k: int = 0
    penalty: float = 0.0
    last_n: int = 8
    memory: list[int] = field(default_factory=list)
    constraint: Constraint | None = None

    def distribution(self, row: NDArray[np.floating[Any]]) -> Distribution:
        reader, row = RowReader(), row[: self.size]
        if self.constraint is None:
            reading = reader.read(row, self.size)
        else:
            reading = self.constraint.read(row, self.size, reader)
        logits = reading.logits.astype(np.float64)
        recent = self.memory[-self.last_n :]
        logits -= self.penalty * np.array([recent.count(token) for token in reading.ids.tolist()])
        order = np.argsort(-logits, kind="stable")[: self.top_k or self.size]
        return Distribution(reading.ids[order], logits[order] / (self.temperature or 1.0), reading)

    @property
    def is_complete(self) -> bool:
        return self.constraint is not None and self.constraint.is_complete

    def accept(self, token_id: int) -> None:
        self.memory.append(token_id)
        if self.constraint is not None:
            self.constraint = self.constraint.accept(token_id)

    def sayable(self, tokens: Sequence[int]) -> list[int]:
        return list(tokens) if self.constraint is None else self.constraint.sayable(tokens)

    def fork(self) -> ToyChain:
        return replace(self, memory=self.memory.copy())


class ToyPair:
    """Implements `app.engine.loaded_pair.LoadedPair`: text of letters in, letters and split characters out."""

    def __init__(
        self,
        target: ToyContext,
        draft: ToyContext | None = None,
        *,
        penalty: float = 0.0,
        max_drafts: int = 16,
        template_stops: tuple[str, ...] = (),
    ) -> None:
        self._target = target
        self._draft = draft
        self._penalty = penalty
        self._max_drafts = max_drafts
        self._template_stops = template_stops

    @property
    def target(self) -> ToyContext:
        return self._target

    @property
    def draft(self) -> ToyContext | None:
        return self._draft

    @property
    def draft_notice(self) -> Notice | None:
        return None

    @property
    def can_rewind(self) -> bool:
        return True

    @property
    def max_drafts(self) -> int:
        return self._max_drafts

    @property
    def vocabulary_size(self) -> int:
        return self._target.model.size

    @property
    def template_stops(self) -> tuple[str, ...]:
        return self._template_stops

    def tokenize(self, text: str, *, raw: bool, begun: str = "") -> list[int]:
        return [PIECES.index(letter.encode()) for letter in text + begun if raw or letter != "|"]

    def characters(self, text: str) -> list[int]:
        return self.tokenize(text, raw=False)

    def render(self, messages: Sequence[Message]) -> str:
        return "".join(f"{message.content}|" for message in messages)

    def piece(self, token_id: int) -> bytes:
        return PIECES[token_id]

    def label(self, token_id: int) -> str:
        return PIECES[token_id].decode("ascii", "backslashreplace")

    def is_end(self, token_id: int) -> bool:
        return token_id in END_IDS

    @property
    def grammars(self) -> Grammars:
        return Grammars(self.vocabulary_size, self.piece, self.is_end)

    def make_chain(
        self, sampling: SamplingSettings, history: Sequence[int], constraint: Constraint | None = None
    ) -> ToyChain:
        return ToyChain(
            size=self.vocabulary_size,
            temperature=sampling.temperature,
            top_k=sampling.top_k,
            penalty=self._penalty,
            memory=list(history),
            constraint=constraint,
        )


def is_end(token_id: int) -> bool:
    """Whether a toy token ends the reply."""
    return token_id in END_IDS


def begin(drafter: Drafter, history: Sequence[int]) -> None:
    """Show a drafter of any kind its prompt, as a session does."""
    if isinstance(drafter, Auto | DraftModel):
        drafter.begin(history)
    if isinstance(drafter, DraftModel | Lookup):
        drafter.prefill(history)
