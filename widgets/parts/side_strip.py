"""The narrow strip that stands for a column when the window has no room for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from widgets.look.icons import Icon, IconButton

if TYPE_CHECKING:
    from widgets.look.theme import Theme

WIDTH = 44


class SideStrip(QFrame):
    """A button that shows the column for a while, and whatever else is added below it."""

    show_requested = Signal()

    def __init__(self, theme: Theme, icon: Icon, name: str) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setFixedWidth(WIDTH)
        self.show_button = IconButton(theme, icon, name)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(6, 13, 6, 14)
        self._layout.setSpacing(8)
        self._layout.addWidget(self.show_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._layout.addStretch(1)
        self.show_button.clicked.connect(lambda: self.show_requested.emit())

    def add_button(self, button: QWidget) -> None:
        """Put a button below those there are."""
        self._layout.insertWidget(self._layout.count() - 1, button, 0, Qt.AlignmentFlag.AlignHCenter)

    def add_filling(self, widget: QWidget) -> None:
        """Put a widget into the rest of the strip."""
        self._layout.takeAt(self._layout.count() - 1)
        self._layout.addWidget(widget, 1)
