"""The conversations there are, for the sidebar: a title, a length, and which one is open.

What is kept of them is somebody else's business; a conversation without messages is nobody's but this list's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_TITLE_CHARACTERS = 48
"""Of a title made from the first message,"""
MOST_TITLE_CHARACTERS = 200
"""and of one that somebody wrote."""


def new_id() -> str:
    """Make an id that no other conversation or message has, here or anywhere."""
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class ConversationEntry:
    """One line of the list. `title` is empty until the first message is sent."""

    key: str
    title: str
    num_messages: int


class ConversationList(QObject):
    """Latest first. `changed` follows every alteration, `active_changed(str)` the opening of another one."""

    changed = Signal()
    active_changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        first = ConversationEntry(new_id(), "", 0)
        self._entries: dict[str, ConversationEntry] = {first.key: first}
        """Oldest first, concealed ones included."""
        self._concealed: set[str] = set()
        self._active = first.key

    @property
    def entries(self) -> tuple[ConversationEntry, ...]:
        """All conversations but the concealed ones, latest first."""
        return tuple(each for each in reversed(self._entries.values()) if each.key not in self._concealed)

    @property
    def active(self) -> str:
        """Key of the open conversation. There always is one."""
        return self._active

    @property
    def active_entry(self) -> ConversationEntry:
        """The open conversation."""
        return self._entries[self._active]

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def entry(self, key: str) -> ConversationEntry:
        """A conversation by its key.

        Raises:
            KeyError: If there is none of that key.
        """
        return self._entries[key]

    def fill(self, entries: Sequence[ConversationEntry], active: str = "") -> None:
        """Take the conversations that were kept, in place of those there are without messages.

        Args:
            entries: Latest first.
            active: Which one to open; one that is none opens the latest. Where somebody has begun to write already,
                that one stays open.
        """
        begun = [each for each in self._entries.values() if each.num_messages]
        kept = {each.key: each for each in reversed(entries)}
        self._entries = {**kept, **{each.key: each for each in begun}}
        if self._active in self._entries:
            self.changed.emit()
            return
        wanted = active if active in kept else next((each.key for each in entries), "")
        if not wanted:
            wanted = self._add().key
        self._active = wanted
        self.changed.emit()
        self.active_changed.emit(wanted)

    def add(self, entries: Sequence[ConversationEntry]) -> None:
        """Take in further conversations, the last one in front; another one of the same key is replaced."""
        for entry in entries:
            self._entries.pop(entry.key, None)
            self._entries[entry.key] = entry
        self.changed.emit()

    def clear(self) -> None:
        """Forget them all and open an empty one."""
        self._entries = {}
        self._concealed.clear()
        self._active = self._add().key
        self.changed.emit()
        self.active_changed.emit(self._active)

    def begin(self) -> str:
        """Open a new conversation and return its key; one that is still empty is opened instead."""
        for entry in self.entries:
            if not entry.num_messages:
                self.activate(entry.key)
                return entry.key
        self._active = self._add().key
        self.changed.emit()
        self.active_changed.emit(self._active)
        return self._active

    def activate(self, key: str) -> None:
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

    def conceal(self, key: str) -> None:
        """Take a conversation out of sight without forgetting it; where it is open, another one is opened."""
        order = [each.key for each in self.entries]
        place = order.index(key)
        self._concealed.add(key)
        if key != self._active:
            self.changed.emit()
            return
        order.remove(key)
        if order:
            self.activate(order[min(place, len(order) - 1)])
        else:
            self.begin()

    def reveal(self, key: str) -> None:
        """Bring a concealed conversation back to its place, and open it.

        Raises:
            KeyError: If there is none of that key.
        """
        entry = self._entries[key]
        self._concealed.discard(entry.key)
        self.changed.emit()
        self.activate(entry.key)

    def remove(self, key: str) -> None:
        """Forget a concealed conversation; one that is gone already is no trouble."""
        self._concealed.discard(key)
        self._entries.pop(key, None)

    def note_messages(self, key: str, num_messages: int, first_message: str) -> None:
        """Take a conversation's length; one without a title is named after its first message.

        Raises:
            KeyError: If there is none of that key.
        """
        entry = self._entries[key]
        renewed = replace(entry, title=entry.title or title_of(first_message), num_messages=num_messages)
        if renewed != entry:
            self._entries[key] = renewed
            self.changed.emit()

    def rename(self, key: str, title: str) -> str:
        """Call a conversation otherwise; a title of nothing changes nothing.

        Returns:
            Its title now: on one line, and not endless.

        Raises:
            KeyError: If there is none of that key.
        """
        entry = self._entries[key]
        words = " ".join(title[: 4 * MOST_TITLE_CHARACTERS].split())[:MOST_TITLE_CHARACTERS].strip()
        if words and words != entry.title:
            self._entries[key] = entry = replace(entry, title=words)
            self.changed.emit()
        return entry.title

    def bring_forward(self, key: str) -> None:
        """Put a conversation in front: something was said in it just now.

        Raises:
            KeyError: If there is none of that key.
        """
        if next(reversed(self._entries)) == key:
            return
        self._entries[key] = self._entries.pop(key)
        self.changed.emit()

    def _add(self) -> ConversationEntry:
        entry = ConversationEntry(new_id(), "", 0)
        self._entries[entry.key] = entry
        return entry


def title_of(text: str) -> str:
    """Return the first words of a message, cut between words and marked where something is left out."""
    words = " ".join(text[: 4 * MAX_TITLE_CHARACTERS].split())
    if len(words) <= MAX_TITLE_CHARACTERS:
        return words
    cut = words[: MAX_TITLE_CHARACTERS + 1].rpartition(" ")[0] or words[:MAX_TITLE_CHARACTERS]
    return cut.rstrip(" ,.;:-") + "…"
