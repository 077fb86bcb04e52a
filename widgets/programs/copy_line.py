"""One line to be taken elsewhere, such as an address or a key: it can be selected, and copied by a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from widgets.look.theme import mono
from widgets.markdown.code_block import COPIED_MS
from widgets.parts.clipboard import copy_text

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent

_LEAST_WIDTH = 220


class _Line(QLineEdit):
    """Selects all of it when one comes to it by the keyboard."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()


class CopyLine(QWidget):
    """Shows a text in the face of code.

    Args:
        name: What it is, for a screen reader.
        copy_name: What the button does, for a screen reader.
    """

    copied = Signal()

    def __init__(self, name: str, copy_name: str) -> None:
        super().__init__()
        self.line = _Line()
        self.line.setReadOnly(True)
        self.line.setFont(mono(13))
        self.line.setStyleSheet("QLineEdit { font-size: 13px; padding: 5px 10px; }")
        self.line.setMinimumWidth(_LEAST_WIDTH)
        self.line.setAccessibleName(name)
        self.copy_button = QPushButton(self.tr("Copy"))
        self.copy_button.setAccessibleName(copy_name)
        self._rest = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._rest.timeout.connect(lambda: self.copy_button.setText(self.tr("Copy")))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.line, 1)
        layout.addWidget(self.copy_button)
        self.copy_button.clicked.connect(self._on_copy)

    @property
    def text(self) -> str:
        """What is shown."""
        return self.line.text()

    def set_text(self, text: str) -> None:
        """Show a text, from its beginning."""
        if text != self.text:
            self.line.setText(text)
            self.line.setCursorPosition(0)

    def _on_copy(self) -> None:
        copy_text(self.text)
        self.copy_button.setText(self.tr("Copied"))
        self._rest.start()
        self.copied.emit()
