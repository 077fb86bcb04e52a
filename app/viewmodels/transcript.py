"""The conversation on screen as state: its turns in order, and which of them has just changed.

Views hold no text of their own; they read the rows and listen to the signals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class AttachedSpan:
    """A file that was attached: the part of the message's text that came from it, wrapping included."""

    name: str
    begin: int
    end: int
    """Characters of the message's text."""


@dataclass(frozen=True, slots=True)
class UserTurn:
    """What the user wrote, as the model reads it."""

    text: str
    message_id: str = ""
    """Its own id where it is kept."""
    attached: tuple[AttachedSpan, ...] = ()
    """In the order of the text, never overlapping."""


Turn = UserTurn | Reply


class Transcript(QObject):
    """The turns of one conversation."""

    turn_added = Signal(int)
    """Row of the new turn; it is the last."""
    turn_removed = Signal(int)
    """The row that the turn had; it was the last."""
    reply_changed = Signal(int)
    """Row of the reply; at most once per reply and batch."""
    replaced = Signal()
    """All turns are others than before."""

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

    @property
    def leaf_id(self) -> str | None:
        """Id of the last turn, which the next one answers."""
        return self._rows[-1].message_id if self._rows else None

    def add_user(self, text: str, message_id: str = "", attached: tuple[AttachedSpan, ...] = ()) -> None:
        """Append what the user wrote."""
        self._add(UserTurn(text, message_id, attached))

    def begin_reply(self, request_id: int, message_id: str = "") -> Reply:
        """Append a reply that waits for its events."""
        reply = Reply(request_id, message_id)
        self._row_of[request_id] = len(self._rows)
        self._add(reply)
        return reply

    def reply_of(self, request_id: int) -> Reply | None:
        """The reply to a request; None where it stands elsewhere."""
        row = self._row_of.get(request_id)
        reply = None if row is None else self._rows[row]
        return reply if isinstance(reply, Reply) else None

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
        reply = self.reply_of(request_id)
        if reply is not None and reply.speedup != speedup:
            reply.speedup = speedup
            self.reply_changed.emit(self._row_of[request_id])

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

    def replace(self, turns: Sequence[Turn]) -> None:
        """Hold other turns; events of replies that are gone are ignored."""
        self._rows = list(turns)
        self._row_of = {turn.request_id: row for row, turn in enumerate(self._rows) if isinstance(turn, Reply)}
        self.replaced.emit()

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
