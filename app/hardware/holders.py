"""Who holds the memory of an NVIDIA GPU: the driver's lists of processes, with the names that this system has for them.

Containers hide other processes and drivers differ in what they tell, so "nobody" and "not told" are kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pynvml

from app.errors import Notice
from app.hardware.nvml_calls import Handle, raise_if_gone
from app.hardware.samples import Holder

if TYPE_CHECKING:
    from collections.abc import Iterable

_LISTS = (
    ("nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"),
    ("nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v2"),
)
"""CUDA is listed as compute, Vulkan as graphics; some drivers list a process as both."""
_PROC = Path("/proc")
_UNLISTED_BYTES = 256 << 20
"""More than this in use with nobody listed means that the list is kept from us, as in a container."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """The holders of one device, most first, or why they are not told."""

    holders: tuple[Holder, ...] | None
    absent: Notice | None = None

    def of(self, pid: int, in_use: int | None) -> int | None:
        """Bytes that a process holds.

        Args:
            pid: The process.
            in_use: Bytes of the device in use by programs; None where that is not known exactly.

        Returns:
            None where the driver does not say, which is not the same as 0.
        """
        if self.holders is None:
            return None
        for holder in self.holders:
            if holder.pid == pid:
                return holder.used_bytes
        listed_elsewhere = bool(self.holders) and not any(holder.name for holder in self.holders)
        unlisted = not self.holders and in_use is not None and in_use > _UNLISTED_BYTES
        return None if listed_elsewhere or unlisted else 0


def read_holders(handle: Handle, proc: Path = _PROC) -> Holdings:
    """Ask the driver who holds the device's memory.

    Raises:
        DriverGoneError: If the driver is gone.
    """
    held: dict[int, int | None] = {}
    refusals: list[Notice] = []
    for names in _LISTS:
        answer = _processes(handle, names)
        if isinstance(answer, Notice):
            refusals.append(answer)
            continue
        for pid, num_bytes in _sums(answer).items():
            before = held.get(pid, 0)
            held[pid] = None if num_bytes is None or before is None else max(before, num_bytes)
    if len(refusals) == len(_LISTS):
        return Holdings(None, refusals[0])
    holders = [Holder(pid, process_name(pid, proc), num_bytes) for pid, num_bytes in held.items()]
    return Holdings(tuple(sorted(holders, key=lambda each: (-(each.used_bytes or 0), each.pid))))


def process_name(pid: int, proc: Path = _PROC) -> str:
    """What the system calls a process; empty where it cannot be seen."""
    if proc.is_dir():
        try:
            return (proc / str(pid) / "comm").read_text("utf-8", errors="replace").strip()
        except OSError:
            return ""
    try:
        return str(psutil.Process(pid).name())
    except psutil.Error:
        return ""


def _sums(processes: Iterable[Any]) -> dict[int, int | None]:
    """Bytes by process: one with several contexts is listed several times."""
    sums: dict[int, int | None] = {}
    for process in processes:
        before = sums.get(process.pid, 0)
        used = process.usedGpuMemory
        sums[process.pid] = None if used is None or before is None else before + used
    return sums


def _processes(handle: Handle, function_names: Iterable[str]) -> list[Any] | Notice:
    for name in function_names:
        try:
            return list(getattr(pynvml, name)(handle))
        except pynvml.NVMLError_FunctionNotFound:
            continue
        except pynvml.NVMLError as error:
            raise_if_gone(error)
            refused = error.value == pynvml.NVML_ERROR_NO_PERMISSION
            return Notice("gpu_holders_not_permitted" if refused else "gpu_holders_unknown")
    return Notice("gpu_holders_unknown")
