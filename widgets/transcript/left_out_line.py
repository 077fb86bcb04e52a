"""The quiet line between the turns that were left out and the first one that still fits into the context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QWidget

from widgets.look.theme import sans

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme

_GAP = 12


class LeftOutLine(QWidget):
    """A sentence with a rule at both sides."""

    HEIGHT = 40

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.text = self.tr("The turns above did not fit into the context and were left out.")
        self.setAccessibleName(self.text)
        self.setToolTip(self.text)
        self.setFont(sans(12))
        self.hide()
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint sentence and rules."""
        palette = self._theme.palette
        painter = QPainter(self)
        metrics = QFontMetrics(self.font())
        text = metrics.elidedText(self.text, Qt.TextElideMode.ElideRight, self.width())
        width = metrics.horizontalAdvance(text)
        left, middle = (self.width() - width) / 2, (self.HEIGHT - 14) / 2
        painter.setFont(self.font())
        painter.setPen(QColor(palette.muted))
        painter.drawText(QRectF(left, 0, width + 2, self.HEIGHT - 14), Qt.AlignmentFlag.AlignVCenter, text)
        side = left - _GAP
        if side > 0:
            rule = QColor(palette.line)
            painter.fillRect(QRectF(0, middle, side, 1), rule)
            painter.fillRect(QRectF(self.width() - side, middle, side, 1), rule)
        painter.end()
