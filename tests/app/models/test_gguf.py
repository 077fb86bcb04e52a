"""What model files say about themselves, checked against the format's own reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf
import pytest

from app.models.gguf import read_header, read_vocabulary
from app.models.kinds import ModelKind
from tests.app.models import raw_gguf
from tests.support.tiny_models import CHATML
from tests.support.tiny_vocabulary import BOS_ID, TURN_END_ID, TinyVocabulary

if TYPE_CHECKING:
    from pathlib import Path


def test_a_model_says_what_it_is(tiny_target: Path) -> None:
    header = read_header(tiny_target)
    assert header.kind is ModelKind.CHAT
    assert (header.architecture, header.name, header.quantisation) == ("llama", "Tiny target", "Q4_1")
    assert (header.context_length, header.block_count) == (4096, 2)
    assert header.chat_template == CHATML
    assert header.file_bytes == tiny_target.stat().st_size


def test_its_vocabulary_is_told_without_the_tokens(tiny_target: Path) -> None:
    vocabulary = read_header(tiny_target).vocabulary
    assert (vocabulary.type, vocabulary.pre) == ("gpt2", "gpt-2")
    assert vocabulary.num_tokens == TinyVocabulary().size
    assert (vocabulary.bos_id, vocabulary.eos_id) == (BOS_ID, TURN_END_ID)
    assert vocabulary.adds_bos is False
    assert (vocabulary.eot_id, vocabulary.adds_eos) == (None, None)


def test_its_tokens_are_those_that_were_written(tiny_target: Path) -> None:
    tokens = tuple(token.encode() for token in TinyVocabulary().tokens)
    assert read_vocabulary(tiny_target).tokens == tokens
    assert read_vocabulary(read_header(tiny_target)).tokens == tokens


@pytest.mark.parametrize("name", ["tiny_target", "tiny_recurrent", "tiny_sliding"])
def test_every_tensor_lies_where_the_formats_own_reader_finds_it(name: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue(name)
    assert _lines(path) == _expected_lines(path)


@pytest.mark.real_models
def test_the_real_models_are_read_as_the_formats_own_reader_does(smollm2: Path) -> None:
    fields = gguf.GGUFReader(smollm2).fields
    tokens = fields["tokenizer.ggml.tokens"]
    assert read_vocabulary(smollm2).tokens == tuple(bytes(tokens.parts[index]) for index in tokens.data)
    assert read_header(smollm2).chat_template == fields["tokenizer.chat_template"].contents()


@pytest.mark.real_models
def test_large_vocabularies_are_read_whole(qwen_small: Path, gemma: Path) -> None:
    for path, size, template in ((qwen_small, 151_936, True), (gemma, 262_144, False)):
        header = read_header(path)
        assert (header.kind, header.quantisation) == (ModelKind.CHAT, "Q4_K_M")
        assert len(read_vocabulary(header).tokens) == header.vocabulary.num_tokens == size
        assert bool(header.chat_template) is template


@pytest.mark.parametrize("version", [2, 3])
def test_both_versions_in_use_are_read(tmp_path: Path, version: int) -> None:
    path = raw_gguf.write(tmp_path / "m.gguf", raw_gguf.gguf(version=version))
    assert read_header(path).version == version


def test_per_layer_numbers_are_kept_for_planning(tmp_path: Path) -> None:
    heads = b"\x09\0\0\0\x04\0\0\0\x02" + bytes(7) + b"\x08\0\0\0\x04\0\0\0"
    content = raw_gguf.gguf({**raw_gguf.MODEL, "llama.attention.head_count_kv": heads})
    header = read_header(raw_gguf.write(tmp_path / "m.gguf", content))
    assert header.values["llama.attention.head_count_kv"] == (8, 4)


def test_a_number_format_of_the_future_is_no_damage(tmp_path: Path) -> None:
    tensors = (("token_embd.weight", (8, 4), 99, 0), ("blk.0.attn_q.weight", (8, 1), raw_gguf.F32, 4096))
    content = raw_gguf.gguf(tensors=tensors, data_bytes=4096 + 32)
    header = read_header(raw_gguf.write(tmp_path / "m.gguf", content))
    assert [tensor.type_name for tensor in header.tensors] == ["type 99", "F32"]


def test_the_quantisation_of_a_file_that_does_not_tell_is_that_of_most_bytes(tmp_path: Path) -> None:
    tensors = (("token_embd.weight", (32, 64), 2, 0), ("blk.0.attn_norm.weight", (8,), raw_gguf.F32, 1152))
    content = raw_gguf.gguf(tensors=tensors, data_bytes=1152 + 32)
    assert read_header(raw_gguf.write(tmp_path / "m.gguf", content)).quantisation == "Q4_0"


def _lines(path: Path) -> list[tuple[str, tuple[int, ...], str, int, int | None]]:
    return [
        (tensor.name, tensor.shape, tensor.type_name, tensor.offset, tensor.num_bytes)
        for tensor in read_header(path).tensors
    ]


def _expected_lines(path: Path) -> list[tuple[str, tuple[int, ...], str, int, int | None]]:
    return [
        (
            tensor.name,
            tuple(int(length) for length in tensor.shape),
            tensor.tensor_type.name,
            int(tensor.data_offset),
            int(tensor.n_bytes),
        )
        for tensor in gguf.GGUFReader(path).tensors
    ]
