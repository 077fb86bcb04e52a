"""The room that llama.cpp needs while it computes: a formula for at once, checked against llama.cpp later.

llama.cpp lays its intermediate results over each other; what counts is the moment with the most of them alive: in
attention, in the feed-forward part, or at the output. Measured against llama-cpp-python 0.3.36 on a dozen shapes of
models: within fifteen per cent, mostly within five.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.models.memory.kv_cache import num_cells

if TYPE_CHECKING:
    from app.models.memory.shape import ModelShape

MICRO_BATCH_TOKENS = 256
"""Of the engine's contexts."""
_NUMBER = 4
_HALF = 2


def compute_bytes(shape: ModelShape, context_tokens: int, num_rows: int, *, flash_attention: bool) -> int:
    """Bytes of the compute buffer where the whole model lies on one device.

    Args:
        shape: The model.
        context_tokens: Of its cache.
        num_rows: Most rows of logits in one pass.
        flash_attention: Without it the scores of all cells are alive at once.
    """
    cells = num_cells(context_tokens)
    column = MICRO_BATCH_TOKENS * _NUMBER
    masks = (2 if _has_two_masks(shape) else 1) * cells * MICRO_BATCH_TOKENS * (_HALF if flash_attention else _NUMBER)
    caches = any(layer.num_keys for layer in shape.layers)
    attention = _attention(shape) * column
    if not flash_attention:
        attention += (0 if shape.latent else shape.num_queries) * column
        attention += cells * shape.num_heads * column + cells * shape.latent * _HALF
    between = max(_feed_forward(shape), _state(shape)) * column
    logits = num_rows * shape.vocabulary * _NUMBER + shape.width * column
    inside = (masks if caches else 0) + max(between, attention if caches else 0)
    return max(inside, logits)


def output_bytes(shape: ModelShape) -> int:
    """Bytes of the buffer from which logits are read."""
    return shape.vocabulary * _NUMBER


def mask_bytes(shape: ModelShape, context_tokens: int, *, flash_attention: bool) -> int:
    """Bytes of the inputs alone, which every device that computes needs a copy of."""
    number = 2 if _has_two_masks(shape) else 1
    return number * num_cells(context_tokens) * MICRO_BATCH_TOKENS * (_HALF if flash_attention else _NUMBER)


def _has_two_masks(shape: ModelShape) -> bool:
    """One for the layers that see everything and one for the others."""
    return shape.has_windows and not all(layer.windowed for layer in shape.layers)


def _attention(shape: ModelShape) -> int:
    """Numbers a token that are alive in the largest attention."""
    keys = max((layer.num_keys for layer in shape.layers), default=0)
    values = max((layer.num_values for layer in shape.layers), default=0)
    if shape.latent:
        rotated = keys - shape.latent
        return shape.num_heads * (3 * shape.latent + rotated) + 2 * shape.width
    return 2 * shape.width + 2 * shape.num_queries + keys + values


def _feed_forward(shape: ModelShape) -> int:
    """Numbers a token that are alive in the largest feed-forward part."""
    if not shape.num_experts_used:
        return 3 * shape.inner + 4 * shape.width
    answers = shape.num_experts_used * shape.width
    return max(3 * shape.inner + 5 * shape.width, shape.inner + answers + 2 * shape.width)


def _state(shape: ModelShape) -> int:
    """Numbers a token that are alive where a state is carried on."""
    return 6 * shape.state_width
