"""What was sent before, to be had again with a key: first from this conversation, then from the others of the session.

It lives in memory only, and is emptied when Galley locks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Slot

from app.viewmodels.attached_spans import own_text
from app.viewmodels.transcript import UserTurn

if TYPE_CHECKING:
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.transcript import Transcript

MOST_KEPT = 500


class OpenTranscript(Protocol):
    """Who has the conversation on screen."""

    @property
    def transcript(self) -> Transcript:
        """Its turns."""
        ...


class ComposerHistory(QObject):
    """A walk through what was sent.

    Args:
        chat: Whose open conversation comes first.
        conversations: Which one that is.
    """

    def __init__(self, chat: OpenTranscript, conversations: ConversationList, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._chat = chat
        self._conversations = conversations
        self._sent: list[tuple[str, str]] = []
        """Key of the conversation and what was typed, in the order of sending."""
        self._typed = ""
        """What stood in the field before the walk."""
        self._walk: list[str] = []
        """What can be walked to, the latest first; empty while nobody walks."""
        self._place = -1
        conversations.active_changed.connect(self.leave)

    def take_over(self, other: ComposerHistory) -> None:
        """Remember what another one does."""
        self._sent = list(other._sent)
        self.leave()

    def note_sent(self, text: str) -> None:
        """Remember what was typed into the open conversation."""
        if text.strip():
            self._sent.append((self._conversations.active, text))
            del self._sent[:-MOST_KEPT]
        self.leave()

    def older(self, typed: str) -> str | None:
        """Go one back; what is typed now is not lost.

        Returns:
            What to show, or None where there is nothing older.
        """
        if not self._walk or typed != self._shown:
            self._begin(typed)
        if self._place + 1 >= len(self._walk):
            return None
        self._place += 1
        return self._shown

    def newer(self, typed: str) -> str | None:
        """Go one forward, in the end to what was being typed; None where nobody walks."""
        if not self._walk or typed != self._shown:
            return None
        self._place -= 1
        shown = self._shown
        if self._place < 0:
            self.leave()
        return shown

    @Slot()
    def leave(self) -> None:
        """End the walk."""
        self._walk, self._place, self._typed = [], -1, ""

    @Slot(str)
    def forget(self, key: str) -> None:
        """Forget what was sent in a conversation that is gone."""
        self._sent = [each for each in self._sent if each[0] != key]
        self.leave()

    @Slot()
    def clear(self) -> None:
        """Forget everything."""
        self._sent.clear()
        self.leave()

    @property
    def _shown(self) -> str:
        return self._typed if self._place < 0 else self._walk[self._place]

    def _begin(self, typed: str) -> None:
        key = self._conversations.active
        rows = self._chat.transcript.rows
        here = [own_text(turn.text, turn.attached) for turn in rows if isinstance(turn, UserTurn)]
        elsewhere = [text for owner, text in self._sent if owner != key]
        walk: dict[str, None] = {}
        for text in [*reversed(here), *reversed(elsewhere)]:
            if text.strip() and text != typed:
                walk.setdefault(text)
        self._walk, self._place, self._typed = list(walk), -1, typed
