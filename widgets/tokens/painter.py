"""Paints paragraphs with their marks, and keeps pictures of those that will not change any more.

While a reply grows, every new line scrolls the whole view: paragraphs above it are then copied, not painted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap

from widgets.tokens import marks as token_marks
from widgets.tokens.paragraph import MARK_ROOM, SpanKind

if TYPE_CHECKING:
    from widgets.look.palette import Palette
    from widgets.tokens.paragraph import TokenParagraph
    from widgets.tokens.struck_fade import StruckFade

_MAX_PICTURES = 120
_OVERHANG = 8


class TokenPainter:
    """Paints for one view.

    Args:
        fade: How much of each struck word is to be seen.
    """

    def __init__(self, fade: StruckFade) -> None:
        self._fade = fade
        self._pictures: dict[TokenParagraph, QPixmap] = {}

    def forget(self) -> None:
        """Throw the pictures away: width, palette or text are others."""
        self._pictures.clear()

    def paint(self, painter: QPainter, paragraph: TokenParagraph, palette: Palette, damaged: QRect) -> None:
        """Paint what the damaged rectangle shows of a paragraph."""
        top = paragraph.top
        pieces = [
            piece
            for piece in paragraph.pieces
            if top + piece.rect.bottom() >= damaged.top() - _OVERHANG
            and top + piece.rect.top() <= damaged.bottom() + _OVERHANG
        ]
        token_marks.draw_boxes(painter, pieces, top, palette)
        paragraph.draw_text(painter, palette)
        token_marks.draw_marks(painter, pieces, top, palette)
        struck = [piece for piece in pieces if piece.span.kind is SpanKind.STRUCK]
        if struck:
            font = paragraph.struck_font()
            metrics = QFontMetricsF(font)
            painter.setFont(font)
            for piece in struck:
                presence = self._fade.presence(piece.span.index)
                token_marks.draw_struck(painter, piece, top, palette, metrics, presence)

    def paint_settled(self, painter: QPainter, paragraph: TokenParagraph, palette: Palette) -> bool:
        """Paint a paragraph that no token is added to from its picture; False while a word in it is fading."""
        picture = self._pictures.get(paragraph)
        if picture is None:
            if self._is_fading(paragraph):
                return False
            picture = self._picture(painter, paragraph, palette)
            if len(self._pictures) >= _MAX_PICTURES:
                self._pictures.clear()
            self._pictures[paragraph] = picture
        painter.drawPixmap(QPointF(0, paragraph.top), picture)
        return True

    def paint_overhang(self, painter: QPainter, paragraph: TokenParagraph, palette: Palette) -> None:
        """Paint what the marks of the last line reach into the paragraph below, whose picture lies over it."""
        last = paragraph.pieces[-1:]
        pieces = [piece for piece in paragraph.pieces if piece.baseline == last[0].baseline]
        painter.save()
        painter.setClipRect(QRectF(0, int(paragraph.bottom), painter.device().width(), MARK_ROOM))
        token_marks.draw_boxes(painter, pieces, paragraph.top, palette)
        token_marks.draw_marks(painter, pieces, paragraph.top, palette)
        painter.restore()

    def outline(
        self, painter: QPainter, paragraph: TokenParagraph, palette: Palette, index: int, *, has_focus: bool = False
    ) -> None:
        """Draw a ring around a token: a hairline under the pointer, the focus's own ring for the token cursor."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(palette.corrected), 2.0) if has_focus else QPen(QColor(palette.muted), 1.0))
        reach = 2.0 if has_focus else 1.0
        space = QFontMetricsF(paragraph.font()).horizontalAdvance(" ")
        for piece in paragraph.pieces:
            if piece.span.index == index and piece.span.kind is SpanKind.TOKEN:
                top = paragraph.top + piece.baseline - 18
                # Of the space before a word, half is left to its neighbour.
                skipped = space / 2 if piece.span.text.startswith(" ") and piece.rect.width() > 2 * space else 0.0
                rect = QRectF(piece.rect.left() + skipped, top, piece.rect.width() - skipped, 27)
                painter.drawRoundedRect(rect.adjusted(-reach, 0, reach, 0), 4, 4)

    def _picture(self, painter: QPainter, paragraph: TokenParagraph, palette: Palette) -> QPixmap:
        device = painter.device()
        ratio = device.devicePixelRatioF()
        picture = QPixmap(QSize(device.width(), int(paragraph.height)) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(QColor(palette.background))
        inner = QPainter(picture)
        inner.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner.translate(0, -paragraph.top)
        whole = QRect(0, int(paragraph.top), device.width(), int(paragraph.height))
        self.paint(inner, paragraph, palette, whole)
        inner.end()
        return picture

    def _is_fading(self, paragraph: TokenParagraph) -> bool:
        return not self._fade.keep and any(
            span.kind is SpanKind.STRUCK and self._fade.presence(span.index) > 0 for span in paragraph.spans
        )
