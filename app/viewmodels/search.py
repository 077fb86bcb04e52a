"""Looking for something in everything that was said: asked while somebody types, answered by the store.

An answer that comes when something else is looked for already is nobody's any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.errors import Notice
    from app.runtime.store_worker import StoreWorker
    from app.store.values import SearchHit
    from app.viewmodels.conversation_list import ConversationList

PAUSE_MILLISECONDS = 120
"""Between the last key and the search."""
MOST_FOUND = 50


@dataclass(frozen=True, slots=True)
class FoundMessage:
    """A message that holds what was looked for; `spans` are the character ranges of `excerpt` that matched."""

    key: str
    message_id: str
    title: str
    excerpt: str
    spans: tuple[tuple[int, int], ...]
    archived: bool = False
    """Whether its conversation is in the archive."""


class Search(QObject):
    """Asks the store, and leaves out what has just been deleted. What is archived is found as well.

    Args:
        worker: Owns the store.
        conversations: Their titles, and which of them there are.
    """

    found = Signal(str, object)
    """What was looked for, and the `FoundMessage`s, latest first; an empty query finds nothing."""
    failed = Signal(object)
    """The `Notice` of why nothing could be looked for."""

    def __init__(self, worker: StoreWorker, conversations: ConversationList, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._conversations = conversations
        self._query = ""
        self._timer = QTimer(self, singleShot=True, interval=PAUSE_MILLISECONDS)
        self._timer.timeout.connect(self._ask)

    @Slot(str)
    def look_for(self, query: str) -> None:
        """Look for messages that hold every word of the query, in a moment."""
        self._query = query.strip()
        if self._query:
            self._timer.start()
        else:
            self._timer.stop()
            self.found.emit("", ())

    @Slot()
    def _ask(self) -> None:
        query = self._query

        def on_found(hits: object) -> None:
            if query == self._query:
                self.found.emit(query, self._shown(cast("Sequence[SearchHit]", hits)))

        def on_failed(notice: Notice) -> None:
            if query == self._query:
                self.failed.emit(notice)

        self._worker.read(lambda store: store.search(query, limit=MOST_FOUND), on_found, on_failed)

    def _shown(self, hits: Sequence[SearchHit]) -> tuple[FoundMessage, ...]:
        entries = {entry.key: entry for entry in self._conversations.entries}
        found = []
        for hit in hits:
            entry = entries.get(hit.conversation_id)
            if entry is not None:
                found.append(
                    FoundMessage(entry.key, hit.message_id, entry.title, hit.excerpt, hit.spans, entry.archived)
                )
        return tuple(found)
