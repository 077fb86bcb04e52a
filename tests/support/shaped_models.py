"""Model files of many shapes with empty weights: what a memory plan has to get right, and nothing that could chat.

Each is a real file for the real llama.cpp: grouped heads, sliding windows, experts, latent attention, hybrids.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import gguf
import numpy as np

from tests.support.tiny_models import CHATML
from tests.support.tiny_vocabulary import BOS_ID, TURN_END_ID, TinyVocabulary

if TYPE_CHECKING:
    from pathlib import Path

Matrix = tuple[str, tuple[int, ...]]
_FLOAT = gguf.GGMLQuantizationType.F32


class Architecture(StrEnum):
    """What is special about each in memory."""

    LLAMA = "llama"
    """Fewer heads of keys and values than of queries."""
    GEMMA3 = "gemma3"
    """Most layers see a window only."""
    QWEN3_MOE = "qwen3moe"
    """Experts, a few of which answer."""
    DEEPSEEK2 = "deepseek2"
    """Keys and values share one latent vector."""
    LFM2 = "lfm2"
    """Some layers keep a short state, the others a cache."""


@dataclass(frozen=True, slots=True)
class ShapedModel:
    """How large everything in the model is. Equal values write equal files."""

    architecture: Architecture = Architecture.LLAMA
    width: int = 256
    num_layers: int = 4
    num_heads: int = 8
    num_kv_heads: int = 2
    head_size: int = 64
    feed_forward: int = 512
    num_padding: int = 700
    """Unused tokens: the vocabulary is this large and a little more."""
    weight_type: gguf.GGMLQuantizationType = gguf.GGMLQuantizationType.F16
    tied: bool = False
    """Whether the output is the embedding again."""
    window: int = 512
    num_experts: int = 8
    num_experts_used: int = 2
    latent: int = 128
    rotated: int = 32
    state_layers: tuple[int, ...] = (0, 2)
    """Layers of a hybrid without a cache."""
    context_tokens: int = 32768

    def write(self, path: Path) -> Path:
        """Write the model to `path` and return it."""
        writer = gguf.GGUFWriter(path, self.architecture.value)
        vocabulary = TinyVocabulary(num_padding=self.num_padding)
        _write_metadata(writer, self, vocabulary)
        for name, shape in _tensors(self, vocabulary.size):
            kind = self.weight_type if len(shape) > 1 and "norm" not in name and "conv.conv" not in name else _FLOAT
            if "ffn_gate_inp" in name:
                kind = _FLOAT
            if kind in (_FLOAT, gguf.GGMLQuantizationType.F16):
                writer.add_tensor(name, np.zeros(shape, np.float32 if kind is _FLOAT else np.float16))
            else:
                length, size = gguf.GGML_QUANT_SIZES[kind]
                rows = np.zeros((*shape[:-1], shape[-1] // length * size), np.uint8)
                writer.add_tensor(name, rows, raw_dtype=kind)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        return path


def _write_metadata(writer: gguf.GGUFWriter, model: ShapedModel, vocabulary: TinyVocabulary) -> None:
    architecture = model.architecture
    writer.add_name(f"Shaped {architecture.value}")
    writer.add_context_length(model.context_tokens)
    writer.add_embedding_length(model.width)
    writer.add_block_count(model.num_layers)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(vocabulary.size)
    writer.add_feed_forward_length(model.feed_forward)
    writer.add_head_count(model.num_heads)
    if architecture is not Architecture.DEEPSEEK2:
        writer.add_key_length(model.head_size)
        writer.add_value_length(model.head_size)
        writer.add_rope_dimension_count(model.head_size)
    if architecture is Architecture.DEEPSEEK2:
        writer.add_head_count_kv(1)
        writer.add_key_length(model.latent + model.rotated)
        writer.add_value_length(model.latent)
        writer.add_key_length_mla(model.head_size)
        writer.add_value_length_mla(model.head_size)
        writer.add_kv_lora_rank(model.latent)
        writer.add_q_lora_rank(model.latent)
        writer.add_rope_dimension_count(model.rotated)
        writer.add_leading_dense_block_count(1)
        writer.add_expert_shared_count(1)
    elif architecture is Architecture.LFM2:
        writer.add_head_count_kv(
            [0 if n in model.state_layers else model.num_kv_heads for n in range(model.num_layers)]
        )
        writer.add_shortconv_l_cache(3)
    else:
        writer.add_head_count_kv(model.num_kv_heads)
    if architecture in (Architecture.QWEN3_MOE, Architecture.DEEPSEEK2):
        writer.add_expert_count(model.num_experts)
        writer.add_expert_used_count(model.num_experts_used)
        writer.add_expert_feed_forward_length(model.feed_forward // 2)
    if architecture is Architecture.GEMMA3:
        writer.add_sliding_window(model.window)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(list(vocabulary.tokens))
    types = [int(gguf.TokenType.NORMAL)] * vocabulary.size
    types[vocabulary.first_padding_id :] = [int(gguf.TokenType.UNUSED)] * vocabulary.num_padding
    writer.add_token_types(types)
    writer.add_token_merges(list(vocabulary.merges))
    writer.add_bos_token_id(BOS_ID)
    writer.add_eos_token_id(TURN_END_ID)
    writer.add_add_bos_token(False)
    writer.add_chat_template(CHATML)


def _tensors(model: ShapedModel, vocabulary_size: int) -> list[Matrix]:
    """Names and shapes: rows (outputs) by columns (inputs)."""
    width, is_lfm2 = model.width, model.architecture is Architecture.LFM2
    tensors: list[Matrix] = [
        ("token_embd.weight", (vocabulary_size, width)),
        ("token_embd_norm.weight" if is_lfm2 else "output_norm.weight", (width,)),
    ]
    if not model.tied:
        tensors.append(("output.weight", (vocabulary_size, width)))
    for layer in range(model.num_layers):
        parts = [
            ("attn_norm", (width,)),
            ("ffn_norm", (width,)),
            *_attention(model, layer),
            *_feed_forward(model, layer),
        ]
        tensors += [(f"blk.{layer}.{name}.weight", shape) for name, shape in parts]
    return tensors


def _attention(model: ShapedModel, layer: int) -> list[Matrix]:
    width, heads, kv_heads, size = model.width, model.num_heads, model.num_kv_heads, model.head_size
    if model.architecture is Architecture.LFM2 and layer in model.state_layers:
        return [
            ("shortconv.conv", (width, 3)),
            ("shortconv.in_proj", (3 * width, width)),
            ("shortconv.out_proj", (width, width)),
        ]
    if model.architecture is Architecture.DEEPSEEK2:
        plain = size - model.rotated
        return [
            ("attn_q_a_norm", (model.latent,)),
            ("attn_q_a", (model.latent, width)),
            ("attn_q_b", (heads * size, model.latent)),
            ("attn_kv_a_norm", (model.latent,)),
            ("attn_kv_a_mqa", (model.latent + model.rotated, width)),
            ("attn_k_b", (heads, model.latent, plain)),
            ("attn_v_b", (heads, size, model.latent)),
            ("attn_output", (width, heads * size)),
        ]
    parts: list[Matrix] = [
        ("attn_q", (heads * size, width)),
        ("attn_k", (kv_heads * size, width)),
        ("attn_v", (kv_heads * size, width)),
        ("attn_output", (width, heads * size)),
    ]
    if model.architecture is not Architecture.LLAMA:
        parts += [("attn_q_norm", (size,)), ("attn_k_norm", (size,))]
    if model.architecture is Architecture.GEMMA3:
        parts += [("post_attention_norm", (width,)), ("post_ffw_norm", (width,))]
    return parts


def _feed_forward(model: ShapedModel, layer: int) -> list[Matrix]:
    width, inner, count = model.width, model.feed_forward, model.num_experts
    is_dense = model.architecture is Architecture.DEEPSEEK2 and layer == 0
    if model.architecture in (Architecture.QWEN3_MOE, Architecture.DEEPSEEK2) and not is_dense:
        inner //= 2
        parts: list[Matrix] = [
            ("ffn_gate_inp", (count, width)),
            ("ffn_gate_exps", (count, inner, width)),
            ("ffn_up_exps", (count, inner, width)),
            ("ffn_down_exps", (count, width, inner)),
        ]
        if model.architecture is Architecture.DEEPSEEK2:
            parts += [
                ("ffn_gate_shexp", (inner, width)),
                ("ffn_up_shexp", (inner, width)),
                ("ffn_down_shexp", (width, inner)),
            ]
        return parts
    return [("ffn_gate", (inner, width)), ("ffn_up", (inner, width)), ("ffn_down", (width, inner))]
