"""The menu that drops from a model picker: recent files with a second line each, and ways to choose others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from widgets.parts.two_line_delegate import VALUE, TwoLineDelegate, two_line_item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from widgets.look.theme import Theme

_WIDTH = 340
_MAX_HEIGHT = 420
_RADIUS = 10.0


@dataclass(frozen=True, slots=True)
class MenuRow:
    """A choice; `reason` says why it cannot be chosen, empty if it can."""

    value: str
    title: str
    detail: str = ""
    marked: bool = False
    reason: str = ""


class ModelMenu(QFrame):
    """A popup. `chosen(str)` carries the value of the row."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self._theme = theme
        self._delegate = TwoLineDelegate(theme, title_pixels=13)
        self.list = QListWidget()
        self.list.setItemDelegate(self._delegate)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.viewport().setAutoFillBackground(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.list)
        self.list.itemClicked.connect(self._on_chosen)
        self.list.installEventFilter(self)

    def drop_from(self, anchor: QWidget, rows: Sequence[MenuRow]) -> None:
        """Show rows below a widget."""
        self.list.clear()
        self.list.setAccessibleName(anchor.accessibleName())
        for row in rows:
            detail = row.reason or row.detail
            item = two_line_item(row.value, row.title, detail, marked=row.marked, enabled=not row.reason)
            item.setToolTip(row.reason or (row.value if row.detail else ""))
            self.list.addItem(item)
        height = sum(self.list.sizeHintForRow(row) for row in range(self.list.count()))
        self.resize(_WIDTH, min(_MAX_HEIGHT, height + 14))
        self.move(self._place(anchor))
        self.show()
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)
        self._select_first()

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        """Choose with Enter or Space."""
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in keys:
            item = self.list.currentItem()
            if item is not None:
                self._on_chosen(item)
            return True
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rounded card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(self._theme.palette.card))
        painter.setPen(QPen(QColor(self._theme.palette.line), 1))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), _RADIUS, _RADIUS)
        painter.end()

    def _place(self, anchor: QWidget) -> QPoint:
        corner = anchor.mapToGlobal(QPoint(0, anchor.height() + 4))
        screen = anchor.screen().availableGeometry()
        return QPoint(max(screen.left(), min(corner.x(), screen.right() - self.width())), corner.y())

    def _select_first(self) -> None:
        for row in range(self.list.count()):
            if self.list.item(row).flags() & Qt.ItemFlag.ItemIsEnabled:
                self.list.setCurrentRow(row)
                return

    def _on_chosen(self, item: QListWidgetItem) -> None:
        if item.flags() & Qt.ItemFlag.ItemIsEnabled:
            value = str(item.data(VALUE))
            self.close()
            self.chosen.emit(value)
