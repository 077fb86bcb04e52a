"""A model file's description as a value: what pickers, planners and pairing read instead of the file."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.models.quantisation import FILE_TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.models.gguf_parse import ArrayPlace, GgufTensor, Value
    from app.models.kinds import ModelKind


@dataclass(frozen=True, slots=True)
class VocabularySummary:
    """The vocabulary without its tokens. What the file does not say is None."""

    type: str
    """`tokenizer.ggml.model`: `gpt2`, `llama`, ...; empty when the file has no vocabulary."""
    pre: str | None
    """How text is split before it is tokenised."""
    num_tokens: int
    bos_id: int | None
    eos_id: int | None
    eot_id: int | None
    eom_id: int | None
    unknown_id: int | None
    padding_id: int | None
    adds_bos: bool | None
    adds_eos: bool | None


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All tokens as they stand in the file, by id."""

    tokens: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """A model file without its weights. What the file does not say is None."""

    path: Path
    file_bytes: int
    version: int
    kind: ModelKind
    architecture: str
    name: str | None
    basename: str | None
    size_label: str | None
    finetune: str | None
    file_type: int | None
    context_length: int | None
    block_count: int | None
    num_nextn_layers: int
    """Layers for multi-token prediction among its blocks."""
    chat_template: str | None
    part: int
    """Of `num_parts`, from 0."""
    num_parts: int
    vocabulary: VocabularySummary
    tensors: tuple[GgufTensor, ...] = field(repr=False)
    values: Mapping[str, Value] = field(repr=False, hash=False)
    """Everything the file says, but for long arrays."""
    arrays: Mapping[str, ArrayPlace] = field(repr=False, hash=False)

    @property
    def tensor_bytes(self) -> int:
        """The weights of this file."""
        return sum(tensor.num_bytes or 0 for tensor in self.tensors)

    @property
    def num_parameters(self) -> int:
        """The numbers in the tensors of this file."""
        return sum(math.prod(tensor.shape) for tensor in self.tensors)

    @property
    def quantisation(self) -> str:
        """The file type as llama.cpp names it, else the number format that most bytes are in."""
        if self.file_type in FILE_TYPES:
            return FILE_TYPES[self.file_type]
        bytes_of: Counter[str] = Counter()
        for tensor in self.tensors:
            bytes_of[tensor.type_name] += tensor.num_bytes or 0
        return bytes_of.most_common(1)[0][0] if bytes_of else ""
