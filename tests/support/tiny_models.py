"""Tiny random GGUF models: real files for the real llama.cpp, written in milliseconds, decoded in less.

Their text means nothing, but it is neither constant nor uniform: like a real model's it has likely and
unlikely continuations, sometimes ends, and sometimes splits a character over two tokens.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

import gguf
import numpy as np

from tests.support.tiny_vocabulary import (
    BOS_ID,
    END_IDS,
    NUM_BYTES,
    TEXT_END_ID,
    TURN_END_ID,
    TURN_START_ID,
    TinyVocabulary,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

WIDTH = 64
NUM_HEADS = 2
HEAD_SIZE = WIDTH // NUM_HEADS
FEED_FORWARD = 128
SLIDING_WINDOW = 32
LOGIT_SPREAD = 3.0
"""Standard deviation of the logits: about 2 nats of entropy at temperature 1."""
BIAS_GAIN = 2.0
GAIN = 1.4
"""How strongly layers answer; less makes the text repeat itself, more makes it hang on every rounding."""
MOSTLY_AGREES = 0.01
"""Noise with which a copy still makes the same greedy choice three times in four."""

CHATML = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)
REFUSES_SYSTEM = (
    "{% for message in messages %}{% if message['role'] == 'system' %}"
    "{{ raise_exception('System role not supported') }}{% endif %}"
    "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


class TinyArchitecture(StrEnum):
    """What kind of memory the model has."""

    LLAMA = "llama"
    """A cache that can be cut anywhere."""
    MAMBA = "mamba"
    """A recurrent state that cannot be rewound in part."""
    GEMMA3 = "gemma3"
    """One layer in two sees a sliding window of 32 tokens only."""


@dataclass(frozen=True, slots=True)
class TinyModel:
    """What a tiny model is like. Equal values write equal files.

    Args:
        seed: Of the weights. Models of different seeds agree by chance only.
        noise: Standard deviation added to each weight, in units of the weight's own: a copy with a little
            noise is a draft that mostly agrees with the model it was copied from.
        end_bias: Added to the logits of the end tokens; the higher, the shorter the replies.
        chat_template: None leaves it out of the file.
    """

    seed: int = 5
    noise: float = 0.0
    noise_seed: int = 0
    num_layers: int = 2
    architecture: TinyArchitecture = TinyArchitecture.LLAMA
    vocabulary: TinyVocabulary = field(default_factory=TinyVocabulary)
    chat_template: str | None = CHATML
    end_bias: float = -2.0
    add_bos: bool = False
    context_tokens: int = 4096
    name: str = "Tiny"

    def write(self, path: Path) -> Path:
        """Write the model to `path` and return it."""
        writer = gguf.GGUFWriter(path, self.architecture.value)
        _write_metadata(writer, self)
        for name, weights in _tensors(self):
            if weights.ndim == 2 and not name.endswith(_SMALL):
                quantized = gguf.quants.quantize(weights, gguf.GGMLQuantizationType.Q4_1)
                writer.add_tensor(name, quantized, raw_dtype=gguf.GGMLQuantizationType.Q4_1)
            else:
                writer.add_tensor(name, weights)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        return path


_SMALL = ("ssm_conv1d.weight", "ssm_dt.weight", "ssm_a")
"""Matrices whose rows are shorter than a block of Q4_1, or that have to stay exact."""


def _write_metadata(writer: gguf.GGUFWriter, model: TinyModel) -> None:
    vocabulary = model.vocabulary
    writer.add_name(model.name)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q4_1)
    writer.add_context_length(model.context_tokens)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(model.num_layers)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(vocabulary.size)
    if model.architecture is TinyArchitecture.MAMBA:
        writer.add_feed_forward_length(0)
        writer.add_head_count(0)
        writer.add_ssm_conv_kernel(_MAMBA_KERNEL)
        writer.add_ssm_inner_size(2 * WIDTH)
        writer.add_ssm_state_size(_MAMBA_STATE)
        writer.add_ssm_time_step_rank(_MAMBA_RANK)
    else:
        writer.add_feed_forward_length(FEED_FORWARD)
        writer.add_head_count(NUM_HEADS)
        writer.add_head_count_kv(NUM_HEADS)
        writer.add_rope_dimension_count(HEAD_SIZE)
    if model.architecture is TinyArchitecture.GEMMA3:
        writer.add_key_length(HEAD_SIZE)
        writer.add_value_length(HEAD_SIZE)
        writer.add_sliding_window(SLIDING_WINDOW)
        writer.add_sliding_window_pattern(2)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(list(vocabulary.tokens))
    writer.add_token_types(_token_types(vocabulary))
    writer.add_token_merges(list(vocabulary.merges))
    writer.add_bos_token_id(BOS_ID)
    writer.add_eos_token_id(TURN_END_ID)
    writer.add_add_bos_token(model.add_bos)
    if model.chat_template is not None:
        writer.add_chat_template(model.chat_template)


def _token_types(vocabulary: TinyVocabulary) -> list[int]:
    types = [int(gguf.TokenType.NORMAL)] * vocabulary.size
    types[BOS_ID : TEXT_END_ID + 1] = [int(gguf.TokenType.CONTROL)] * (TEXT_END_ID + 1 - BOS_ID)
    types[vocabulary.first_padding_id :] = [int(gguf.TokenType.UNUSED)] * vocabulary.num_padding
    return types


def _token_biases(model: TinyModel) -> NDArray[np.float32]:
    """What is added to each logit: printable text is likely, the rest is rare or never comes."""
    biases = np.zeros(model.vocabulary.size, np.float32)
    biases[:0x20] = -6
    biases[0x7F:NUM_BYTES] = -4
    biases[[BOS_ID, TURN_START_ID]] = -15
    biases[list(END_IDS)] = model.end_bias
    biases[model.vocabulary.first_padding_id :] = -30
    return biases


def _random(model: TinyModel, name: str, rows: int, columns: int, gain: float) -> NDArray[np.float32]:
    """A random matrix whose products with a vector of unit entries have the standard deviation `gain`."""
    key = zlib.crc32(name.encode())
    weights = np.random.default_rng([model.seed, key]).standard_normal((rows, columns))
    if model.noise:
        noise = np.random.default_rng([model.seed, key, model.noise_seed, 1]).standard_normal((rows, columns))
        weights += model.noise * noise
    scaled: NDArray[np.float32] = (weights * (gain / np.sqrt(columns))).astype(np.float32)
    return scaled


def _into_residual(model: TinyModel, name: str, rows: int, columns: int, gain: float) -> NDArray[np.float32]:
    """Like `_random`, but the first residual channel, which carries the biases, is left alone."""
    weights = _random(model, name, rows, columns, gain)
    weights[0] = 0
    return weights


def _norm(first: float) -> NDArray[np.float32]:
    """The weights of a norm: layers do not see the channel of the biases, the output sees it enlarged."""
    weights = np.ones(WIDTH, np.float32)
    weights[0] = first
    return weights


def _tensors(model: TinyModel) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """All tensors; matrices as rows (outputs) by columns (inputs)."""
    embedding = _random(model, "token_embd.weight", model.vocabulary.size, WIDTH, np.sqrt(WIDTH))
    embedding[:, 0] = 2
    if model.architecture is TinyArchitecture.GEMMA3:
        embedding /= np.sqrt(WIDTH)  # llama.cpp multiplies Gemma's embeddings by this
    output = _random(model, "output.weight", model.vocabulary.size, WIDTH, LOGIT_SPREAD)
    output[model.vocabulary.first_padding_id :] = 0
    output[:, 0] = _token_biases(model)
    yield "token_embd.weight", embedding
    yield "output_norm.weight", _norm(BIAS_GAIN)
    yield "output.weight", output
    for layer in range(model.num_layers):
        block = f"blk.{layer}"
        yield f"{block}.attn_norm.weight", _norm(0)
        if model.architecture is TinyArchitecture.MAMBA:
            yield from _mamba_layer(model, block)
        else:
            yield from _attention_layer(model, block)


def _attention_layer(model: TinyModel, block: str) -> Iterator[tuple[str, NDArray[np.float32]]]:
    for part in ("attn_q", "attn_k", "attn_v"):
        yield f"{block}.{part}.weight", _random(model, f"{block}.{part}", WIDTH, WIDTH, GAIN)
    yield f"{block}.attn_output.weight", _into_residual(model, f"{block}.attn_output", WIDTH, WIDTH, GAIN)
    yield f"{block}.ffn_norm.weight", _norm(0)
    for part in ("ffn_gate", "ffn_up"):
        yield f"{block}.{part}.weight", _random(model, f"{block}.{part}", FEED_FORWARD, WIDTH, GAIN)
    yield f"{block}.ffn_down.weight", _into_residual(model, f"{block}.ffn_down", WIDTH, FEED_FORWARD, GAIN)
    if model.architecture is TinyArchitecture.GEMMA3:
        for part in ("post_attention_norm", "post_ffw_norm"):
            yield f"{block}.{part}.weight", np.ones(WIDTH, np.float32)
        for part in ("attn_q_norm", "attn_k_norm"):
            yield f"{block}.{part}.weight", np.full(HEAD_SIZE, 1.5, np.float32)


_MAMBA_KERNEL = 4
_MAMBA_STATE = 16
_MAMBA_RANK = 4


def _mamba_layer(model: TinyModel, block: str) -> Iterator[tuple[str, NDArray[np.float32]]]:
    inner = 2 * WIDTH
    yield f"{block}.ssm_in.weight", _random(model, f"{block}.ssm_in", 2 * inner, WIDTH, GAIN)
    yield f"{block}.ssm_conv1d.weight", _random(model, f"{block}.ssm_conv1d", inner, _MAMBA_KERNEL, 1.0)
    yield f"{block}.ssm_conv1d.bias", np.zeros(inner, np.float32)
    num_projected = _MAMBA_RANK + 2 * _MAMBA_STATE
    yield f"{block}.ssm_x.weight", _random(model, f"{block}.ssm_x", num_projected, inner, 1.0)
    yield f"{block}.ssm_dt.weight", _random(model, f"{block}.ssm_dt", inner, _MAMBA_RANK, 1.0)
    yield f"{block}.ssm_dt.bias", np.full(inner, -2, np.float32)
    decay = np.arange(1, _MAMBA_STATE + 1, dtype=np.float32) / _MAMBA_STATE
    yield f"{block}.ssm_a", np.tile(-decay, (inner, 1))
    yield f"{block}.ssm_d", np.ones(inner, np.float32)
    yield f"{block}.ssm_out.weight", _into_residual(model, f"{block}.ssm_out", WIDTH, inner, GAIN)
