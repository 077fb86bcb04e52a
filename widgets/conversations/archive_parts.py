"""The way into the archive at the foot of the sidebar, and the way back at its head."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from widgets.look.icons import SIZE, Icon, IconButton, make_icon

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class ArchiveButton(QPushButton):
    """A quiet line that says how many conversations are archived; not there while none is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "quiet")
        self.setIconSize(QSize(SIZE, SIZE))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.show_number(0)

    def show_number(self, number: int) -> None:
        """Say how many there are."""
        self.setText(self.tr("Archived ({number})").format(number=number))
        self.setVisible(number > 0)

    def _on_theme_changed(self) -> None:
        self.setIcon(make_icon(Icon.ARCHIVE, self._theme.palette.muted))


class ArchiveHead(QWidget):
    """Says that this is the archive, and leads back to the list."""

    back_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.back_button = IconButton(theme, Icon.ARROW_LEFT, self.tr("Back to the conversations"))
        label = QLabel(self.tr("ARCHIVED"))
        label.setProperty("role", "section")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 6, 6, 0)
        layout.setSpacing(4)
        layout.addWidget(self.back_button)
        layout.addWidget(label, 1)
        self.back_button.clicked.connect(lambda: self.back_requested.emit())
        self.hide()
