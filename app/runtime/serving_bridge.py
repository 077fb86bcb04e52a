"""Between the engine's thread and the server's: every event for the server, marks without words for the window.

What programs ask and are answered never reaches the window's thread: texts are taken out of what is passed on to it.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.engine.events import (
    EngineDied,
    LoadCancelled,
    LoadFailed,
    PairLoaded,
    PrefillProgressed,
    ReplyStarted,
    RoundDecoded,
)
from app.engine.types import EmittedToken, ProposedToken
from app.server.served import FIRST_REQUEST_ID

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.events import EngineEvent
    from app.engine.types import PairInfo, ReplyRequest, Round
    from app.runtime.engine_worker import EngineWorker

BATCH_MILLISECONDS = 100
"""Nobody who looks at a list of programs reads faster."""
_Shown = ReplyStarted | PrefillProgressed | RoundDecoded


class ServingBridge(QObject):
    """The engine as the server needs it, and the tap by which it hears the engine.

    Args:
        worker: Reaches the engine.
    """

    marked = Signal(list)
    """Events of served replies without any text: starts, prefill and rounds, at most ten times a second."""

    _stirred = Signal()

    def __init__(self, worker: EngineWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._lock = threading.Lock()
        self._sink: Callable[[list[EngineEvent]], None] | None = None
        self._pair: PairInfo | None = None
        self._is_loading = False
        self._marks: list[_Shown] = []
        self._timer = QTimer(self, singleShot=True, interval=BATCH_MILLISECONDS)
        self._timer.timeout.connect(self._on_due)
        self._stirred.connect(self._on_stirred)
        worker.set_tap(self)

    # What the server asks, from its own thread.

    @property
    def pair(self) -> PairInfo | None:
        """What is loaded, or comes back by itself at the next request."""
        return self._pair

    @property
    def is_loading(self) -> bool:
        """Whether a pair is on its way."""
        return self._is_loading

    def reply(self, request: ReplyRequest) -> None:
        """Queue a reply."""
        self._worker.reply(request)

    def cancel(self, request_id: int) -> None:
        """Stop a reply, even if it still waits."""
        self._worker.cancel(request_id)

    # What the window says.

    def adopt(self, pair: PairInfo | None) -> None:
        """Say what was loaded before anybody listened here; what the engine has told since holds."""
        self._pair = self._pair or pair

    @Slot()
    def expect_load(self) -> None:
        """A pair has been asked for; the engine tells what comes of it."""
        self._is_loading = True

    def set_sink(self, sink: Callable[[list[EngineEvent]], None] | None) -> None:
        """Say who hears every event, in the engine's thread; None while nobody is served."""
        with self._lock:
            self._sink = sink
            if sink is None:
                self._marks.clear()
        if sink is None:
            self._timer.stop()

    def stop(self) -> None:
        """Hear the engine no longer."""
        self._worker.set_tap(None)
        self.set_sink(None)

    # What the engine tells, in its thread.

    def take(self, events: list[EngineEvent]) -> list[EngineEvent]:
        """Pass everything on to the server; returns what concerns the window."""
        for event in events:
            if isinstance(event, PairLoaded):
                self._pair = event.pair
            elif isinstance(event, LoadFailed | LoadCancelled):
                self._pair = event.still_loaded
            if isinstance(event, PairLoaded | LoadFailed | LoadCancelled | EngineDied):
                self._is_loading = False
        with self._lock:
            sink, was_empty = self._sink, not self._marks
            if sink is not None:
                self._marks += [_bare(event) for event in events if isinstance(event, _Shown) and is_served(event)]
            stirs = was_empty and bool(self._marks)
        if sink is not None:
            sink(events)
        if stirs:
            self._stirred.emit()
        return [event for event in events if not is_served(event)]

    @Slot()
    def _on_stirred(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _on_due(self) -> None:
        with self._lock:
            marks, self._marks = self._marks, []
        if marks:
            self.marked.emit(marks)


def is_served(event: EngineEvent) -> bool:
    """Whether an event is about a reply that another program has asked for, and about nothing else."""
    if isinstance(event, EngineDied):
        return False  # the window has lost its engine, too
    request_id = getattr(event, "request_id", None)
    return isinstance(request_id, int) and request_id >= FIRST_REQUEST_ID


def _bare(event: _Shown) -> _Shown:
    """The event without what was said: which token, in which words, and what else it could have been."""
    return replace(event, round=_bare_round(event.round)) if isinstance(event, RoundDecoded) else event


def _bare_round(decoded: Round) -> Round:
    return replace(
        decoded,
        proposed=tuple(ProposedToken(0, "") for _ in decoded.proposed),
        emitted=tuple(EmittedToken(0, "", token.mark, 0.0) for token in decoded.emitted),
    )
