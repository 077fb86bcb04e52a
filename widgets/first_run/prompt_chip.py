"""A suggestion for a message: a button whose words go on in the next line where the window is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter

from widgets.look.theme import sans

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme

_SIDE, _TOP = 15, 11
_FLAGS = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignVCenter)
_LEAST_WIDTH = 160
_TALL = 10_000


class PromptChip(QPushButton):
    """Shows all of its text, on as many lines as that takes."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__(text)
        self._theme = theme
        self._face = sans(13)
        self.setProperty("role", "chip")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def hasHeightForWidth(self) -> bool:
        """Less width means more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines."""
        return self._bounds(width).height() + 2 * _TOP

    def sizeHint(self) -> QSize:
        """On one line."""
        width = QFontMetrics(self._face).horizontalAdvance(self.text()) + 2 * _SIDE + 2
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """On several."""
        return QSize(_LEAST_WIDTH, self.heightForWidth(max(_LEAST_WIDTH, self.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words over the style's button."""
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        painter.setFont(self._face)
        painter.setPen(QColor(self._theme.palette.ink if self.isEnabled() else self._theme.palette.faint))
        painter.drawText(self.rect().adjusted(_SIDE, 0, -_SIDE, 0), _FLAGS, self.text())
        painter.end()

    def _bounds(self, width: int) -> QRect:
        room = QRect(0, 0, max(1, width - 2 * _SIDE), _TALL)
        return QFontMetrics(self._face).boundingRect(room, _FLAGS, self.text())
