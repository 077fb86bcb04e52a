"""The machine's memory as a plan sees it: what is free, what there is, and where layers can go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

RAM = "RAM"
"""The name of the machine's own memory among those of devices."""
_RESERVE_BYTES = 256 << 20
_RESERVE_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class DeviceMemory:
    """The memory of one device."""

    name: str
    """As llama.cpp calls the device, or `RAM`."""
    description: str
    free_bytes: int
    total_bytes: int
    held_bytes: int | None = None
    """What other programs hold, where a driver tells; what is neither free nor held is the driver's own."""

    @property
    def others_bytes(self) -> int:
        """What other programs hold, else all that is not free."""
        return max(0, self.total_bytes - self.free_bytes) if self.held_bytes is None else self.held_bytes

    @property
    def usable_bytes(self) -> int:
        """What a plan may take: a little is left for what no log speaks of."""
        return max(0, self.free_bytes - _RESERVE_BYTES - int(self.total_bytes * _RESERVE_SHARE))


@dataclass(frozen=True, slots=True)
class Machine:
    """All memories of a machine."""

    ram: DeviceMemory
    devices: tuple[DeviceMemory, ...] = ()
    """Where layers can be put beside the machine's memory, in llama.cpp's order."""
    repacked_types: frozenset[str] = frozenset()
    """Number formats of which the processor works with a copy in another order."""

    @property
    def memories(self) -> tuple[DeviceMemory, ...]:
        """Devices first, as one reads them."""
        return (*self.devices, self.ram)

    def memory(self, name: str) -> DeviceMemory:
        """One of them by name.

        Raises:
            KeyError: There is none of that name.
        """
        for memory in self.memories:
            if memory.name == name:
                return memory
        raise KeyError(name)

    def only(self, names: tuple[str, ...]) -> Machine:
        """The machine with these devices, in this order; with all of them where none is named."""
        if not names:
            return self
        known = {device.name: device for device in self.devices}
        return replace(self, devices=tuple(known[name] for name in names if name in known))

    def with_freed(self, held: Mapping[str, int]) -> Machine:
        """The machine as it is when something that holds so much has left it."""

        def freed(memory: DeviceMemory) -> DeviceMemory:
            more = memory.free_bytes + held.get(memory.name, 0)
            most = max(memory.free_bytes, memory.total_bytes - (memory.held_bytes or 0))
            return replace(memory, free_bytes=min(most, more))

        return replace(self, ram=freed(self.ram), devices=tuple(freed(device) for device in self.devices))
