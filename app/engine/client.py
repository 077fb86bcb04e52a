"""The window's side of the engine process: starts it, queues commands, notices its death, starts another.

Qt-free: a worker thread of the window uses it, and so does the command line.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections import deque
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING

from app.engine import process
from app.engine.cancel import CancelFlag
from app.engine.commands import Load, Reply, Shutdown
from app.engine.error_log import ErrorLog, death_notice
from app.engine.events import (
    EngineDied,
    LoadCancelled,
    LoadFailed,
    LoadProgressed,
    PairLoaded,
    ReplyFailed,
    ReplyFinished,
)
from app.engine.types import FinishReason, ReplySummary, ReplyTiming, SpeculationStatus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.process import BaseProcess

    from app.engine.commands import Command
    from app.engine.events import EngineEvent
    from app.engine.types import PairInfo, ReplyRequest

_MOST_EVENTS = 256
_SHUTDOWN_SECONDS = 1.0
_LOAD_ENDS = (PairLoaded, LoadFailed, LoadCancelled)
_REPLY_ENDS = (ReplyFinished, ReplyFailed)


@dataclass(frozen=True, slots=True)
class _Job:
    """A command and who wants it.

    Attributes:
        again: Nobody asked for it: it brings back a pair that was loaded before.
        silent: Nobody was told that the pair is away, so nobody is told that it comes back.
    """

    command: Load | Reply
    again: bool = False
    silent: bool = False


class EngineClient:
    """One engine process at a time. `submit` and `cancel` may be called from one thread, `poll` from another."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._cancel = CancelFlag()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._log: ErrorLog | None = None
        self._waiting: deque[_Job] = deque()
        self._active: _Job | None = None
        self._loaded: Load | None = None
        self._pair: PairInfo | None = None
        self._unread: list[EngineEvent] = []
        self._wake_reader, self._wake_writer = multiprocessing.Pipe(duplex=False)
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Process id of the engine, or None when none runs."""
        with self._lock:
            return self._process.pid if self._process is not None and self._process.is_alive() else None

    @property
    def busy(self) -> bool:
        """Whether a command runs or waits."""
        with self._lock:
            return self._active is not None or bool(self._waiting)

    def submit(self, command: Load | Reply) -> None:
        """Queue a command. An engine is started where none runs, and given back the pair it had."""
        with self._lock:
            self._waiting.append(_Job(command))
            self._pump()
        self.wake()

    def cancel(self, request_id: int | None = None) -> None:
        """Stop what runs now, in whatever phase; what is queued behind it goes on.

        A pair that is being brought back for a reply is still wanted for the next one: then only the reply ends.

        Args:
            request_id: Stop this reply only, even if it waits; None stops whatever runs.
        """
        with self._lock:
            active = self._active
            if active is None:
                return
            if request_id is None and active.again:
                request_id = next(self._waiting_replies(), None)
                if request_id is None and active.silent:
                    return
            if request_id is None or _request_id(active.command) == request_id:
                self._cancel.set()
                return
            for job in self._waiting:
                if isinstance(job.command, Reply) and job.command.request.request_id == request_id:
                    self._waiting.remove(job)
                    self._unread.append(_never_begun(job.command.request))
                    break
        self.wake()

    def withdraw(self, request_id: int) -> bool:
        """Take a reply that has not begun out of the queue; False when it is not there."""
        with self._lock:
            for job in self._waiting:
                if _request_id(job.command) == request_id:
                    self._waiting.remove(job)
                    return True
        return False

    def poll(self, timeout: float | None = None) -> list[EngineEvent]:
        """Wait for events and return some; empty after `timeout` seconds or a call from elsewhere."""
        connection = self._connection
        sources = [self._wake_reader] if connection is None else [self._wake_reader, connection]
        ready = wait(sources, timeout)
        if self._wake_reader in ready:
            while self._wake_reader.poll():
                self._wake_reader.recv_bytes()
        with self._lock:
            events, self._unread = self._unread, []
        if connection is None or connection not in ready:
            return events
        try:
            while len(events) < _MOST_EVENTS and connection.poll():
                events += self._on_event(connection.recv())
        except (EOFError, OSError):
            events += self._on_death()
        return events

    def close(self) -> None:
        """End the engine and free its memory, whatever it is doing. Nobody may be in `poll` then."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._waiting.clear()
            self._cancel.set()
            ended, self._process = self._process, None
            connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.send(Shutdown())
            connection.close()  # an engine that waits for room to send wakes up by this
        if ended is not None:
            _end(ended)
        self._forget_log()
        self._wake_reader.close()
        self._wake_writer.close()

    def wake(self) -> None:
        """Let a waiting `poll` return."""
        with contextlib.suppress(OSError):
            self._wake_writer.send_bytes(b"1")

    def _pump(self) -> None:
        """Send the next command when the engine is idle."""
        if self._active is not None or not self._waiting or self._closed:
            return
        if self._process is None:
            try:
                self._start()
            except OSError as error:
                self._unread.append(self._death(self._waiting.popleft(), None, (str(error),)))
                self._pump()
                return
            if self._loaded is not None and not isinstance(self._waiting[0].command, Load):
                self._waiting.appendleft(_Job(self._loaded, again=True))
        self._cancel.clear()
        self._active = self._waiting.popleft()
        if self._connection is not None:
            with contextlib.suppress(OSError):  # a pipe that broke just now is noticed by poll
                self._connection.send(self._active.command)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        resource_tracker.ensure_running()  # it would unblock the signal in the middle of the start
        ours, theirs = context.Pipe()
        log = ErrorLog()
        child = context.Process(
            target=process.run, args=(theirs, self._cancel, log), name="galley-engine", daemon=True
        )
        try:
            with _interrupts_blocked():
                child.start()
        except OSError:
            ours.close()
            log.close()
            raise
        finally:
            theirs.close()
        self._process, self._connection, self._log = child, ours, log

    def _on_event(self, event: EngineEvent) -> list[EngineEvent]:
        """Keep the books; what the user is told of an event is not always what the engine said."""
        with self._lock:
            job = self._active
            silent = job is not None and job.silent
            if isinstance(event, PairLoaded) and job is not None and isinstance(job.command, Load):
                self._loaded, self._pair = job.command, event.pair
            elif isinstance(event, LoadFailed | LoadCancelled):
                event = self._on_not_loaded(event, job)
            if isinstance(event, (*_LOAD_ENDS, *_REPLY_ENDS)):
                self._active = None
                self._pump()
        return [] if silent and isinstance(event, LoadProgressed | PairLoaded) else [event]

    def _on_not_loaded(self, event: LoadFailed | LoadCancelled, job: _Job | None) -> LoadFailed | LoadCancelled:
        """Bring back the pair that had to make room, behind the user's back, unless another is wanted already."""
        if job is None or job.again:
            self._loaded = self._pair = None
        if self._loaded is None:
            return event
        if not self._waiting or not isinstance(self._waiting[0].command, Load):
            self._waiting.appendleft(_Job(self._loaded, again=True, silent=True))
        return replace(event, still_loaded=self._pair)

    def _on_death(self) -> list[EngineEvent]:
        with self._lock:
            child, self._process = self._process, None
            connection, self._connection = self._connection, None
            job, self._active = self._active, None
            if job is not None and job.command == self._loaded:
                self._loaded = self._pair = None  # it would die of it again
        code = None if child is None else _end(child)
        if connection is not None:
            connection.close()
        tail = () if self._log is None else self._log.tail()
        self._forget_log()
        died = self._death(job, code, tail)
        events: list[EngineEvent] = [died]
        if job is not None and job.silent:
            events.append(LoadFailed(died.notice, None))
        with self._lock:
            self._pump()
        return events

    def _death(self, job: _Job | None, code: int | None, tail: tuple[str, ...]) -> EngineDied:
        return EngineDied(death_notice(code, tail), tail, None if job is None else _request_id(job.command))

    def _waiting_replies(self) -> Iterator[int]:
        return (job.command.request.request_id for job in self._waiting if isinstance(job.command, Reply))

    def _forget_log(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None


def _request_id(command: Command) -> int | None:
    return command.request.request_id if isinstance(command, Reply) else None


def _never_begun(request: ReplyRequest) -> ReplyFinished:
    """The end of a reply that was stopped while it waited."""
    status = SpeculationStatus(request.speculation.mode, request.speculation.mode)
    timing = ReplyTiming(0.0, 0.0, 0.0, None, 0.0, 0.0)
    summary = ReplySummary(FinishReason.CANCELLED, "", 0, 0, request.sampling, status, timing)
    return ReplyFinished(request.request_id, summary)


def _end(child: BaseProcess) -> int | None:
    """Wait for a process that is ending, make sure that it does, and return its exit code."""
    child.join(_SHUTDOWN_SECONDS)
    if child.is_alive():
        child.kill()
        child.join()
    code = child.exitcode
    child.close()
    return code


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Start a child that Ctrl+C in the terminal cannot reach, not even in its first moments."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
