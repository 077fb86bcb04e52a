"""Where one was in a list, for the moment in which its lines change: nothing shall jump under anybody's eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint

if TYPE_CHECKING:
    from PySide6.QtWidgets import QListView

    from widgets.conversations.model import ConversationModel

_TRIES = 3
"""Lines that may be looked at for one to hold on to."""


class HeldPlace:
    """Taken before the lines change, restored afterwards.

    Args:
        view: Whose place it is.
        lines: Its lines.
        active: Key of the open conversation, which is no hold: it may be on its way to the top.
    """

    def __init__(self, view: QListView, lines: ConversationModel, active: str) -> None:
        self._view = view
        self._lines = lines
        current = lines.row_at(view.currentIndex())
        self._current = "" if current is None else current.key
        self._key, self._top = "", 0
        if not view.verticalScrollBar().value():
            return  # at the top one wants to see what comes in
        place = view.indexAt(QPoint(4, 4)).row()
        for row in lines.rows[place : place + _TRIES] if place >= 0 else ():
            if row.key != active:
                self._key, self._top = row.key, self._top_of(row.key)
                return

    def restore(self) -> None:
        """Bring the line that was held back to where it stood, and stay at the line that was gone to."""
        bar = self._view.verticalScrollBar()
        if self._key and self._lines.place_of(self._key) >= 0:
            bar.setValue(bar.value() + self._top_of(self._key) - self._top)
        place = self._lines.place_of(self._current) if self._current else -1
        if place >= 0 and self._view.currentIndex().row() != place:
            value = bar.value()
            self._view.setCurrentIndex(self._lines.index(place))
            bar.setValue(value)

    def _top_of(self, key: str) -> int:
        return self._view.visualRect(self._lines.index(self._lines.place_of(key))).top()
