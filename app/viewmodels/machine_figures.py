"""What plots and page read out of a look at the machine, by name, so that no widget digs in samples."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.hardware.samples import DeviceSample, MachineSample

_NO_NEWS = frozenset({"gpu_no_driver", "gpu_none"})
"""Reasons for which a machine without a graphics card needs no telling."""


def device_of(sample: MachineSample, key: str) -> DeviceSample | None:
    """The device in this look; None where it was not there."""
    return next((device for device in sample.devices if device.key == key), None)


def working_devices(sample: MachineSample) -> tuple[DeviceSample, ...]:
    """The devices that the engine holds memory of, as far as that is told; all of them where it is not."""
    known = tuple(device for device in sample.devices if device.engine_bytes)
    unknown = all(device.engine_bytes is None for device in sample.devices)
    return sample.devices if unknown else known


def busiest(sample: MachineSample) -> float | None:
    """Load of the busiest device at work, 0 to 1."""
    loads = [device.utilization for device in working_devices(sample) if device.utilization is not None]
    return max(loads, default=None)


def total_watts(sample: MachineSample) -> float | None:
    """Power of all devices at work; None where one of them does not tell it."""
    powers = [device.power_watts for device in working_devices(sample)]
    return sum(power for power in powers if power is not None) if powers and None not in powers else None


def hottest(sample: MachineSample) -> float | None:
    """Temperature of the hottest device at work, in degrees Celsius."""
    told = [each.temperature_celsius for each in working_devices(sample) if each.temperature_celsius is not None]
    return max(told, default=None)


def is_news(sample: MachineSample) -> bool:
    """Whether the graphics cards are in trouble, and not just absent."""
    return sample.absent is not None and sample.absent.code not in _NO_NEWS


def unlisted_bytes(device: DeviceSample) -> int:
    """Memory in use that no listed process holds; 0 where the lists are silent about it."""
    if device.holders is None or any(holder.used_bytes is None for holder in device.holders):
        return 0
    return max(0, device.used_bytes - sum(holder.used_bytes or 0 for holder in device.holders))


def clock_time(sample: MachineSample) -> datetime:
    """When it was, on the user's clock."""
    return datetime.fromtimestamp(sample.unix_seconds).astimezone()
