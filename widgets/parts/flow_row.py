"""Buttons side by side that go on in the next line where the window is narrow."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowRow(QLayout):
    """Lays its widgets out like words; those that are hidden take no room."""

    def __init__(self, *widgets: QWidget, spacing: int = 8) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        """By width: Qt asks for them over and over while anything in the window changes."""
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One of them, or None."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give one away, or None."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """None: it needs what it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """It does: less width means more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines."""
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), place=False)
        return self._heights[width]

    def invalidate(self) -> None:
        """What it holds is larger or smaller than before."""
        self._heights.clear()
        super().invalidate()

    def sizeHint(self) -> QSize:
        """All in one line."""
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        gaps = self.spacing() * max(0, len(sizes) - 1)
        return QSize(sum(size.width() for size in sizes) + gaps, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """The widest alone."""
        sizes = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((size.width() for size in sizes), default=0), max((size.height() for size in sizes), default=0)
        )

    def setGeometry(self, rectangle: QRect) -> None:
        """Put everything in its place."""
        super().setGeometry(rectangle)
        self._arrange(rectangle, place=True)

    def _arrange(self, rectangle: QRect, *, place: bool) -> int:
        top = rectangle.top()
        for line in self._lines(rectangle.width()):
            height = max(item.sizeHint().height() for item in line)
            left = rectangle.left()
            for item in line:
                size = item.sizeHint()
                if place:
                    item.setGeometry(QRect(QPoint(left, top + (height - size.height()) // 2), size))
                left += size.width() + self.spacing()
            top += height + self.spacing()
        return max(0, top - self.spacing() - rectangle.top())

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        left = 0
        for item in self._items:
            if item.isEmpty():
                continue
            needed = item.sizeHint().width()
            if not lines or left + needed > width:
                lines.append([])
                left = 0
            lines[-1].append(item)
            left += needed + self.spacing()
        return lines
