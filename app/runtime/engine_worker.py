"""The thread that drains the engine's pipe, so that the window's thread never waits for a model.

Events are handed over in batches, at most thirty a second; between events the thread sleeps in the kernel.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QThread, Signal

from app.engine.client import EngineClient
from app.engine.commands import CountTokens, ForgetText, Load, Race, Reply

if TYPE_CHECKING:
    from app.engine.events import EngineEvent
    from app.engine.race_values import RaceSpec
    from app.engine.types import LoadSettings, Message, ReplyRequest

BATCH_SECONDS = 1 / 30
"""Nobody reads faster, and drawing a fast reply twice as often would cost the window half of a core."""
_JOIN_MILLISECONDS = 5000


class Tap(Protocol):
    """Whoever has a part of the events to itself, such as the server."""

    def take(self, events: list[EngineEvent]) -> list[EngineEvent]:
        """Return what the window gets of them. Called in the worker's thread, as soon as they are there."""
        ...


class EngineWorker(QObject):
    """Owns the engine client. `events_arrived` is emitted into the window's thread; requests may come from any.

    Args:
        parent: The Qt parent.
        client: One that another worker has released; None makes one.
    """

    events_arrived = Signal(list)
    """A batch of `app.engine.events.EngineEvent`, oldest first."""

    def __init__(self, parent: QObject | None = None, client: EngineClient | None = None) -> None:
        super().__init__(parent)
        self._client = client or EngineClient()
        self._is_released = False
        self._thread = _Drain(self._client, self)
        self._thread.drained.connect(self.events_arrived)

    def start(self) -> None:
        """Begin to listen; no engine process is started before it is needed."""
        self._thread.start()

    def set_tap(self, tap: Tap | None) -> None:
        """Let somebody have a part of the events to itself."""
        self._thread.tap = tap

    def load(self, settings: LoadSettings) -> None:
        """Queue a load."""
        self._client.submit(Load(settings))

    def reply(self, request: ReplyRequest) -> None:
        """Queue a reply."""
        self._client.submit(Reply(request))

    def race(self, spec: RaceSpec) -> None:
        """Queue a race; it is stopped like a reply, by `spec.request_id`. See `app.lab.comparison`."""
        self._client.submit(Race(spec))

    def count(self, count_id: str, messages: tuple[Message, ...] = (), pieces: tuple[str, ...] = ()) -> None:
        """Ask what a conversation and some texts take; `TokensCounted` answers when the engine has the time.

        A newer question of the same id replaces one that is not answered yet. Without a pair it waits for one.
        """
        self._client.count(CountTokens(count_id, messages, pieces))

    def forget_count(self, count_id: str) -> None:
        """Ask no longer."""
        self._client.forget_count(count_id)

    def forget_text(self) -> None:
        """Let the engine empty everything that holds what was said, once the replies asked for before have ended."""
        self._client.submit(ForgetText())

    def cancel(self, request_id: int | None = None) -> None:
        """Stop what the engine is doing now, or this reply only, even if it still waits."""
        self._client.cancel(request_id)

    def cancel_load(self) -> None:
        """Stop the load that was asked for last, even if it still waits; a reply goes on."""
        self._client.cancel_load()

    def withdraw(self, request_id: int) -> bool:
        """Take back a reply that has not begun; False when it has."""
        return self._client.withdraw(request_id)

    @property
    def engine_pid(self) -> int | None:
        """Process id of the running engine, or None."""
        return self._client.pid

    @property
    def is_busy(self) -> bool:
        """Whether the engine does something, or something waits for it."""
        return self._client.busy

    def release(self) -> EngineClient:
        """End the thread and leave the engine as it is, with what it has loaded, for another worker."""
        self._end_thread()
        self._is_released = True
        return self._client

    def stop(self) -> None:
        """End the engine and the thread, unless it was released; returns when both are gone."""
        if not self._is_released:
            self._end_thread()
            self._client.close()

    def _end_thread(self) -> None:
        self._thread.request_stop()
        self._client.wake()
        self._thread.wait(_JOIN_MILLISECONDS)


class _Drain(QThread):
    """Waits for events and passes them on."""

    drained = Signal(list)

    def __init__(self, client: EngineClient, parent: QObject) -> None:
        super().__init__(parent)
        self._client = client
        self._stopping = threading.Event()
        self.tap: Tap | None = None

    def request_stop(self) -> None:
        """Leave at the next wake-up."""
        self._stopping.set()

    def run(self) -> None:
        """Drain until stopped: an event after a pause is passed on at once, others wait for the next thirtieth."""
        next_batch = time.monotonic()
        while not self._stopping.is_set():
            events = self._poll()
            while events and (left := next_batch - time.monotonic()) > 0 and not self._stopping.is_set():
                events += self._poll(left)
            if events:
                self.drained.emit(events)
                next_batch = time.monotonic() + BATCH_SECONDS

    def _poll(self, timeout: float | None = None) -> list[EngineEvent]:
        events, tap = self._client.poll(timeout), self.tap
        return tap.take(events) if tap is not None and events else events
