"""The conversation on screen as state: its turns in order, and which of them has just changed.

Views hold no text of their own; they read the rows and listen to the signals.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from app.engine.events import (
    EngineEvent,
    LoadCancelled,
    LoadFailed,
    LoadProgressed,
    PairLoaded,
)
from app.engine.types import Message
from app.viewmodels.reply import Reply, Speedup


@dataclass(frozen=True, slots=True)
class UserTurn:
    """What the user wrote."""

    text: str


Turn = UserTurn | Reply


class Transcript(QObject):
    """The turns of one conversation."""

    turn_added = Signal(int)
    """Row of the new turn; it is the last."""
    turn_removed = Signal(int)
    """The row that the turn had; it was the last."""
    reply_changed = Signal(int)
    """Row of the reply; at most once per reply and batch."""
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Turn] = []
        self._row_of: dict[int, int] = {}

    @property
    def rows(self) -> list[Turn]:
        """The turns in order. Read only."""
        return self._rows

    @property
    def last_reply(self) -> Reply | None:
        """The reply at the very end, if the last turn is one."""
        last = self._rows[-1] if self._rows else None
        return last if isinstance(last, Reply) else None

    @property
    def is_active(self) -> bool:
        """Whether any reply is queued or being written."""
        return any(isinstance(turn, Reply) and not turn.phase.is_over for turn in self._rows)

    def add_user(self, text: str) -> None:
        """Append what the user wrote."""
        self._add(UserTurn(text))

    def begin_reply(self, request_id: int) -> None:
        """Append a reply that waits for its events."""
        self._row_of[request_id] = len(self._rows)
        self._add(Reply(request_id))

    def discard_reply(self, request_id: int) -> None:
        """Take the last turn away, where it is this reply: it is about to be written anew."""
        row = self._row_of.get(request_id)
        if row is None or row != len(self._rows) - 1:
            return
        del self._rows[row]
        del self._row_of[request_id]
        self.turn_removed.emit(row)

    def set_speedup(self, request_id: int, speedup: Speedup | None) -> None:
        """Give a reply the factor to show beside its figures."""
        row = self._row_of.get(request_id)
        reply = None if row is None else self._rows[row]
        if row is not None and isinstance(reply, Reply) and reply.speedup != speedup:
            reply.speedup = speedup
            self.reply_changed.emit(row)

    def messages(self, before: int | None = None) -> tuple[Message, ...]:
        """Return the turns that a request goes on from.

        Args:
            before: The request whose reply has its place already; None goes on from the end.

        What was written of a reply counts, however it ended. A question too long for the context is left out: it
        would take every later one with it. Questions around a gap become one turn, because many chat templates
        refuse two user turns in a row.
        """
        messages: list[Message] = []
        rows = self._rows if before is None else self._rows[: self._row_of[before]]
        for turn, answer in zip(rows, [*rows[1:], None], strict=True):
            if isinstance(turn, UserTurn):
                if isinstance(answer, Reply) and answer.is_refused:
                    continue
                if messages and messages[-1].role == "user":
                    messages[-1] = Message("user", f"{messages[-1].content}\n\n{turn.text}")
                else:
                    messages.append(Message("user", turn.text))
            elif turn.phase.is_over and turn.text.strip():
                messages.append(Message("assistant", turn.text))
        return tuple(messages)

    def clear(self) -> None:
        """Begin an empty conversation; events of its replies that still come are ignored."""
        self._rows = []
        self._row_of = {}
        self.cleared.emit()

    @Slot(list)
    def on_events(self, events: list[EngineEvent]) -> None:
        """Take in one batch of the engine's events."""
        changed: dict[int, None] = {}
        for event in events:
            if isinstance(event, LoadProgressed | PairLoaded | LoadFailed | LoadCancelled):
                continue
            row = None if event.request_id is None else self._row_of.get(event.request_id)
            if row is None:
                continue
            reply = self._rows[row]
            if isinstance(reply, Reply) and reply.apply(event):
                changed[row] = None
        for row in changed:
            self.reply_changed.emit(row)

    def _add(self, turn: Turn) -> None:
        self._rows.append(turn)
        self.turn_added.emit(len(self._rows) - 1)
