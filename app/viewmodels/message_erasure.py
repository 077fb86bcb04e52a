"""Deleting a message, with what follows it, as something that can be taken back for a few seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.viewmodels.attached_spans import heading_of
from app.viewmodels.conversation_list import title_of
from app.viewmodels.erasure import UNDO_MILLISECONDS
from app.viewmodels.transcript import UserTurn

if TYPE_CHECKING:
    from app.viewmodels.chat import Chat
    from app.viewmodels.conversation_list import ConversationList


class MessageErasure(QObject):
    """Holds the message that was deleted last; another one, or the time, makes it final."""

    offered = Signal(str, int)
    """The first words of what has just been deleted and can be had back, and how many messages went with it."""
    settled = Signal()
    """It was taken back, or is gone."""
    erased = Signal()
    """Messages are gone."""

    def __init__(self, conversations: ConversationList, chat: Chat, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._chat = chat
        self._held: tuple[str, str] | None = None
        """Conversation and message."""
        self._timer = QTimer(self, singleShot=True, interval=UNDO_MILLISECONDS)
        self._timer.timeout.connect(self.finish)

    @property
    def is_pending(self) -> bool:
        """Whether something can still be had back."""
        return self._held is not None

    @Slot(str)
    def delete(self, message_id: str) -> None:
        """Take a message of the open conversation out of sight with all that follows it, and erase it in a while."""
        self.finish()
        key, transcript = self._conversations.active, self._chat.transcript
        turn = transcript.turn_of(message_id)
        if turn is None:
            return
        num_following = len(transcript.tree.below(message_id)) - 1
        self._chat.conceal_message(key, message_id)
        self._held = key, message_id
        self._timer.start()
        heading = heading_of(turn.text, turn.attached) if isinstance(turn, UserTurn) else turn.text
        self.offered.emit(title_of(heading), num_following)

    @Slot()
    def undo(self) -> None:
        """Bring it back."""
        held, self._held = self._held, None
        self._timer.stop()
        if held is not None:
            self._chat.reveal_message(*held)
            self.settled.emit()

    @Slot()
    def finish(self) -> None:
        """Erase it now."""
        held, self._held = self._held, None
        self._timer.stop()
        if held is not None:
            self._chat.erase_message(*held)
            self.settled.emit()
            self.erased.emit()
