"""A file that goes along with the message: its kind, its name, and what it takes of the room that is left."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.attachments.values import Kind
from app.viewmodels.notices import written
from widgets.look.figures import percent
from widgets.look.icons import Icon, IconButton
from widgets.look.theme import sans
from widgets.parts.reply_words import whole

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from app.viewmodels.attachment_item import AttachmentItem
    from widgets.look.theme import Theme

HEIGHT = 46
LEAST_WIDTH = 204
MOST_WIDTH = 272
_RADIUS = 9.0
_TILE = 32
_PAD = 7
_CLOSE = 24
_REMOVING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

translate = QCoreApplication.translate


class AttachmentCard(QAbstractButton):
    """One card. A click opens what the model will read; Delete takes the file away."""

    open_requested = Signal(int)
    remove_requested = Signal(int)
    step_requested = Signal(int)
    """Go to the next card, or with -1 to the one before."""

    def __init__(self, theme: Theme, item: AttachmentItem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._item = item
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.close_button = IconButton(theme, Icon.CLOSE, self.tr("Remove"), self)
        self.close_button.setFixedSize(_CLOSE, _CLOSE)
        self.close_button.setStyleSheet("QToolButton { padding: 0; }")
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Delete on the card does the same
        self.close_button.setCursor(Qt.CursorShape.ArrowCursor)
        self.close_button.clicked.connect(lambda: self.remove_requested.emit(self._item.key))
        self.clicked.connect(lambda: self.open_requested.emit(self._item.key))
        theme.changed.connect(self.update)
        self.show_item(item)

    @property
    def item(self) -> AttachmentItem:
        """What it shows."""
        return self._item

    def show_item(self, item: AttachmentItem) -> None:
        """Show this file."""
        self._item = item
        self.close_button.setAccessibleName(self.tr("Remove {name}").format(name=item.name))
        self.close_button.setToolTip(self.tr("Remove (Delete)"))
        facts = [item.name, *([] if not item.is_read else [_size(item)]), tokens_line(item), *map(written, item.notes)]
        self.setToolTip("\n".join(facts))
        self.setAccessibleName(self.tr("Attached: {facts}").format(facts=", ".join(facts)))
        self.update()

    def sizeHint(self) -> QSize:
        """As small as it may be."""
        return QSize(LEAST_WIDTH, HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes, Enter opens, the arrows go on."""
        if event.key() in _REMOVING:
            self.remove_requested.emit(self._item.key)
        elif event.key() in _OPENING:
            self.click()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.step_requested.emit(1 if event.key() == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button at the right."""
        super().resizeEvent(event)
        self.close_button.move(self.width() - _CLOSE - 5, (self.height() - _CLOSE) // 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        palette, item = self._theme.palette, self._item
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        edge = palette.rejected if item.excess else palette.line
        edge = palette.corrected if self.hasFocus() else edge
        painter.setPen(QPen(QColor(edge), 1.5 if self.hasFocus() or item.excess else 1))
        painter.setBrush(QColor(palette.selection if self.underMouse() else palette.panel))
        painter.drawRoundedRect(frame, _RADIUS, _RADIUS)
        self._paint_tile(painter)
        left = _PAD + _TILE + 9
        width = self.width() - left - _CLOSE - 9
        name_font = sans(13, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(name_font)
        painter.setFont(name_font)
        painter.setPen(QColor(palette.ink))
        painter.drawText(QPointF(left, 19), metrics.elidedText(item.name, Qt.TextElideMode.ElideMiddle, width))
        painter.setFont(sans(12))
        painter.setPen(QColor(palette.rejected if item.excess else palette.muted))
        painter.drawText(QPointF(left, 36), self._detail(width))
        if item.share_read is not None and not item.is_read:
            bar = QRectF(left, self.height() - 6.5, width, 2.5)
            painter.fillRect(bar, QColor(palette.line))
            painter.fillRect(QRectF(bar.left(), bar.top(), width * item.share_read, 2.5), QColor(palette.corrected))
        painter.end()

    def _detail(self, width: float) -> str:
        """The most that fits into the second line."""
        item, metrics = self._item, QFontMetricsF(sans(12))
        line = tokens_line(item)
        if item.is_read:
            whole_line = f"{_size(item)} · {line}"
            if metrics.horizontalAdvance(whole_line) <= width:
                return whole_line
        return metrics.elidedText(line, Qt.TextElideMode.ElideRight, width)

    def _paint_tile(self, painter: QPainter) -> None:
        palette = self._theme.palette
        tile = QRectF(_PAD, (self.height() - _TILE) / 2, _TILE, _TILE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.panel if self.underMouse() else palette.selection))
        painter.drawRoundedRect(tile, 6, 6)
        painter.setPen(QColor(palette.muted))
        text = _kind_letters(self._item)
        painter.setFont(sans(11 if len(text) <= 3 else 9.5, QFont.Weight.DemiBold))
        painter.drawText(tile, Qt.AlignmentFlag.AlignCenter, text)


def tokens_line(item: AttachmentItem) -> str:
    """Return what a file takes of the room, in words."""
    if not item.is_read:
        if item.share_read is None:
            return translate("AttachmentCard", "Reading…")
        return translate("AttachmentCard", "Reading… {share}").format(share=percent(item.share_read))
    count = whole(item.tokens)
    if item.room is None:
        if item.is_estimate:
            return translate("AttachmentCard", "about {count} tokens").format(count=count)
        return translate("AttachmentCard", "{count} tokens").format(count=count)
    if not item.room:
        return translate("AttachmentCard", "{count} tokens, no room left").format(count=count)
    if item.is_estimate:
        return translate("AttachmentCard", "about {count} of {room} left").format(count=count, room=whole(item.room))
    return translate("AttachmentCard", "{count} of {room} left").format(count=count, room=whole(item.room))


def _size(item: AttachmentItem) -> str:
    digits = 1 if item.num_bytes >= 1_000_000 else 0
    return QLocale().formattedDataSize(item.num_bytes, digits, QLocale.DataSizeFormat.DataSizeSIFormat)


def _kind_letters(item: AttachmentItem) -> str:
    ending = PurePath(item.name).suffix.lstrip(".").upper()
    if item.kind is Kind.PASTED or not 1 <= len(ending) <= 4:
        return {Kind.PDF: "PDF", Kind.MARKDOWN: "MD", Kind.JSON: "{ }", Kind.CODE: "</>"}.get(item.kind, "¶")
    return ending
