"""Buttons side by side with a line of figures at the right: below the buttons where both have no room side by side."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize

from widgets.parts.flow_row import FlowRow

_LINE_GAP = 1
_ABOVE = 4


class ToolRow(FlowRow):
    """Its last widget stands at the right end of the last line."""

    def sizeHint(self) -> QSize:
        """All in one line."""
        return super().sizeHint() + QSize(0, _ABOVE)

    def minimumSize(self) -> QSize:
        """The widest alone."""
        return super().minimumSize() + QSize(0, _ABOVE)

    def _arrange(self, rectangle: QRect, *, place: bool) -> int:
        top = rectangle.top() + _ABOVE
        for line in self._lines(rectangle.width()):
            height = max(item.sizeHint().height() for item in line)
            left = rectangle.left()
            for item in line:
                size = item.sizeHint()
                size.setWidth(min(size.width(), rectangle.width()))
                if item is self.itemAt(self.count() - 1):
                    left = max(left, rectangle.right() + 1 - size.width())
                if place:
                    item.setGeometry(QRect(QPoint(left, top + (height - size.height()) // 2), size))
                left += size.width() + self.spacing()
            top += height + _LINE_GAP
        return max(0, top - _LINE_GAP - rectangle.top())
