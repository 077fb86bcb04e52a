"""The text field of the composer: grows with its text, sends on Enter, takes only plain text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from widgets.clipboard import sendable
from widgets.theme import sans

if TYPE_CHECKING:
    from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QResizeEvent, QShowEvent

    from widgets.theme import Theme

MIN_HEIGHT = 28
MAX_HEIGHT = 220
LONGEST_WORD = 8_000
"""Characters without a place to break up to which lines break at words: finding the place takes the square of them."""
_BREAKS = re.compile("[ \t\n\r\u2028\u2029]+")
_PARAGRAPH = "\u2029"
_AT_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
_RETURN_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MessageField(QTextEdit):
    """Several lines of plain text."""

    send_pressed = Signal()
    stop_pressed = Signal()
    """Escape, where it is not needed for anything else."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_composing = False
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(sans(14))
        self.setTabChangesFocus(True)
        self.setPlaceholderText(self.tr("Write a message"))
        self.setAccessibleName(self.tr("Message"))
        self.document().setDocumentMargin(2)
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self._on_grown)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)
        self._on_grown()

    @property
    def text(self) -> str:
        """What is typed, character for character: Qt's plain text makes common spaces of those that do not break."""
        return self.document().toRawText().replace(_PARAGRAPH, "\n")

    def set_text(self, text: str) -> None:
        """Put a text in place of what is typed; what was there cannot be brought back."""
        breaks_anywhere = self._wrap_for(text)
        self.setPlainText(text)
        if not breaks_anywhere and self.wordWrapMode() is not _AT_WORDS:
            self.setWordWrapMode(_AT_WORDS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends and Shift+Enter breaks the line, unless an input method is composing."""
        if event.key() == Qt.Key.Key_Escape:
            self.stop_pressed.emit()
        elif event.key() not in _RETURN_KEYS or self._is_composing:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        else:
            self.send_pressed.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a word is being composed."""
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Only text can be pasted or dropped."""
        return source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste text without its formats."""
        text, cursor = source.text(), self.textCursor()
        typed, place = cursor.block().text(), cursor.positionInBlock()
        self._wrap_for(typed[:place] + text + typed[place:])
        self.insertPlainText(text)
        self.ensureCursorVisible()

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied, cut or dragged away is what was typed, without formats."""
        data = QMimeData()
        data.setText(sendable(self.textCursor().selectedText().replace(_PARAGRAPH, "\n")))
        return data

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need another height."""
        super().resizeEvent(event)
        self._on_grown()

    def _wrap_for(self, text: str) -> bool:
        """Break lines anywhere from now on if a text that comes in holds a word of thousands of characters.

        Even where it is deleted again, the next undo may bring it back.
        """
        breaks_anywhere = max(map(len, _BREAKS.split(text))) > LONGEST_WORD
        if breaks_anywhere:
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        return breaks_anywhere

    def _on_grown(self) -> None:
        wanted = int(self.document().size().height() + 0.99)
        height = max(MIN_HEIGHT, min(MAX_HEIGHT, wanted))
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if wanted > MAX_HEIGHT else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if policy != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)
        if height != self.height():
            self.setFixedHeight(height)

    def showEvent(self, event: QShowEvent) -> None:
        """Put the colours on again: the style sheet restores those it first saw when it dresses a widget."""
        super().showEvent(event)
        self._apply_palette()

    def _apply_palette(self) -> None:
        colours = self._theme.palette
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, QColor(colours.ink))
        palette.setColor(QPalette.ColorRole.Base, QColor(Qt.GlobalColor.transparent))
        palette.setColor(QPalette.ColorRole.PlaceholderText, QColor(colours.muted))
        palette.setColor(QPalette.ColorRole.Highlight, QColor(colours.corrected))
        palette.setColor(QPalette.ColorRole.HighlightedText, QColor(colours.background))
        self.setPalette(palette)
