"""Whether another context still fits beside what is loaded: a device that runs out ends the process, not the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psutil

from app.engine.llama import backend
from app.engine.llama.devices import all_devices
from app.engine.llama.loading import BYTES_PER_VALUE, cache_bytes
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.llama.context import Context, ContextSettings
    from app.engine.llama.model import Model

_GIGABYTE = 1e9


def free_memory() -> dict[str, int]:
    """Free bytes by memory, named as `DeviceBuffers` names them."""
    free = {backend.RAM: psutil.virtual_memory().available}
    if backend.can_offload():
        free |= {device.name: device.free_bytes for device in all_devices() if device.kind in ("gpu", "igpu")}
    return free


class Room:
    """Adds up what contexts will take.

    Args:
        free: Tells what is free, memory by memory.
    """

    def __init__(self, free: Callable[[], dict[str, int]] = free_memory) -> None:
        self._free = free

    def require(self, needs: Sequence[dict[str, int]]) -> None:
        """Refuse what does not fit.

        Raises:
            UserError: `race_no_memory`.
        """
        free = self._free()
        for memory in sorted({memory for need in needs for memory in need}):
            wanted = sum(need.get(memory, 0) for need in needs)
            if wanted > free.get(memory, wanted):
                values = {"wanted": wanted / _GIGABYTE, "free": free[memory] / _GIGABYTE}
                raise UserError("race_no_memory", memory=memory, **values)


def need_like(context: Context, made_with: ContextSettings, settings: ContextSettings) -> dict[str, int]:
    """What a context will take that differs from one that is there by the types of its cache."""
    ratio = _value_bytes(settings) / _value_bytes(made_with)
    return {buffers.memory: round(buffers.kv_bytes * ratio) + buffers.compute_bytes for buffers in context.buffers}


def need_of(model: Model, settings: ContextSettings) -> dict[str, int]:
    """What a context over a model takes of which there is none yet; unknown where devices may share it."""
    return {} if backend.can_offload() else {backend.RAM: cache_bytes(model, settings)}


def _value_bytes(settings: ContextSettings) -> float:
    return BYTES_PER_VALUE[settings.kv_type_k] + BYTES_PER_VALUE[settings.kv_type_v]
