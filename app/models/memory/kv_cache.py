"""What a layer keeps of every token: keys, values, or a state that does not grow.

As llama.cpp makes it for one sequence, with windowed layers at full length (`swa_full`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.models.quantisation import TENSOR_TYPES

if TYPE_CHECKING:
    from app.models.memory.shape import Layer

CELL_STEP = 256
"""Cells come in such portions."""
LEAST_CELLS = 512
"""The engine makes no smaller context than a batch."""
_STATE_BYTES = 4

BYTES_PER_VALUE = {
    kind.name.lower(): kind.block_bytes / kind.block_length
    for kind in TENSOR_TYPES.values()
    if kind.name in ("F32", "F16", "BF16", "Q8_0", "Q5_1", "Q5_0", "Q4_1", "Q4_0")
}
"""By the name of the number format, the scales of its blocks included."""


@dataclass(frozen=True, slots=True)
class CacheTypes:
    """Number formats of a cache, as llama.cpp names them."""

    keys: str = "f16"
    values: str = "f16"

    @property
    def are_small(self) -> bool:
        """Whether both take at most a byte or so."""
        return max(BYTES_PER_VALUE[self.keys], BYTES_PER_VALUE[self.values]) < 2


def num_cells(context_tokens: int) -> int:
    """Cells that llama.cpp makes for a context of so many tokens."""
    return -(-max(context_tokens, LEAST_CELLS) // CELL_STEP) * CELL_STEP


def cache_bytes(layer: Layer, context_tokens: int, types: CacheTypes) -> int:
    """Bytes of one layer's cache and state."""
    per_cell = layer.num_keys * BYTES_PER_VALUE[types.keys] + layer.num_values * BYTES_PER_VALUE[types.values]
    return round(num_cells(context_tokens) * per_cell) + layer.num_state * _STATE_BYTES
