"""What the user wrote: a bubble at the right, as wide as its words, exactly as they were typed."""

from __future__ import annotations

import unicodedata
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.clipboard import copy_text, sendable
from widgets.markdown_text import quoted
from widgets.message_menu import CopyAction, copy_keys, message_menu
from widgets.text_surface import TextSurface
from widgets.theme import sans

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPaintEvent, QResizeEvent

    from widgets.theme import Theme

MAX_WIDTH = 600
_PAD_X = 14
_PAD_Y = 10
_LINE_HEIGHT = 21.0
_ROUND = 12.0
_TIGHT_ROUND = 4.0
_LINES_MEASURED = 40
_CHARACTERS_MEASURED = 400
_MARKS = ("Mn", "Me")


class PlainText(TextSurface):
    """Text without any markup."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._text = text
        self.document().setDefaultFont(sans())
        self.rebuild()

    def rebuild(self) -> None:
        """Write the text in the theme's ink."""
        self.empty()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        block = QTextBlockFormat()
        block.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        cursor.setBlockFormat(block)
        face = QTextCharFormat()
        face.setFont(sans())
        face.setForeground(QColor(self._theme.palette.ink))
        self.write_lines(cursor, self._text, face)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    @property
    def natural_width(self) -> int:
        """Width of the longest line, unwrapped."""
        metrics = QFontMetricsF(sans())
        lines = self._text.expandtabs(8).split("\n")
        widest = sorted(lines, key=len)[-_LINES_MEASURED:]
        return int(max(metrics.horizontalAdvance(sendable(part)) for line in widest for part in _begins(line))) + 4


def _begins(line: str) -> tuple[str, str]:
    """Return a line's begin, and its begin without the marks of which a letter can carry hundreds."""
    letters = (character for character in line if unicodedata.category(character) not in _MARKS)
    return line[:_CHARACTERS_MEASURED], "".join(islice(letters, _CHARACTERS_MEASURED))


class UserBubble(QWidget):
    """One turn of the user's."""

    quote_requested = Signal(str)
    """What was selected, or all of it, as a quotation in Markdown."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._written = text
        self.text = PlainText(theme, text, self)
        self._natural_width = self.text.natural_width
        self.setAccessibleName(self.tr("You: {text}").format(text=sendable(text)))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def bubble_rect(self, width: int) -> QRect:
        """Where the bubble stands in a widget of this width."""
        inner = min(self._natural_width, min(MAX_WIDTH, width) - 2 * _PAD_X)
        height = self.text.heightForWidth(inner) + 2 * _PAD_Y
        outer = inner + 2 * _PAD_X
        return QRect(width - outer, 0, outer, height)

    def hasHeightForWidth(self) -> bool:
        """A narrower bubble is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of the bubble."""
        return self.bubble_rect(width).height()

    def sizeHint(self) -> QSize:
        """At the width it has now."""
        return QSize(self.width(), self.heightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the text into the bubble."""
        super().resizeEvent(event)
        self.text.setGeometry(self.bubble_rect(self.width()).adjusted(_PAD_X, _PAD_Y, -_PAD_X, -_PAD_Y))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy or quote."""
        action = copy_keys(event)
        if action is None:
            super().keyPressEvent(event)
        elif action is CopyAction.QUOTE:
            self._quote()
        else:
            copy_text(self._written)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy and to quote."""
        menu = message_menu(self, self.text, event.globalPos())
        menu.addAction(self.tr("Copy message")).triggered.connect(lambda: copy_text(self._written))
        menu.addAction(self.tr("Quote")).triggered.connect(self._quote)
        menu.popup(event.globalPos())

    def _quote(self) -> None:
        self.quote_requested.emit(quoted(self.text.selected_text() or self._written))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bubble; its lower right corner points at the writer."""
        frame = QRectF(self.bubble_rect(self.width())).adjusted(0.5, 0.5, -0.5, -0.5)
        path = QPainterPath()
        path.moveTo(frame.left() + _ROUND, frame.top())
        path.lineTo(frame.right() - _ROUND, frame.top())
        path.quadTo(frame.right(), frame.top(), frame.right(), frame.top() + _ROUND)
        path.lineTo(frame.right(), frame.bottom() - _TIGHT_ROUND)
        path.quadTo(frame.right(), frame.bottom(), frame.right() - _TIGHT_ROUND, frame.bottom())
        path.lineTo(frame.left() + _ROUND, frame.bottom())
        path.quadTo(frame.left(), frame.bottom(), frame.left(), frame.bottom() - _ROUND)
        path.lineTo(frame.left(), frame.top() + _ROUND)
        path.quadTo(frame.left(), frame.top(), frame.left() + _ROUND, frame.top())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(self._theme.palette.panel))
        painter.setPen(QPen(QColor(self._theme.palette.line), 1))
        painter.drawPath(path)
        painter.end()
