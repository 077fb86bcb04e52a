"""The paper that the cards of a conversation lie on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme


class TranscriptCanvas(QWidget):
    """Paints the paper and says when a card wants another height."""

    layout_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        # What does not change is moved, not painted, when the conversation scrolls or grows.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        theme.changed.connect(self.update)

    def event(self, event: QEvent) -> bool:
        """Hear of cards that want another height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.layout_requested.emit()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.palette.background))
        painter.end()
