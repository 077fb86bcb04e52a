"""Who is being served, as the page shows it: each reply's place, figures and marks, and what has been served in all.

A reply here has marks and counts but no words: those are its program's own affair.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.server.served import Phase, Serving, Totals
from app.viewmodels.reply import Reply

if TYPE_CHECKING:
    from app.engine.events import ReplyEvent
    from app.server.served import Served


@dataclass(frozen=True, slots=True)
class ServedRow:
    """A reply that is being served or waits."""

    request_id: int
    client: str
    """What the program calls itself, and the port that it asks from."""
    began: float
    """When it was asked for, in seconds since 1970."""
    place: int
    """0 is the engine's own; 1 comes next."""
    phase: Phase
    reply: Reply
    """Its figures and marks, without words."""

    @property
    def program(self) -> str:
        """Its own name for itself, without the port."""
        return self.client.rpartition(" :")[0] or self.client

    @property
    def port(self) -> str:
        """The port that it asks from; empty where it has none."""
        return self.client.rpartition(" :")[2] if " :" in self.client else ""

    @property
    def is_under_way(self) -> bool:
        """Whether its prompt is being read or it is being written."""
        return self.phase in (Phase.PREFILL, Phase.WRITING)


class ServedList(QObject):
    """Follows the server and the marks of what it serves."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._replies: dict[int, Reply] = {}
        self._served: tuple[Served, ...] = ()
        self._totals = Totals()
        self._begun = time.time()

    @property
    def rows(self) -> tuple[ServedRow, ...]:
        """The one that is being written first, then those that wait, in the order of their turns."""
        offset = time.time() - time.monotonic()
        return tuple(
            ServedRow(
                each.request_id, each.client, each.since + offset, each.position, each.phase,
                self._replies[each.request_id],
            )
            for each in self._served
        )  # fmt: skip

    @property
    def under_way(self) -> ServedRow | None:
        """The one that the engine is at, where it is at one of them."""
        return next((row for row in self.rows if row.is_under_way), None)

    @property
    def totals(self) -> Totals:
        """What has been served since the server was turned on."""
        return self._totals

    @property
    def begun(self) -> float:
        """When it was turned on last, in seconds since 1970."""
        return self._begun

    def begin(self) -> None:
        """It has been turned on: count anew."""
        self._begun = time.time()
        self.take(Serving())

    @Slot(object)
    def take(self, serving: Serving) -> None:
        """Take who is being served now."""
        known = self._replies
        self._replies = {each.request_id: known.get(each.request_id) or Reply(0) for each in serving.replies}
        self._served = serving.replies
        self._totals = serving.totals
        self.changed.emit()

    @Slot(list)
    def on_marked(self, events: list[ReplyEvent]) -> None:
        """Take marks of what is being written; what nobody shows any longer is let go."""
        touched = False
        for event in events:
            reply = self._replies.get(event.request_id)
            if reply is not None:
                touched = reply.apply(event) or touched
        if touched:
            self.changed.emit()
