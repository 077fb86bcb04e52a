"""What the loop needs of a model: decode, read rows, rewind. llama.cpp implements it; so could another engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from app.engine.sampling import Distribution


class Cancelled(Exception):
    """The user asked to stop; caches are at the length they had before the call."""


class ModelContext(Protocol):
    """A model with a cache of one sequence."""

    @property
    def capacity(self) -> int:
        """Cells of the cache."""
        ...

    @property
    def tokens(self) -> Sequence[int]:
        """Tokens evaluated and held in the cache."""
        ...

    @property
    def decode_seconds(self) -> float:
        """Time spent inside the model since it was loaded."""
        ...

    def decode(self, tokens: Sequence[int], num_rows: int) -> None:
        """Append tokens and compute the logits of the last `num_rows`.

        Raises:
            Cancelled: The user stopped it.
            UserError: The cache is full or the backend failed.
        """
        ...

    def row(self, index: int) -> NDArray[np.floating[Any]]:
        """Logits of row `index` of the last decode, shape (vocabulary,), valid until the next decode."""
        ...

    def rewind(self, length: int) -> int:
        """Forget all but the first `length` tokens.

        Returns:
            The length really kept: less where the cache cannot rewind that far.
        """
        ...

    def forget(self) -> None:
        """Forget every token, and overwrite what was computed from them."""
        ...


class Chain(Protocol):
    """The ordered sampler chain with its memory of accepted tokens."""

    def distribution(self, row: NDArray[np.floating[Any]]) -> Distribution:
        """Apply the whole chain to a row of logits.

        Raises:
            UserError: The grammar cannot be followed any further, or the row holds no numbers.
        """
        ...

    @property
    def is_complete(self) -> bool:
        """Whether the reply has to end here: it keeps to a grammar, and nothing more can follow."""
        ...

    def accept(self, token_id: int) -> None:
        """Remember a token for penalties and DRY, and go on in the grammar."""
        ...

    def sayable(self, tokens: Sequence[int]) -> list[int]:
        """The first of these tokens, up to where a grammar would not go along; all where there is none."""
        ...

    def fork(self) -> Chain:
        """A chain with the same memory that goes its own way: what it accepts leaves no trace here."""
        ...
