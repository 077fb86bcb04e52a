"""A pair in the machine's memory: what lies where, whether it fits, and how much context would."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.models.memory.kv_cache import CELL_STEP, LEAST_CELLS
from app.models.memory.need import Need, need_of
from app.models.memory.placement import places_of

if TYPE_CHECKING:
    from app.models.memory.machine import DeviceMemory, Machine
    from app.models.memory.need import Common, Loading

LARGEST_CONTEXT = 4 * 2**20
"""More than this the engine refuses whatever is free."""


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """One way of loading a pair, with what it needs. Make it with `make_plan`."""

    machine: Machine
    common: Common
    target: Loading
    draft: Loading | None
    target_need: Need
    draft_need: Need | None

    @property
    def context_tokens(self) -> int:
        """Of both caches; what the target was trained for where that was asked for."""
        return self.common.context_tokens

    @property
    def total_bytes(self) -> int:
        """In all memories."""
        return self.target_need.total_bytes + (0 if self.draft_need is None else self.draft_need.total_bytes)

    @property
    def is_checked(self) -> bool:
        """Whether llama.cpp was asked about all of it."""
        return self.target_need.is_checked and (self.draft_need is None or self.draft_need.is_checked)

    def needed_bytes(self, memory: str) -> int:
        """In one memory."""
        draft = 0 if self.draft_need is None else self.draft_need.part(memory).total_bytes
        return self.target_need.part(memory).total_bytes + draft

    def shortage_bytes(self, memory: DeviceMemory) -> int:
        """What is missing in one memory; 0 where it fits."""
        return max(0, self.needed_bytes(memory.name) - memory.usable_bytes)

    @property
    def short_memories(self) -> tuple[DeviceMemory, ...]:
        """Where it does not fit."""
        return tuple(memory for memory in self.machine.memories if self.shortage_bytes(memory))

    @property
    def fits(self) -> bool:
        """Whether there is room for everything."""
        return not self.short_memories

    @property
    def fits_devices(self) -> bool:
        """Whether there is room for what is to lie on devices, whatever the machine's own memory says."""
        return not any(self.shortage_bytes(device) for device in self.machine.devices)

    @property
    def num_layers_on_devices(self) -> int:
        """Of the target, the output counting as one."""
        places = places_of(self.target.shape.num_layers, self.target.gpu_layers, self.machine, self.common.split)
        names = {device.name for device in self.machine.devices}
        return sum(place in names for place in places)


def make_plan(target: Loading, draft: Loading | None, common: Common, machine: Machine) -> MemoryPlan:
    """Plan with the formulas; see `checking` for llama.cpp's own figures."""
    if common.context_tokens <= 0:
        common = replace(common, context_tokens=target.shape.trained_context or LEAST_CELLS)
    return MemoryPlan(
        machine,
        common,
        target,
        draft,
        need_of(target, common, machine),
        None if draft is None else need_of(draft, common, machine),
    )


def with_context(plan: MemoryPlan, context_tokens: int) -> MemoryPlan:
    """The same with another context."""
    return make_plan(plan.target, plan.draft, replace(plan.common, context_tokens=context_tokens), plan.machine)


def largest_context(plan: MemoryPlan) -> int:
    """The longest context with which everything fits, layers and types as they are.

    Returns:
        Tokens, at most what the target was trained for; 0 where not even the least context fits.
    """
    most = min(plan.target.shape.trained_context or LARGEST_CONTEXT, LARGEST_CONTEXT)
    low, high = 0, -(-most // CELL_STEP)
    while low < high:
        middle = (low + high + 1) // 2
        if with_context(plan, middle * CELL_STEP).fits:
            low = middle
        else:
            high = middle - 1
    return min(low * CELL_STEP, most)
