"""All versions of a conversation as a tree in a window of its own: choosing a turn brings its branch on screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from widgets.look.theme import sans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.viewmodels.branch_outline import OutlineRow
    from widgets.look.theme import Theme

ROW = Qt.ItemDataRole.UserRole
_WIDTH, _MOST_HEIGHT, _ROW_HEIGHT = 480, 460, 30
_INDENT, _MOST_INDENTS = 18, 12
_PAD = 10
_DOT = 3.6
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_AnyIndex = QModelIndex | QPersistentModelIndex


class _RowDelegate(QStyledItemDelegate):
    """Paints a turn: a dot that is full where it is on screen, who speaks, the words, the version."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _AnyIndex) -> QSize:
        return QSize(80, _ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _AnyIndex) -> None:
        row: OutlineRow = index.data(ROW)
        palette, rect = self._theme.palette, QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, QRectF(rect).adjusted(0, 1, 0, -1), option.state, is_end=row.is_end)
        self._paint_branches(painter, rect, row)
        left = rect.left() + _PAD + _indent(row) + 18
        right = rect.right() - _PAD
        colour = QColor(palette.ink if row.is_shown else palette.muted)
        if row.count > 1:
            font = sans(12)
            text = f"{row.number}/{row.count}"
            width = QFontMetrics(font).horizontalAdvance(text) + 2
            painter.setFont(font)
            painter.setPen(QColor(palette.muted))
            painter.drawText(QRectF(right - width, rect.top(), width, rect.height()), _MIDDLE, text)
            right -= width + 10
        font = sans(13, QFont.Weight.DemiBold if row.is_user else QFont.Weight.Normal)
        text = QFontMetrics(font).elidedText(words_of(row), Qt.TextElideMode.ElideRight, right - left)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(QRectF(left, rect.top(), right - left, rect.height()), _MIDDLE, text)
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRectF, state: QStyle.StateFlag, *, is_end: bool) -> None:
        palette = self._theme.palette
        if is_end or state & QStyle.StateFlag.State_MouseOver:
            ground = QColor(palette.selection)
            ground.setAlpha(255 if is_end else 120)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(rect, 6, 6)
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(palette.corrected), 1.2))
            painter.drawRoundedRect(rect.adjusted(0.6, 0.6, -0.6, -0.6), 6, 6)

    def _paint_branches(self, painter: QPainter, rect: QRect, row: OutlineRow) -> None:
        """Paint a hairline for every fork above, and the turn's dot."""
        palette = self._theme.palette
        for level in range(min(row.depth, _MOST_INDENTS)):
            left = rect.left() + _PAD + level * _INDENT + 5
            painter.fillRect(QRectF(left, rect.top(), 1, rect.height()), QColor(palette.line))
        middle = QPointF(rect.left() + _PAD + _indent(row) + 5.5, rect.center().y() + 0.5)
        painter.setPen(QPen(QColor(palette.ink if row.is_shown else palette.muted), 1.3))
        painter.setBrush(QColor(palette.ink if row.is_shown else palette.card))
        painter.drawEllipse(middle, _DOT, _DOT)


class BranchTree(QFrame):
    """A window that closes when something else is clicked, with Escape, or when a turn was chosen."""

    chosen = Signal(str)
    """Id of the message to show."""

    def __init__(self, theme: Theme, rows: Sequence[OutlineRow], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("role", "card")
        self.setAccessibleName(self.tr("All versions of the conversation"))
        title = QLabel(self.accessibleName())
        title.setProperty("role", "title")
        num_branches = sum(row.count - 1 for row in rows if row.number == 1)
        hint = QLabel(self.tr("A full dot is on screen. Choose a message to go to its version."))
        if not num_branches:
            hint.setText(self.tr("There is one version so far. Editing or regenerating a message makes another."))
        hint.setProperty("role", "muted")
        hint.setWordWrap(True)
        self.list = QListWidget()
        self.list.setItemDelegate(_RowDelegate(theme, self.list))
        self.list.setMouseTracking(True)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.accessibleName())
        for row in rows:
            self._add(row)
        self.list.itemActivated.connect(self._on_chosen)
        self.list.itemClicked.connect(self._on_chosen)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 8, 10)
        layout.setSpacing(4)
        layout.addWidget(title)
        layout.addWidget(hint)
        layout.addSpacing(6)
        layout.addWidget(self.list, 1)
        self.setFocusProxy(self.list)
        self._num_rows = len(rows)

    def open_over(self, place: QRect) -> None:
        """Open in the middle of a rectangle on the screen, or as large as fits into it."""
        head = self.sizeHint().height() - self.list.sizeHint().height()
        height = min(_MOST_HEIGHT, place.height() - 40, head + self._num_rows * _ROW_HEIGHT + 8)
        size = QSize(min(_WIDTH, place.width() - 24), max(height, head + 2 * _ROW_HEIGHT))
        self.setGeometry(QRect(place.center() - QPoint(size.width() // 2, size.height() // 2), size))
        self.show()
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)
        self.list.scrollToItem(self.list.currentItem(), QListWidget.ScrollHint.PositionAtCenter)

    def event(self, event: QEvent) -> bool:
        """Keep Escape from the window behind."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _add(self, row: OutlineRow) -> None:
        item = QListWidgetItem(words_of(row))
        item.setData(ROW, row)
        said = [self.tr("You") if row.is_user else self.tr("Reply"), words_of(row)]
        if row.count > 1:
            said.append(self.tr("version {number} of {count}").format(number=row.number, count=row.count))
        if row.is_shown:
            said.append(self.tr("on screen"))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(said))
        self.list.addItem(item)
        if row.is_end:
            self.list.setCurrentItem(item)

    def _on_chosen(self, item: QListWidgetItem) -> None:
        row: OutlineRow = item.data(ROW)
        self.close()
        self.chosen.emit(row.message_id)


def words_of(row: OutlineRow) -> str:
    """Return what stands in the line of a turn."""
    return row.words or QCoreApplication.translate("BranchTree", "(nothing yet)")


def _indent(row: OutlineRow) -> int:
    return min(row.depth, _MOST_INDENTS) * _INDENT
