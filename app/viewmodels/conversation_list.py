"""The conversations there are, for the sidebar: a title, a length, where each belongs, and which one is open.

What is kept of them is somebody else's business; a conversation without messages is nobody's but this list's.
"""

from __future__ import annotations

import time
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
    """On the branch on screen."""
    pinned: bool = False
    archived: bool = False
    folder: str = ""
    """Empty where it is in none."""
    updated_at: float = 0.0
    """When something was said in it last; seconds since 1970."""


class ConversationList(QObject):
    """Latest first. `changed` follows every alteration, `active_changed(str)` the opening of another one."""

    changed = Signal()
    active_changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[str, ConversationEntry] = {}
        """Oldest first, concealed ones included."""
        self._concealed: set[str] = set()
        self._active = self._add().key

    @property
    def entries(self) -> tuple[ConversationEntry, ...]:
        """All conversations but the concealed ones, latest first; those in the archive are among them."""
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
            active: Which one to open; one that is none opens the latest that is not in the archive. Where somebody
                has begun to write already, that one stays open.
        """
        begun = [each for each in self._entries.values() if each.num_messages]
        kept = {each.key: each for each in reversed(entries)}
        self._entries = {**kept, **{each.key: each for each in begun}}
        if self._active in self._entries:
            self.changed.emit()
            return
        wanted = active if active in kept else next((each.key for each in entries if not each.archived), "")
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

    def begin(self, folder: str = "") -> str:
        """Open a new conversation in a folder and return its key; one that is still empty is opened instead."""
        for entry in self.entries:
            if not entry.num_messages:
                self.change([entry.key], folder=folder)
                self.activate(entry.key)
                return entry.key
        self._active = self._add(folder).key
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
        follower = self._follower(key)
        self._concealed.add(key)
        if key != self._active:
            self.changed.emit()
        elif follower is None:
            self.begin()
        else:
            self.activate(follower)

    def archive(self, key: str) -> None:
        """Put a conversation into the archive; where it is open, another one is opened.

        Raises:
            KeyError: If there is none of that key.
        """
        follower = self._follower(key)
        self.change([key], archived=True)
        if key != self._active:
            return
        if follower is None:
            self.begin()
        else:
            self.activate(follower)

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

    def change(self, keys: Sequence[str], **fields: bool | str) -> None:
        """Set `pinned`, `archived` or `folder` of conversations, which keep their places among the others.

        Raises:
            KeyError: If there is none of one of the keys.
            TypeError: If an entry has no such field.
        """
        renewed = {key: replace(self._entries[key], **fields) for key in keys}  # type: ignore[arg-type]
        if any(self._entries[key] != entry for key, entry in renewed.items()):
            self._entries.update(renewed)
            self.changed.emit()

    def bring_forward(self, key: str) -> None:
        """Put a conversation in front: something was said in it just now.

        Raises:
            KeyError: If there is none of that key.
        """
        self._entries[key] = replace(self._entries.pop(key), updated_at=time.time())
        self.changed.emit()

    def _add(self, folder: str = "") -> ConversationEntry:
        entry = ConversationEntry(new_id(), "", 0, folder=folder, updated_at=time.time())
        self._entries[entry.key] = entry
        return entry

    def _follower(self, key: str) -> str | None:
        """The conversation that is opened when this one leaves sight: the next older one, else the next newer.

        One of the archive is followed by others of the archive, as long as there are any.
        """
        entry = self._entries[key]
        for archived in dict.fromkeys((entry.archived, False)):
            order = [each.key for each in self.entries if each.archived is archived or each.key == key]
            place = order.index(key)
            order.remove(key)
            if order:
                return order[min(place, len(order) - 1)]
        return None


def title_of(text: str) -> str:
    """Return the first words of a message, cut between words and marked where something is left out."""
    words = " ".join(text[: 4 * MAX_TITLE_CHARACTERS].split())
    if len(words) <= MAX_TITLE_CHARACTERS:
        return words
    cut = words[: MAX_TITLE_CHARACTERS + 1].rpartition(" ")[0] or words[:MAX_TITLE_CHARACTERS]
    return cut.rstrip(" ,.;:-") + "…"
