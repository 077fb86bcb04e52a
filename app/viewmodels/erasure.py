"""Deleting a conversation as something that can be taken back for a few seconds, and never afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

if TYPE_CHECKING:
    from app.viewmodels.chat import Chat
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.keeping import Keeping

UNDO_MILLISECONDS = 8000


class Erasure(QObject):
    """Holds the conversation that was deleted last; another one, or the time, makes it final."""

    offered = Signal(str)
    """The title of what has just been deleted and can be had back; empty where it has none."""
    settled = Signal()
    """It was taken back, or is gone."""
    erased = Signal(str)
    """Key of a conversation that is gone."""

    def __init__(
        self, conversations: ConversationList, chat: Chat, keeping: Keeping, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._chat = chat
        self._keeping = keeping
        self._key: str | None = None
        self._timer = QTimer(self, singleShot=True, interval=UNDO_MILLISECONDS)
        self._timer.timeout.connect(self.finish)

    @property
    def is_pending(self) -> bool:
        """Whether something can still be had back."""
        return self._key is not None

    @Slot(str)
    def delete(self, key: str) -> None:
        """Take a conversation out of sight, stop what is being written in it, and erase it in a while."""
        self.finish()
        entry = self._conversations.entry(key)
        self._chat.stop_conversation(key)
        self._conversations.conceal(key)
        if not entry.num_messages and not self._keeping.is_kept(key):  # one that is kept holds what was not sent
            self._conversations.remove(key)
            self._chat.forget(key)
            return
        self._key = key
        self._timer.start()
        self.offered.emit(entry.title)

    @Slot()
    def undo(self) -> None:
        """Bring it back."""
        key, self._key = self._key, None
        self._timer.stop()
        if key is not None:
            self._conversations.reveal(key)
            self.settled.emit()

    @Slot()
    def finish(self) -> None:
        """Erase it now."""
        key, self._key = self._key, None
        self._timer.stop()
        if key is None:
            return
        self._conversations.remove(key)
        self._chat.forget(key)
        self._keeping.erase(key)
        self.settled.emit()
        self.erased.emit(key)
