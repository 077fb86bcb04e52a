"""Writes a model of a few hundred kilobytes: enough to see whether the engine works where no model is at hand.

Its text means nothing. The layout is GGUF's, version 3; the architecture is Llama's, with a vocabulary of bytes.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

_WIDTH, _HEADS, _INNER, _LAYERS, _CONTEXT = 64, 2, 128, 2, 512
_BYTES = 256
_SPECIAL = ("<|im_start|>", "<|im_end|>")
_ALIGNMENT = 32
_U32, _F32, _BOOL, _STRING, _ARRAY, _I32 = 4, 6, 7, 8, 9, 5
_CONTROL = 3
_SEED = 11
_TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


def write_tiny_model(path: Path) -> Path:
    """Write the model; every call writes the same bytes.

    Raises:
        OSError: If the file cannot be written.
    """
    tokens = (*_byte_characters(), *_SPECIAL, "he")
    tensors = list(_tensors(len(tokens)))
    values = list(_values(tokens))
    header = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(values)) + b"".join(values)
    offset = 0
    for name, numbers in tensors:
        shape = numbers.shape[::-1]
        header += _text(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *shape)
        header += struct.pack("<IQ", 0, offset)
        offset += _padded(numbers.nbytes)
    body = b"".join(_fill(numbers.tobytes()) for _name, numbers in tensors)
    path.write_bytes(_fill(header) + body)
    return path


def _values(tokens: tuple[str, ...]) -> Iterator[bytes]:
    """Keys with their values."""
    kinds = [1] * _BYTES + [_CONTROL] * len(_SPECIAL) + [1]
    numbers = {
        "llama.context_length": _CONTEXT,
        "llama.embedding_length": _WIDTH,
        "llama.block_count": _LAYERS,
        "llama.feed_forward_length": _INNER,
        "llama.attention.head_count": _HEADS,
        "llama.attention.head_count_kv": _HEADS,
        "llama.rope.dimension_count": _WIDTH // _HEADS,
        "llama.vocab_size": len(tokens),
        "tokenizer.ggml.bos_token_id": _BYTES,
        "tokenizer.ggml.eos_token_id": _BYTES + 1,
    }
    texts = {
        "general.architecture": "llama",
        "general.name": "Galley's own tiny model",
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "gpt-2",
        "tokenizer.chat_template": _TEMPLATE,
    }
    for key, text in texts.items():
        yield _text(key) + struct.pack("<I", _STRING) + _text(text)
    for key, number in numbers.items():
        yield _text(key) + struct.pack("<II", _U32, number)
    yield _text("llama.attention.layer_norm_rms_epsilon") + struct.pack("<If", _F32, 1e-5)
    yield _text("tokenizer.ggml.add_bos_token") + struct.pack("<I?", _BOOL, False)
    for key, strings in (("tokenizer.ggml.tokens", tokens), ("tokenizer.ggml.merges", ("h e",))):
        listed = b"".join(_text(string) for string in strings)
        yield _text(key) + struct.pack("<IIQ", _ARRAY, _STRING, len(strings)) + listed
    listed = struct.pack(f"<{len(kinds)}i", *kinds)
    yield _text("tokenizer.ggml.token_type") + struct.pack("<IIQ", _ARRAY, _I32, len(kinds)) + listed


def _tensors(num_tokens: int) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Matrices as rows (outputs) by columns (inputs); likely tokens are far ahead of the others."""
    random = np.random.default_rng(_SEED)

    def matrix(rows: int, columns: int, gain: float = 1.4) -> NDArray[np.float32]:
        numbers = random.standard_normal((rows, columns)).astype(np.float32)
        return numbers * np.float32(gain / columns**0.5)

    output = matrix(num_tokens, _WIDTH, 12.0)
    output[_BYTES:] = 0  # never ends, and says nothing special
    yield "token_embd.weight", matrix(num_tokens, _WIDTH, _WIDTH**0.5)
    yield "output_norm.weight", np.ones(_WIDTH, np.float32)
    yield "output.weight", output
    for layer in range(_LAYERS):
        for norm in ("attn_norm", "ffn_norm"):
            yield f"blk.{layer}.{norm}.weight", np.ones(_WIDTH, np.float32)
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            yield f"blk.{layer}.{part}.weight", matrix(_WIDTH, _WIDTH)
        for part in ("ffn_gate", "ffn_up"):
            yield f"blk.{layer}.{part}.weight", matrix(_INNER, _WIDTH)
        yield f"blk.{layer}.ffn_down.weight", matrix(_WIDTH, _INNER)


def _byte_characters() -> Iterator[str]:
    """The character by which byte-level vocabularies write each byte."""
    kept = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    spare = iter(range(0x100, 0x200))
    return (chr(byte) if byte in kept else chr(next(spare)) for byte in range(_BYTES))


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _padded(length: int) -> int:
    return -(-length // _ALIGNMENT) * _ALIGNMENT


def _fill(data: bytes) -> bytes:
    return data.ljust(_padded(len(data)), b"\0")
