"""A file that was attached to a message: its name and length, and its text when somebody wants to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.attachments.wrapping import unwrapped
from widgets.look.icons import SIZE, Icon, paint_icon
from widgets.look.theme import mono, sans
from widgets.markdown.plain_text import PlainText

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from widgets.look.theme import Theme

HEAD = 38
_WIDTHS = (260, 460)
MOST_CHARACTERS = 20_000
"""Of a file's text that are shown; copying the message gives all of it."""
_PAD = 10
_GLYPH = 12
_BESIDE_NAME = 190
"""Glyph, length and chevron."""


class _Head(QAbstractButton):
    """Name and length; pressing it unfolds the text."""

    def __init__(self, theme: Theme, name: str, detail: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._detail = detail
        self.setText(name)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Attached: {name}, {detail}").format(name=name, detail=detail))
        self.setToolTip(self.tr("Show or hide the file's text"))

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.corrected), 1.2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6)
        _paint_sheet(painter, QPointF(_PAD + 2, (HEAD - 15) / 2), palette.muted)
        left, right = _PAD + 2 + _GLYPH + 9, self.width() - _PAD - SIZE - 4
        detail_font, name_font = sans(12), sans(13, QFont.Weight.DemiBold)
        detail_width = QFontMetrics(detail_font).horizontalAdvance(self._detail)
        if right - left - detail_width - 12 < 60:
            detail_width = -12
        metrics = QFontMetrics(name_font)
        room = max(0, right - left - detail_width - 12)
        painter.setFont(name_font)
        painter.setPen(QColor(palette.ink))
        name = metrics.elidedText(" ".join(self.text().split()), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRectF(left, 0, room, HEAD), Qt.AlignmentFlag.AlignVCenter, name)
        if detail_width > 0:
            painter.setFont(detail_font)
            painter.setPen(QColor(palette.muted))
            place = QRectF(right - detail_width - 2, 0, detail_width + 2, HEAD)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, self._detail)
        icon = Icon.CHEVRON_DOWN if self.isChecked() else Icon.CHEVRON_RIGHT
        paint_icon(painter, icon, QPointF(right + 4, (HEAD - SIZE) / 2), palette.muted)
        painter.end()


class AttachedFile(QWidget):
    """A card in a bubble.

    Args:
        theme: Whose palette it takes.
        name: The file's.
        text: What the message holds of it.
    """

    unfolded = Signal()
    """It has another height now."""

    def __init__(self, theme: Theme, name: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = text
        length = self.tr("%Ln character(s)", "", len(unwrapped(text)))
        self.head = _Head(theme, name, length, self)
        self.head.toggled.connect(self._on_toggled)
        self.body: PlainText | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    @property
    def natural_width(self) -> int:
        """Room for name and length, unless the name is endless."""
        words = QFontMetrics(sans(13, QFont.Weight.DemiBold)).horizontalAdvance(self.head.text()[:200])
        return min(max(_WIDTHS[0], words + _BESIDE_NAME), _WIDTHS[1])

    def hasHeightForWidth(self) -> bool:
        """Its text is higher where it is narrow."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The head, and the text where it is unfolded."""
        if self.body is None or self.body.isHidden():
            return HEAD
        return HEAD + self.body.heightForWidth(width - 2 * _PAD) + _PAD

    def sizeHint(self) -> QSize:
        """At the width it has now."""
        return QSize(self.natural_width, self.heightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put head and text in their places."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(palette.card))
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.end()

    def _on_toggled(self, shown: bool) -> None:
        if shown and self.body is None:
            self.body = PlainText(self._theme, self._shown_text(), self, mono(12))
        if self.body is not None:
            self.body.setVisible(shown)
        self._arrange()
        self.updateGeometry()
        self.unfolded.emit()

    def _shown_text(self) -> str:
        left_out = len(self._text) - MOST_CHARACTERS
        if left_out <= 0:
            return self._text
        more = self.tr("… and %Ln more character(s). Copying the message gives all of it.", "", left_out)
        return f"{self._text[:MOST_CHARACTERS]}\n\n{more}"

    def _arrange(self) -> None:
        self.head.setGeometry(0, 0, self.width(), HEAD)
        if self.body is not None:
            self.body.setGeometry(_PAD, HEAD, self.width() - 2 * _PAD, max(0, self.height() - HEAD - _PAD))


def _paint_sheet(painter: QPainter, origin: QPointF, colour: str) -> None:
    """Paint a sheet of paper with a folded corner."""
    left, top = origin.x(), origin.y()
    outline = QPainterPath()
    outline.moveTo(left + 7.5, top + 0.5)
    outline.lineTo(left + 0.5, top + 0.5)
    outline.lineTo(left + 0.5, top + 14.5)
    outline.lineTo(left + 11.5, top + 14.5)
    outline.lineTo(left + 11.5, top + 4.5)
    outline.lineTo(left + 7.5, top + 0.5)
    outline.lineTo(left + 7.5, top + 4.5)
    outline.lineTo(left + 11.5, top + 4.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 1.2))
    painter.drawPath(outline)
