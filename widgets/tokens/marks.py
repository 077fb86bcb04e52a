"""The proofreader's marks themselves: each differs in shape as well as in colour.

One function a mark; all take a piece of a paragraph and the height at which that paragraph stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from app.engine.types import Mark
from widgets.look.shaping import utf16_slice
from widgets.tokens.paragraph import SpanKind

if TYPE_CHECKING:
    from PySide6.QtGui import QFontMetricsF, QPainter

    from widgets.look.palette import Palette
    from widgets.tokens.paragraph import Piece

UNDERLINE_DROP = 6.0
"""From the baseline to the underline."""
_ERASED_OPACITY = 0.28
_STRUCK_OPACITY = 0.9
_TOUCHING = 0.5


def draw_boxes(painter: QPainter, pieces: list[Piece], top: float, palette: Palette) -> None:
    """Draw the soft boxes behind corrected tokens, one for each token and line."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.corrected_box))
    box: QRectF | None = None
    owner = (-1, 0.0)
    for piece in pieces:
        if piece.span.mark is not Mark.CORRECTED:
            continue
        rect = QRectF(piece.rect.left(), top + piece.baseline - 17, piece.rect.width(), 23)
        if box is not None and owner == (piece.span.index, piece.baseline):
            box = box.united(rect)
            continue
        if box is not None:
            painter.drawRoundedRect(box.adjusted(0, 0, 3, 0), 4, 4)
        box, owner = rect, (piece.span.index, piece.baseline)
    if box is not None:
        painter.drawRoundedRect(box.adjusted(0, 0, 3, 0), 4, 4)


def draw_underline(painter: QPainter, piece: Piece, right: float, top: float, palette: Palette) -> None:
    """Draw the line under accepted (solid, or dotted from lookup) or bonus (double) tokens, up to `right`."""
    mark = piece.span.mark
    y = round(top + piece.baseline + UNDERLINE_DROP) + 0.5
    left = piece.rect.left()
    if mark is Mark.ACCEPTED and piece.span.dotted:
        pen = QPen(QColor(palette.accepted), 2.0, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.01, 2.0])
        pen.setDashOffset(left / 2.0)
        painter.setPen(pen)
        painter.drawLine(QPointF(left, y), QPointF(right, y))
    elif mark is Mark.ACCEPTED:
        painter.fillRect(QRectF(left, y - 0.75, right - left, 1.5), QColor(palette.accepted))
    elif mark is Mark.BONUS:
        for line_y in (y - 1.0, y + 2.0):
            painter.fillRect(QRectF(left, line_y - 0.6, right - left, 1.2), QColor(palette.bonus))


def draw_caret(painter: QPainter, piece: Piece, top: float, palette: Palette) -> None:
    """Draw the proofreader's caret at the foot of the line, where the target put in its own word."""
    middle = piece.rect.center().x() if piece.span.text else piece.rect.left()
    foot = top + piece.baseline + 4.5
    path = QPainterPath(QPointF(middle - 3.2, foot))
    path.lineTo(middle, foot - 4.6)
    path.lineTo(middle + 3.2, foot)
    pen = QPen(QColor(palette.corrected), 1.7)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def draw_struck(
    painter: QPainter, piece: Piece, top: float, palette: Palette, metrics: QFontMetricsF, presence: float
) -> None:
    """Draw a struck word; at presence 0 only a hairline is left in its place, as an erasure on paper.

    The painter's font is the struck words' own, `metrics` are that font's.
    """
    text = utf16_slice(piece.span.text, piece.start - piece.span.start, piece.end - piece.span.start)
    word = text.strip()
    if not word:
        return
    left = piece.rect.left() + metrics.horizontalAdvance(text[: len(text) - len(text.lstrip())])
    right = left + metrics.horizontalAdvance(word)
    baseline = top + piece.baseline
    colour = QColor(palette.rejected)
    if presence > 0:
        colour.setAlphaF(_STRUCK_OPACITY * presence)
        painter.setPen(colour)
        painter.drawText(QPointF(left, baseline), word)
    colour.setAlphaF(max(_STRUCK_OPACITY * presence, _ERASED_OPACITY))
    y = round(baseline - metrics.xHeight() / 2) + 0.5
    painter.fillRect(QRectF(left - 1, y - 0.65, right - left + 2, 1.3), colour)


def draw_marks(painter: QPainter, pieces: list[Piece], top: float, palette: Palette) -> None:
    """Draw every mark that stands over the text, struck words apart; equal neighbours share one line."""
    pending: Piece | None = None
    right = 0.0
    for piece in pieces:
        span = piece.span
        if pending is not None and _goes_on(pending, right, piece):
            right = piece.rect.right()
            continue
        if pending is not None:
            draw_underline(painter, pending, right, top, palette)
            pending = None
        if span.kind is SpanKind.CARET:
            draw_caret(painter, piece, top, palette)
        elif span.kind is SpanKind.TOKEN and span.mark in (Mark.ACCEPTED, Mark.BONUS):
            pending, right = piece, piece.rect.right()
    if pending is not None:
        draw_underline(painter, pending, right, top, palette)


def _goes_on(pending: Piece, right: float, piece: Piece) -> bool:
    return (
        piece.span.kind is SpanKind.TOKEN
        and piece.span.mark is pending.span.mark
        and piece.span.dotted == pending.span.dotted
        and piece.baseline == pending.baseline
        and abs(piece.rect.left() - right) < _TOUCHING
    )
