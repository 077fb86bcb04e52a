"""A formula of its own: its source in the monospace, on a ground of its own, set apart from the words around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.look.theme import mono
from widgets.markdown.maths_source import opening_of
from widgets.markdown.text_surface import TextSurface

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme
    from widgets.markdown.blocks import MathBlock

_PIXELS = 14.5
_LINE_HEIGHT = 23.0


class MathText(TextSurface):
    """The source; its marks are muted."""

    def __init__(self, theme: Theme, block: MathBlock, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._block = block
        self.document().setDefaultFont(mono(_PIXELS))
        self.setTabStopDistance(4 * QFontMetricsF(mono(_PIXELS)).horizontalAdvance("0"))
        self.rebuild()

    def rebuild(self) -> None:
        """Write the source in the theme's colours."""
        self.empty()
        cursor = QTextCursor(self.document())
        block = QTextBlockFormat()
        block.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        block.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        cursor.setBlockFormat(block)
        face = QTextCharFormat()
        face.setFont(mono(_PIXELS))
        mark = QTextCharFormat(face)
        mark.setForeground(QColor(self._theme.palette.muted))
        face.setForeground(QColor(self._theme.palette.ink))
        source = self._block.source
        length = len(opening_of(source))
        self.write(cursor, source[:length], mark)
        self.write(cursor, source[length:-length], face)
        self.write(cursor, source[-length:], mark)
        self.moveCursor(QTextCursor.MoveOperation.Start)


class MathCard(QWidget):
    """A `MathBlock` on its ground."""

    def __init__(self, theme: Theme, block: MathBlock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.text = MathText(theme, block, self)
        self.setAccessibleName(self.tr("Formula: {source}").format(source=block.source))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 14, 10)
        column.addWidget(self.text)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.palette.panel))
        painter.drawRoundedRect(QRectF(self.rect()), 10, 10)
        painter.end()
