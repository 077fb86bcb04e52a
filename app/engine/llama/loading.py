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
from app.engine.types import KvType, ModelInfo
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


def _require_room(model: Model, context: ContextSettings) -> None:
    """Refuse a cache that the machine's memory cannot hold: the kernel would kill the process in the middle."""
    if backend.can_offload():
        return
    layers = llama_cpp.llama_model_n_layer(model.pointer)
    heads = max(1, llama_cpp.llama_model_n_head(model.pointer))
    per_head = llama_cpp.llama_model_n_embd(model.pointer) / heads
    values = 2 * layers * llama_cpp.llama_model_n_head_kv(model.pointer) * per_head * context.context_tokens
    wanted = int(values * BYTES_PER_VALUE[context.kv_type_k])
    free = psutil.virtual_memory().available
    if wanted > free and not model.is_recurrent:
        raise UserError(
            "context_no_memory",
            tokens=context.context_tokens,
            wanted=f"{wanted / 1e9:.1f}",
            free=f"{free / 1e9:.1f}",
        )


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
