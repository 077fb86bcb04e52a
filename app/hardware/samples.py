"""What one look at the machine found, as values: plots and the memory bar draw from nothing else.

Whatever a machine cannot tell is None, so that a plot leaves a gap where a zero would be a lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.errors import Notice


@dataclass(frozen=True, slots=True)
class DeviceSample:
    """One GPU at one moment. A metric that the device does not offer is None."""

    name: str
    used_bytes: int
    total_bytes: int
    engine_bytes: int | None
    """Of `used_bytes`, what the engine process holds; None where the driver does not say."""
    utilization: float | None
    """Share of the time since the driver's last reading in which the device was busy, 0 to 1."""
    power_watts: float | None
    temperature_celsius: float | None


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
