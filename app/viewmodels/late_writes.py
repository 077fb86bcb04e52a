"""What changes with every key that is pressed, on its way to the store: written when it rests, and at once when asked.

A conversation without messages is not in the store yet. Its settings wait here for its first message. A text does not:
nothing that somebody wrote may be lost with the program, so a message or system prompt in the making brings its
conversation into the store. That does not litter the list: there is one conversation without messages at most, because
a new one is begun only where none is empty, and an empty row without any text is erased when it is listed next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.store.values import ConversationRow
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.keeping import Keeping

REST_MILLISECONDS = 600
"""After the last change; with the write itself less than a second."""
MOST_MILLISECONDS = 3000
"""Where it never rests."""
_TEXTS = ("draft", "system_prompt")


class LateWrites(QObject):
    """Holds fields of conversations, named as `Store.change_conversation` names them.

    Args:
        keeping: Takes them.
        conversations: Tells when a conversation has its first message, and so its title.
    """

    def __init__(self, keeping: Keeping, conversations: ConversationList, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeping = keeping
        self._conversations = conversations
        self._held: dict[str, dict[str, object]] = {}
        self._blank: set[str] = set()
        """Conversations that are kept without a message."""
        self._timer = QTimer(self, singleShot=True, interval=REST_MILLISECONDS)
        self._timer.timeout.connect(self.flush)
        self._patience = QTimer(self, singleShot=True, interval=MOST_MILLISECONDS)
        self._patience.timeout.connect(self.flush)
        keeping.rows_listed.connect(self._on_rows_listed)
        keeping.kept.connect(self._on_kept)
        conversations.changed.connect(self._on_conversations_changed)

    def put(self, key: str, **fields: object) -> None:
        """Write these fields of a conversation a little later; a newer value of a field takes the older one's place."""
        self._held.setdefault(key, {}).update(fields)
        self._timer.start()
        if not self._patience.isActive():
            self._patience.start()

    @Slot()
    def flush(self) -> None:
        """Write what waits; what belongs to no kept conversation goes on waiting."""
        self._stop_timers()
        for key, fields in list(self._held.items()):
            is_there = key in self._conversations
            if is_there and not self._keeping.is_kept(key) and any(fields.get(name) for name in _TEXTS):
                self._blank.add(key)
                self._keeping.keep_empty(key)  # tells `kept`, where the rest is done
            if self._keeping.is_kept(key):
                self._write(key)

    def forget(self, key: str) -> None:
        """Drop what waits for a conversation that is gone."""
        self._held.pop(key, None)
        self._blank.discard(key)

    def forget_all(self) -> None:
        """Drop everything: the store has been closed."""
        self._stop_timers()
        self._held.clear()
        self._blank.clear()

    def _stop_timers(self) -> None:
        self._timer.stop()
        self._patience.stop()

    def _write(self, key: str) -> None:
        fields = self._held.pop(key, None)
        if fields:
            self._keeping.change(key, **fields)

    @Slot(str)
    def _on_kept(self, key: str) -> None:
        self._write(key)

    @Slot(object)
    def _on_rows_listed(self, rows: Sequence[ConversationRow]) -> None:
        for row in rows:
            if row.num_messages or row.id in self._blank or row.id in self._held:
                continue
            if row.title or row.draft or row.system_prompt:
                self._blank.add(row.id)
            else:
                self._keeping.erase(row.id)

    @Slot()
    def _on_conversations_changed(self) -> None:
        """A conversation that was kept without a title gets the one of its first message."""
        for key in list(self._blank):
            entry = self._conversations.entry(key) if key in self._conversations else None
            if entry is not None and entry.num_messages:
                self._blank.discard(key)
                self._keeping.change(key, title=entry.title)
