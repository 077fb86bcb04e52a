"""The computer itself: its RAM, its processors, their energy, and what Galley's own processes take of them.

Nothing here needs a GPU or may raise.
"""

from __future__ import annotations

import os
from pathlib import Path

import psutil

from app.hardware.processes import LEAST_SHARE_SECONDS, ProcessWatch
from app.hardware.rapl import SYSFS, Rapl
from app.hardware.samples import HostSample

_MEMINFO = Path("/proc/meminfo")
_IDLE = ("idle", "iowait")
_COUNTED_TWICE = ("guest", "guest_nice")
"""Part of `user` and `nice` on Linux."""


class Host:
    """RAM, processors, and the shares of the engine's process and of this one.

    Args:
        sysfs: Where the system shows its devices.
    """

    def __init__(self, sysfs: Path = SYSFS) -> None:
        self._rapl = Rapl(sysfs)
        self._engine = ProcessWatch()
        self._window = ProcessWatch()
        self._num_processors = psutil.cpu_count() or 1
        self._last_times: tuple[float, float] | None = None
        self._last_share: float | None = None

    def sample(self, engine_pid: int | None) -> HostSample:
        """Look once."""
        memory = psutil.virtual_memory()
        swap_used, swap_total = _swap()
        energy, energy_absent = self._rapl.read()
        return HostSample(
            ram_used_bytes=int(memory.total - memory.available),
            ram_available_bytes=int(memory.available),
            ram_total_bytes=int(memory.total),
            swap_used_bytes=swap_used,
            swap_total_bytes=swap_total,
            num_processors=self._num_processors,
            cpu_share=self._cpu_share(),
            engine=self._engine.look(engine_pid, self._num_processors),
            window=self._window.look(os.getpid(), self._num_processors),
            energy_joules=energy,
            energy_absent=energy_absent,
        )

    def _cpu_share(self) -> float | None:
        times = psutil.cpu_times()._asdict()
        whole = sum(seconds for name, seconds in times.items() if name not in _COUNTED_TWICE)
        busy = whole - sum(times.get(name, 0.0) for name in _IDLE)
        if self._last_times is None:
            self._last_times = busy, whole
        passed = whole - self._last_times[1]
        if passed >= LEAST_SHARE_SECONDS * self._num_processors:
            self._last_share = min(1.0, max(0.0, (busy - self._last_times[0]) / passed))
            self._last_times = busy, whole
        return self._last_share


def _swap() -> tuple[int, int]:
    """Bytes of swap in use and there are; psutil reads long tables for more than that, and warns where it cannot."""
    if not _MEMINFO.exists():
        swap = psutil.swap_memory()
        return int(swap.used), int(swap.total)
    values = {}
    for line in _MEMINFO.read_text("ascii").splitlines():
        name, _, rest = line.partition(":")
        if name in ("SwapTotal", "SwapFree"):
            values[name] = int(rest.split()[0]) * 1024
    total = values.get("SwapTotal", 0)
    return max(0, total - values.get("SwapFree", total)), total


def physical_cores() -> int:
    """Cores that compute, hyper-threads not counted twice, never more than this process may use."""
    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    return max(1, min(cores, _usable_cpus()))


def _usable_cpus() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
