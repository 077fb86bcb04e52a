"""The ground of a card that says how things stand: rounded, with a coloured edge at its left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from widgets.look.palette import Palette

_EDGE_WIDTH = 4.0
_RADIUS = 8.0


def paint_edged_card(widget: QWidget, palette: Palette, edge: str) -> None:
    """Paint it over the whole widget; `edge` is the edge's colour. The words beside it say the same."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
    painter.fillPath(outline, QColor(palette.card))
    painter.setPen(QPen(QColor(palette.line), 1))
    painter.drawPath(outline)
    painter.setClipPath(outline)
    painter.fillRect(QRectF(0, 0, _EDGE_WIDTH, widget.height()), QColor(edge))
    painter.end()
