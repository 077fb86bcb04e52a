"""One way to look at the machine, whatever it has: RAM from the host, GPUs from NVIDIA's driver.

Whoever samples gets a value or a notice, never an exception, so that no plot can take the program down.
"""

from __future__ import annotations

import time
from typing import Protocol

from app.hardware.host import Host
from app.hardware.nvml import NvmlDevices
from app.hardware.samples import DeviceSample, MachineSample

__all__ = ["DeviceSample", "MachineSample", "MachineSampler", "Sampler"]


class Sampler(Protocol):
    """What the telemetry worker needs. All calls come from one thread."""

    def sample(self, engine_pid: int | None) -> MachineSample:
        """Look once; `engine_pid` is the process whose share of the memory is told apart."""
        ...

    def close(self) -> None:
        """Let go of the driver."""
        ...


class MachineSampler:
    """The sampler of a real machine.

    Args:
        nvml: Its NVIDIA devices; None makes them.
    """

    def __init__(self, nvml: NvmlDevices | None = None) -> None:
        self._host = Host()
        self._nvml = nvml or NvmlDevices()

    def sample(self, engine_pid: int | None) -> MachineSample:
        """Look once. Takes a millisecond or two, longer when a driver is slow to answer."""
        seconds = time.monotonic()
        used, total = self._host.ram()
        resident, mapped = self._host.resident_bytes(engine_pid) or (None, 0)
        devices, absent = self._nvml.read(engine_pid)
        return MachineSample(
            seconds=seconds,
            ram_used_bytes=min(total, used + mapped),
            ram_total_bytes=total,
            engine_bytes=resident,
            devices=devices,
            absent=absent,
        )

    def close(self) -> None:
        """Let go of the driver."""
        self._nvml.close()
