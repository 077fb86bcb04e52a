"""What was written into the message field of each conversation and not sent: there again when it is opened again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.store.values import ConversationRow
    from app.viewmodels.keeping import Keeping
    from app.viewmodels.late_writes import LateWrites


class Unsent(QObject):
    """Remembers texts by conversation, and has them kept.

    Args:
        keeping: Tells what was kept.
        writes: Takes what is typed to the store.
    """

    text_given = Signal(str)
    """Key of a conversation that has another text now, which nobody typed."""

    def __init__(self, keeping: Keeping, writes: LateWrites, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._writes = writes
        self._texts: dict[str, str] = {}
        """Of every conversation that was typed in, and of those that were kept with a text."""
        keeping.rows_listed.connect(self._on_rows_listed)

    def text_of(self, key: str) -> str:
        """What stands in the message field of a conversation."""
        return self._texts.get(key, "")

    def note(self, key: str, text: str) -> None:
        """Take what somebody typed."""
        if text != self._texts.get(key, ""):
            self._texts[key] = text
            self._writes.put(key, draft=text)

    def carry(self, source: str, goal: str) -> None:
        """Move a text to another conversation, below what is written there: the one it was for is gone."""
        text, there = self._texts.pop(source, ""), self.text_of(goal)
        self._writes.forget(source)
        if text.strip():
            self.note(goal, f"{there.rstrip()}\n\n{text}" if there.strip() else text)
            self.text_given.emit(goal)

    def forget(self, key: str) -> None:
        """Drop the text of a conversation that is gone."""
        self._texts.pop(key, None)

    def forget_all(self) -> None:
        """Drop every text from memory."""
        self._texts.clear()

    @Slot(object)
    def _on_rows_listed(self, rows: Sequence[ConversationRow]) -> None:
        """What was typed since the start is newer than what the store holds."""
        for row in rows:
            if row.draft and row.id not in self._texts:
                self._texts[row.id] = row.draft
                self.text_given.emit(row.id)
