"""What one look at the machine found, as values: plots and the memory bar draw from nothing else.

Whatever a machine cannot tell is None, so that a plot leaves a gap where a zero would be a lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.errors import Notice


class Maker(StrEnum):
    """By whose driver a device is read."""

    NVIDIA = "nvidia"
    AMD = "amd"


class Slowdown(StrEnum):
    """Why a device runs below its full clock."""

    POWER = "power"
    HEAT = "heat"
    HARDWARE = "hardware"


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that holds memory of a device."""

    pid: int
    name: str
    """As the system names it; empty where the process cannot be seen from here."""
    used_bytes: int | None
    """None where the driver does not say."""


@dataclass(frozen=True, slots=True)
class DeviceSample:
    """One GPU at one moment. A metric that the device does not offer is None."""

    name: str
    used_bytes: int
    """In use by programs; with an old driver also what `reserved_bytes` would tell apart."""
    total_bytes: int
    engine_bytes: int | None
    """Of `used_bytes`, what the engine process holds; None where the driver does not say."""
    utilization: float | None
    """Share of the time since the driver's last reading in which the device was busy, 0 to 1."""
    power_watts: float | None
    temperature_celsius: float | None
    key: str = ""
    """What it is known by from one look to the next."""
    maker: Maker = Maker.NVIDIA
    reserved_bytes: int | None = None
    """Held by the driver itself, for nobody's use."""
    memory_utilization: float | None = None
    """Share of that time in which its memory was read or written, 0 to 1."""
    power_limit_watts: float | None = None
    energy_joules: float | None = None
    """Used since the driver was loaded: only differences mean something."""
    slowdowns: tuple[Slowdown, ...] = ()
    holders: tuple[Holder, ...] | None = None
    """Who holds its memory, most first; None where the driver does not say."""
    holders_absent: Notice | None = None
    """Why it does not."""

    @property
    def taken_bytes(self) -> int:
        """What a program cannot have: used by others, or reserved."""
        return self.used_bytes + (self.reserved_bytes or 0)


@dataclass(frozen=True, slots=True)
class ProcessSample:
    """One of Galley's processes at one moment."""

    pid: int
    resident_bytes: int
    """RAM it holds, the pages of mapped files that lie in RAM included."""
    mapped_bytes: int
    """Of these, pages of files: the system calls them free for others, though the engine works from them."""
    proportional_bytes: int | None
    """The same with shared pages divided among those who share them; read now and then, None where it is not told."""
    cpu_share: float | None
    """Of the time of all processors since the last look, 0 to 1; None at the first."""


@dataclass(frozen=True, slots=True)
class HostSample:
    """The computer itself at one moment."""

    ram_used_bytes: int
    """What programs could not get without swapping."""
    ram_available_bytes: int
    ram_total_bytes: int
    swap_used_bytes: int
    swap_total_bytes: int
    num_processors: int
    """Logical ones."""
    cpu_share: float | None
    """Busy time of all processors since the last look, 0 to 1; None at the first."""
    engine: ProcessSample | None
    window: ProcessSample | None
    energy_joules: float | None
    """Used by processors and memory since Galley began to look; None without a counter."""
    energy_absent: Notice | None
    """Why there is no counter."""


@dataclass(frozen=True, slots=True)
class MachineSample:
    """The whole machine at one moment."""

    seconds: float
    """On the monotonic clock."""
    ram_used_bytes: int
    """In use by programs, the pages of the model that the engine has mapped included."""
    ram_total_bytes: int
    engine_bytes: int | None
    """Resident memory of the engine process; None while there is none."""
    devices: tuple[DeviceSample, ...]
    absent: Notice | None
    """Why there is no GPU reading, or why a device that was there is missing; None when all is well."""
    host: HostSample | None = None
    unix_seconds: float = 0.0
    """The same moment on the wall clock, for whoever reads it later."""
