"""What one model needs, memory by memory, for one way of loading it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.models.memory.compute_buffer import compute_bytes, mask_bytes, output_bytes
from app.models.memory.kv_cache import CacheTypes, cache_bytes
from app.models.memory.machine import RAM
from app.models.memory.placement import places_of
from app.models.memory.repacking import copies_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.models.memory.machine import Machine
    from app.models.memory.shape import ModelShape


@dataclass(frozen=True, slots=True)
class Part:
    """What a model has in one memory, in bytes."""

    memory: str
    weights_bytes: int = 0
    kv_bytes: int = 0
    compute_bytes: int = 0

    @property
    def total_bytes(self) -> int:
        """All of it."""
        return self.weights_bytes + self.kv_bytes + self.compute_bytes


@dataclass(frozen=True, slots=True)
class Need:
    """What a model has in every memory."""

    parts: tuple[Part, ...]
    copies_bytes: int = 0
    """Of weights that lie in the machine's memory a second time as long as nothing else wants the room: the pages of a
    mapped file behind a repacked copy."""
    is_checked: bool = False
    """Whether llama.cpp itself was asked."""

    @property
    def weights_bytes(self) -> int:
        """In all memories."""
        return sum(part.weights_bytes for part in self.parts)

    @property
    def kv_bytes(self) -> int:
        """In all memories."""
        return sum(part.kv_bytes for part in self.parts)

    @property
    def compute_bytes(self) -> int:
        """In all memories."""
        return sum(part.compute_bytes for part in self.parts)

    @property
    def total_bytes(self) -> int:
        """Everything, what lies there a second time not counted."""
        return sum(part.total_bytes for part in self.parts)

    def part(self, memory: str) -> Part:
        """What is in one memory, which may be nothing."""
        return next((part for part in self.parts if part.memory == memory), Part(memory))


@dataclass(frozen=True, slots=True)
class Loading:
    """One way of loading a model. `gpu_layers` counts the output as one; negative is all of them."""

    shape: ModelShape
    gpu_layers: int = -1
    types: CacheTypes = field(default_factory=CacheTypes)
    num_rows: int = 1
    """Most rows of logits in one pass."""


@dataclass(frozen=True, slots=True)
class Common:
    """What both models of a pair are loaded with."""

    context_tokens: int
    """0 takes what the target was trained for."""
    flash_attention: bool = True
    maps_file: bool = True
    repacks: bool = True
    split: tuple[float, ...] = ()


def need_of(loading: Loading, common: Common, machine: Machine) -> Need:
    """Predict what a model will need; takes well under a millisecond for any model."""
    shape = loading.shape
    places = places_of(shape.num_layers, loading.gpu_layers, machine, common.split)
    weights: dict[str, int] = {RAM: shape.before.num_bytes}
    caches: dict[str, int] = {}
    for layer, place in zip(shape.layers, places, strict=False):
        weights[place] = weights.get(place, 0) + layer.weights.num_bytes
        caches[place] = caches.get(place, 0) + cache_bytes(layer, common.context_tokens, loading.types)
    shared = shape.shared.num_bytes if shape.shared is not None and places[-1] != RAM else 0
    weights[places[-1]] = weights.get(places[-1], 0) + shape.behind.num_bytes + shared
    computes = _computes(loading, common, places)
    names = [name for name in (*(device.name for device in machine.devices), RAM) if name == RAM or name in places]
    parts = tuple(Part(name, weights.get(name, 0), caches.get(name, 0), computes.get(name, 0)) for name in names)
    return Need(parts, copies_bytes(shape, places, machine.repacked_types) if _copies(common) else 0)


def _copies(common: Common) -> bool:
    return common.maps_file and common.repacks


def _computes(loading: Loading, common: Common, places: Iterable[str]) -> dict[str, int]:
    """Every device that has layers needs the whole room; beside it the machine's memory needs room for the inputs."""
    shape, flash = loading.shape, common.flash_attention
    used = set(places)
    whole = compute_bytes(shape, common.context_tokens, loading.num_rows, flash_attention=flash)
    computes = dict.fromkeys(used, whole)
    if RAM not in used:
        computes[RAM] = mask_bytes(shape, common.context_tokens, flash_attention=flash)
    computes[RAM] += output_bytes(shape)
    return computes
