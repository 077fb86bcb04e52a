"""A question in the place where it arises: a sentence and two answers, the one that changes nothing at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import sentence_label

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class InlineQuestion(QWidget):
    """Hidden until it is asked. Escape means no.

    Args:
        theme: Whose colour of warning the answer that changes something has.
        sentence: What it means, and the question.
        no: The answer that changes nothing.
        yes: The other.
        between: What else is to be chosen, between the sentence and the answers.
    """

    accepted = Signal()
    declined = Signal()

    def __init__(self, theme: Theme, sentence: str, no: str, yes: str, between: QWidget | None = None) -> None:
        super().__init__()
        self._theme = theme
        self.sentence = sentence_label(sentence, role="")
        self.no_button = QPushButton(no)
        self.yes_button = QPushButton(yes)
        self.yes_button.setAccessibleDescription(sentence)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.sentence)
        if between is not None:
            layout.addWidget(between)
        layout.addLayout(FlowRow(self.no_button, self.yes_button))
        self.no_button.clicked.connect(self.take_back)
        self.yes_button.clicked.connect(self._on_accepted)
        theme.changed.connect(self._apply_palette)
        self._apply_palette()
        self.hide()

    def ask(self) -> None:
        """Show it, with the focus on the answer that changes nothing."""
        self.show()
        self.no_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_back(self) -> None:
        """Ask no longer."""
        if not self.isHidden():
            self.hide()
            self.declined.emit()

    def event(self, event: QEvent) -> bool:
        """Escape is this question's while it is asked, before it is the window's own."""
        is_asked = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and not self.isHidden()
        if event.type() == QEvent.Type.ShortcutOverride and is_asked:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape is no, and the page's own where nothing is asked."""
        if event.key() == Qt.Key.Key_Escape and not self.isHidden():
            self.take_back()
            return
        super().keyPressEvent(event)

    def _on_accepted(self) -> None:
        self.hide()
        self.accepted.emit()

    def _apply_palette(self) -> None:
        colour = self._theme.palette.rejected
        self.yes_button.setStyleSheet(
            f"QPushButton {{ color: {colour}; }} QPushButton:hover, QPushButton:focus {{ border-color: {colour}; }}"
        )
