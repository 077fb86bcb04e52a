"""The conversations that were opened, in memory: each is read where it was kept, and stays until it is forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.store.values import Role
from app.viewmodels.attached_spans import restored_spans
from app.viewmodels.reply_record import restored_reply
from app.viewmodels.transcript import Transcript, Turn, UserTurn

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.store.values import StoredConversation, StoredMessage
    from app.viewmodels.chat_needs import Keeper


class OpenTranscripts(QObject):
    """Transcripts by the keys of their conversations.

    Args:
        keeper: Reads what was kept.
        new_request: Makes an id for a reply of an earlier run, which no request of this one has.
    """

    def __init__(self, keeper: Keeper, new_request: Callable[[], int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._new_request = new_request
        self._transcripts: dict[str, Transcript] = {}
        self._reading: set[str] = set()

    def all(self) -> tuple[Transcript, ...]:
        """All that are in memory."""
        return tuple(self._transcripts.values())

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all that are in memory."""
        return tuple(self._transcripts)

    def of(self, key: str) -> Transcript:
        """The transcript of a conversation; made when first asked for, and read where it was kept."""
        if key not in self._transcripts:
            self._transcripts[key] = Transcript(self)
            if self._keeper.is_kept(key):
                self._reading.add(key)
                self._keeper.read(key)
        return self._transcripts[key]

    def get(self, key: str) -> Transcript | None:
        """The transcript of a conversation that is in memory."""
        return self._transcripts.get(key)

    def is_reading(self, key: str) -> bool:
        """Whether a conversation is still being read."""
        return key in self._reading

    def take(self, key: str, conversation: StoredConversation | None) -> bool:
        """Take what was read, None where that was impossible; returns whether anybody had asked for it."""
        if key not in self._reading:
            return False
        self._reading.discard(key)
        if conversation is not None:
            turns = [(self._restored(message), message.parent_id) for message in conversation.messages]
            self._transcripts[key].fill(turns, conversation.row.active_leaf)
        return True

    def forget(self, key: str) -> None:
        """Drop a conversation from memory."""
        self._reading.discard(key)
        transcript = self._transcripts.pop(key, None)
        if transcript is not None:
            transcript.replace(())
            transcript.deleteLater()

    def _restored(self, message: StoredMessage) -> Turn:
        if message.role is Role.USER:
            return UserTurn(message.text, message.id, restored_spans(message.figures, message.text))
        return restored_reply(self._new_request(), message)
