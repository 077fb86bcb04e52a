"""The shapes of models that memory plans are tried on, by name; written when a test asks for them."""

from __future__ import annotations

import gguf

from tests.support.shaped_models import Architecture, ShapedModel

_Q4_0 = gguf.GGMLQuantizationType.Q4_0

SHAPES: dict[str, ShapedModel] = {
    "grouped": ShapedModel(),
    "grouped-repacked": ShapedModel(weight_type=_Q4_0, tied=True, num_kv_heads=1, feed_forward=2048),
    "large-heads": ShapedModel(num_layers=2, num_heads=16, num_kv_heads=8, head_size=128, feed_forward=256),
    "large-vocabulary": ShapedModel(num_padding=20000, feed_forward=768),
    "windowed": ShapedModel(
        Architecture.GEMMA3, width=384, num_layers=12, num_kv_heads=1, head_size=128, feed_forward=1024, window=1024
    ),
    "experts": ShapedModel(Architecture.QWEN3_MOE),
    "many-experts": ShapedModel(
        Architecture.QWEN3_MOE, width=512, num_experts=16, num_experts_used=8, num_heads=16, feed_forward=768
    ),
    "latent": ShapedModel(Architecture.DEEPSEEK2),
    "latent-wide": ShapedModel(Architecture.DEEPSEEK2, width=512, num_heads=16, latent=256, rotated=64, head_size=128),
    "hybrid": ShapedModel(Architecture.LFM2, width=512),
}
