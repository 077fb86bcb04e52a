"""What a GGUF file is for: not everything that ends in .gguf can chat, and people should be told what it is."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class ModelKind(StrEnum):
    """What a file is for, by its metadata."""

    CHAT = "chat"
    """A language model that writes text, instructed or not."""
    PROJECTOR = "projector"
    EMBEDDING = "embedding"
    ADAPTER = "adapter"
    TRAINED_HEAD = "trained_head"
    """Proposes tokens, but only inside the model that it was trained for."""
    OTHER = "other"


_EMBEDDING_ARCHITECTURES = frozenset(
    {
        "bert",
        "eurobert",
        "gemma-embedding",
        "jina-bert-v2",
        "jina-bert-v3",
        "llama-embed",
        "modern-bert",
        "neo-bert",
        "nomic-bert",
        "nomic-bert-moe",
        "t5encoder",
    }
)
_HEADS = {"eagle3": "EAGLE-3", "dflash": "DFlash"}
_MULTI_TOKEN_PREDICTION = "MTP"
_STATE_KEYS = ("ssm.state_size", "ssm.conv_kernel", "wkv.head_size", "shortconv.l_cache", "kda.head_dim")
"""Said by architectures with a state that only goes forward, whatever attention layers they have beside it."""
_BLOCK = re.compile(r"blk\.([0-9]{1,5})\.")


def num_nextn_layers(metadata: Mapping[str, object], architecture: str) -> int:
    """Layers for multi-token prediction, at the end of the model's blocks."""
    value = metadata.get(f"{architecture}.nextn_predict_layers")
    return value if isinstance(value, int) else 0


def kind_of(
    metadata: Mapping[str, object],
    architecture: str,
    tensor_names: Collection[str],
    *,
    has_vocabulary: bool,
    is_whole: bool,
) -> ModelKind:
    """Classify a file.

    Args:
        metadata: The file's single values.
        architecture: `general.architecture`.
        tensor_names: The names in its tensor table.
        has_vocabulary: Whether it holds tokens.
        is_whole: False for one part of a model in several files, whose tensors say little.
    """
    general_type = metadata.get("general.type")
    if general_type == "adapter" or "adapter.type" in metadata:
        return ModelKind.ADAPTER
    if architecture == "clip" or general_type == "mmproj":
        return ModelKind.PROJECTOR
    if architecture in _HEADS or (is_whole and _is_nextn_only(metadata, architecture, tensor_names)):
        return ModelKind.TRAINED_HEAD
    if architecture in _EMBEDDING_ARCHITECTURES or metadata.get(f"{architecture}.pooling_type"):
        return ModelKind.EMBEDDING
    looks_ahead = metadata.get(f"{architecture}.attention.causal") is False
    if looks_ahead or general_type not in (None, "model") or (is_whole and not (tensor_names and has_vocabulary)):
        return ModelKind.OTHER
    return ModelKind.CHAT


def keeps_state(metadata: Mapping[str, object], architecture: str) -> bool:
    """Whether a model remembers by a state that cannot go back a few tokens, in all its layers or in some."""
    return any(metadata.get(f"{architecture}.{key}") for key in _STATE_KEYS)


def head_name(architecture: str) -> str:
    """The name by which a kind of trained head is known."""
    return _HEADS.get(architecture, _MULTI_TOKEN_PREDICTION)


def refusal(kind: ModelKind, file: str, architecture: str) -> Notice | None:
    """Why a file of that kind can neither be target nor draft; None for a chat model."""
    if kind is ModelKind.CHAT:
        return None
    if kind is ModelKind.TRAINED_HEAD:
        return Notice("model_is_trained_head", {"file": file, "head": head_name(architecture)})
    return Notice(f"model_is_{kind.value}", {"file": file})


def _is_nextn_only(metadata: Mapping[str, object], architecture: str, tensor_names: Collection[str]) -> bool:
    """Whether the blocks that a whole model would begin with are not in the file.

    A complete model may carry such layers behind its own; then it chats like any other.
    """
    num_layers = num_nextn_layers(metadata, architecture)
    blocks = metadata.get(f"{architecture}.block_count")
    if num_layers <= 0 or not isinstance(blocks, int):
        return False
    first_extra = blocks - num_layers
    matches = (_BLOCK.match(name) for name in tensor_names)
    return not any(match and int(match[1]) < first_extra for match in matches)
