"""The drawing surface of a plot: pyqtgraph without its frames, axes and menus, in the palette's colours."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor

from widgets.look.theme import sans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from widgets.look.theme import Theme

HEIGHT = 62
_HEADROOM = 1.16
_REFERENCE_PIXELS = 10
_ROOM_ABOVE, _ROOM_BELOW = 0.7, 0.3
"""Shares of the height beyond which a label fits on one side of its line only."""
_LABEL_SHARE = 0.25
"""Share of the width that a label takes."""
_LABEL_HEIGHT = 0.27
"""Share of the height that a label takes."""
_SAMPLES = 24


@dataclass(slots=True)
class Line:
    """A curve and the palette's fields that colour it."""

    item: Any
    colour: str
    width: float
    fill_alpha: int
    shade: Any = None
    """What fills it down to zero."""
    xs: Sequence[float] = ()
    ys: Sequence[float] = ()


class PlotCanvas(QObject):
    """Lines over a baseline at zero, one dashed reference, and a mark where the pointer is.

    `hovered(int)` carries the index of the nearest point of the first line, -1 when the pointer leaves.
    """

    hovered = Signal(int)

    def __init__(self, theme: Theme, height: int = HEIGHT) -> None:
        widget = pg.PlotWidget()
        super().__init__(widget)
        self.widget = widget
        self._theme = theme
        self._height = height
        self._cursor_x: float | None = None
        self._lines: list[Line] = []
        self._ratio = 1.0
        self._prepare()
        self._baseline = self._straight(Qt.PenStyle.SolidLine)
        self._reference = self._straight(Qt.PenStyle.DashLine)
        self._reference_label = pg.TextItem(anchor=(1, 1))
        self._reference_label.setFont(sans(_REFERENCE_PIXELS))
        self._cursor = pg.InfiniteLine(angle=90, movable=False)
        self._dot = pg.ScatterPlotItem(size=7)
        for item in (self._reference_label, self._cursor, self._dot):
            self._view.addItem(item, ignoreBounds=True)
        for item in (self._reference, self._reference_label, self._cursor, self._dot):
            item.hide()
        self._colour()
        theme.changed.connect(self._colour)

    def add_line(self, colour: str, *, width: float = 2.0, fill_alpha: int = 0) -> Line:
        """Add a curve in the palette's field `colour`, filled down to zero if `fill_alpha` is not 0."""
        item = pg.PlotCurveItem(antialias=True, connect="finite")
        shade = pg.PlotCurveItem(fillLevel=0, pen=None) if fill_alpha else None
        line = Line(item, colour, width, fill_alpha, shade)
        if shade is not None:
            self._view.addItem(shade)
        self._view.addItem(item)
        self._lines.append(line)
        self._colour()
        return line

    def draw(self, line: Line, xs: Sequence[float], ys: Sequence[float], gap: float = math.inf) -> None:
        """Give a curve its points; where two are further apart than `gap`, nothing is drawn between them."""
        line.xs, line.ys = xs, ys
        line.item.setData(*_broken(xs, ys, gap, math.nan))
        if line.shade is not None:
            line.shade.setData(*_broken(xs, ys, gap, 0.0))

    def frame(self, left: float, right: float, top: float) -> None:
        """Show `left` to `right` and zero to a little over `top`."""
        if self._ratio != self.widget.devicePixelRatioF():
            self._colour()
        height = max(top, 1e-9) * _HEADROOM
        self._view.setRange(xRange=(left, right), yRange=(-height * 0.03, height), padding=0)
        value = self._reference.value()
        self._reference_label.setAnchor((1, 0) if self._label_goes_below(value, right, height) else (1, 1))
        self._reference_label.setPos(right, value)
        if self._cursor_x is not None:
            self._point_at(self._cursor_x)

    def step_cursor(self, steps: int) -> None:
        """Move the mark by so many points; where there is none yet it begins at the newest."""
        xs = self._lines[0].xs
        if not len(xs):
            return
        if self._cursor_x is None:
            self._point_at(xs[-1])
            return
        index = nearest(xs, self._cursor_x) + steps
        self._point_at(xs[min(len(xs) - 1, max(0, index))])

    def hide_cursor(self) -> None:
        """Take the mark away."""
        self._cursor_x = None
        self._cursor.hide()
        self._dot.hide()
        self.hovered.emit(-1)

    @property
    def has_cursor(self) -> bool:
        """Whether a point is marked."""
        return self._cursor_x is not None

    def _label_goes_below(self, value: float, right: float, height: float) -> bool:
        """Whether the word stands below its line: out of the curve's way, and where there is room."""
        if value > _ROOM_ABOVE * height or value < _ROOM_BELOW * height:
            return value > _ROOM_ABOVE * height
        reach = _LABEL_HEIGHT * height
        heights = [y - value for line in self._lines for y in _heights(line, right)]
        above = sum(0 <= y < reach for y in heights)
        below = sum(-reach < y <= 0 for y in heights)
        return below < above

    def set_reference(self, value: float | None, text: str = "") -> None:
        """Show a dashed line with a word to it, or none. Call before `frame`."""
        visible = value is not None
        self._reference.setVisible(visible)
        self._reference_label.setVisible(visible)
        if value is not None:
            self._reference.setValue(value)
            self._reference_label.setText(text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice the pointer leaving."""
        if event.type() == QEvent.Type.Leave:
            self.hide_cursor()
        return super().eventFilter(watched, event)

    def _prepare(self) -> None:
        item = self.widget.getPlotItem()
        for side in ("left", "bottom", "right", "top"):
            item.hideAxis(side)
        item.hideButtons()
        item.setMenuEnabled(False)
        item.setContentsMargins(0, 0, 0, 0)
        item.layout.setContentsMargins(0, 0, 0, 0)
        self._view = item.getViewBox()
        self._view.setMouseEnabled(x=False, y=False)
        self._view.disableAutoRange()
        self._view.setDefaultPadding(0)
        self.widget.setFixedHeight(self._height)
        self.widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.widget.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.widget.setFrameShape(self.widget.Shape.NoFrame)
        self.widget.viewport().installEventFilter(self)
        # A wheel over a plot belongs to the panel that scrolls.
        self.widget.wheelEvent = lambda event: event.ignore()
        self.widget.scene().sigMouseMoved.connect(self._on_mouse_moved)

    def _straight(self, style: Qt.PenStyle) -> Any:  # noqa: ANN401 - pyqtgraph has no types
        line = pg.InfiniteLine(pos=0, angle=0, movable=False)
        line.setPen(pg.mkPen(self._theme.palette.line, width=1, style=style))
        self._view.addItem(line, ignoreBounds=True)
        return line

    def _colour(self) -> None:
        palette = self._theme.palette
        # pyqtgraph's pens are as wide on every screen: widths must grow with its pixels.
        self._ratio = self.widget.devicePixelRatioF()
        self.widget.setBackground(palette.card)
        self._baseline.setPen(pg.mkPen(palette.line, width=self._ratio))
        dashed = pg.mkPen(palette.faint, width=self._ratio)
        dashed.setDashPattern([3, 3])
        self._reference.setPen(dashed)
        self._reference_label.setColor(QColor(palette.muted))
        self._reference_label.fill = pg.mkBrush(palette.card)  # a curve that comes by goes behind the word
        self._cursor.setPen(pg.mkPen(palette.faint, width=self._ratio))
        for line in self._lines:
            colour = QColor(getattr(palette, line.colour))
            line.item.setPen(pg.mkPen(colour, width=line.width * self._ratio))
            if line.fill_alpha:
                colour.setAlpha(line.fill_alpha)
                line.shade.setBrush(pg.mkBrush(colour))

    def _on_mouse_moved(self, position: QPointF) -> None:
        self._point_at(self._view.mapSceneToView(position).x())

    def _point_at(self, x: float) -> None:
        """Mark the point nearest to a place."""
        line = self._lines[0]
        if not len(line.xs):
            self.hide_cursor()
            return
        self._cursor_x = x
        index = nearest(line.xs, x)
        self._cursor.setValue(line.xs[index])
        colour = getattr(self._theme.palette, line.colour)
        self._dot.setData([line.xs[index]], [line.ys[index]], pen=None, brush=pg.mkBrush(colour))
        self._cursor.show()
        self._dot.show()
        self.hovered.emit(index)


def _broken(
    xs: Sequence[float], ys: Sequence[float], gap: float, between: float
) -> tuple[Sequence[float], Sequence[float]]:
    """Put two points into every gap, right behind its one end and before its other, at the height `between`."""
    breaks = [index for index in range(1, len(xs)) if xs[index] - xs[index - 1] > gap]
    if not breaks:
        return xs, ys
    all_xs, all_ys, begin = list(xs[: breaks[0]]), list(ys[: breaks[0]]), 0
    for begin, end in zip(breaks, [*breaks[1:], len(xs)], strict=True):
        all_xs += [xs[begin - 1], xs[begin], *xs[begin:end]]
        all_ys += [between, between, *ys[begin:end]]
    return all_xs, all_ys


def _heights(line: Line, right: float) -> list[float]:
    """Return how high a curve runs where a label stands, at even distances."""
    xs, ys = line.xs, line.ys
    if not len(xs):
        return []
    width = _LABEL_SHARE * (right - xs[0])
    heights = []
    for sample in range(_SAMPLES + 1):
        x = right - width * sample / _SAMPLES
        if not xs[0] <= x <= xs[-1]:
            continue
        after = bisect_left(xs, x)
        before = max(0, after - 1)
        share = (x - xs[before]) / (xs[after] - xs[before]) if xs[after] > xs[before] else 1.0
        heights.append(ys[before] + share * (ys[after] - ys[before]))
    return heights


def nearest(xs: Sequence[float], x: float) -> int:
    """Return the index of the value of an ascending, non-empty sequence that is nearest to `x`."""
    right = bisect_left(xs, x)
    if right == 0:
        return 0
    if right == len(xs):
        return right - 1
    return right if xs[right] - x < x - xs[right - 1] else right - 1
