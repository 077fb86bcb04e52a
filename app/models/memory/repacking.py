"""Weights that the processor works with in another order than the file's, and so from a copy.

Source: ggml's table of such kernels (ggml-cpu/repack.cpp), by what the processor can do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.models.memory.machine import RAM

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.models.memory.shape import ModelShape, Tensor

_ROWS = 8
_BY_FEATURE: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (frozenset({"AVX2"}), frozenset({"Q4_0", "Q4_K", "IQ4_NL", "MXFP4"})),
    (frozenset({"AVX512"}), frozenset({"Q2_K"})),
    (frozenset({"NEON", "DOTPROD"}), frozenset({"Q4_0", "Q4_K", "Q5_K", "Q6_K", "IQ4_NL", "MXFP4", "Q8_0", "Q1_0"})),
)


def repacked_types(features: Iterable[str]) -> frozenset[str]:
    """Number formats that are repacked on a processor with these features, named as ggml names them."""
    have = {feature.upper() for feature in features}
    if "REPACK" not in have:
        return frozenset()
    return frozenset().union(*(types for needed, types in _BY_FEATURE if needed <= have))


def copies_bytes(shape: ModelShape, places: Sequence[str], types: frozenset[str]) -> int:
    """Bytes that a mapped model holds in the machine's memory beyond its tensors there.

    The file is mapped from the first tensor that is used where it lies to the last; what is between and is not used
    from there, because it is repacked or lies on a device, is there a second time.

    Args:
        shape: The model.
        places: The memory of each layer, and at the end that of the output.
        types: What is repacked.
    """
    groups = [layer.weights for layer, place in zip(shape.layers, places, strict=False) if place == RAM]
    if places[-1] == RAM:
        groups.append(shape.behind)
    tensors = [tensor for group in groups for tensor in group.tensors]
    repacked = [tensor for tensor in tensors if _is_repacked(tensor, types)]
    mapped = [*shape.before.tensors, *(tensor for tensor in tensors if not _is_repacked(tensor, types))]
    copies = sum(tensor.num_bytes for tensor in repacked)
    if shape.shared is not None and places[-1] == RAM and _is_repacked(shape.shared, types):
        copies += shape.shared.num_bytes
    used = sum(tensor.num_bytes for tensor in (*mapped, *repacked))
    return max(0, _stretch(mapped) + copies - used)


def _stretch(tensors: Sequence[Tensor]) -> int:
    """Bytes from the first to the last of them, file by file."""
    stretches: dict[int, tuple[int, int]] = {}
    for tensor in tensors:
        start, end = stretches.get(tensor.part, (tensor.start, tensor.start))
        stretches[tensor.part] = min(start, tensor.start), max(end, tensor.start + tensor.num_bytes)
    return sum(end - start for start, end in stretches.values())


def _is_repacked(tensor: Tensor, types: frozenset[str]) -> bool:
    return len(tensor.shape) in (2, 3) and tensor.type_name in types and tensor.shape[1] % _ROWS == 0
