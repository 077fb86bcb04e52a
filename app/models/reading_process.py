"""The parent's side of the process that reads model files: started when there is something new, ended after it."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from typing import TYPE_CHECKING

from app.errors import Notice, UserError
from app.models import reading_child
from app.models.naming import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from pathlib import Path
    from types import TracebackType

    from app.models.description import ModelDescription

PATIENCE_SECONDS = 15.0
"""For one file; disks that sleep and networks take some of it."""
_START_SECONDS = 30.0
_END_SECONDS = 0.5


class ReadingProcess:
    """Reads files one after the other. A file that it dies of is named, and the next one gets another process."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._is_fresh = False

    def __enter__(self) -> ReadingProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def describe(self, path: Path) -> ModelDescription:
        """Read a file's description.

        Raises:
            UserError: As `app.models.description.describe`, or `model_reading_stopped`.
        """
        reply: object = None
        try:
            connection = self._connection or self._start()
            connection.send(str(path))
            if connection.poll(PATIENCE_SECONDS + (_START_SECONDS if self._is_fresh else 0.0)):
                reply = connection.recv()
                self._is_fresh = False
        except (OSError, EOFError):
            reply = None
        if reply is None:
            self.close()
            raise UserError("model_reading_stopped", file=shown_name(path))
        if isinstance(reply, Notice):
            raise UserError(reply.code, **reply.values)
        description: ModelDescription = reply  # type: ignore[assignment]
        return description

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._connection is not None:
            self._connection.close()
        process, self._process, self._connection = self._process, None, None
        if process is not None:
            process.join(_END_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=reading_child.serve, args=(theirs,), name="galley-reader", daemon=True)
        try:
            with _interrupts_blocked():
                process.start()
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        self._process, self._connection, self._is_fresh = process, ours, True
        return ours


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Start a child that Ctrl+C in the terminal cannot reach, not even in its first moments."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
