"""The menu that a slash in an empty field opens: presets to apply and prompts to begin with, found as one types.

The keyboard stays in the field, so this is no popup of the system's but a card that lies over the conversation.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen
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

    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme

_WIDTH = 480
_MOST_HEIGHT = 340
_ROW = 32
_HEAD = 26
_PAD = 10
_RADIUS = 12.0
_ENTRY = Qt.ItemDataRole.UserRole
_AnyIndex = QModelIndex | QPersistentModelIndex


class SlashKind(StrEnum):
    """What choosing an entry does."""

    PRESET = "preset"
    PROMPT = "prompt"


@dataclass(frozen=True, slots=True)
class SlashEntry:
    """A line of the menu."""

    kind: SlashKind
    name: str
    detail: str = ""
    text: str = ""
    """Of a prompt."""
    is_own: bool = False
    """Whether it can be deleted here."""


class SlashMenu(QFrame):
    """Hidden until it is opened."""

    chosen = Signal(object)
    """A `SlashEntry`."""
    delete_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries: tuple[SlashEntry, ...] = ()
        self.setAccessibleName(self.tr("Presets and prompts"))
        self.list = QListWidget()
        self.list.setItemDelegate(_Rows(theme, self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.viewport().setAutoFillBackground(False)
        self.list.setAccessibleName(self.accessibleName())
        self._hint = QLabel()
        self._hint.setProperty("role", "small")
        self._hint.setContentsMargins(_PAD, 2, _PAD, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(2)
        column.addWidget(self.list)
        column.addWidget(self._hint)
        self.list.itemClicked.connect(self._on_clicked)
        self.list.currentItemChanged.connect(self._show_hint)
        self.hide()
        theme.changed.connect(self.update)

    @property
    def current(self) -> SlashEntry | None:
        """What Enter would choose."""
        return _entry_of(self.list.currentItem())

    def set_entries(self, entries: Sequence[SlashEntry]) -> None:
        """Offer these."""
        self._entries = tuple(entries)

    def show_matching(self, words: str, anchor: QRect) -> bool:
        """Show what is called so, above a rectangle of the parent's; returns whether there is anything."""
        wanted = words.casefold().split()
        found = [each for each in self._entries if all(word in each.name.casefold() for word in wanted)]
        if not found:
            self.hide()
            return False
        self._fill(found)
        self._place(anchor)
        self.show()
        self.raise_()
        return True

    def move_by(self, step: int) -> None:
        """Go up or down, past the headings and around the ends."""
        count = self.list.count()
        row = self.list.currentRow()
        for _ in range(count):
            row = (row + step) % count
            if _entry_of(self.list.item(row)) is not None:
                self.list.setCurrentRow(row)
                return

    def choose(self) -> None:
        """Choose what is current."""
        if self.current is not None:
            self.chosen.emit(self.current)

    def delete_current(self) -> bool:
        """Ask to delete what is current; returns whether that is possible."""
        entry = self.current
        if entry is None or not entry.is_own:
            return False
        self.delete_requested.emit(entry)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rounded card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(self._theme.palette.card))
        painter.setPen(QPen(QColor(self._theme.palette.line), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.end()

    def _fill(self, found: Sequence[SlashEntry]) -> None:
        before = self.current
        self.list.clear()
        heads = {SlashKind.PRESET: self.tr("Presets"), SlashKind.PROMPT: self.tr("Prompts")}
        for kind in SlashKind:
            entries = [each for each in found if each.kind is kind]
            if entries:
                head = QListWidgetItem(heads[kind])
                head.setFlags(Qt.ItemFlag.NoItemFlags)
                self.list.addItem(head)
            for entry in entries:
                item = QListWidgetItem(entry.name)
                item.setData(_ENTRY, entry)
                item.setToolTip(entry.text.strip() or entry.detail)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (entry.name, entry.detail))))
                self.list.addItem(item)
                if entry == before:
                    self.list.setCurrentItem(item)
        if self.current is None:
            self.list.setCurrentRow(1)

    def _place(self, anchor: QRect) -> None:
        rows = [self.list.item(row) for row in range(self.list.count())]
        height = sum(_HEAD if _entry_of(row) is None else _ROW for row in rows) + 8
        chrome = 12 + self._hint.sizeHint().height() + 2
        height = min(height + chrome, _MOST_HEIGHT, max(_ROW + _HEAD + chrome, anchor.top() - 16))
        width = min(_WIDTH, anchor.width())
        self.setGeometry(anchor.left(), anchor.top() - height - 8, width, height)
        self.list.scrollToItem(self.list.currentItem())
        if self.list.currentRow() == 1:
            self.list.scrollToTop()

    def _show_hint(self) -> None:
        entry = self.current
        text = self.tr("↑ ↓ to choose, Enter to take, Esc to close")
        if entry is not None and entry.is_own:
            text = self.tr("↑ ↓ to choose, Enter to take, Delete to delete, Esc to close")
        self._hint.setText(text)

    def _on_clicked(self, item: QListWidgetItem) -> None:
        if _entry_of(item) is not None:
            self.list.setCurrentItem(item)
            self.choose()


class _Rows(QStyledItemDelegate):
    """Paints a name with its detail behind it; headings are small and cannot be chosen."""

    def __init__(self, theme: Theme, view: QListWidget) -> None:
        super().__init__(view)
        self._theme = theme
        self._name = sans(13, QFont.Weight.DemiBold)
        self._detail = sans(12)
        self._head = sans(11)

    def sizeHint(self, option: QStyleOptionViewItem, index: _AnyIndex) -> QSize:
        return QSize(80, _HEAD if index.data(_ENTRY) is None else _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _AnyIndex) -> None:
        palette, rect, state = self._theme.palette, QRect(option.rect), option.state
        entry = index.data(_ENTRY)
        inner = rect.adjusted(_PAD, 0, -_PAD, 0)
        centre = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not isinstance(entry, SlashEntry):
            painter.setFont(self._head)
            painter.setPen(QColor(palette.muted))
            painter.drawText(inner.adjusted(0, 6, 0, 0), centre, str(index.data()))
            painter.restore()
            return
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            ground = QPainterPath()
            ground.addRoundedRect(QRectF(rect).adjusted(0, 1, 0, -1), 7, 7)
            colour = QColor(palette.selection)
            colour.setAlpha(255 if state & QStyle.StateFlag.State_Selected else 120)
            painter.fillPath(ground, colour)
        metrics = QFontMetrics(self._name)
        name = metrics.elidedText(entry.name, Qt.TextElideMode.ElideRight, inner.width())
        painter.setFont(self._name)
        painter.setPen(QColor(palette.ink))
        painter.drawText(inner, centre, name)
        room = inner.adjusted(metrics.horizontalAdvance(name) + 12, 0, 0, 0)
        detail = QFontMetrics(self._detail).elidedText(entry.detail, Qt.TextElideMode.ElideRight, room.width())
        if room.width() > 40:
            painter.setFont(self._detail)
            painter.setPen(QColor(palette.muted))
            painter.drawText(room, centre, detail)
        painter.restore()


def _entry_of(item: QListWidgetItem | None) -> SlashEntry | None:
    entry = None if item is None else item.data(_ENTRY)
    return entry if isinstance(entry, SlashEntry) else None
