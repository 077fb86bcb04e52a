"""Standard error of the engine process: llama.cpp's assertions are written there and nowhere else.

The file has no name, and on Linux it is memory, so nothing of it stays behind, whoever is killed in whatever order.
"""

from __future__ import annotations

import os
import re
import signal
import tempfile
from multiprocessing.reduction import DupFd
from typing import TYPE_CHECKING, Any, BinaryIO

from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT_LINES = 12
_TAIL_BYTES = 64 * 1024
_FOLDERS = re.compile(r"(?<!\S)/\S*/(?=[^/\s]+:\d+:)")
"""The folders that llama.cpp was built in, before `file.cpp:123:`; they mean nothing on this machine."""


class ErrorLog:
    """The parent's end. As an argument of a process it arrives there as an `InheritedLog`."""

    def __init__(self) -> None:
        self._file = _nameless_file()

    def __reduce__(self) -> tuple[Callable[[Any], InheritedLog], tuple[object]]:
        """Only a process that is being started can be given it."""
        return InheritedLog, (DupFd(self._file.fileno()),)

    def tail(self) -> tuple[str, ...]:
        """The last lines that say something."""
        descriptor = self._file.fileno()
        size = os.fstat(descriptor).st_size
        start = max(0, size - _TAIL_BYTES)
        text = os.pread(descriptor, size - start, start).decode("utf-8", "replace")
        lines = [_FOLDERS.sub("", line.rstrip()) for line in text.splitlines() if line.strip()]
        return tuple(lines[-KEPT_LINES:])

    def close(self) -> None:
        """Forget it."""
        self._file.close()


class InheritedLog:
    """The child's end.

    Args:
        handle: What `multiprocessing` made of the file descriptor.
    """

    def __init__(self, handle: Any) -> None:  # noqa: ANN401 - multiprocessing keeps the type to itself
        self._descriptor: int = handle.detach()

    def capture(self) -> None:
        """Send this process's output there, C code's too: what the parent prints stays the parent's alone."""
        os.dup2(self._descriptor, 1)
        os.dup2(self._descriptor, 2)
        os.close(self._descriptor)


def _nameless_file() -> BinaryIO:
    """In memory where the system can: an error's last words may quote a prompt."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("galley-engine"), "w+b")
    return tempfile.TemporaryFile(prefix="galley-engine-")


def death_notice(exit_code: int | None, log_tail: tuple[str, ...]) -> Notice:
    """Say how a process died: by which signal, and in its own last words where it had any.

    Args:
        exit_code: As `multiprocessing` tells it: negative for a signal, None when nobody knows.
        log_tail: Its last lines.
    """
    last = log_tail[-1].rstrip(".") if log_tail else ""
    if exit_code is None or exit_code >= 0:
        code = -1 if exit_code is None else exit_code
        if last:
            return Notice("engine_ended_saying", {"code": code, "line": last})
        return Notice("engine_ended", {"code": code})
    try:
        name = signal.Signals(-exit_code).name
    except ValueError:
        name = str(-exit_code)
    if name == "SIGKILL":
        return Notice("engine_killed", {"signal": name})
    if last:
        return Notice("engine_crashed_saying", {"signal": name, "line": last})
    return Notice("engine_crashed", {"signal": name})
