"""GGUF files byte by byte: what no honest writer would write."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Plain = str | int | bool | float | list[str] | bytes
Tensor = tuple[str, tuple[int, ...], int, int]
"""Name, shape, type, offset."""

F32 = 0
ONE_LAYER: tuple[Tensor, ...] = (("token_embd.weight", (8, 4), F32, 0), ("blk.0.attn_q.weight", (8, 1), F32, 128))
MODEL: dict[str, Plain] = {
    "general.architecture": "llama",
    "llama.block_count": 1,
    "tokenizer.ggml.model": "gpt2",
    "tokenizer.ggml.tokens": ["a", "b", "c", "d"],
}


def text(value: str) -> bytes:
    """A string with its length before it."""
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def typed(value: Plain) -> bytes:
    """A value with its type before it; bytes are taken as they are."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return struct.pack("<I", 8) + text(value)
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(text(each) for each in value)


def beginning(num_tensors: int, num_values: int, version: int = 3) -> bytes:
    """What every file begins with."""
    return b"GGUF" + struct.pack("<IQQ", version, num_tensors, num_values)


def gguf(
    values: Mapping[str, Plain] = MODEL,
    tensors: Sequence[Tensor] = ONE_LAYER,
    *,
    version: int = 3,
    data_bytes: int = 160,
) -> bytes:
    """A whole file."""
    content = beginning(len(tensors), len(values), version)
    content += b"".join(text(key) + typed(value) for key, value in values.items())
    for name, shape, type_id, offset in tensors:
        dimensions = struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        content += text(name) + dimensions + struct.pack("<IQ", type_id, offset)
    content += bytes(-len(content) % 32)
    return content + bytes(data_bytes)


def write(path: Path, content: bytes) -> Path:
    """Write a file and return its path."""
    path.write_bytes(content)
    return path
