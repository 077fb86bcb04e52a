"""A button that is a word until it is needed: the tool row under a reply, the head of a code card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from widgets.look.theme import sans

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme


class QuietButton(QAbstractButton):
    """Muted words that turn to ink under the pointer; a line shows that it is on, a ring the focus.

    Args:
        theme: Whose palette it takes.
        text: The words.
        side: Room between them and the ring at both sides.
    """

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None, *, side: int = 0) -> None:
        super().__init__(parent)
        self._theme = theme
        self._side = side
        self.setText(text)
        self.setFont(sans(12.5))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """The words; without room at their sides they line up with the text above."""
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self.text()) + 2 + 2 * self._side, metrics.height() + 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = QColor(palette.ink)
        if self.isChecked():
            painter.fillRect(QRectF(0, self.height() - 2, self.width() - 2, 1.5), ink)
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.corrected), 1.2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6), 3, 3)
        lively = self.underMouse() or self.isDown() or self.isChecked()
        painter.setPen(ink if lively and self.isEnabled() else QColor(palette.muted))
        painter.setFont(self.font())
        painter.drawText(self.rect().adjusted(self._side, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.end()
