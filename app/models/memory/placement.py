"""Where each layer of a model lies, as llama.cpp decides it (`load_tensors` in src/llama-model.cpp)."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from app.models.memory.machine import RAM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.memory.machine import Machine


def places_of(num_layers: int, gpu_layers: int, machine: Machine, split: Sequence[float] = ()) -> tuple[str, ...]:
    """The memory of each layer, and at the end that of the output.

    Args:
        num_layers: Of the model, without the output.
        gpu_layers: How many are to be on devices, the output counting as one; the last ones go first. Negative is all.
        machine: Whose devices they are.
        split: Shares of the devices; without them they share by free memory.
    """
    units = num_layers + 1
    wanted = units if gpu_layers < 0 else min(gpu_layers, units)
    if not machine.devices or not wanted:
        return (RAM,) * units
    shares = list(split[: len(machine.devices)]) or [device.free_bytes for device in machine.devices]
    shares += [0.0] * (len(machine.devices) - len(shares))
    if not any(shares):
        shares = [1.0] * len(machine.devices)
    total = float(sum(shares))
    bounds = [bound / total for bound in accumulate(shares)]
    first = units - wanted
    last = len(bounds) - 1
    places = [RAM] * first
    for index in range(wanted):
        device = min(last, bisect_right(bounds, index / wanted))
        places.append(machine.devices[device].name)
    return tuple(places)
