"""What has just been deleted, and the few seconds in which it can be had back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

if TYPE_CHECKING:
    from widgets.theme import Theme

_MAX_WIDTH = 720
_SIDE_MARGIN = 16


class UndoBar(QWidget):
    """A card above the message box; hidden while there is nothing to undo."""

    undo_requested = Signal()
    finish_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.undo_button = QPushButton(self.tr("Undo"))
        self.finish_button = QPushButton(self.tr("Erase now"))
        self.finish_button.setProperty("role", "quiet")
        self.finish_button.setToolTip(self.tr("Erases it for good, at once"))
        self.undo_button.clicked.connect(lambda: self.undo_requested.emit())
        self.finish_button.clicked.connect(lambda: self.finish_requested.emit())
        card = QFrame()
        card.setProperty("role", "card")
        card.setMaximumWidth(_MAX_WIDTH)
        inner = QHBoxLayout(card)
        inner.setContentsMargins(14, 8, 8, 8)
        inner.setSpacing(10)
        inner.addWidget(self.label, 1)
        inner.addWidget(self.finish_button)
        inner.addWidget(self.undo_button)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(_SIDE_MARGIN, 0, _SIDE_MARGIN, 8)
        outer.addStretch(1)
        outer.addWidget(card, 1000)
        outer.addStretch(1)
        self.hide()

    def offer(self, title: str) -> None:
        """Say what was deleted and offer to bring it back."""
        text = self.tr("“{title}” is deleted, and will be erased in a few seconds.").format(title=title)
        self.label.setText(text)
        self.setAccessibleDescription(text)
        self.show()

    def withdraw(self) -> None:
        """It is settled."""
        self.hide()
        self.label.clear()
        self.setAccessibleDescription("")
