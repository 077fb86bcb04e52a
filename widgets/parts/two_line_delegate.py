"""Rows of a name and a smaller second line, for the conversations and for the model menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from widgets.look.theme import sans

if TYPE_CHECKING:
    from widgets.look.theme import Theme

VALUE = Qt.ItemDataRole.UserRole
DETAIL = Qt.ItemDataRole.UserRole + 1
MARKED = Qt.ItemDataRole.UserRole + 2
"""Whether the row is the one that is open or loaded."""

_PADDING = 8
_RADIUS = 7.0
_AnyIndex = QModelIndex | QPersistentModelIndex


def two_line_item(
    value: str, title: str, detail: str, *, marked: bool = False, enabled: bool = True
) -> QListWidgetItem:
    """Return a row; a screen reader hears both lines."""
    item = QListWidgetItem(title)
    item.setData(VALUE, value)
    item.setData(DETAIL, detail)
    item.setData(MARKED, marked)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}, {detail}" if detail else title)
    if not enabled:
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
    return item


class TwoLineDelegate(QStyledItemDelegate):
    """Paints a marked row in the selection's colour and bold, any other plain."""

    def __init__(self, theme: Theme, title_pixels: int = 14) -> None:
        super().__init__()
        self._theme = theme
        self._title = sans(title_pixels)
        self._bold = sans(title_pixels, QFont.Weight.DemiBold)
        self._detail = sans(12)

        one = QFontMetrics(self._title).height() + 2 * _PADDING - 2
        self.one_line = QSize(80, one)
        """The room of a row without a second line,"""
        self.two_lines = QSize(80, one + QFontMetrics(self._detail).height())
        """and of one with it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _AnyIndex) -> QSize:
        """Return the room for one or two lines."""
        return self.two_lines if index.data(DETAIL) else self.one_line

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _AnyIndex) -> None:
        """Paint a row."""
        palette = self._theme.palette
        state, rect = option.state, QRect(option.rect)
        enabled = bool(state & QStyle.StateFlag.State_Enabled)
        marked = bool(index.data(MARKED))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, QRectF(rect).adjusted(0, 1, 0, -1), state, marked=marked, enabled=enabled)
        inner = rect.adjusted(_PADDING, _PADDING - 1, -_PADDING, -_PADDING + 1)
        title_font = self._bold if marked else self._title
        metrics = QFontMetrics(title_font)
        painter.setFont(title_font)
        painter.setPen(QColor(palette.ink if enabled else palette.muted))
        self.paint_title(
            painter, QPoint(inner.left(), inner.top() + metrics.ascent()), inner.width(), index, str(index.data())
        )
        detail = str(index.data(DETAIL) or "")
        if detail:
            baseline = inner.top() + metrics.height() + QFontMetrics(self._detail).ascent()
            self.paint_detail(painter, QPoint(inner.left(), baseline), inner.width(), index, detail)
        painter.restore()

    def paint_title(self, painter: QPainter, place: QPoint, width: int, index: _AnyIndex, title: str) -> None:
        """Paint the first line from `place` on, at most so wide, in the painter's font and colour."""
        elided = QFontMetrics(painter.font()).elidedText(title, Qt.TextElideMode.ElideRight, width)
        painter.drawText(place, elided)

    def paint_detail(self, painter: QPainter, place: QPoint, width: int, index: _AnyIndex, detail: str) -> None:
        """Paint the second line from `place` on, at most so wide."""
        painter.setFont(self._detail)
        painter.setPen(QColor(self._theme.palette.muted))
        elided = QFontMetrics(self._detail).elidedText(detail, Qt.TextElideMode.ElideRight, width)
        painter.drawText(place, elided)

    def _paint_ground(
        self, painter: QPainter, rect: QRectF, state: QStyle.StateFlag, *, marked: bool, enabled: bool
    ) -> None:
        palette = self._theme.palette
        hovered = enabled and bool(state & QStyle.StateFlag.State_MouseOver)
        if marked or hovered:
            ground = QColor(palette.selection)
            ground.setAlpha(255 if marked else 120)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
        if bool(state & QStyle.StateFlag.State_HasFocus) and bool(state & QStyle.StateFlag.State_Selected):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(palette.corrected))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
