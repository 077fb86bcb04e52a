"""A tiny model whose tokenizer puts a space in front of every text, as those of Llama 2 and Mistral do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import gguf

from tests.support.tiny_models import TinyModel, _tensors, _write_metadata

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.support.tiny_vocabulary import TinyVocabulary

INSTRUCTIONS = (
    "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'user' %}"
    "{{ '[INST] ' + message['content'] + ' [/INST]' }}{% else %}{{ message['content'] + eos_token }}{% endif %}"
    "{% endfor %}"
)
_CONTROL = ("<unk>", "<s>", "</s>")
_BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))
_CHARACTERS = ("▁", *(chr(code) for code in range(0x21, 0x7F)))
_WORDS = ("▁the", "▁red", "▁ink", "▁page", "re", "in", "he", "▁t", "▁r", "▁i", "▁p", "ed", "the", "ink")
_UNKNOWN, _CONTROL_TYPE, _BYTE, _NORMAL = 2, 3, 6, 1


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """What the writer asks of a vocabulary."""

    tokens: tuple[str, ...] = (*_CONTROL, *_BYTES, *_CHARACTERS, *_WORDS)
    merges: tuple[str, ...] = ()
    num_padding: int = 0
    size: int = field(init=False)
    first_padding_id: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.tokens))
        object.__setattr__(self, "first_padding_id", len(self.tokens))


class _Writer(gguf.GGUFWriter):  # type: ignore[misc]
    """Says `llama` where a tiny model says `gpt2`."""

    def add_tokenizer_model(self, _model: str) -> None:
        super().add_tokenizer_model("llama")

    def add_tokenizer_pre(self, _pre: str) -> None:
        super().add_tokenizer_pre("default")
        self.add_add_space_prefix(True)
        plain = (0.0,) * len((*_CONTROL, *_BYTES))
        self.add_token_scores([*plain, *(-1000.0,) * len(_CHARACTERS), *(-1.0 - rank for rank in range(len(_WORDS)))])

    def add_token_merges(self, _merges: Sequence[str]) -> None:
        """There are none; scores stand in their place."""

    def add_token_types(self, _types: Sequence[int]) -> None:
        num_normal = len(_CHARACTERS) + len(_WORDS)
        super().add_token_types([_UNKNOWN, *(_CONTROL_TYPE,) * 2, *(_BYTE,) * 256, *(_NORMAL,) * num_normal])

    def add_bos_token_id(self, _token: int) -> None:
        super().add_bos_token_id(1)

    def add_eos_token_id(self, _token: int) -> None:
        super().add_eos_token_id(2)


def write_sentencepiece(path: Path) -> Path:
    """Write the model and return the path."""
    vocabulary = cast("TinyVocabulary", _Vocabulary())
    model = TinyModel(name="Tiny SentencePiece", vocabulary=vocabulary, chat_template=INSTRUCTIONS, add_bos=True)
    writer = _Writer(path, model.architecture.value)
    _write_metadata(writer, model)
    for name, weights in _tensors(model):
        writer.add_tensor(name, weights)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
