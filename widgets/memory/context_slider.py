"""Chooses a context length; its track shows up to where everything fits."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from widgets.look.theme import Theme

LEAST_TOKENS = 512
STEP_TOKENS = 256
_POSITIONS = 1000
_HEIGHT = 28
_RADIUS = 8.0
_TRACK = 4.0
_PAGE = 60


class ContextSlider(QAbstractSlider):
    """Positions are logarithmic, so that twice the context is as far everywhere."""

    tokens_chosen = Signal(int)
    """By the user."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._most = 32_768
        self._tokens = LEAST_TOKENS
        self._fitting = 0
        self.setRange(0, _POSITIONS)
        self.setPageStep(_PAGE)
        self.setSingleStep(10)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Context"))
        self.actionTriggered.connect(self._on_action)
        theme.changed.connect(self.update)

    @property
    def tokens(self) -> int:
        """What it stands at."""
        return self._tokens

    def show_tokens(self, tokens: int, most: int, fitting: int) -> None:
        """Stand somewhere without telling anyone.

        Args:
            tokens: Where.
            most: The right end.
            fitting: Up to where everything fits.
        """
        self._most = max(most, 2 * LEAST_TOKENS)
        self._tokens, self._fitting = tokens, fitting
        if not self.isSliderDown():
            self.setValue(round(self._position(tokens)))
        self.setAccessibleDescription(self.tr("{tokens} tokens").format(tokens=tokens))
        self.update()

    def sizeHint(self) -> QSize:
        """A line's height."""
        return QSize(240, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Short, but a track."""
        return QSize(120, _HEIGHT)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where the pointer is."""
        self.setSliderDown(True)
        self._go_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if self.isSliderDown():
            self._go_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self.setSliderDown(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the track and the handle."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, left, right = self.height() / 2, _RADIUS, self.width() - _RADIUS
        track = QRectF(left, middle - _TRACK / 2, right - left, _TRACK)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.selection))
        painter.drawRoundedRect(track, 2, 2)
        end = self._x(self._fitting) if self._fitting else left
        fits = QRectF(left, track.top(), max(0.0, end - left), _TRACK)
        painter.setBrush(QColor(palette.accepted))
        painter.drawRoundedRect(fits, 2, 2)
        if self._fitting < self._most:  # past here it does not fit: dashes say so without colours
            painter.setPen(QPen(QColor(palette.rejected), _TRACK, Qt.PenStyle.DotLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(QPointF(end, middle), QPointF(right, middle))
        painter.setPen(QPen(QColor(palette.corrected if self.hasFocus() else palette.ink), 2))
        painter.setBrush(QColor(palette.card))
        painter.drawEllipse(QPointF(self._x(self._tokens), middle), _RADIUS - 1, _RADIUS - 1)
        painter.end()

    def _on_action(self, _action: int) -> None:
        """A key moved it."""
        self._choose(self._tokens_at(self.sliderPosition()))

    def _go_to(self, x: float) -> None:
        share = (x - _RADIUS) / max(1.0, self.width() - 2 * _RADIUS)
        position = max(0, min(_POSITIONS, round(share * _POSITIONS)))
        self.setValue(position)
        self._choose(self._tokens_at(position))

    def _choose(self, tokens: int) -> None:
        if tokens != self._tokens:
            self._tokens = tokens
            self.update()
            self.tokens_chosen.emit(tokens)

    def _x(self, tokens: int) -> float:
        return _RADIUS + self._position(tokens) / _POSITIONS * (self.width() - 2 * _RADIUS)

    def _position(self, tokens: int) -> float:
        share = math.log(max(tokens, LEAST_TOKENS) / LEAST_TOKENS) / math.log(self._most / LEAST_TOKENS)
        return min(1.0, share) * _POSITIONS

    def _tokens_at(self, position: int) -> int:
        tokens: float = LEAST_TOKENS * (self._most / LEAST_TOKENS) ** (position / _POSITIONS)
        return min(self._most, max(LEAST_TOKENS, round(tokens / STEP_TOKENS) * STEP_TOKENS))
