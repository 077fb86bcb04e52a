"""Where messages are written: the field, what is set, how full the context is, Stop and Send.

The text is cleared only by the owner, once the message has been taken: nothing typed is ever lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from widgets.context_gauge import ContextGauge
from widgets.label_colour import colour_label
from widgets.message_field import MessageField
from widgets.style_sheet import set_role
from widgets.theme import sans

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent

    from widgets.theme import Theme

MAX_WIDTH = 720
_SIDE_MARGIN = 24
_RADIUS = 14.0
_SHADOW_STEPS = 12


class StopButton(QPushButton):
    """Stop, with the key that does the same beside it in a fainter face."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._word = QLabel(self.tr("Stop"), self)
        self._word.setFont(sans(13, QFont.Weight.DemiBold))
        self._key = QLabel(self.tr("Esc"), self)
        self._key.setFont(sans(13))
        self.setAccessibleName(self._word.text())
        self.setToolTip(self.tr("Stop what is running; what has been written is kept"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(14, 5, 14, 5)
        self._row.setSpacing(5)
        for label in (self._word, self._key):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._row.addWidget(label)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)

    def sizeHint(self) -> QSize:
        """Both words and the frame."""
        return self._row.sizeHint() + QSize(2, 2)

    def _apply_palette(self) -> None:
        colour_label(self._word, self._theme.palette.ink)
        colour_label(self._key, self._theme.palette.muted)


class _Card(QWidget):
    """The rounded ground of the composer; a click anywhere on it goes to the text."""

    def __init__(self, theme: Theme, field: MessageField, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._field = field
        self.setCursor(Qt.CursorShape.IBeamCursor)
        theme.changed.connect(self.update)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._field.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(palette.card))
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.end()


class Composer(QWidget):
    """The rounded card at the foot of the conversation."""

    send_requested = Signal(str)
    stop_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_ready = False
        self._caption_text = ""
        self._hint = ""
        self.field = MessageField(theme, self)
        self._caption = QLabel(self)
        self._caption.setFont(sans(12.5))
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.gauge = ContextGauge(theme, self)
        self.stop_button = StopButton(theme, self)
        self.stop_button.hide()
        self.send_button = QPushButton(self.tr("Send"), self)
        set_role(self.send_button, "primary")
        self._card = self._make_card()
        outer = QHBoxLayout(self)
        outer.setContentsMargins(_SIDE_MARGIN, 4, _SIDE_MARGIN, 22)
        outer.addStretch(1)
        outer.addWidget(self._card, 1000)
        outer.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(self.field)
        self.field.textChanged.connect(self._show_state)
        self.field.send_pressed.connect(self._on_send)
        self.field.stop_pressed.connect(self._on_stop)
        self.send_button.clicked.connect(self._on_send)
        self.stop_button.clicked.connect(self._on_stop)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)
        self._show_state()

    @property
    def text(self) -> str:
        """What is typed."""
        return self.field.text

    def set_text(self, text: str) -> None:
        """Put a text there to be edited, such as a suggestion."""
        self.field.set_text(text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self.field.setFocus()

    def append_text(self, text: str) -> None:
        """Put a text below what is typed, such as a quotation, and go on behind it."""
        typed = self.text.rstrip("\n")
        self.set_text(f"{typed}\n\n{text}" if typed.strip() else text)

    def clear_text(self) -> None:
        """Empty the field, because the message has been taken."""
        self.field.set_text("")

    def set_busy(self, busy: bool) -> None:
        """Offer Stop while a reply or a load runs."""
        if not busy and self.stop_button.hasFocus():
            self.field.setFocus()
        self.stop_button.setVisible(busy)

    def set_ready(self, ready: bool, hint: str = "") -> None:
        """Say whether a message can be sent now, and if not, why."""
        self._is_ready = ready
        self._hint = hint
        self._show_state()

    def set_caption(self, text: str) -> None:
        """Show what is set, such as the preset and the temperature."""
        self._caption_text = text
        self._show_state()

    def set_context(self, used: int, total: int) -> None:
        """Show how many of the context's tokens are used."""
        self.gauge.set_context(used, total)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the soft shadow under the card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 1))
        card = QRectF(self._card.geometry()).translated(0, 5)
        for step in range(_SHADOW_STEPS):
            spread = card.adjusted(-step, -step / 2, step, step)
            painter.drawRoundedRect(spread, _RADIUS + step, _RADIUS + step)
        painter.end()

    def _make_card(self) -> QWidget:
        card = _Card(self._theme, self.field, self)
        card.setMaximumWidth(MAX_WIDTH)
        column = QVBoxLayout(card)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._caption, 1)
        row.addWidget(self.gauge)
        row.addSpacing(8)
        row.addWidget(self.stop_button)
        row.addWidget(self.send_button)
        column.addWidget(self.field)
        column.addLayout(row)
        for button in (self.stop_button, self.send_button):
            button.setCursor(Qt.CursorShape.ArrowCursor)
        return card

    def _show_state(self) -> None:
        shows_hint = not self._is_ready and bool(self._hint)
        self._caption.setText(self._hint if shows_hint else self._caption_text)
        self._caption.setToolTip(self._caption.text())
        self.send_button.setEnabled(self._is_ready and bool(self.text.strip()))
        self.send_button.setToolTip(self._hint if shows_hint else "")

    def _on_send(self) -> None:
        if self._is_ready and self.text.strip():
            self.send_requested.emit(self.text)

    def _on_stop(self) -> None:
        if not self.stop_button.isHidden():
            self.stop_requested.emit()

    def _apply_palette(self) -> None:
        colour_label(self._caption, self._theme.palette.muted)
        self.update()
