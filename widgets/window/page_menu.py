"""Every page that stands in place of the conversation, in one menu: what it offers is what the window's actions say.

Whoever makes a page adds it; groups and places decide where it stands, not the order in which pages are made.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget


class PageGroup(IntEnum):
    """What stands together, from top to bottom."""

    MEASURE = 0
    """What speculation gains."""
    MACHINE = 1
    """Models, memory, hardware."""
    OTHERS = 2
    """Who else is involved: privacy, other programs."""
    PROGRAM = 3
    """Galley itself."""


class PageMenu(QMenu):
    """Empty until pages are added; lines part the groups."""

    page_added = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("All pages"))
        self._entries: list[tuple[PageGroup, int, QAction]] = []

    def add_page(self, action: QAction, group: PageGroup, place: int = 50) -> None:
        """Offer a page.

        Args:
            action: Brings the page to the front; its text, keys and state are shown.
            group: What it stands with.
            place: Where among those: smaller is further up.
        """
        self._entries.append((group, place, action))
        self._entries.sort(key=lambda entry: entry[:2])
        self._clear()
        before = self._entries[0][0]
        for each, _place, listed in self._entries:
            if each is not before:
                self.addSeparator()
                before = each
            self.addAction(listed)
        self.page_added.emit()

    def _clear(self) -> None:
        """Empty the menu; the actions are others', the lines are its own."""
        for each in self.actions():
            self.removeAction(each)
            if each.isSeparator():
                each.deleteLater()

    @property
    def pages(self) -> list[QAction]:
        """What is offered, from top to bottom."""
        return [action for _group, _place, action in self._entries]
