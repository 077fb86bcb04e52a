"""What a reply has cost in energy: the difference of counters between two looks at the machine, never an estimate.

A counter tells of its whole device, with whatever else ran on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.hardware.samples import DeviceSample, MachineSample


@dataclass(frozen=True, slots=True)
class ReplyEnergy:
    """Joules by source; None for a source without a counter, or whose counter was not there all the time."""

    gpu_joules: float | None = None
    """Of the graphics cards that the engine holds memory of."""
    cpu_joules: float | None = None
    """Of the processors, and of the memory where it is counted apart."""

    @property
    def is_known(self) -> bool:
        """Whether there is any figure."""
        return self.gpu_joules is not None or self.cpu_joules is not None


def energy_between(before: MachineSample, after: MachineSample) -> ReplyEnergy:
    """Return what was used between two looks."""
    return ReplyEnergy(_gpu_joules(before, after), _cpu_joules(before, after))


def _gpu_joules(before: MachineSample, after: MachineSample) -> float | None:
    """The sum over the cards that take part. One without a counter makes it unknown: a part would look like all."""
    counted = {device.key: device.energy_joules for device in before.devices}
    passed = 0.0
    for device in after.devices:
        if not _takes_part(device):
            continue
        begin, end = counted.get(device.key), device.energy_joules
        if begin is None or end is None or end < begin:  # a driver that was loaded anew counts from zero
            return None
        passed += end - begin
    return passed or None  # a counter that has not moved yet says nothing


def _takes_part(device: DeviceSample) -> bool:
    """Whether the engine works on it, as far as the driver tells."""
    return device.engine_bytes is None or device.engine_bytes > 0


def _cpu_joules(before: MachineSample, after: MachineSample) -> float | None:
    if before.host is None or after.host is None:
        return None
    begin, end = before.host.energy_joules, after.host.energy_joules
    if begin is None or end is None or end < begin:
        return None
    return (end - begin) or None
