"""The window's side of the engine process: starts it, queues commands, notices its death, starts another.

Qt-free: a worker thread of the window uses it, and so does the command line.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import tempfile
import threading
from collections import deque
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING

from app.engine import process
from app.engine.cancel import CancelFlag
from app.engine.commands import Load, Reply, Shutdown
from app.engine.events import (
    EngineDied,
    LoadCancelled,
    LoadFailed,
    PairLoaded,
    ReplyFailed,
    ReplyFinished,
)
from app.errors import Notice

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from app.engine.commands import Command
    from app.engine.events import EngineEvent

_LOG_TAIL_LINES = 12
_SHUTDOWN_SECONDS = 2.0
_LOAD_ENDS = (PairLoaded, LoadFailed, LoadCancelled)
_REPLY_ENDS = (ReplyFinished, ReplyFailed)


class EngineClient:
    """One engine process at a time. `submit` and `cancel` may be called from one thread, `poll` from another."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._cancel = CancelFlag()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._log_path: Path | None = None
        self._waiting: deque[Command] = deque()
        self._active: Command | None = None
        self._loaded: Load | None = None
        self._wake_reader, self._wake_writer = multiprocessing.Pipe(duplex=False)
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Process id of the engine, or None when none runs."""
        return self._process.pid if self._process is not None and self._process.is_alive() else None

    @property
    def busy(self) -> bool:
        """Whether a command runs or waits."""
        with self._lock:
            return self._active is not None or bool(self._waiting)

    def submit(self, command: Load | Reply) -> None:
        """Queue a command. An engine is started where none runs, and given back the pair it had."""
        with self._lock:
            self._waiting.append(command)
            self._pump()
        self.wake()

    def cancel(self) -> None:
        """Stop what runs now, in whatever phase; what is queued behind it goes on."""
        with self._lock:
            if self._active is not None:
                self._cancel.set()

    def withdraw(self, request_id: int) -> bool:
        """Take a reply that has not begun out of the queue; False when it is not there."""
        with self._lock:
            for command in self._waiting:
                if isinstance(command, Reply) and command.request.request_id == request_id:
                    self._waiting.remove(command)
                    return True
        return False

    def poll(self, timeout: float | None = None) -> list[EngineEvent]:
        """Wait for events and return all there are; empty after `timeout` seconds or a `submit` elsewhere."""
        connection = self._connection
        sources: list[Connection] = [self._wake_reader]
        if connection is not None:
            sources.append(connection)
        ready = wait(sources, timeout)
        if self._wake_reader in ready:
            while self._wake_reader.poll():
                self._wake_reader.recv_bytes()
        if connection is None or connection not in ready:
            return []
        events: list[EngineEvent] = []
        try:
            while connection.poll():
                event = connection.recv()
                events.append(event)
                self._on_event(event)
        except (EOFError, OSError):
            events.append(self._on_death())
        return events

    def close(self) -> None:
        """End the engine and free its memory, whatever it is doing. Nobody may be in `poll` then."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            self._cancel.set()
            ended, self._process = self._process, None
            connection, self._connection = self._connection, None
        if ended is not None and connection is not None:
            with contextlib.suppress(OSError):
                connection.send(Shutdown())
            ended.join(_SHUTDOWN_SECONDS)
            if ended.is_alive():
                ended.kill()
                ended.join()
            ended.close()
            connection.close()
        self._remove_log()
        self.wake()

    def wake(self) -> None:
        """Let a waiting `poll` return."""
        with contextlib.suppress(OSError):
            self._wake_writer.send_bytes(b"1")

    def _pump(self) -> None:
        """Send the next command when the engine is idle."""
        if self._active is not None or not self._waiting or self._closed:
            return
        if self._process is None:
            self._start()
            if self._loaded is not None and not isinstance(self._waiting[0], Load):
                self._waiting.appendleft(self._loaded)
        self._active = self._waiting.popleft()
        self._cancel.clear()
        if self._connection is not None:
            with contextlib.suppress(OSError):  # a pipe that broke just now is noticed by poll
                self._connection.send(self._active)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        descriptor, name = tempfile.mkstemp(prefix="galley-engine-", suffix=".log")
        os.close(descriptor)
        self._log_path = Path(name)
        child = context.Process(
            target=process.run,
            args=(theirs, self._cancel, name, os.getpid()),
            name="galley-engine",
            daemon=True,
        )
        child.start()
        theirs.close()
        self._process, self._connection = child, ours

    def _on_event(self, event: EngineEvent) -> None:
        with self._lock:
            if isinstance(event, PairLoaded) and isinstance(self._active, Load):
                self._loaded = self._active
            if isinstance(event, LoadFailed | LoadCancelled) and event.still_loaded is None:
                self._loaded = None
            if isinstance(event, (*_LOAD_ENDS, *_REPLY_ENDS)):
                self._active = None
                self._pump()

    def _on_death(self) -> EngineDied:
        with self._lock:
            child, self._process = self._process, None
            connection, self._connection = self._connection, None
            active, self._active = self._active, None
            if isinstance(active, Load) and active is self._loaded:
                self._loaded = None  # it would die of it again
        code: int | None = None
        if child is not None:
            child.join(_SHUTDOWN_SECONDS)
            if child.is_alive():
                child.kill()
                child.join()
            code = child.exitcode
            child.close()
        if connection is not None:
            connection.close()
        tail = self._log_tail()
        self._remove_log()
        event = EngineDied(
            death_notice(code, tail), tail, active.request.request_id if isinstance(active, Reply) else None
        )
        with self._lock:
            self._pump()
        return event

    def _log_tail(self) -> tuple[str, ...]:
        if self._log_path is None:
            return ()
        try:
            text = self._log_path.read_text("utf-8", "replace")
        except OSError:
            return ()
        return tuple(line for line in text.splitlines() if line.strip())[-_LOG_TAIL_LINES:]

    def _remove_log(self) -> None:
        if self._log_path is not None:
            self._log_path.unlink(missing_ok=True)
            self._log_path = None


def death_notice(exit_code: int | None, log_tail: tuple[str, ...]) -> Notice:
    """Say how the engine died: by which signal, and in its own last words where it had any."""
    last = log_tail[-1] if log_tail else ""
    if exit_code is not None and exit_code < 0:
        try:
            name = signal.Signals(-exit_code).name
        except ValueError:
            name = str(-exit_code)
        if name == "SIGKILL":
            return Notice("engine_killed", {"signal": name})
        if last:
            return Notice("engine_crashed_saying", {"signal": name, "line": last})
        return Notice("engine_crashed", {"signal": name})
    return Notice("engine_ended", {"code": -1 if exit_code is None else exit_code})
