"""The folders of the list: those that were made, those that conversations speak of, and which are folded up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.store.fold import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.viewmodels.conversation_list import ConversationList

MOST_NAME_CHARACTERS = 60


class ConversationFolders(QObject):
    """Knows names and folds; what lies in a folder is told by the conversations themselves.

    Args:
        conversations: Whose `folder` makes a folder of its own accord.
    """

    changed = Signal()

    def __init__(self, conversations: ConversationList, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._folded: dict[str, bool] = {}

    @property
    def shown(self) -> tuple[tuple[str, bool], ...]:
        """Name and fold of every folder, as a person would sort them."""
        names = sorted({*self._folded, *self._spoken_of()}, key=_order)
        return tuple((name, self._folded.get(name, False)) for name in names)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of every folder, in that order."""
        return tuple(name for name, _ in self.shown)

    def fill(self, folders: Iterable[tuple[str, bool]]) -> None:
        """Take the folders that were kept; those there are already stay as they are."""
        self._folded = {**dict(folders), **self._folded}
        self.changed.emit()

    def adopt(self) -> None:
        """Have the folders that conversations speak of also when they speak of them no more."""
        for name in self._spoken_of():
            self._folded.setdefault(name, False)

    def clear(self) -> None:
        """Forget them all."""
        self._folded.clear()
        self.changed.emit()

    def like(self, name: str) -> str | None:
        """The folder that is called this, whatever the case of its letters."""
        return next((each for each in self.names if each.casefold() == name.casefold()), None)

    def free_name(self, wanted: str) -> str:
        """This name, or the first of its like with a number that no folder has."""
        name, number = wanted, 1
        while self.like(name) is not None:
            number += 1
            name = f"{wanted} {number}"
        return name

    def add(self, name: str, *, is_folded: bool = False) -> None:
        """Have a folder."""
        if self._folded.get(name) is not is_folded:
            self._folded[name] = is_folded
            self.changed.emit()

    def rename(self, old: str, new: str) -> None:
        """Call a folder otherwise."""
        self._folded[new] = self._folded.pop(old, False)
        self.changed.emit()

    def remove(self, name: str) -> None:
        """Have it no more."""
        self._folded.pop(name, None)
        self.changed.emit()

    def _spoken_of(self) -> set[str]:
        return {entry.folder for entry in self._conversations.entries if entry.folder and not entry.archived}


def folder_name(text: str) -> str:
    """What somebody typed as a folder's name: on one line, and not endless."""
    return " ".join(text[: 4 * MOST_NAME_CHARACTERS].split())[:MOST_NAME_CHARACTERS].strip()


def _order(name: str) -> list[str | int]:
    """Without case and accents, 9 before 10; text and numbers take turns, so that like is compared with like."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", fold(name))]
