"""How much of the context is used: a thin bar and both numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.reply_words import whole
from widgets.theme import sans

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.theme import Theme

BAR_WIDTH = 110
_BAR_HEIGHT = 5
_GAP = 8
_NEARLY_FULL = 0.9


class ContextGauge(QWidget):
    """Tokens used of the context; invisible until there is a context."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._used = 0
        self._total = 0
        self.setFont(sans(12.5))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolTip(self.tr("Tokens of the context that this conversation takes"))
        self.hide()
        theme.changed.connect(self.update)

    @property
    def text(self) -> str:
        """Both numbers in words."""
        return self.tr("{used} of {total}").format(used=whole(self._used), total=whole(self._total))

    def set_context(self, used: int, total: int) -> None:
        """Show these; a total of 0 hides the gauge."""
        self._used, self._total = used, total
        self.setAccessibleName(self.tr("Context: {figures} tokens").format(figures=self.text))
        self.setVisible(total > 0)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """The bar and the numbers."""
        metrics = QFontMetrics(self.font())
        return QSize(BAR_WIDTH + _GAP + metrics.horizontalAdvance(self.text) + 2, metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar and the numbers."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(0, (self.height() - _BAR_HEIGHT) / 2, BAR_WIDTH, _BAR_HEIGHT)
        track = QPainterPath()
        track.addRoundedRect(bar, 2.5, 2.5)
        painter.fillPath(track, QColor(palette.selection))
        share = min(1.0, self._used / self._total) if self._total else 0.0
        painter.setClipPath(track)
        colour = palette.rejected if share > _NEARLY_FULL else palette.faint
        painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * share, bar.height()), QColor(colour))
        painter.setClipping(False)
        painter.setPen(QColor(palette.muted))
        painter.setFont(self.font())
        words = self.rect().adjusted(BAR_WIDTH + _GAP, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text)
        painter.end()
