"""Reads model files in a process of its own: whatever a file makes it do, the window neither waits nor dies of it.

The reader is bounded as it is; the limits here are the kernel's, for what nobody thought of.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import Notice, UserError
from app.models.description import describe

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from app.models.description import ModelDescription

DATA_BYTES = 256 << 20
"""Memory of this process, the interpreter's own included (Linux)."""


def serve(connection: Connection) -> None:
    """Answer each path with its description, or the notice of what is wrong, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is meant for whoever started this
    _limit()
    while True:
        try:
            path = connection.recv()
        except EOFError:
            return
        connection.send(answer(path))


def answer(path: str) -> ModelDescription | Notice:
    """What a file says, or what is wrong with it."""
    try:
        return describe(Path(path))
    except UserError as error:
        return error.notice
    except MemoryError:
        return Notice("model_reading_stopped", {"file": Path(path).name})


def _limit() -> None:
    """No more memory than any model's description takes, no file written, no core dump."""
    if sys.platform != "linux":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    core = 1 if most == 1 else 0  # the window's; 1 forbids more than 0, see docs/security.md
    resource.setrlimit(resource.RLIMIT_CORE, (core, core))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (DATA_BYTES, DATA_BYTES))
