"""The words beside the message box that say what holds for the next reply; a click goes to where it is set.

Where there is no room they end in an ellipsis: the field and the bar beside them are worth more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from widgets.look.theme import sans

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

_PADDING = 14
"""Of the style's frame, on both sides."""


class CaptionButton(QPushButton):
    """As wide as its words, or less. `text()` is always all of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "quiet")
        self.setFont(sans(12.5))
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, text: str) -> None:
        """Show these, or as many of them as there is room for."""
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(self.tr("System prompt and settings: {words}").format(words=text))
        self.setMaximumWidth(self._width_of(text))

    @property
    def words(self) -> str:
        """What was to be shown."""
        return self.text().replace("&&", "&")

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the button with its words cut to fit."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = max(0, self.width() - _PADDING)
        option.text = option.fontMetrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()

    def _width_of(self, text: str) -> int:
        self.ensurePolished()  # the style may set another size of type
        return QFontMetrics(self.font()).horizontalAdvance(text) + _PADDING + 2
