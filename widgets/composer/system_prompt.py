"""What the model is told before everything else in this conversation: one line, until it is opened to be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QMimeData, Qt, Signal
from PySide6.QtGui import QFontMetrics, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from widgets.look.theme import sans
from widgets.parts.fold import Fold
from widgets.parts.message_field import MessageField

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent

    from widgets.look.theme import Theme

_LEAST_HEIGHT = 84
_CHEVRON = 34
"""What the heading needs beside its words."""
_FIRST_WORDS = 200


class PromptField(MessageField):
    """The message box's field, in which Enter breaks the line."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Break the line on Enter; Escape is the window's."""
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Only text can be pasted or dropped."""
        return source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste text without its formats; there is nobody here who takes files."""
        self._insert(source.text())


class _Paper(QFrame):
    """What the field lies on; a click anywhere on it goes to the text."""

    def __init__(self, field: MessageField) -> None:
        super().__init__()
        self._field = field
        self.setProperty("role", "card")
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 6, 6)
        layout.addWidget(field)
        layout.addStretch(1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._field.setFocus(Qt.FocusReason.MouseFocusReason)


class SystemPrompt(QWidget):
    """Shows the open conversation's prompt.

    Args:
        theme: Whose palette it takes.
        most: Characters that are used; what is behind them is said not to be.
    """

    edited = Signal(str)
    """What the user has made of it, with every key."""

    def __init__(self, theme: Theme, most: int) -> None:
        super().__init__()
        self._most = most
        self._is_shown_anew = False
        self.field = PromptField(theme)
        self.field.setFont(sans(13))
        self.field.setPlaceholderText(self.tr("How the model shall answer here"))
        self.field.setAccessibleName(self.tr("System prompt"))
        self.count = QLabel()
        self.count.setProperty("role", "small")
        self.hint = QLabel(
            self.tr("From the next reply on. A model without a place for it reads it before your first message.")
        )
        self.hint.setProperty("role", "small")
        self.hint.setWordWrap(True)
        self.fold = Fold(theme, self.tr("System prompt"), self._make_body())
        heading = self.fold.heading
        heading.setMinimumWidth(1)
        heading.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.fold)
        self.field.textChanged.connect(self._on_text_changed)
        self.fold.unfolded.connect(self._on_unfolded)
        self._show_words()

    @property
    def text(self) -> str:
        """What stands there."""
        return self.field.text

    def show_prompt(self, text: str, *, same: bool = False) -> None:
        """Show a prompt without telling anyone.

        Args:
            text: The prompt.
            same: Whether it takes the place of this conversation's own one: then Ctrl+Z brings that one back.
        """
        if text == self.field.text:
            return
        self._is_shown_anew = True
        if same and len(text) <= self._most:
            cursor = QTextCursor(self.field.document())
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.insertText(text)
        else:
            self.field.set_text(text)
        self._is_shown_anew = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many of the first words as there is room for."""
        super().resizeEvent(event)
        self._show_words()

    def _make_body(self) -> QWidget:
        body = QWidget()
        below = QHBoxLayout()
        below.setContentsMargins(2, 0, 2, 0)
        below.setSpacing(12)
        below.addWidget(self.hint, 1)
        below.addWidget(self.count, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 6)
        layout.setSpacing(5)
        layout.addWidget(_Paper(self.field))
        layout.addLayout(below)
        return body

    def _show_words(self) -> None:
        """The heading says how the prompt begins, and the line below how long it is."""
        text, heading = self.field.text, self.fold.heading
        words = " ".join(text[:_FIRST_WORDS].split())
        line = self.tr("System prompt — {words}").format(words=words or self.tr("none"))
        room = max(40, self.width() - _CHEVRON)
        heading.setText(_plain(QFontMetrics(sans(12)).elidedText(line, Qt.TextElideMode.ElideRight, room)))
        heading.setAccessibleName(line)
        heading.setToolTip("" if self.field.isVisible() else self._tip(words))
        if len(text) > self._most:
            number = QLocale().toString(self._most)
            self.count.setText(self.tr("too long: {number} characters are used").format(number=number))
        elif not text:
            self.count.clear()
        elif len(text) == 1:
            self.count.setText(self.tr("1 character"))
        else:
            self.count.setText(self.tr("{number} characters").format(number=QLocale().toString(len(text))))

    def _tip(self, words: str) -> str:
        if words:
            return ""
        return self.tr("Tell the model who it is and how to answer, for this conversation only.")

    def _on_text_changed(self) -> None:
        self._show_words()
        if not self._is_shown_anew:
            self.edited.emit(self.field.text)

    def _on_unfolded(self, unfolded: bool) -> None:
        self._show_words()
        if unfolded:
            self.field.moveCursor(QTextCursor.MoveOperation.End)
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)


def _plain(text: str) -> str:
    """Words for a button, on which an ampersand would be a mnemonic."""
    return text.replace("&", "&&")
