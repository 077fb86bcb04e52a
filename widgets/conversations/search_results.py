"""What a search found: the conversation, and the passage with the words that were looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from widgets.look.theme import sans
from widgets.parts.two_line_delegate import VALUE, TwoLineDelegate, two_line_item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionViewItem

    from app.viewmodels.search import FoundMessage
    from widgets.look.theme import Theme

SPANS = Qt.ItemDataRole.UserRole + 3
_MESSAGE = Qt.ItemDataRole.UserRole + 4
_TAG = Qt.ItemDataRole.UserRole + 5
"""A word at the end of the first line."""
_BEFORE = 14
"""Characters to show before the first word that was found,"""
_LONGEST_WORD = 12
"""and so many more at most to begin with a whole word."""


class SearchResults(QListWidget):
    """One row for each message."""

    chosen = Signal(str, str)
    """Key of the conversation and id of the message."""
    left = Signal()
    """Esc."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._delegate = _FoundDelegate(theme)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("What was found"))
        self.setProperty("role", "ringed")
        self.itemClicked.connect(self._on_chosen)
        self.itemActivated.connect(self._on_chosen)
        theme.changed.connect(self.viewport().update)

    def show_found(self, found: Sequence[FoundMessage]) -> None:
        """List what was found, or say that there is nothing."""
        self.clear()
        for message in found:
            title = message.title or self.tr("Untitled")
            excerpt, spans = near_first(message.excerpt, message.spans)
            item = two_line_item(message.key, title, excerpt)
            item.setData(SPANS, spans)
            item.setData(_MESSAGE, message.message_id)
            if message.archived:
                tag = self.tr("archived")
                item.setData(_TAG, tag)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}, {tag}, {excerpt}")
            item.setToolTip(message.excerpt)
            self.addItem(item)
        if not found:
            self.addItem(two_line_item("", self.tr("Nothing was found"), "", enabled=False))

    def enter(self) -> None:
        """Go to the first of what was found."""
        first = self.item(0)
        if first is not None and first.data(_MESSAGE):
            self.setCurrentItem(first)
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        """Have Esc before the window has it, which would stop a reply."""
        is_early = event.type() == QEvent.Type.ShortcutOverride
        if is_early and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the search."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def _on_chosen(self, item: QListWidgetItem) -> None:
        message_id = item.data(_MESSAGE)
        if message_id:
            self.chosen.emit(str(item.data(VALUE)), str(message_id))


def near_first(excerpt: str, spans: Sequence[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """Cut an excerpt so that it begins shortly before the first word that was found; on one line."""
    line = excerpt.replace("\n", " ").replace("\t", " ")
    start = max(0, spans[0][0] - _BEFORE) if spans else 0
    word = line.rfind(" ", 0, start + 1) + 1
    if start - word < _LONGEST_WORD:
        start = word
    if start == 0:
        return line, list(spans)
    return "…" + line[start:], [(first - start + 1, end - start + 1) for first, end in spans]


class _FoundDelegate(TwoLineDelegate):
    """Paints the words that were found bold, on a ground of their own."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, 13)
        self._found = sans(12, QFont.Weight.DemiBold)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return a little more than two lines: what is marked has a ground."""
        return super().sizeHint(option, index) + QSize(0, 2)

    def paint_title(
        self, painter: QPainter, place: QPoint, width: int, index: QModelIndex | QPersistentModelIndex, title: str
    ) -> None:
        """Paint the conversation's title, and at the end of the line where it is."""
        tag = str(index.data(_TAG) or "")
        if tag:
            taken = QFontMetrics(self._detail).horizontalAdvance(tag)
            font, pen = painter.font(), painter.pen()
            painter.setFont(self._detail)
            painter.setPen(QColor(self._theme.palette.muted))
            painter.drawText(place.x() + width - taken, place.y(), tag)
            painter.setFont(font)
            painter.setPen(pen)
            width -= taken + 8
        super().paint_title(painter, place, width, index, title)

    def paint_detail(
        self, painter: QPainter, place: QPoint, width: int, index: QModelIndex | QPersistentModelIndex, detail: str
    ) -> None:
        """Paint the passage piece by piece until there is no more room."""
        palette = self._theme.palette
        plain, bold = QFontMetrics(self._detail), QFontMetrics(self._found)
        left, end_of_row = place.x(), place.x() + width
        for text, is_found in _pieces(detail, index.data(SPANS) or []):
            metrics = bold if is_found else plain
            room = end_of_row - left
            if room <= 0:
                return
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            taken = metrics.horizontalAdvance(shown)
            if is_found:
                ground = QRect(left - 1, place.y() - metrics.ascent(), taken + 2, metrics.height())
                painter.fillRect(ground, QColor(palette.selection))
            painter.setFont(self._found if is_found else self._detail)
            painter.setPen(QColor(palette.ink if is_found else palette.muted))
            painter.drawText(left, place.y(), shown)
            left += taken


def _pieces(text: str, spans: Sequence[Sequence[int]]) -> list[tuple[str, bool]]:
    """Cut a text at its spans; each piece with whether it was looked for."""
    pieces: list[tuple[str, bool]] = []
    at = 0
    for first, end in spans:
        if at < first:
            pieces.append((text[at:first], False))
        if max(at, first) < end:
            pieces.append((text[max(at, first) : end], True))
        at = max(at, end)
    if at < len(text):
        pieces.append((text[at:], False))
    return pieces
