"""A page with one thing to do: a title and a few parts in a narrow column, a little above the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QVBoxLayout, QWidget

from widgets.look.theme import serif
from widgets.parts.centred import column, scrolling

if TYPE_CHECKING:
    from widgets.look.theme import Theme

_WIDTH = 460


class NarrowPage(QFrame):
    """Says its title to a screen reader, too; what stands below it is given by `fill`."""

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "reading")
        self.setAccessibleName(title)
        self._title = title

    def fill(self, *parts: QWidget | QLayout) -> None:
        """Lay out the title and the parts below it."""
        heading = QLabel(self._title)
        heading.setFont(serif(26, QFont.Weight.DemiBold))
        heading.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolling(column(heading, *parts, spacing=14), _WIDTH))
