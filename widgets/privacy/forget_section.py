"""Forget everything: said once what it means, asked once whether it is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import Section, row, sentence_label

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class ForgetSection(Section):
    """The question comes in the place of the button, and the focus is on the answer that loses nothing."""

    forget_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("Erase"))
        self._theme = theme
        self._num_conversations = 0
        self.explanation = sentence_label(
            self.tr(
                "Removes every conversation, the search index, the backups and the key. Models, settings and what"
                " you exported stay."
            )
        )
        self.forget_button = QPushButton(self.tr("Forget everything…"))
        self.question = sentence_label(role="")
        self.confirm_button = QPushButton()
        self.keep_button = QPushButton(self.tr("Keep everything"))
        self.asking = QWidget()
        asking = QVBoxLayout(self.asking)
        asking.setContentsMargins(0, 0, 0, 0)
        asking.setSpacing(10)
        asking.addWidget(self.question)
        asking.addLayout(FlowRow(self.keep_button, self.confirm_button))
        self.asking.hide()
        self.add(self.explanation, row(self.forget_button, None), self.asking)
        self.forget_button.clicked.connect(self._on_asked)
        self.keep_button.clicked.connect(self.take_back)
        self.confirm_button.clicked.connect(self._on_confirmed)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.set_num_conversations(0)

    def set_num_conversations(self, number: int) -> None:
        """Say how many there are to lose; a question that was open is asked anew."""
        self._num_conversations = number
        if number == 1:
            self.question.setText(self.tr("One conversation goes and cannot be brought back. Forget it?"))
        elif number:
            question = self.tr("{number} conversations go and cannot be brought back. Forget them all?")
            self.question.setText(question.format(number=number))
        else:
            self.question.setText(self.tr("No conversation is kept; the key goes. Forget everything?"))
        self.confirm_button.setText(self.tr("Yes, forget everything"))
        self.confirm_button.setAccessibleDescription(self.question.text())
        self.take_back()

    def take_back(self) -> None:
        """Ask no longer."""
        had_focus = self.asking.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        self.asking.hide()
        self.forget_button.show()
        if had_focus:
            self.forget_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        """Escape is this question's while it is asked, before it is the window's own."""
        is_asked = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and not self.asking.isHidden()
        if event.type() == QEvent.Type.ShortcutOverride and is_asked:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape takes the question back, and is the page's own otherwise."""
        if event.key() == Qt.Key.Key_Escape and not self.asking.isHidden():
            self.take_back()
            return
        super().keyPressEvent(event)

    def _on_asked(self) -> None:
        self.forget_button.hide()
        self.asking.show()
        self.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_confirmed(self) -> None:
        self.take_back()
        self.forget_requested.emit()

    def _on_theme_changed(self) -> None:
        palette = self._theme.palette
        for button in (self.forget_button, self.confirm_button):
            button.setStyleSheet(
                f"QPushButton {{ color: {palette.rejected}; }}"
                f" QPushButton:hover, QPushButton:focus {{ border-color: {palette.rejected}; }}"
            )
