"""One way to look at the machine, whatever it has: RAM and processors, GPUs of NVIDIA and AMD.

Whoever samples gets a value or a notice, never an exception, so that no plot can take the program down.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from app.hardware.amd import AmdDevices
from app.hardware.host import Host
from app.hardware.nvml import NvmlDevices
from app.hardware.rapl import SYSFS
from app.hardware.samples import DeviceSample, MachineSample

if TYPE_CHECKING:
    from pathlib import Path

    from app.errors import Notice

__all__ = ["DeviceSample", "MachineSample", "MachineSampler", "Sampler"]

_NO_NVIDIA = frozenset({"gpu_no_driver", "gpu_none", "gpu_driver_not_loaded"})
"""What is no news on a machine with another maker's GPU."""


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
        sysfs: Where the system shows its other devices.
    """

    def __init__(self, nvml: NvmlDevices | None = None, sysfs: Path = SYSFS) -> None:
        self._host = Host(sysfs)
        self._nvml = nvml or NvmlDevices()
        self._amd = AmdDevices(sysfs)

    def sample(self, engine_pid: int | None) -> MachineSample:
        """Look once. Takes a millisecond or two, longer when a driver is slow to answer."""
        seconds, unix_seconds = time.monotonic(), time.time()
        nvidia, absent = self._nvml.read(engine_pid)
        amd = self._amd.read()
        host = self._host.sample(engine_pid)
        mapped = 0 if host.engine is None else host.engine.mapped_bytes
        return MachineSample(
            seconds=seconds,
            unix_seconds=unix_seconds,
            ram_used_bytes=min(host.ram_total_bytes, host.ram_used_bytes + mapped),
            ram_total_bytes=host.ram_total_bytes,
            engine_bytes=None if host.engine is None else host.engine.resident_bytes,
            devices=(*nvidia, *amd),
            absent=None if amd and _is_no_news(absent) else absent,
            host=host,
        )

    def close(self) -> None:
        """Let go of the driver."""
        self._nvml.close()


def _is_no_news(absent: Notice | None) -> bool:
    return absent is not None and absent.code in _NO_NVIDIA
