"""A button that looks like a field of choices and drops a menu: what holds at the left, a chevron at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QMenu, QPushButton, QStyle, QStyleOptionButton, QStylePainter, QWidget

from widgets.look.icons import SIZE, Icon, paint_icon
from widgets.look.theme import sans

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme

_STYLE = "QPushButton { padding: 0; border-radius: 6px; }"
_SIDE = 9


class MenuButton(QPushButton):
    """Names what is chosen; words that are longer than the button are cut, and told whole by the tool tip.

    Args:
        theme: Whose palette it takes.
        name: What is chosen with it, such as "Preset".
    """

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._choice = ""
        self._is_none = True
        self.setStyleSheet(_STYLE)
        self.setFont(sans(12))
        self.drop_menu = QMenu(self)
        self.setMenu(self.drop_menu)
        theme.changed.connect(self.update)

    @property
    def choice(self) -> str:
        """What is shown."""
        return self._choice

    def show_choice(self, choice: str, *, is_none: bool = False) -> None:
        """Show what is chosen; `is_none` where the words only say that nothing is."""
        self._choice = choice
        self._is_none = is_none
        self.setAccessibleName(f"{self._name}: {choice}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the choice and the chevron over the style's button."""
        palette = self._theme.palette
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        room = QRect(_SIDE, 0, self.width() - 2 * _SIDE - SIZE + 2, self.height())
        painter.setFont(sans(12))
        painter.setPen(QColor(palette.muted if self._is_none else palette.ink))
        text = QFontMetrics(sans(12)).elidedText(self._choice, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
        corner = QPointF(self.width() - SIZE - 5, (self.height() - SIZE) / 2)
        paint_icon(painter, Icon.CHEVRON_DOWN, corner, palette.ink)
        painter.end()
