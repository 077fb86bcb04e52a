"""One run of the engine process as its parent sees it: started, spoken with, ended, asked why it died.

`client` decides when there is one and what it is told.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING

from app.engine import process
from app.engine.commands import Shutdown
from app.engine.error_log import ErrorLog, death_notice
from app.engine.graphics import graphics_are_off

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

    from app.engine.cancel import CancelFlag
    from app.errors import Notice

_PATIENCE_SECONDS = 0.5
"""For freeing the models; a process that takes longer is killed, and the system frees them."""


class EngineChild:
    """A running engine process.

    Args:
        cancel: The flag that it looks at.

    Raises:
        OSError: The system has no room for another process.
    """

    def __init__(self, cancel: CancelFlag) -> None:
        self._is_without_graphics = graphics_are_off()
        context = multiprocessing.get_context("spawn")
        resource_tracker.ensure_running()  # starting it later would let interrupts through again
        self.connection: Connection
        self.connection, theirs = context.Pipe()
        self._log = ErrorLog()
        self._process = context.Process(
            target=process.run, args=(theirs, cancel, self._log), name="galley-engine", daemon=True
        )
        try:
            with _interrupts_blocked():
                self._process.start()
        except OSError:
            self.connection.close()
            self._log.close()
            raise
        finally:
            theirs.close()

    @property
    def pid(self) -> int | None:
        """Its process id, or None when it has ended."""
        return self._process.pid if self._process.is_alive() else None

    @property
    def is_outdated(self) -> bool:
        """Whether another one would now be given graphics drivers that this one has not, or the other way round."""
        return self._is_without_graphics is not graphics_are_off()

    def kill(self) -> None:
        """End it at once; its end of the pipe closes when it is gone."""
        self._process.kill()

    def shut_down(self) -> None:
        """End it and free its memory, whatever it is doing."""
        with contextlib.suppress(OSError):
            self.connection.send(Shutdown())
        self.bury()

    def bury(self) -> tuple[Notice, tuple[str, ...]]:
        """See it off when its end of the pipe is closed; returns why it ended and the last lines of its log."""
        self.connection.close()  # an engine that waits for room to send wakes up by this
        child = self._process
        child.join(_PATIENCE_SECONDS)
        if child.is_alive():
            child.kill()
            child.join()
        tail = self._log.tail()
        notice = death_notice(child.exitcode, tail)
        child.close()
        self._log.close()
        return notice, tail


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Start a child that Ctrl+C in the terminal cannot reach, not even in its first moments."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
