"""What has just left sight, and the few seconds in which it can be had back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

if TYPE_CHECKING:
    from widgets.look.theme import Theme

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

    def undo(self) -> None:
        """Have back what is offered, if anything is."""
        if not self.isHidden():
            self.undo_requested.emit()

    def offer(self, title: str) -> None:
        """Say what was deleted and offer to bring it back."""
        title = title or self.tr("Untitled")
        self._offer(self.tr("“{title}” is deleted, and will be erased in a few seconds.").format(title=title))
        self.finish_button.show()

    def offer_message(self, words: str, num_following: int) -> None:
        """Say which message was deleted, with how many that follow it, and offer to bring them back."""
        if num_following == 0:
            text = self.tr("“{words}” is deleted, and will be erased in a few seconds.")
        elif num_following == 1:
            text = self.tr("“{words}” and the message after it are deleted, and will be erased in a few seconds.")
        else:
            text = self.tr(
                "“{words}” and {count} messages after it, on all branches, are deleted, "
                "and will be erased in a few seconds."
            )
        self._offer(text.format(words=words or self.tr("An empty reply"), count=num_following))
        self.finish_button.show()

    def offer_archived(self, title: str) -> None:
        """Say what was archived and offer to bring it back."""
        title = title or self.tr("Untitled")
        self._offer(self.tr("“{title}” is archived.").format(title=title))

    def offer_folder(self, name: str) -> None:
        """Say which folder was removed and offer to bring it back."""
        text = self.tr("The folder “{name}” is removed; its conversations are still in the list.")
        self._offer(text.format(name=name))

    def withdraw(self) -> None:
        """It is settled."""
        self.hide()
        self.label.clear()
        self.setAccessibleDescription("")

    def _offer(self, text: str) -> None:
        self.label.setText(text)
        self.setAccessibleDescription(text)
        self.finish_button.hide()
        self.show()
