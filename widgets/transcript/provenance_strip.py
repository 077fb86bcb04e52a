"""One thin bar under a reply, a stripe per token: where the draft knew the way is visible at a glance.

Stripes differ in shape as well as in colour: accepted fills the bar, from lookup its lower half, corrected
reaches over it at both sides, bonus is split in two, plain is the bare track. Pressing a stripe asks for its round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine.types import Mark, Proposer

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent

    from app.viewmodels.reply import Reply, ReplyToken
    from widgets.look.theme import Theme

BAR_HEIGHT = 6
HEIGHT = 10
"""The bar and what corrected tokens reach over it."""
FIRST_CAPACITY = 72
"""Tokens that the bar has room for while a reply grows; doubled whenever it is full."""
_LEAST_FRAME = 8.0
_ROWS = 20
"""Rows of the image that holds a column per token: two for each pixel of height."""

_EXTENT: dict[Mark, tuple[tuple[int, int], ...]] = {
    Mark.ACCEPTED: ((4, 16),),
    Mark.CORRECTED: ((0, 20),),
    Mark.BONUS: ((4, 8), (12, 16)),
    Mark.PLAIN: (),
}
_LOOKUP_EXTENT = ((10, 16),)


class ProvenanceStrip(QWidget):
    """A stripe per token in its mark's colour and height."""

    token_pressed = Signal(int)
    """Index of the token whose stripe was pressed, in a reply that is over."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._reply: Reply | None = None
        self._num_drawn = 0
        self._image = QImage()
        self._shown = (0, 0)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._on_theme_changed)

    def show_reply(self, reply: Reply) -> None:
        """Show a reply's tokens, or those that have come since the last call."""
        if reply is not self._reply:
            self._reply = reply
            self._begin_again()
        self._draw_news()
        if reply.phase.is_over and reply.tokens:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setToolTip(self.tr("Step through the reply from here"))
        self.update()

    def show_tokens(self, first: int, end: int) -> None:
        """Put a frame around the tokens of the round that is looked at; none where `end` is not behind `first`."""
        self._shown = (first, end)
        self.update()

    @property
    def capacity(self) -> int:
        """Tokens that the width stands for now."""
        num_tokens = self._num_drawn
        if self._reply is not None and self._reply.phase.is_over:
            return max(1, num_tokens)
        capacity = FIRST_CAPACITY
        while capacity < num_tokens:
            capacity *= 2
        return capacity

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(200, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the track and, over it, one column per token scaled to the width."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(0, (HEIGHT - BAR_HEIGHT) / 2, self.width(), BAR_HEIGHT)
        track = QPainterPath()
        track.addRoundedRect(bar, 3, 3)
        painter.fillPath(track, QColor(self._theme.palette.line))
        if self._num_drawn:
            filled = QRectF(0, 0, self.width() * self._num_drawn / self.capacity, HEIGHT)
            outline = QPainterPath()
            outline.addRoundedRect(QRectF(0, 0, self.width(), HEIGHT), 3, 5)
            painter.setClipPath(outline)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self._num_drawn > filled.width() / 2)
            painter.drawImage(filled, self._image, QRectF(0, 0, self._num_drawn, _ROWS))
            painter.setClipping(False)
            self._paint_frame(painter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask for the round under the pointer."""
        self._press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Ask for the rounds that the pressed pointer passes."""
        self._press(event)

    def _press(self, event: QMouseEvent) -> None:
        is_over = self._reply is not None and self._reply.phase.is_over
        if not is_over or not self._num_drawn or not event.buttons() & Qt.MouseButton.LeftButton:
            event.ignore()
            return
        index = int(event.position().x() * self.capacity / max(1, self.width()))
        self.token_pressed.emit(min(max(0, index), self._num_drawn - 1))

    def _paint_frame(self, painter: QPainter) -> None:
        first, end = self._shown
        if end <= first or not self._num_drawn:
            return
        each = self.width() / self.capacity
        width = max(_LEAST_FRAME, (end - first) * each)
        left = min(max(0.0, (first + end) / 2 * each - width / 2), self.width() - width)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, pen_width in ((self._theme.palette.background, 4.0), (self._theme.palette.ink, 1.5)):
            painter.setPen(QPen(QColor(colour), pen_width))
            painter.drawRoundedRect(QRectF(left, 0, width, HEIGHT).adjusted(1, 0.8, -1, -0.8), 3, 3)

    def _begin_again(self) -> None:
        self._num_drawn = 0
        self._image = QImage(FIRST_CAPACITY, _ROWS, QImage.Format.Format_ARGB32_Premultiplied)
        self._image.fill(Qt.GlobalColor.transparent)

    def _draw_news(self) -> None:
        if self._reply is None:
            return
        tokens = self._reply.tokens
        if len(tokens) > self._image.width():
            width = self._image.width()
            while width < len(tokens):
                width *= 2
            self._image = self._image.copy(0, 0, width, _ROWS)
        if self._num_drawn == len(tokens):
            return
        painter = QPainter(self._image)
        for index in range(self._num_drawn, len(tokens)):
            token = tokens[index]
            colour = QColor(self._theme.palette.of_mark(token.emitted.mark))
            for top, bottom in _extent(token):
                painter.fillRect(index, top, 1, bottom - top, colour)
        painter.end()
        self._num_drawn = len(tokens)

    def _on_theme_changed(self) -> None:
        self._begin_again()
        self._draw_news()
        self.update()


def _extent(token: ReplyToken) -> tuple[tuple[int, int], ...]:
    if token.emitted.mark is Mark.ACCEPTED and token.proposer is Proposer.LOOKUP:
        return _LOOKUP_EXTENT
    return _EXTENT.get(token.emitted.mark, ())
