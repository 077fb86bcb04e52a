"""The shape of what the user wrote: rounded, with a lower right corner that points at the writer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from widgets.look.palette import Palette

_ROUND = 12.0
_TIGHT_ROUND = 4.0


def paint_bubble(widget: QWidget, rect: QRect, palette: Palette, *, is_queued: bool) -> None:
    """Paint it; what waits for its turn has a dashed edge, what has the focus a coloured one."""
    pen = QPen(QColor(palette.corrected if widget.hasFocus() else palette.muted if is_queued else palette.line), 1)
    if is_queued:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(QColor(palette.panel))
    painter.setPen(pen)
    painter.drawPath(_outline(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5)))
    painter.end()


def _outline(frame: QRectF) -> QPainterPath:
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
    return path
