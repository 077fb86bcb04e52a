"""Who holds how much of the memory that the pair lies in: the header's bar and the memory plot read the same.

Where the engine holds memory on graphics cards those count; otherwise the machine's RAM does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.hardware.samples import Maker

if TYPE_CHECKING:
    from app.engine.types import ModelInfo, PairInfo
    from app.hardware.sampler import MachineSample


_NEARLY_ALL = 0.95
"""Drivers round: only less than this share of the pair on the cards means that the rest lies elsewhere."""


@dataclass(frozen=True, slots=True)
class MemoryReading:
    """Use of one kind of memory at one moment, in bytes."""

    on_devices: bool
    used_bytes: int
    total_bytes: int
    engine_bytes: int | None


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """The bar's segments, in bytes. `resident_share` is the part of the pair that lies in this memory."""

    on_devices: bool
    target_weights: int
    target_cache: int
    """KV cache and compute buffers."""
    draft_weights: int
    draft_cache: int
    other: int
    total: int
    resident_share: float

    @property
    def used(self) -> int:
        """Everything that is taken."""
        return self.target_weights + self.target_cache + self.draft_weights + self.draft_cache + self.other


def reading_of(sample: MachineSample) -> MemoryReading:
    """Choose the memory that matters: the devices' unless the engine is known to hold nothing there.

    Other makers' drivers never tell the engine's share: their cards, which many processors bring along, are not
    believed to be worked on.
    """
    devices = [device for device in sample.devices if device.maker is Maker.NVIDIA or device.engine_bytes]
    shares = [device.engine_bytes for device in devices]
    known = [share for share in shares if share is not None]
    engine_is_elsewhere = len(known) == len(shares) and not sum(known) and sample.engine_bytes
    if not shares or engine_is_elsewhere:
        return MemoryReading(False, sample.ram_used_bytes, sample.ram_total_bytes, sample.engine_bytes)
    return MemoryReading(
        on_devices=True,
        used_bytes=sum(device.taken_bytes for device in devices),
        total_bytes=sum(device.total_bytes for device in devices),
        engine_bytes=sum(known) if known else None,
    )


def memory_use(sample: MachineSample, pair: PairInfo | None) -> MemoryUse:
    """Divide the memory in use among the pair's parts and everything else."""
    reading = reading_of(sample)
    target_weights, target_cache = _parts(pair.target if pair else None)
    draft_weights, draft_cache = _parts(pair.draft if pair else None)
    held = target_weights + target_cache + draft_weights + draft_cache
    share = 1.0
    if reading.on_devices and reading.engine_bytes is not None and held * _NEARLY_ALL > reading.engine_bytes:
        share = reading.engine_bytes / held
    return MemoryUse(
        on_devices=reading.on_devices,
        target_weights=int(target_weights * share),
        target_cache=int(target_cache * share),
        draft_weights=int(draft_weights * share),
        draft_cache=int(draft_cache * share),
        other=max(0, reading.used_bytes - int(held * share)),
        total=reading.total_bytes,
        resident_share=share,
    )


def _parts(model: ModelInfo | None) -> tuple[int, int]:
    return (model.weights_bytes, model.kv_bytes + model.compute_bytes) if model else (0, 0)
