"""A switch: a knob that lies left or right, so that on and off differ by more than colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QCheckBox

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme

_WIDTH, _HEIGHT = 38, 22
_RING = 3
"""Room for the focus ring; at the left it lies outside of what is aligned."""


class Switch(QCheckBox):
    """A check box to whoever asks, painted as a switch; its text is not painted."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(self.sizeHint())
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """The switch, and its focus ring."""
        return QSize(_WIDTH + 2 * _RING, _HEIGHT + 2 * _RING)

    def hitButton(self, pos: QPoint) -> bool:
        """All of it can be clicked."""
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track, knob and focus."""
        palette, is_on = self._theme.palette, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(_RING, _RING, _WIDTH, _HEIGHT).adjusted(0.5, 0.5, -0.5, -0.5)
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.corrected), 1.6))
            painter.drawRoundedRect(track.adjusted(-2.5, -2.5, 2.5, 2.5), _HEIGHT / 2 + 2.5, _HEIGHT / 2 + 2.5)
        if not self.isEnabled():
            painter.setOpacity(0.5)
        painter.setPen(QPen(QColor(palette.button if is_on else palette.muted), 1.2))
        painter.setBrush(QColor(palette.button if is_on else palette.card))
        painter.drawRoundedRect(track, track.height() / 2, track.height() / 2)
        radius = track.height() / 2 - 4
        side = track.right() - track.height() / 2 if is_on else track.left() + track.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.button_text if is_on else palette.muted))
        painter.drawEllipse(QPointF(side, track.center().y()), radius, radius)
        painter.end()
