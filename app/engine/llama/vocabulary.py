"""A model's vocabulary: text to token ids and back to bytes."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any

import llama_cpp

from app.errors import UserError


class Vocabulary:
    """Wraps llama.cpp's vocabulary of a loaded model.

    Args:
        model: A `llama_model` pointer that outlives this object.
    """

    def __init__(self, model: Any) -> None:  # noqa: ANN401 - an opaque C pointer
        self.pointer = llama_cpp.llama_model_get_vocab(model)
        self.size: int = llama_cpp.llama_vocab_n_tokens(self.pointer)
        self.piece = lru_cache(maxsize=65536)(self.piece_uncached)
        self.is_end = lru_cache(maxsize=65536)(self._is_end)

    def tokenize(self, text: str, *, add_special: bool, parse_special: bool = True) -> list[int]:
        """Token ids of a text.

        Args:
            text: Any text.
            add_special: Put the beginning-of-sequence token in front where the model wants one.
            parse_special: Whether the names of special tokens in the text count as these tokens.

        Raises:
            UserError: `tokenize_failed`.
        """
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        buffer = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self.pointer, data, len(data), buffer, room, add_special, parse_special)
        if count < 0:
            raise UserError("tokenize_failed")
        return list(buffer[:count])

    def piece_uncached(self, token_id: int) -> bytes:
        """The bytes a token stands for in text; empty for control tokens."""
        buffer = ctypes.create_string_buffer(64)
        length = llama_cpp.llama_token_to_piece(self.pointer, token_id, buffer, len(buffer), 0, False)
        if length < 0:
            buffer = ctypes.create_string_buffer(-length)
            length = llama_cpp.llama_token_to_piece(self.pointer, token_id, buffer, len(buffer), 0, False)
        return bytes(buffer.raw[:length])

    def special_text(self, token_id: int) -> str:
        """A token's own name, such as `<|im_end|>`; empty where the model has no such token (id −1)."""
        if token_id < 0:
            return ""
        text = llama_cpp.llama_vocab_get_text(self.pointer, token_id)
        return text.decode("utf-8", "replace") if text else ""

    def _is_end(self, token_id: int) -> bool:
        """Whether a token ends generation."""
        return bool(llama_cpp.llama_vocab_is_eog(self.pointer, token_id))

    @property
    def bos(self) -> str:
        """The name of the beginning-of-sequence token, or nothing."""
        return self.special_text(llama_cpp.llama_vocab_bos(self.pointer))

    @property
    def eos(self) -> str:
        """The name of the end-of-sequence token, or nothing."""
        return self.special_text(llama_cpp.llama_vocab_eos(self.pointer))
