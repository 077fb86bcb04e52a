"""What a file is for, told before anybody tries to chat with it."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.models.gguf import read_header
from app.models.kinds import ModelKind, refusal
from tests.app.models import raw_gguf

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.header import GgufHeader

NO_TOKENS = struct.pack("<IIQ", 9, 8, 0)


def _read(folder: Path, values: dict[str, raw_gguf.Plain], tensors: tuple[raw_gguf.Tensor, ...]) -> GgufHeader:
    content = raw_gguf.gguf({**raw_gguf.MODEL, **values}, tensors)
    return read_header(raw_gguf.write(folder / "m.gguf", content))


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({}, ModelKind.CHAT),
        ({"general.type": "model"}, ModelKind.CHAT),
        ({"llama.pooling_type": 0}, ModelKind.CHAT),
        ({"general.architecture": "clip"}, ModelKind.PROJECTOR),
        ({"general.type": "mmproj"}, ModelKind.PROJECTOR),
        ({"general.type": "adapter", "adapter.type": "lora"}, ModelKind.ADAPTER),
        ({"general.architecture": "nomic-bert"}, ModelKind.EMBEDDING),
        ({"llama.pooling_type": 3}, ModelKind.EMBEDDING),
        ({"general.architecture": "eagle3"}, ModelKind.TRAINED_HEAD),
        ({"general.architecture": "dflash"}, ModelKind.TRAINED_HEAD),
        ({"general.type": "imatrix"}, ModelKind.OTHER),
        ({"llama.attention.causal": False}, ModelKind.OTHER),
        ({"tokenizer.ggml.tokens": NO_TOKENS}, ModelKind.OTHER),
    ],
)
def test_metadata_tell_what_a_file_is_for(tmp_path: Path, values: dict[str, raw_gguf.Plain], kind: ModelKind) -> None:
    assert _read(tmp_path, values, raw_gguf.ONE_LAYER).kind is kind


def test_a_file_of_extra_layers_only_is_a_trained_head(tmp_path: Path) -> None:
    extra = (("token_embd.weight", (8, 4), 0, 0), ("blk.1.attn_q.weight", (8, 1), 0, 128))
    header = _read(tmp_path, {"llama.block_count": 2, "llama.nextn_predict_layers": 1}, extra)
    assert header.kind is ModelKind.TRAINED_HEAD


def test_a_complete_model_with_extra_layers_chats(tmp_path: Path) -> None:
    tensors = (("blk.0.attn_q.weight", (8, 4), 0, 0), ("blk.1.attn_q.weight", (8, 1), 0, 128))
    header = _read(tmp_path, {"llama.block_count": 2, "llama.nextn_predict_layers": 1}, tensors)
    assert header.kind is ModelKind.CHAT
    assert header.num_nextn_layers == 1


def test_a_vocabulary_without_weights_is_no_model(tmp_path: Path) -> None:
    assert _read(tmp_path, {"llama.block_count": 32}, ()).kind is ModelKind.OTHER


@pytest.mark.parametrize("kind", [kind for kind in ModelKind if kind is not ModelKind.CHAT])
def test_each_other_kind_is_refused_in_its_own_words(kind: ModelKind) -> None:
    notice = refusal(kind, "m.gguf", "llama")
    assert notice is not None
    assert sentence(notice).startswith("“m.gguf” is not a chat model")


def test_a_chat_model_is_not_refused() -> None:
    assert refusal(ModelKind.CHAT, "m.gguf", "llama") is None
