"""The text field of the composer: grows with its text, sends on Enter, takes only plain text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from widgets.look.theme import sans
from widgets.parts.clipboard import sendable

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QContextMenuEvent, QInputMethodEvent, QKeyEvent, QResizeEvent, QShowEvent
    from PySide6.QtWidgets import QMenu

    from widgets.look.theme import Theme

MIN_HEIGHT = 28
MAX_HEIGHT = 220
LONGEST_WORD = 8_000
"""Characters without a place to break up to which lines break at words: finding the place takes the square of them."""
_BREAKS = re.compile("[ \t\n\r\u2028\u2029]+")
_PARAGRAPH = "\u2029"
_AT_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
_RETURN_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down)
_MODIFIERS = ~Qt.KeyboardModifier.KeypadModifier
LONG_CHARACTERS = 4_000
LONG_LINES = 60
"""A text that is pasted may be longer than this, and is then better off as an attachment."""


class Recall(Protocol):
    """What was sent before; each answer is what to show, or None where there is nothing."""

    def older(self, typed: str) -> str | None:
        """Go one back from what is in the field."""
        ...

    def newer(self, typed: str) -> str | None:
        """Go one forward."""
        ...


class MessageField(QTextEdit):
    """Several lines of plain text."""

    send_pressed = Signal()
    stop_pressed = Signal()
    """Escape, where it is not needed for anything else."""
    files_pasted = Signal(list)
    """Paths of files that were copied in a file manager, or dropped here."""
    picture_pasted = Signal()
    """A picture without words, which nobody here can read."""
    long_text_pasted = Signal(int, int)
    """Where a long text begins and ends that has just been pasted."""
    menu_asked = Signal(object, object)
    """The context menu, to be added to before it is shown, and the place in the field that was clicked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_composing = False
        self._recall: Recall | None = None
        self._recalled: str | None = None
        """What was brought back and has not been changed since."""
        self.takes_key: Callable[[QKeyEvent], bool] = lambda _event: False
        """Whatever lies over the field, such as a menu, may take a key first."""
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

    def set_recall(self, recall: Recall) -> None:
        """Bring back what was sent before with the arrow keys."""
        self._recall = recall

    def take_out(self, begin: int, end: int) -> None:
        """Delete a part of what is typed, so that it can be undone."""
        cursor = self.textCursor()
        cursor.setPosition(begin)
        cursor.setPosition(end, cursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()

    def put_in(self, place: int, text: str) -> None:
        """Write a text at a place, or at the end where the text is shorter by now, so that it can be undone."""
        self._wrap_for(text)
        cursor = self.textCursor()
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        cursor.insertText(text)
        self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends and Shift+Enter breaks the line, unless an input method is composing."""
        if self.takes_key(event):
            return
        if event.key() in _ARROWS and not event.modifiers() & _MODIFIERS and self._walk(event.key()):
            return
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
        """Text and files can be pasted or dropped; of a picture is said that it cannot."""
        return source.hasText() or source.hasUrls() or source.hasImage()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste text without its formats; files and pictures are told of."""
        paths = local_paths(source)
        if paths:
            self.files_pasted.emit(paths)
        elif source.hasText() and (source.text().strip() or not source.hasImage()):
            self._insert(source.text())
        elif source.hasImage():
            self.picture_pasted.emit()

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied, cut or dragged away is what was typed, without formats."""
        data = QMimeData()
        data.setText(sendable(self.textCursor().selectedText().replace(_PARAGRAPH, "\n")))
        return data

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need another height."""
        super().resizeEvent(event)
        self._on_grown()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the usual menu, with what others add to it."""
        menu: QMenu = self.createStandardContextMenu(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.menu_asked.emit(menu, self.cursorForPosition(event.pos()))
        menu.popup(event.globalPos())

    def _insert(self, text: str) -> None:
        cursor = self.textCursor()
        typed, place = cursor.block().text(), cursor.positionInBlock()
        self._wrap_for(typed[:place] + text + typed[place:])
        begin = cursor.selectionStart()
        self.insertPlainText(text)
        self.ensureCursorVisible()
        if len(text) > LONG_CHARACTERS or text.count("\n") >= LONG_LINES:
            self.long_text_pasted.emit(begin, self.textCursor().position())

    def _walk(self, key: int) -> bool:
        """Bring back what was sent before: from the very beginning of the field, and on from what was brought back."""
        cursor, is_recalled = self.textCursor(), self._recalled is not None and self.text == self._recalled
        at_edge = cursor.atStart() or (is_recalled and cursor.atEnd())
        if self._recall is None or self._is_composing or cursor.hasSelection() or not at_edge:
            return False
        if key == Qt.Key.Key_Down and not is_recalled:
            return False
        shown = self._recall.older(self.text) if key == Qt.Key.Key_Up else self._recall.newer(self.text)
        if shown is None:
            return is_recalled and key == Qt.Key.Key_Up
        self.set_text(shown)
        self._recalled = shown
        self.moveCursor(cursor.MoveOperation.End)
        return True

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


def local_paths(data: QMimeData) -> list[str]:
    """Return the files on this machine that are being pasted or dragged."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
