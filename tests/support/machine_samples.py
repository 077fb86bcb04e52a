"""What a sampler would have seen of a workstation with two graphics cards while replies were written."""

from __future__ import annotations

import math
import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from app.errors import Notice
from app.hardware.samples import DeviceSample, Holder, HostSample, MachineSample, ProcessSample, Slowdown

if TYPE_CHECKING:
    from collections.abc import Iterator

GIB = 1 << 30
ENGINE = 4_194_311
"""A process id that no system gives."""


def device(moment: float = 0.0, *, large: bool = True) -> DeviceSample:
    """A card at a moment: it is busy for two thirds of every minute and a half."""
    works = 1.0 if moment % 90 < 60 else 0.0
    ripple = 0.5 + 0.5 * math.sin(moment * 0.9) * math.cos(moment * 0.23)
    if not large:
        return DeviceSample(
            name="NVIDIA RTX 2000 Ada Generation",
            key="GPU-small",
            used_bytes=int(1.1 * GIB),
            reserved_bytes=int(0.3 * GIB),
            total_bytes=16 * GIB,
            engine_bytes=0,
            utilization=0.03 + 0.05 * ripple,
            memory_utilization=0.01,
            power_watts=9.5 + 2 * ripple,
            power_limit_watts=70.0,
            temperature_celsius=41.0,
            energy_joules=880_000.0 + 11 * moment,
            holders=(Holder(1401, "Xorg", int(0.7 * GIB)), Holder(2210, "firefox", int(0.4 * GIB))),
        )
    return DeviceSample(
        name="NVIDIA RTX 6000 Ada Generation",
        key="GPU-large",
        used_bytes=int((29.6 if moment > 40 else 0.4) * GIB),
        reserved_bytes=int(0.6 * GIB),
        total_bytes=48 * GIB,
        engine_bytes=int((29.2 if moment > 40 else 0.0) * GIB),
        utilization=works * (0.9 + 0.09 * ripple),
        memory_utilization=works * (0.6 + 0.2 * ripple),
        power_watts=24 + works * (235 + 30 * ripple),
        power_limit_watts=300.0,
        temperature_celsius=46 + 22 * min(1.0, (moment % 90) / 40) * works,
        energy_joules=4_100_000.0 + 190 * moment,
        slowdowns=(Slowdown.POWER,) if works else (),
        holders=(Holder(ENGINE, "galley", int(29.2 * GIB)), Holder(1401, "Xorg", int(0.2 * GIB)), Holder(77, "", None)),
    )


def host(moment: float = 0.0) -> HostSample:
    """The computer around the cards."""
    works = 1.0 if moment % 90 < 60 else 0.0
    return HostSample(
        ram_used_bytes=int(17.2 * GIB),
        ram_available_bytes=int(46.8 * GIB),
        ram_total_bytes=64 * GIB,
        swap_used_bytes=int(0.3 * GIB),
        swap_total_bytes=8 * GIB,
        num_processors=16,
        cpu_share=0.05 + works * (0.12 + 0.03 * math.sin(moment)),
        engine=ProcessSample(ENGINE, int(2.4 * GIB), int(1.9 * GIB), int(2.3 * GIB), 0.06 * works + 0.001),
        window=ProcessSample(os.getpid(), int(0.31 * GIB), int(0.1 * GIB), int(0.3 * GIB), 0.011),
        energy_joules=None,
        energy_absent=Notice("energy_no_permission", {"path": "/sys/class/powercap/intel-rapl:*/energy_uj"}),
    )


def machine(moment: float = 0.0, *, devices: int = 2) -> MachineSample:
    """The whole of it, with the large card, both or none."""
    cards = (device(moment), device(moment, large=False))[:devices]
    seen = host(moment)
    return MachineSample(
        seconds=moment,
        unix_seconds=1_900_000_000.0 + moment,
        ram_used_bytes=seen.ram_used_bytes + int(1.9 * GIB),
        ram_total_bytes=seen.ram_total_bytes,
        engine_bytes=int(2.4 * GIB),
        devices=cards,
        absent=None if cards else Notice("gpu_no_driver"),
        host=seen,
    )


def recorded(seconds: float = 600.0, every: float = 1.0, *, devices: int = 2) -> Iterator[MachineSample]:
    """So many seconds up to now, oldest first."""
    now, wall = time.monotonic(), time.time()
    for step in range(int(seconds / every) + 1):
        moment = step * every
        sample = machine(moment, devices=devices)
        yield replace(sample, seconds=now - seconds + moment, unix_seconds=wall - seconds + moment)
