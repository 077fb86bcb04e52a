"""A card of source code: its language, buttons that wrap and copy it, and the code in colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QTimer
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
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from widgets.look.label_colour import colour_label
from widgets.look.theme import mono, sans
from widgets.markdown.code_colours import coloured
from widgets.markdown.text_surface import TextSurface
from widgets.parts.clipboard import copy_text, sendable
from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme
    from widgets.markdown.blocks import CodeBlock

COPIED_MS = 1500
LINE_HEIGHT = 21.0
_HEAD_HEIGHT = 28
_LABEL_CHARACTERS = 40
CARD_HEIGHT = 49
"""Of everything but the lines of code."""


class CodeText(TextSurface):
    """The code itself; it does not wrap but scrolls sideways."""

    def __init__(self, theme: Theme, block: CodeBlock, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, wraps=False)
        self._block = block
        self.document().setDefaultFont(mono())
        self.setTabStopDistance(4 * QFontMetricsF(mono()).horizontalAdvance("0"))
        self.rebuild()

    def rebuild(self) -> None:
        """Write the code in the theme's colours."""
        self.empty()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        block = QTextBlockFormat()
        block.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        block.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        cursor.setBlockFormat(block)
        plain = QTextCharFormat()
        plain.setFont(mono())
        for text, colour, italic in coloured(self._block.code, self._block.language, self._theme.palette):
            face = QTextCharFormat(plain)
            face.setForeground(QColor(colour))
            face.setFontItalic(italic)
            self.write_lines(cursor, text, face)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)


class CodeCard(QWidget):
    """A `CodeBlock` with its head."""

    def __init__(self, theme: Theme, block: CodeBlock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._code = block.code
        self._language = QLabel(sendable(block.language[:_LABEL_CHARACTERS]) or self.tr("text"), self)
        self._language.setFont(sans(12))
        self._language.setTextFormat(Qt.TextFormat.PlainText)
        self._wrap = QuietButton(theme, self.tr("Wrap"), self)
        self._wrap.setFont(sans(12))
        self._wrap.setCheckable(True)
        self._wrap.setAccessibleName(self.tr("Wrap long lines of code"))
        self._wrap.toggled.connect(self._on_wrap_toggled)
        self._copy = QuietButton(theme, self.tr("Copy"), self)
        self._copy.setFont(sans(12))
        self._copy.setAccessibleName(self.tr("Copy code"))
        self._copy.clicked.connect(self._on_copy)
        self._rest = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._rest.timeout.connect(self._on_rested)
        self.text = CodeText(theme, block, self)
        head = QHBoxLayout()
        head.setContentsMargins(13, 0, 12, 0)
        head.addWidget(self._language)
        head.addStretch(1)
        head.addWidget(self._wrap)
        head.addSpacing(14)
        head.addWidget(self._copy)
        head_widget = QWidget(self)
        head_widget.setFixedHeight(_HEAD_HEIGHT)
        head_widget.setLayout(head)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 10)
        column.setSpacing(10)
        column.addWidget(head_widget)
        body = QHBoxLayout()
        body.setContentsMargins(14, 0, 14, 0)
        body.addWidget(self.text)
        column.addLayout(body)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card and the line under its head."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QPainterPath()
        frame.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        painter.fillPath(frame, QColor(palette.card))
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawPath(frame)
        painter.drawLine(1, _HEAD_HEIGHT + 1, self.width() - 2, _HEAD_HEIGHT + 1)
        painter.end()

    def _on_copy(self) -> None:
        copy_text(self._code)
        self._copy.setText(self.tr("Copied"))
        self._copy.updateGeometry()
        self._rest.start()

    def _on_wrap_toggled(self, wraps: bool) -> None:
        self.text.set_wraps(wraps)
        self.updateGeometry()

    def _on_rested(self) -> None:
        self._copy.setText(self.tr("Copy"))
        self._copy.updateGeometry()

    def _apply_palette(self) -> None:
        colour_label(self._language, self._theme.palette.muted)
        self.update()
