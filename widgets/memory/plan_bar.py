"""One memory as a bar: other programs, the target's parts, the draft's, what is free, and what does not fit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from widgets.memory.plan_words import size_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from widgets.look.palette import Palette
    from widgets.look.theme import Theme

_HEIGHT = 20
_BAR = 14.0
_RADIUS = 5.0
_LEAST = 2.0
_STRIPE = 6


class Kind(StrEnum):
    """What a part of the bar is."""

    OTHER = "other"
    TARGET_WEIGHTS = "target_weights"
    TARGET_CACHE = "target_cache"
    TARGET_BUFFERS = "target_buffers"
    DRAFT_WEIGHTS = "draft_weights"
    DRAFT_CACHE = "draft_cache"
    DRAFT_BUFFERS = "draft_buffers"


_ALPHA = {"weights": 255, "cache": 150, "buffers": 80}


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the bar and what it is called."""

    kind: Kind
    name: str
    num_bytes: int


def colour_of(kind: Kind, palette: Palette) -> QColor:
    """The colour of a part: one for each model, paler from weights to buffers."""
    if kind is Kind.OTHER:
        return QColor(palette.faint)
    colour = QColor(palette.corrected if kind.value.startswith("target") else palette.bonus)
    colour.setAlpha(_ALPHA[kind.value.rpartition("_")[2]])
    return colour


class PlanBar(QWidget):
    """As long as the memory, or as what is wanted of it where that is more; a line shows where the memory ends."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._segments: tuple[Segment, ...] = ()
        self._capacity = 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """What is shown, from the left."""
        return self._segments

    @property
    def excess_bytes(self) -> int:
        """How much more is wanted than there is."""
        return max(0, sum(segment.num_bytes for segment in self._segments) - self._capacity)

    def show_segments(self, segments: Sequence[Segment], capacity: int) -> None:
        """Show parts of a memory of `capacity` bytes."""
        shown = tuple(segment for segment in segments if segment.num_bytes > 0)
        if (shown, capacity) == (self._segments, self._capacity):
            return
        self._segments, self._capacity = shown, max(1, capacity)
        self.setAccessibleDescription(", ".join(f"{each.name} {size_text(each.num_bytes)}" for each in shown))
        self.update()

    def sizeHint(self) -> QSize:
        """A line's height."""
        return QSize(240, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Short, but a bar."""
        return QSize(80, _HEIGHT)

    def event(self, event: QEvent) -> bool:
        """Say what the part below the pointer is."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            segment = self._segment_at(event.pos().x())
            text = "" if segment is None else f"{segment.name}: {size_text(segment.num_bytes)}"
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts, what is free, and what does not fit."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(0.5, (self.height() - _BAR) / 2, self.width() - 1, _BAR)
        outline = QPainterPath()
        outline.addRoundedRect(area, _RADIUS, _RADIUS)
        painter.fillPath(outline, QColor(palette.selection))
        painter.setClipPath(outline)
        for segment, left, width in self._places():
            painter.fillRect(QRectF(area.left() + left, area.top(), width, _BAR), colour_of(segment.kind, palette))
            edge = area.left() + left + width
            painter.fillRect(QRectF(edge - 1, area.top(), 1, _BAR), QColor(palette.background))
        end = area.left() + area.width() * self._capacity / self._length
        if self.excess_bytes:
            self._paint_excess(painter, QRectF(end, area.top(), area.right() - end, _BAR))
        painter.setClipping(False)
        if self.excess_bytes:
            painter.setPen(QPen(QColor(palette.ink), 2))
            painter.drawLine(QPointF(end, 1), QPointF(end, self.height() - 1))
        painter.end()

    def _paint_excess(self, painter: QPainter, area: QRectF) -> None:
        """Stripes over what does not fit, so that it is seen without colours, too."""
        painter.save()
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        painter.setPen(QPen(QColor(self._theme.palette.rejected), 2))
        x = area.left() - area.height()
        while x < area.right():
            painter.drawLine(QPointF(x, area.bottom()), QPointF(x + area.height(), area.top()))
            x += _STRIPE
        painter.restore()

    @property
    def _length(self) -> int:
        return max(self._capacity, sum(segment.num_bytes for segment in self._segments))

    def _places(self) -> list[tuple[Segment, float, float]]:
        """Segments with left edge and width; what is there is seen, however little it is."""
        scale = (self.width() - 1) / self._length
        places, left = [], 0.0
        for segment in self._segments:
            width = max(_LEAST, segment.num_bytes * scale)
            places.append((segment, left, width))
            left += width
        return places

    def _segment_at(self, x: float) -> Segment | None:
        return next((segment for segment, left, width in self._places() if left <= x < left + width), None)
