"""The conversations of this session, for the sidebar: a title, a length, and which one is open."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

MAX_TITLE_CHARACTERS = 48


@dataclass(frozen=True, slots=True)
class ConversationEntry:
    """One line of the list. `title` is empty until the first message is sent."""

    key: int
    title: str
    num_messages: int


class ConversationList(QObject):
    """Newest first. `changed` follows every alteration, `active_changed(int)` the opening of another one."""

    changed = Signal()
    active_changed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[int, ConversationEntry] = {1: ConversationEntry(1, "", 0)}
        self._active = 1

    @property
    def entries(self) -> tuple[ConversationEntry, ...]:
        """All conversations, newest first."""
        return tuple(reversed(self._entries.values()))

    @property
    def active(self) -> int:
        """Key of the open conversation. There always is one."""
        return self._active

    def begin(self) -> int:
        """Open a new conversation and return its key; one that is still empty is opened instead."""
        for entry in self.entries:
            if not entry.num_messages:
                self.activate(entry.key)
                return entry.key
        key = max(self._entries) + 1
        self._entries[key] = ConversationEntry(key, "", 0)
        self._active = key
        self.changed.emit()
        self.active_changed.emit(key)
        return key

    def activate(self, key: int) -> None:
        """Open a conversation.

        Raises:
            KeyError: If there is none of that key.
        """
        entry = self._entries[key]
        if entry.key == self._active:
            return
        self._active = entry.key
        self.changed.emit()
        self.active_changed.emit(entry.key)

    def note_messages(self, key: int, num_messages: int, first_message: str) -> None:
        """Take a conversation's length and name it after its first message.

        Raises:
            KeyError: If there is none of that key.
        """
        entry = self._entries[key]
        renewed = replace(entry, title=title_of(first_message), num_messages=num_messages)
        if renewed != entry:
            self._entries[key] = renewed
            self.changed.emit()


def title_of(text: str) -> str:
    """Return the first words of a message, cut between words and marked where something is left out."""
    words = " ".join(text[: 4 * MAX_TITLE_CHARACTERS].split())
    if len(words) <= MAX_TITLE_CHARACTERS:
        return words
    cut = words[: MAX_TITLE_CHARACTERS + 1].rpartition(" ")[0] or words[:MAX_TITLE_CHARACTERS]
    return cut.rstrip(" ,.;:-") + "…"
