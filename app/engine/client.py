"""The window's side of the engine process: queues commands, notices its death, starts another one.

Qt-free: a worker thread of the window uses it, and so does the command line.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
import time
from collections import deque
from dataclasses import replace
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from app.engine.cancel import CancelFlag
from app.engine.child import EngineChild
from app.engine.commands import CountTokens, ForgetText, Load, Race, Reply
from app.engine.counts import Counts
from app.engine.events import (
    EngineDied,
    LoadCancelled,
    LoadFailed,
    LoadProgressed,
    PairLoaded,
    ReplyFailed,
    ReplyFinished,
    TokensCounted,
)
from app.engine.jobs import Job
from app.engine.race_events import RaceFailed, RaceFinished
from app.errors import Notice

if TYPE_CHECKING:
    from app.engine.events import EngineEvent
    from app.engine.types import PairInfo

_MOST_EVENTS = 256
_PATIENCE_SECONDS = 0.1
"""For a load to stop by itself. It looks up between tensors only, and large ones take longer than a user waits."""
_LOAD_ENDS = (PairLoaded, LoadFailed, LoadCancelled)
_REPLY_ENDS = (ReplyFinished, ReplyFailed, RaceFinished, RaceFailed)


class EngineClient:
    """One engine process at a time. `submit` and `cancel` may be called from any thread, `poll` from one.

    Every load ends with one of PairLoaded, LoadFailed and LoadCancelled, every reply with ReplyFinished, ReplyFailed
    or the EngineDied that names it, every race with RaceFinished, RaceFailed or such an EngineDied. A pair that made
    room for a load which then failed comes back by itself.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._cancel = CancelFlag()
        self._child: EngineChild | None = None
        self._waiting: deque[Job] = deque()
        self._counts = Counts()
        self._active: Job | None = None
        self._loaded: Load | None = None
        self._pair: PairInfo | None = None
        self._unread: list[EngineEvent] = []
        self._patience_ends: float | None = None
        self._abandoned = False
        self._wake_reader, self._wake_writer = multiprocessing.Pipe(duplex=False)
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Process id of the engine, or None when none runs."""
        with self._lock:
            return None if self._child is None else self._child.pid

    @property
    def busy(self) -> bool:
        """Whether a command runs or waits."""
        with self._lock:
            return self._active is not None or bool(self._waiting)

    def submit(self, command: Load | Reply | Race | ForgetText) -> None:
        """Queue a command. An engine is started where one is needed, and given back the pair it had."""
        with self._lock:
            self._waiting.append(Job(command))
            self._pump()
        self.wake()

    def count(self, command: CountTokens) -> None:
        """Ask for a count. It is answered when a pair is loaded and nothing else is to be done; see `CountTokens`."""
        with self._lock:
            self._counts.ask(command)
            self._pump()
        self.wake()

    def forget_count(self, count_id: str) -> None:
        """Ask no longer for a count; an answer that is on its way is not told."""
        with self._lock:
            self._counts.drop(count_id)

    def cancel(self, request_id: int | None = None) -> None:
        """Stop what runs now, in whatever phase; what is queued behind it goes on.

        An engine that does not stop loading soon is killed: it holds nothing that could not be loaded again. A pair
        that is being brought back for a reply is still wanted for the next one: then only the reply ends.

        Args:
            request_id: Stop this reply only, even if it still waits; None stops whatever runs.
        """
        with self._lock:
            active = self._active
            if request_id is None and (active is None or active.again):
                wanted = (job for job in self._waiting if not job.again and not isinstance(job.command, ForgetText))
                request_id = next((job.request_id for job in wanted), None)
            if active is not None and request_id in (None, active.request_id):
                self._interrupt(active)
            elif request_id is not None and (job := self._take_out(request_id)) is not None:
                self._unread.append(job.never_begun())
                self.wake()

    def cancel_load(self) -> None:
        """Stop the load that was asked for last, even if it still waits behind a reply; the reply goes on."""
        with self._lock:
            for job in reversed(self._waiting):
                if isinstance(job.command, Load) and not job.again:
                    self._waiting.remove(job)
                    self._unread.append(LoadCancelled(self._pair))
                    break
            else:
                if self._active is not None and isinstance(self._active.command, Load):
                    self._interrupt(self._active)
        self.wake()

    def _interrupt(self, active: Job) -> None:
        """Tell the engine to stop. What comes back silently nobody can have wanted to stop."""
        if active.silent:
            return
        self._cancel.set()
        if isinstance(active.command, Load) and self._patience_ends is None:
            self._patience_ends = time.monotonic() + _PATIENCE_SECONDS
            self.wake()

    def withdraw(self, request_id: int) -> bool:
        """Take a reply that has not begun out of the queue; False when it is not there."""
        with self._lock:
            return self._take_out(request_id) is not None

    def _take_out(self, request_id: int) -> Job | None:
        for job in self._waiting:
            if job.request_id == request_id:
                self._waiting.remove(job)
                return job
        return None

    def poll(self, timeout: float | None = None) -> list[EngineEvent]:
        """Wait for events and return some; empty after `timeout` seconds or a call from elsewhere."""
        child = self._child
        sources = [self._wake_reader] if child is None else [self._wake_reader, child.connection]
        ready = wait(sources, self._shortened(timeout))
        if self._wake_reader in ready:
            while self._wake_reader.poll():
                self._wake_reader.recv_bytes()
        with self._lock:
            events, self._unread = self._unread, []
        if child is None:
            return events
        if child.connection not in ready:
            return events + self._abandon_late(child)
        try:
            while len(events) < _MOST_EVENTS and child.connection.poll():
                events += self._on_event(child.connection.recv())
        except (EOFError, OSError):
            events += self._on_death(child)
        return events

    def close(self) -> None:
        """End the engine and free its memory, whatever it is doing. Nobody may be in `poll` then or call it later."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._waiting.clear()
            self._cancel.set()
            child, self._child = self._child, None
        if child is not None:
            child.shut_down()
        self._wake_reader.close()
        self._wake_writer.close()

    def wake(self) -> None:
        """Let a waiting `poll` return."""
        with contextlib.suppress(OSError):
            self._wake_writer.send_bytes(b"1")

    def _pump(self) -> None:
        """Send the next command when the engine is idle."""
        while self._active is None and self._waiting and not self._closed and not self._abandoned:
            if isinstance(self._waiting[0].command, ForgetText):
                forget = self._waiting.popleft().command
                if self._child is not None:  # otherwise all that was said is gone already
                    self._send(self._child, forget)
                continue
            if self._child is not None and self._child.is_outdated and isinstance(self._waiting[0].command, Load):
                self._child.kill()  # the next one is started when it is gone
                self._abandoned = True
                break
            if self._child is None:
                try:
                    self._child = EngineChild(self._cancel)
                except OSError as error:
                    notice = Notice("engine_not_started", {"cause": error.strerror or str(error)})
                    self._unread += self._end(self._waiting.popleft(), notice, ())
                    self.wake()
                    continue
                if self._loaded is not None and not isinstance(self._waiting[0].command, Load):
                    self._waiting.appendleft(Job(self._loaded, again=True))
            self._cancel.clear()
            self._active = self._waiting.popleft()
            self._send(self._child, self._active.command)
        self._pump_counts()

    def _pump_counts(self) -> None:
        """Send the next count when there is nothing else to do; one at a time, so that what is urgent need not wait."""
        if self._active is not None or self._closed or self._abandoned or self._child is None or self._pair is None:
            return
        command = self._counts.next()
        if command is not None:
            with contextlib.suppress(OSError):
                self._child.connection.send(command)

    def _send(self, child: EngineChild, command: Load | Reply | Race | ForgetText) -> None:
        """Send what is urgent. The engine breaks off a count for it, which is asked for again behind it."""
        self._counts.break_off()
        with contextlib.suppress(OSError):  # a pipe that broke just now is noticed by poll
            child.connection.send(command)

    def _on_event(self, event: EngineEvent) -> list[EngineEvent]:
        """Keep the books; what the user is told of an event is not always what the engine said."""
        with self._lock:
            if isinstance(event, TokensCounted):
                known = self._counts.answered(event)
                self._pump()
                return [event] if known else []
            job = self._active
            if job is None or self._abandoned:
                return []
            if isinstance(event, PairLoaded) and isinstance(job.command, Load):
                self._loaded, self._pair = job.command, event.pair
            elif isinstance(event, LoadFailed | LoadCancelled):
                event = self._on_not_loaded(event, job)
            if isinstance(event, (*_LOAD_ENDS, *_REPLY_ENDS)):
                self._active = self._patience_ends = None
                self._pump()
        return [] if job.silent and isinstance(event, LoadProgressed | PairLoaded) else [event]

    def _on_not_loaded(self, event: LoadFailed | LoadCancelled, job: Job) -> LoadFailed | LoadCancelled:
        """Bring back the pair that had to make room, behind the user's back, unless another is wanted already."""
        if job.again or (isinstance(event, LoadFailed) and job.command == self._loaded):
            self._loaded = self._pair = None
        if self._loaded is None:
            return event
        if not self._waiting or not isinstance(self._waiting[0].command, Load):
            self._waiting.appendleft(Job(self._loaded, again=True, silent=True))
        return replace(event, still_loaded=self._pair)

    def _on_death(self, child: EngineChild) -> list[EngineEvent]:
        with self._lock:
            job, self._child = self._active, None
            self._counts.break_off()
        notice, tail = child.bury()
        with self._lock:
            expected, self._abandoned = self._abandoned, False
            if job is not None:  # otherwise another engine may have been started meanwhile
                self._active = self._patience_ends = None
            events = [] if expected else self._end(job, notice, tail)
            self._pump()
        return events

    def _shortened(self, timeout: float | None) -> float | None:
        """How long to wait for an engine that may have to be given up before."""
        with self._lock:
            if self._patience_ends is None:
                return timeout
            left = max(0.0, self._patience_ends - time.monotonic())
            return left if timeout is None else min(left, timeout)

    def _abandon_late(self, child: EngineChild) -> list[EngineEvent]:
        """Kill an engine that goes on loading although it was stopped; the next one is started when it is gone."""
        with self._lock:
            job = self._active
            if job is None or self._patience_ends is None or time.monotonic() < self._patience_ends:
                return []
            child.kill()
            self._abandoned = True
            self._active = self._patience_ends = None
            return [self._on_not_loaded(LoadCancelled(None), job)]

    def _end(self, job: Job | None, notice: Notice, tail: tuple[str, ...]) -> list[EngineEvent]:
        """What is told of an engine's death and of the job that it died of."""
        events: list[EngineEvent] = [EngineDied(notice, tail, None if job is None else job.request_id)]
        if job is not None and isinstance(job.command, Load):
            events.append(self._on_not_loaded(LoadFailed(notice, None), job))
        return events
