"""The race at a glance: tokens of both sides over one axis of time, each on its own clock.

The lines differ in how they are drawn, not in colour alone; a hairline shows the moment that is replayed.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.viewmodels.compare_track import Track
from widgets.look import figures
from widgets.look.theme import sans

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.palette import Palette
    from widgets.look.theme import Theme

_HEIGHT = 96
_LEFT, _RIGHT, _TOP, _BOTTOM = 4.0, 64.0, 8.0, 18.0
_LEAST_SECONDS, _LEAST_TOKENS = 0.2, 16.0
_NUM_TICKS = 6
_MOST_POINTS = 600


class RaceLine(QWidget):
    """Shows two tracks."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tracks = (Track(), Track())
        self._moment: float | None = None
        self._names = ("", "")
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_tracks(self, tracks: tuple[Track, Track], names: tuple[str, str]) -> None:
        """Show how far both sides are; call it again when the tracks have grown."""
        self._tracks, self._names = tracks, names
        parts = []
        for name, track in zip(names, tracks, strict=True):
            text = self.tr("{name}: %Ln token(s) after {seconds} s", "", track.num_tokens)
            parts.append(text.format(name=name, seconds=figures.decimal(track.last_seconds, 1)))
        self.setAccessibleName(self.tr("The race"))
        self.setAccessibleDescription("; ".join(parts))
        self.setToolTip("\n".join(parts))
        self.update()

    def show_moment(self, seconds: float | None) -> None:
        """Draw a hairline at a moment; None draws none."""
        self._moment = seconds
        self.update()

    @property
    def longest_seconds(self) -> float:
        """What the axis reaches to, at least."""
        return max(_LEAST_SECONDS, *(track.last_seconds for track in self._tracks))

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(400, _HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the axis, both lines, and where each has come to."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(sans(11))
        area = QRectF(_LEFT, _TOP, self.width() - _LEFT - _RIGHT, self.height() - _TOP - _BOTTOM)
        self._paint_axis(painter, area)
        places = []
        for side, track in enumerate(self._tracks):
            points, pen = self._points(track, area), pen_of(palette, side)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(points))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen.color())
            painter.drawEllipse(points[-1], 3.2, 3.2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            places.append((points[-1], pen.color(), track.num_tokens))
        self._paint_numbers(painter, places)
        if self._moment is not None:
            x = area.left() + area.width() * min(1.0, self._moment / self.longest_seconds)
            painter.setPen(QPen(QColor(palette.corrected), 1.2))
            painter.drawLine(QLineF(x, 2, x, area.bottom()))
        painter.end()

    def _paint_axis(self, painter: QPainter, area: QRectF) -> None:
        palette = self._theme.palette
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawLine(QLineF(area.left(), area.bottom() + 0.5, area.right(), area.bottom() + 0.5))
        step = _round_step(self.longest_seconds / _NUM_TICKS)
        number = 0
        while number * step <= self.longest_seconds * 1.0001:
            x = area.left() + area.width() * number * step / self.longest_seconds
            painter.setPen(QPen(QColor(palette.line), 1))
            painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
            painter.setPen(QColor(palette.muted))
            text = self.tr("{number} s").format(number=figures.decimal(number * step, 0 if step >= 1 else 1))
            width = QFontMetricsF(painter.font()).horizontalAdvance(text)
            left = min(max(x - width / 2, 0.0), self.width() - width)
            painter.drawText(QPointF(left, self.height() - 4.0), text)
            number += 1

    def _paint_numbers(self, painter: QPainter, places: list[tuple[QPointF, QColor, int]]) -> None:
        """Tokens beside the ends of the lines, moved apart where they would lie on each other."""
        metrics = QFontMetricsF(painter.font())
        heights = [place.y() + metrics.ascent() / 2 - 1 for place, _colour, _tokens in places]
        gap = metrics.height() - abs(heights[0] - heights[1])
        if gap > 0 and abs(places[0][0].x() - places[1][0].x()) < _RIGHT:
            right = max(place.x() for place, _colour, _tokens in places)
            places = [(QPointF(right, place.y()), colour, tokens) for place, colour, tokens in places]
            upper = 0 if heights[0] <= heights[1] and places[0][2] > places[1][2] else 1
            heights[upper] -= gap / 2
            heights[1 - upper] += gap / 2
            below = max(heights) - (self.height() - _BOTTOM)
            heights = [height - max(0.0, below) for height in heights]
        above = metrics.ascent() - min(heights)
        heights = [height + max(0.0, above) for height in heights]
        for (place, colour, tokens), height in zip(places, heights, strict=True):
            text = self.tr("{number} tok").format(number=figures.decimal(tokens, 0))
            box = QRectF(
                place.x() + 6, height - metrics.ascent(), metrics.horizontalAdvance(text) + 2, metrics.height()
            )
            painter.fillRect(box, QColor(self._theme.palette.background))  # no line goes through a number
            painter.setPen(colour)
            painter.drawText(QPointF(place.x() + 7, height), text)

    def _points(self, track: Track, area: QRectF) -> list[QPointF]:
        most_tokens = max(_LEAST_TOKENS, *(each.num_tokens for each in self._tracks))
        longest = self.longest_seconds
        stride = max(1, len(track.seconds) // _MOST_POINTS)
        moments = [(0.0, 0), *list(zip(track.seconds, track.tokens, strict=True))[::stride]]
        if track.seconds:
            moments.append((track.last_seconds, track.num_tokens))
        return [
            QPointF(
                area.left() + area.width() * seconds / longest, area.bottom() - area.height() * tokens / most_tokens
            )
            for seconds, tokens in moments
        ]


class LineSample(QWidget):
    """A piece of one side's line, to stand beside its name."""

    def __init__(self, theme: Theme, side: int) -> None:
        super().__init__()
        self._theme = theme
        self._side = side
        self.setFixedSize(24, 14)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen_of(self._theme.palette, self._side))
        painter.drawLine(QLineF(0, 7, 22, 7))
        painter.end()


def pen_of(palette: Palette, side: int) -> QPen:
    """What a side's line is drawn with: dashes for the first, one thicker stroke for the second."""
    colour, style, width = (
        (palette.accepted, Qt.PenStyle.SolidLine, 2.2) if side else (palette.muted, Qt.PenStyle.DashLine, 1.8)
    )
    return QPen(QColor(colour), width, style, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)


def _round_step(least: float) -> float:
    """The next of 1, 2 and 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(least))
    return next((power * factor for factor in (1, 2, 5) if power * factor >= least), power * 10)
