"""The field in which one types what to look for; the arrow key leads from it into what was found."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolButton


class SearchField(QLineEdit):
    """A line that says when somebody goes on from it."""

    down_pressed = Signal()
    """To the first of what was found."""
    left = Signal()
    """Esc in an empty field."""

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(self.tr("Search (Ctrl+K)"))
        self.setAccessibleName(self.tr("Search everything that was said"))
        self.setClearButtonEnabled(True)
        self.setMinimumHeight(34)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Clear the search"))

    def event(self, event: QEvent) -> bool:
        """Have Esc before the window has it, which would stop a reply."""
        is_early = event.type() == QEvent.Type.ShortcutOverride
        if is_early and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc empties the field, and leaves it where it is empty."""
        if event.key() == Qt.Key.Key_Escape:
            if self.text():
                self.clear()
            else:
                self.left.emit()
            event.accept()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.down_pressed.emit()
            event.accept()
        else:
            super().keyPressEvent(event)
