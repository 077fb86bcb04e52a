"""The small pictures of the privacy page. Each stands beside words that say the same."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.palette import Palette
    from widgets.look.theme import Theme

SIZE = 16


class PrivacyMark(StrEnum):
    """What a mark says."""

    LOCKED = "locked"
    """Encrypted."""
    PAGE = "page"
    """A file that anybody with the disk can read, and need not be secret."""
    MEMORY = "memory"
    """Never a file."""
    OUTSIDE = "outside"
    """Where the user put it."""
    FINE = "fine"
    WARNING = "warning"


class MarkLabel(QWidget):
    """Paints one mark in the theme's colours."""

    def __init__(self, theme: Theme, mark: PrivacyMark) -> None:
        super().__init__()
        self._theme = theme
        self._mark = mark
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def mark(self) -> PrivacyMark:
        """What it says."""
        return self._mark

    def show_mark(self, mark: PrivacyMark) -> None:
        """Say something else."""
        self._mark = mark
        self.update()

    def sizeHint(self) -> QSize:
        """As large as an icon."""
        return QSize(SIZE, SIZE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(mark_colour(self._mark, self._theme.palette)), 1.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPath(_outline(self._mark))
        painter.end()


def mark_colour(mark: PrivacyMark, palette: Palette) -> str:
    """The colour of a mark."""
    if mark in (PrivacyMark.LOCKED, PrivacyMark.FINE):
        return palette.accepted
    return palette.rejected if mark is PrivacyMark.WARNING else palette.muted


def _outline(mark: PrivacyMark) -> QPainterPath:
    path = QPainterPath()
    match mark:
        case PrivacyMark.LOCKED:
            path.addRoundedRect(QRectF(3, 7, 10, 7), 1.8, 1.8)
            path.moveTo(5, 7)
            path.lineTo(5, 5)
            path.arcTo(QRectF(5, 2, 6, 6), 180, -180)
            path.lineTo(11, 7)
            _dot(path, 8, 10.5)
        case PrivacyMark.PAGE:
            _lines(path, (9.5, 2), (4, 2), (4, 14), (12, 14), (12, 4.5), (9.5, 2), (9.5, 4.5), (12, 4.5))
            _lines(path, (6.2, 8), (9.8, 8))
            _lines(path, (6.2, 10.8), (9.8, 10.8))
        case PrivacyMark.MEMORY:
            path.addRoundedRect(QRectF(4, 4, 8, 8), 1.4, 1.4)
            for at in (6.4, 9.6):
                _lines(path, (at, 1.8), (at, 4))
                _lines(path, (at, 12), (at, 14.2))
                _lines(path, (1.8, at), (4, at))
                _lines(path, (12, at), (14.2, at))
        case PrivacyMark.OUTSIDE:
            _lines(path, (7, 3.5), (3, 3.5), (3, 13), (12.5, 13), (12.5, 9))
            _lines(path, (9.5, 2.5), (13.5, 2.5), (13.5, 6.5))
            _lines(path, (13.2, 2.8), (7.5, 8.5))
        case PrivacyMark.FINE:
            _lines(path, (3, 8.6), (6.4, 12), (13, 4.6))
        case PrivacyMark.WARNING:
            _lines(path, (8, 2), (14.4, 13.5), (1.6, 13.5), (8, 2))
            _lines(path, (8, 6.4), (8, 9.4))
            _dot(path, 8, 11.5)
    return path


def _lines(path: QPainterPath, *points: tuple[float, float]) -> None:
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)


def _dot(path: QPainterPath, x: float, y: float) -> None:
    path.addEllipse(QPointF(x, y), 0.25, 0.25)
