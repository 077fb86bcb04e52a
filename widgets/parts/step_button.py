"""The small buttons of the round stepper, with the signs that every player has; the keys do the same."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme

SIZE = QSize(30, 26)


class StepSign(StrEnum):
    """What a button does."""

    FIRST = "first"
    PREVIOUS = "previous"
    PLAY = "play"
    PAUSE = "pause"
    NEXT = "next"
    LAST = "last"


class StepButton(QAbstractButton):
    """A sign in a soft field. It takes no focus: whoever holds it has a key for it."""

    def __init__(self, theme: Theme, sign: StepSign, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sign = sign
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFixedSize(SIZE)
        self.show_sign(sign, name)
        theme.changed.connect(self.update)

    def show_sign(self, sign: StepSign, name: str) -> None:
        """Show another sign, with what a screen reader and the pointer are told."""
        self._sign = sign
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.update()

    def sizeHint(self) -> QSize:
        """The same for all."""
        return SIZE

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sign."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        lively = self.isEnabled() and (self.underMouse() or self.isDown())
        if lively:
            painter.setBrush(QColor(palette.selection))
            painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        colour = palette.ink if lively else palette.muted
        if not self.isEnabled():
            colour = palette.line
        painter.setBrush(QColor(colour))
        painter.translate(QRectF(self.rect()).center())
        painter.drawPath(_path(self._sign))
        painter.end()


def _path(sign: StepSign) -> QPainterPath:
    path = QPainterPath()
    if sign is StepSign.PAUSE:
        path.addRoundedRect(QRectF(-4.5, -5, 3, 10), 1, 1)
        path.addRoundedRect(QRectF(1.5, -5, 3, 10), 1, 1)
        return path
    way = -1.0 if sign in (StepSign.FIRST, StepSign.PREVIOUS) else 1.0
    big = 5.5 if sign is StepSign.PLAY else 4.5
    tip = [QPointF(-0.7 * big * way, -big), QPointF(0.9 * big * way, 0), QPointF(-0.7 * big * way, big)]
    path.addPolygon(QPolygonF(tip))
    path.closeSubpath()
    if sign in (StepSign.FIRST, StepSign.LAST):
        path.addRect(QRectF(4.6 * way - 0.9, -4.5, 1.8, 9))
    return path
