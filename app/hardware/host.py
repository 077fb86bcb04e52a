"""The computer itself: its RAM, its cores, and what the engine process holds of them.

Reads psutil only; nothing here needs a GPU or may raise.
"""

from __future__ import annotations

import os

import psutil


class Host:
    """RAM and the engine's share of it."""

    def __init__(self) -> None:
        self._process: psutil.Process | None = None

    def ram(self) -> tuple[int, int]:
        """Bytes used (what programs could not get without swapping) and bytes there are."""
        memory = psutil.virtual_memory()
        return memory.total - memory.available, memory.total

    def resident_bytes(self, pid: int | None) -> tuple[int, int] | None:
        """RAM the process holds, and the part of it that are mapped pages of files; None when it cannot be seen.

        The system counts the mapped pages of a model as memory that others may have, though the engine works from
        them: whoever adds up what is in use has to add them.
        """
        if pid is None:
            self._process = None
            return None
        try:
            if self._process is None or self._process.pid != pid or not self._process.is_running():
                self._process = psutil.Process(pid)
            memory = self._process.memory_info()
            return int(memory.rss), int(getattr(memory, "shared", 0))
        except psutil.Error:
            self._process = None
            return None


def physical_cores() -> int:
    """Cores that compute, hyper-threads not counted twice, never more than this process may use."""
    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    return max(1, min(cores, _usable_cpus()))


def _usable_cpus() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
