"""What one of Galley's processes holds of the RAM and takes of the processors, from one look to the next."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from app.hardware.samples import ProcessSample

_PROC = Path("/proc")
_DEAR = 500
"""The system walks through every page to divide the shared ones: it is asked for at most 1/500 of the time."""
_LEAST_SECONDS = 5.0
LEAST_SHARE_SECONDS = 0.2
"""Processor time is counted in hundredths of a second: over less than this a share would be noise."""


@dataclass(slots=True)
class _Proportional:
    """The last answer, and when to ask again."""

    num_bytes: int | None = None
    due: float = float("-inf")


class ProcessWatch:
    """Follows one process at a time.

    Args:
        proc: Where the system shows its processes.
    """

    def __init__(self, proc: Path = _PROC) -> None:
        self._proc = proc
        self._process: psutil.Process | None = None
        self._last: tuple[float, float] | None = None
        self._last_share: float | None = None
        self._proportional = _Proportional()

    def look(self, pid: int | None, num_processors: int) -> ProcessSample | None:
        """Look at the process; None where it cannot be seen."""
        if pid is None:
            self._process = None
            return None
        try:
            process = self._found(pid)
            with process.oneshot():
                memory = process.memory_info()
                times = process.cpu_times()
        except psutil.Error:
            self._process = None
            return None
        return ProcessSample(
            pid=pid,
            resident_bytes=int(memory.rss),
            mapped_bytes=int(getattr(memory, "shared", 0)),
            proportional_bytes=self._proportional_bytes(pid),
            cpu_share=self._share(times.user + times.system, num_processors),
        )

    def _found(self, pid: int) -> psutil.Process:
        if self._process is None or self._process.pid != pid or not self._process.is_running():
            self._process = psutil.Process(pid)
            self._last = self._last_share = None
            self._proportional = _Proportional()
        return self._process

    def _share(self, busy: float, num_processors: int) -> float | None:
        now = time.monotonic()
        if self._last is None:
            self._last = now, busy
        passed = now - self._last[0]
        if passed >= LEAST_SHARE_SECONDS:
            self._last_share = min(1.0, max(0.0, (busy - self._last[1]) / passed / num_processors))
            self._last = now, busy
        return self._last_share

    def _proportional_bytes(self, pid: int) -> int | None:
        began = time.monotonic()
        if began >= self._proportional.due:
            self._proportional.num_bytes = _read_proportional(self._proc / str(pid) / "smaps_rollup")
            took = time.monotonic() - began
            self._proportional.due = began + max(_LEAST_SECONDS, took * _DEAR)
        return self._proportional.num_bytes


def _read_proportional(path: Path) -> int | None:
    """The line "Pss: 1234 kB"; None where the system keeps no such file, or keeps it from us."""
    try:
        lines = path.read_text("ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        words = line.split()
        if words[:1] == ["Pss:"] and len(words) == 3:
            return int(words[1]) * 1024
    return None
