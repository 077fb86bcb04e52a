"""What is told of a loaded pair, without one."""

from __future__ import annotations

from app.engine.types import ModelInfo, PairInfo

TOY_TARGET = ModelInfo("/models/toy.gguf", "Toy", "toy 1M F16", 1_000_000, 300, 2048, 4096, 1 << 20, 1 << 16, 1 << 16)
TOY_PAIR = PairInfo(TOY_TARGET, None, None, 0.1, 2)
