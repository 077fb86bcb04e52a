"""One model brought into memory with its context: refused in words where it cannot be, freed where it is stopped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import llama_cpp
import psutil

from app.engine.contexts import Cancelled
from app.engine.llama import backend
from app.engine.llama.context import Context, ContextSettings, probe_rewind
from app.engine.llama.model import Model
from app.engine.types import DeviceBuffers, KvType, ModelInfo
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.cancel import CancelFlag
    from app.engine.types import LoadSettings, ModelSpec

LARGEST_CONTEXT = 4 * 2**20


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model with its context."""

    model: Model
    context: Context
    rewinds: bool
    """Whether its cache can forget a tail of what it holds."""

    def close(self) -> None:
        """Free both."""
        self.context.close()
        self.model.close()

    def info(self) -> ModelInfo:
        """What is known and what was really allocated."""
        model, context = self.model, self.context
        return ModelInfo(
            path=model.path,
            name=model.name,
            description=model.description,
            num_parameters=model.num_parameters,
            vocabulary_size=model.vocabulary.size,
            context_tokens=context.capacity,
            trained_context_tokens=model.trained_context_tokens,
            weights_bytes=model.weights_bytes,
            kv_bytes=context.kv_bytes,
            compute_bytes=context.compute_bytes,
            buffers=_joined(model.buffers, context.buffers),
        )


def load_model(
    spec: ModelSpec,
    settings: LoadSettings,
    context: ContextSettings,
    cancel: CancelFlag,
    on_progress: Callable[[float], None],
) -> Loaded:
    """Load a file and make its context.

    Raises:
        Cancelled: The flag was set; nothing stays loaded.
        UserError: It could not be loaded; nothing stays loaded.
    """
    if context.context_tokens > LARGEST_CONTEXT:
        raise UserError("context_too_large", tokens=context.context_tokens, largest=LARGEST_CONTEXT)
    model = Model(
        spec,
        use_mmap=settings.use_mmap,
        repack=not settings.reproducible,
        use_mlock=settings.use_mlock,
        devices=settings.devices,
        split=settings.split,
        cancel=cancel,
        on_progress=on_progress,
    )
    try:
        if not model.generates:
            raise UserError("model_cannot_chat", path=spec.path)
        if context.context_tokens <= 0:
            context = replace(context, context_tokens=model.trained_context_tokens)
        _require_room(model, context)
        made = Context(model, context, cancel)
    except BaseException:
        model.close()
        raise
    try:
        loaded = Loaded(model, made, not model.is_recurrent and probe_rewind(made))
        on_progress(1.0)
        if cancel.is_set():
            raise Cancelled
    except BaseException:
        made.close()
        model.close()
        raise
    return loaded


def _joined(model: tuple[DeviceBuffers, ...], context: tuple[DeviceBuffers, ...]) -> tuple[DeviceBuffers, ...]:
    """The weights of one and the caches and buffers of the other, memory by memory."""
    weights = {buffers.memory: buffers.weights_bytes for buffers in model}
    others = {buffers.memory: buffers for buffers in context}
    names = sorted({*weights, *others}, key=lambda name: (name == backend.RAM, name))
    return tuple(replace(others.get(name, DeviceBuffers(name)), weights_bytes=weights.get(name, 0)) for name in names)


def _require_room(model: Model, context: ContextSettings) -> None:
    """Refuse a cache that the machine's memory cannot hold: the kernel would kill the process in the middle."""
    if backend.can_offload():
        return
    wanted = cache_bytes(model, context)
    free = psutil.virtual_memory().available
    if wanted > free and not model.is_recurrent:
        raise UserError(
            "context_no_memory",
            tokens=context.context_tokens,
            wanted=f"{wanted / 1e9:.1f}",
            free=f"{free / 1e9:.1f}",
        )


def cache_bytes(model: Model, context: ContextSettings) -> int:
    """What the cache takes at most: a model that keeps a window or a state takes less."""
    layers = llama_cpp.llama_model_n_layer(model.pointer)
    heads = max(1, llama_cpp.llama_model_n_head(model.pointer))
    usual = llama_cpp.llama_model_n_embd(model.pointer) / heads
    rows = layers * llama_cpp.llama_model_n_head_kv(model.pointer) * context.context_tokens
    keys = _head_size(model, "key", usual) * BYTES_PER_VALUE[context.kv_type_k]
    values = _head_size(model, "value", usual) * BYTES_PER_VALUE[context.kv_type_v]
    return int(rows * (keys + values))


def _head_size(model: Model, of: str, usual: float) -> float:
    """Values of a head's key or value: some models say it, in the others the heads share the width."""
    architecture = model.metadata("general.architecture") or ""
    told = model.metadata(f"{architecture}.attention.{of}_length") or ""
    return float(told) if told.isdecimal() else usual


BYTES_PER_VALUE = {
    KvType.F32: 4.0,
    KvType.F16: 2.0,
    KvType.BF16: 2.0,
    KvType.Q8_0: 1.0625,
    KvType.Q5_1: 0.75,
    KvType.Q5_0: 0.6875,
    KvType.Q4_1: 0.625,
    KvType.Q4_0: 0.5625,
}
"""Bytes of one cached value, block scales included."""
