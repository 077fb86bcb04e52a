"""A handful of line icons, painted as paths so that they take the palette's colours at every scale."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QToolButton

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from widgets.look.theme import Theme

SIZE = 16
_SCALES = (1, 2, 3)


class Icon(StrEnum):
    """The icons there are, named after what they show."""

    MORE = "more"
    MENU = "menu"
    CLOSE = "close"
    PLUS = "plus"
    PANEL_LEFT = "panel_left"
    PANEL_RIGHT = "panel_right"
    CHEVRON_DOWN = "chevron_down"
    CHEVRON_RIGHT = "chevron_right"
    ARROW_LEFT = "arrow_left"
    ARCHIVE = "archive"


def _lines(*strokes: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    for stroke in strokes:
        path.moveTo(*stroke[0])
        for point in stroke[1:]:
            path.lineTo(*point)
    return path


def _panel(divider: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(2.5, 3, 11, 10), 2, 2)
    path.moveTo(divider, 3)
    path.lineTo(divider, 13)
    return path


def _box() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(2.5, 3, 11, 3), 0.8, 0.8)
    path.addPath(_lines(((3.5, 6), (3.5, 13), (12.5, 13), (12.5, 6)), ((6.5, 8.7), (9.5, 8.7))))
    return path


def _outline(icon: Icon) -> QPainterPath:
    match icon:
        case Icon.CLOSE:
            return _lines(((4.5, 4.5), (11.5, 11.5)), ((11.5, 4.5), (4.5, 11.5)))
        case Icon.MENU:
            return _lines(((3, 4.5), (13, 4.5)), ((3, 8), (13, 8)), ((3, 11.5), (13, 11.5)))
        case Icon.PLUS:
            return _lines(((8, 3.5), (8, 12.5)), ((3.5, 8), (12.5, 8)))
        case Icon.PANEL_LEFT:
            return _panel(6.5)
        case Icon.PANEL_RIGHT:
            return _panel(9.5)
        case Icon.CHEVRON_DOWN:
            return _lines(((4.5, 6.5), (8, 10), (11.5, 6.5)))
        case Icon.CHEVRON_RIGHT:
            return _lines(((6.5, 4.5), (10, 8), (6.5, 11.5)))
        case Icon.ARROW_LEFT:
            return _lines(((12.5, 8), (3.5, 8)), ((7.5, 4), (3.5, 8), (7.5, 12)))
        case Icon.ARCHIVE:
            return _box()
        case Icon.MORE:
            return QPainterPath()


def paint_icon(painter: QPainter, icon: Icon, origin: QPointF, colour: str) -> None:
    """Paint an icon of `SIZE` by `SIZE` with its upper left corner at `origin`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(origin)
    if icon is Icon.MORE:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        for x in (3.5, 8.0, 12.5):
            painter.drawEllipse(QPointF(x, 8), 1.35, 1.35)
    else:
        pen = QPen(QColor(colour), 1.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPath(_outline(icon))
    painter.restore()


def make_icon(icon: Icon, colour: str) -> QIcon:
    """Return an icon in one colour, sharp at 100 % to 300 %."""
    made = QIcon()
    for scale in _SCALES:
        pixmap = QPixmap(SIZE * scale, SIZE * scale)
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_icon(painter, icon, QPointF(0, 0), colour)
        painter.end()
        made.addPixmap(pixmap)
    return made


class IconButton(QToolButton):
    """A quiet button that shows an icon only; its name is its tool tip and what a screen reader says."""

    def __init__(self, theme: Theme, icon: Icon, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self.setProperty("role", "quiet")
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.setIconSize(QSize(SIZE, SIZE))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_icon(self, icon: Icon) -> None:
        """Show another icon."""
        self._icon = icon
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        self.setIcon(make_icon(self._icon, self._theme.palette.muted))
