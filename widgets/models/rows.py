"""Rows of models for lists of thousands: nothing is made for a row that is not in sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from widgets.look.theme import sans

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from widgets.look.theme import Theme

_ROW = Qt.ItemDataRole.UserRole
_SIDE, _TOP, _GAP = 12, 8, 10
_RADIUS = 7.0
_LEAST_NAME = 90
_AnyIndex = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class ModelRow:
    """What a row shows."""

    key: str
    """By which it is known: a path."""
    title: str
    aside: str = ""
    """At the right of the first line."""
    detail: str = ""
    tag: str = ""
    """At the right of the second line."""
    warns: bool = False
    """The tag says what is wrong."""
    good: bool = False
    """The tag says what is good."""
    marked: bool = False
    """It is in use now."""
    tip: str = ""

    @property
    def spoken(self) -> str:
        """For a screen reader."""
        return ", ".join(part for part in (self.title, self.aside, self.detail, self.tag) if part)


class ModelRows(QAbstractListModel):
    """The rows there are, each made when it comes into sight."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.keys: tuple[str, ...] = ()
        """Of all rows."""
        self._make: Callable[[int], ModelRow] = _nothing
        self._made: dict[int, ModelRow] = {}

    @property
    def rows(self) -> tuple[ModelRow, ...]:
        """All of them."""
        return tuple(self.row(number) for number in range(len(self.keys)))

    def row(self, number: int) -> ModelRow:
        """One of them."""
        if number not in self._made:
            self._made[number] = self._make(number)
        return self._made[number]

    def set_rows(self, keys: Sequence[str], make: Callable[[int], ModelRow]) -> None:
        """Show other rows: their keys, and what makes the one of a number."""
        self.beginResetModel()
        self.keys, self._make, self._made = tuple(keys), make, {}
        self.endResetModel()

    def rowCount(self, parent: _AnyIndex = QModelIndex()) -> int:  # noqa: B008 - as Qt declares it
        """How many there are."""
        return 0 if parent.isValid() else len(self.keys)

    def data(self, index: _AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        row = self.row(index.row())
        if role == _ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        return row.tip if role == Qt.ItemDataRole.ToolTipRole else None


class ModelListView(QListView):
    """A list of models; the row that is current stays so when the rows are shown anew."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.rows_model = ModelRows(self)
        self.setModel(self.rows_model)
        self._delegate = _RowDelegate(theme)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(name)
        self.setProperty("role", "ringed")
        theme.changed.connect(self.viewport().update)

    @property
    def current_key(self) -> str:
        """The key of the current row; empty where there is none."""
        index = self.currentIndex()
        return self.rows_model.keys[index.row()] if index.isValid() else ""

    def show_rows(self, keys: Sequence[str], make: Callable[[int], ModelRow]) -> None:
        """Show other rows without telling of a change where the current one is still there.

        Args:
            keys: Of all rows.
            make: Makes the row of a number.
        """
        current, place = self.current_key, self.verticalScrollBar().value()
        selection = self.selectionModel()
        selection.blockSignals(True)
        self.rows_model.set_rows(keys, make)
        self.select(current)
        selection.blockSignals(False)
        self.verticalScrollBar().setValue(place)

    def select(self, key: str) -> bool:
        """Make a row the current one; False where it is not there."""
        if key not in self.rows_model.keys:
            return False
        self.setCurrentIndex(self.rows_model.index(self.rows_model.keys.index(key)))
        return True


def _nothing(_number: int) -> ModelRow:
    return ModelRow("", "")


class _RowDelegate(QStyledItemDelegate):
    """Two lines: name and size, place and what there is to know."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title, self._bold, self._small = sans(13), sans(13, QFont.Weight.DemiBold), sans(12)
        self._tag = sans(11.5, QFont.Weight.DemiBold)

    def sizeHint(self, option: QStyleOptionViewItem, index: _AnyIndex) -> QSize:
        """Return the room for two lines."""
        return QSize(120, QFontMetrics(self._bold).height() + QFontMetrics(self._small).height() + 2 * _TOP + 3)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _AnyIndex) -> None:
        """Paint a row."""
        row = index.data(_ROW)
        if not isinstance(row, ModelRow):
            return
        palette, rect = self._theme.palette, QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, QRectF(rect).adjusted(3, 1, -3, -1), option.state)
        inner = rect.adjusted(_SIDE, _TOP, -_SIDE, -_TOP)
        title_font = self._bold if row.marked else self._title
        height = QFontMetrics(title_font).height()
        first, second = QRect(inner), QRect(inner)
        first.setHeight(height)
        second.setTop(first.bottom() + 3)
        taken = self._paint_right(painter, first, row.aside, self._small, palette.muted)
        first.setRight(first.right() - taken)
        self._paint_left(painter, first, row.title, title_font, palette.ink)
        tag_font = self._tag if row.warns or row.good or row.marked else self._small
        taken = self._paint_right(painter, second, row.tag, tag_font, self._tag_colour(row, option.state))
        second.setRight(second.right() - taken)
        self._paint_left(painter, second, row.detail, self._small, palette.muted)
        painter.restore()

    def _tag_colour(self, row: ModelRow, state: QStyle.StateFlag) -> str:
        palette = self._theme.palette
        if row.warns:
            return palette.rejected
        if row.good:  # green on the ground of a selected row would be too faint to read
            return palette.ink if state & QStyle.StateFlag.State_Selected else palette.accepted
        return palette.muted

    def _paint_ground(self, painter: QPainter, rect: QRectF, state: QStyle.StateFlag) -> None:
        palette = self._theme.palette
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            ground = QColor(palette.selection)
            ground.setAlpha(255 if selected else 120)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
        if selected and state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(palette.corrected))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)

    @staticmethod
    def _paint_right(painter: QPainter, rect: QRect, text: str, font: QFont, colour: str) -> int:
        """Paint a text at the right; returns the room that it takes."""
        if not text:
            return 0
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, rect.width() - _LEAST_NAME))
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown) + _GAP

    @staticmethod
    def _paint_left(painter: QPainter, rect: QRect, text: str, font: QFont, colour: str) -> None:
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
