"""Naming a prompt, in a line above the text that it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QPushButton, QWidget

from widgets.look.label_colour import colour_label
from widgets.look.theme import sans

if TYPE_CHECKING:
    from widgets.look.theme import Theme

_LONGEST = 200


class PromptNameLine(QWidget):
    """Hidden until somebody wants to save a prompt."""

    named = Signal(str)
    """The name as it was typed; whoever finds nothing wrong with it closes the line."""
    name_changed = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.name = QLineEdit(self)
        self.name.setMaxLength(_LONGEST)
        self.name.setPlaceholderText(self.tr("Name of the prompt"))
        self.name.setAccessibleName(self.name.placeholderText())
        self.save_button = QPushButton(self)
        self.cancel_button = QPushButton(self.tr("Cancel"), self)
        self.problem = QLabel(self)
        self.problem.setFont(sans(12.5))
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setWordWrap(True)
        self.problem.hide()
        for button in (self.save_button, self.cancel_button):
            button.setProperty("role", "choice")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self.name, 0, 0)
        grid.addWidget(self.save_button, 0, 1)
        grid.addWidget(self.cancel_button, 0, 2)
        grid.addWidget(self.problem, 1, 0, 1, 3)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.name.returnPressed.connect(self._on_named)
        self.name.textEdited.connect(self._on_edited)
        self.save_button.clicked.connect(self._on_named)
        self.cancel_button.clicked.connect(self.close_line)
        for part in (self.name, self.save_button, self.cancel_button):
            part.installEventFilter(self)
        self.set_replaces(False)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)
        self.hide()

    def open_line(self) -> None:
        """Ask for a name."""
        self.name.clear()
        self.show_problem("")
        self.set_replaces(False)
        self.show()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_line(self) -> None:
        """Ask no more."""
        if self.isHidden():
            return
        self.hide()
        self.closed.emit()

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong with the name; empty says nothing."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self.name.setAccessibleDescription(sentence)

    def set_replaces(self, replaces: bool) -> None:
        """Say whether a prompt of this name is there already."""
        self.save_button.setText(self.tr("Replace") if replaces else self.tr("Save"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape closes; it is no shortcut of the window's here."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.KeyPress:
                self.close_line()
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _on_named(self) -> None:
        self.named.emit(self.name.text())

    def _on_edited(self, text: str) -> None:
        self.show_problem("")
        self.name_changed.emit(text)

    def _apply_palette(self) -> None:
        colour_label(self.problem, self._theme.palette.rejected)
