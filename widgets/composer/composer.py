"""Where messages are written: attached files, the field, what is set, how full the context is, Stop and Send.

The text is cleared only by the owner, once the message has been taken: nothing typed is ever lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPen, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from widgets.composer.attachment_row import AttachmentRow
from widgets.composer.context_gauge import ContextGauge
from widgets.composer.paste_offer import PasteOffer
from widgets.composer.prompt_name_line import PromptNameLine
from widgets.composer.slash_control import SlashControl
from widgets.composer.spelling_marks import SpellingMarks
from widgets.look.icons import Icon, IconButton
from widgets.look.style_sheet import set_role
from widgets.parts.caption_button import CaptionButton
from widgets.parts.choice_line import ChoiceLine
from widgets.parts.message_field import MessageField
from widgets.parts.shortcut_sheet import ATTACH_KEYS, CONTROLS_KEYS, SAVE_PROMPT_KEYS
from widgets.parts.stop_button import StopButton

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QTextCursor
    from PySide6.QtWidgets import QMenu

    from app.viewmodels.attachments import Attachments
    from widgets.look.theme import Theme

MAX_WIDTH = 720
_SIDE_MARGIN = 24
_RADIUS = 14.0
_SHADOW_STEPS = 12


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
    """The rounded card at the foot of the conversation.

    It hands the focus on to the field. No focus proxy: the Tab key would go past what stands above that.
    """

    send_requested = Signal(str)
    """What is typed; the files go along with it."""
    stop_requested = Signal()
    attach_requested = Signal()
    """Somebody wants to choose files."""
    settings_requested = Signal()
    """Somebody wants to change what the caption says."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_ready = False
        self._caption_text = ""
        self._hint = ""
        self._attachments: Attachments | None = None
        self.attachment_row = AttachmentRow(theme, self)
        self.line = ChoiceLine(theme, self)
        self.name_line = PromptNameLine(theme, self)
        self.field = MessageField(theme, self)
        self.attach_button = IconButton(theme, Icon.PLUS, self.tr("Attach files"), self)
        self.caption = CaptionButton(self)
        self.gauge = ContextGauge(theme, self)
        self.stop_button = StopButton(theme, self)
        self.stop_button.hide()
        self.send_button = QPushButton(self.tr("Send"), self)
        set_role(self.send_button, "primary")
        self._card = self._make_card()
        self.slash = SlashControl(theme, self.field, self._card)
        self.paste_offer = PasteOffer(self.field, self.line)
        self.spelling = SpellingMarks(theme, self.field)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(_SIDE_MARGIN, 4, _SIDE_MARGIN, 22)
        outer.addStretch(1)
        outer.addWidget(self._card, 1000)
        outer.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)  # may need more than its hint
        self.field.textChanged.connect(self._show_state)
        self.field.send_pressed.connect(self._on_send)
        self.field.stop_pressed.connect(self._on_stop)
        self.send_button.clicked.connect(self._on_send)
        self.stop_button.clicked.connect(self._on_stop)
        self._connect_parts()
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
        self.line.withdraw()

    def set_attachments(self, attachments: Attachments) -> None:
        """Show the files that go along with the next message."""
        self._attachments = attachments
        self.attachment_row.set_attachments(attachments)
        self.paste_offer.set_attachments(attachments)
        attachments.changed.connect(self._show_state)

    def open_name_line(self) -> None:
        """Ask for a name under which what is typed can be had again."""
        if self.text.strip():
            self.name_line.open_line()

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

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason, /) -> None:
        """Whoever comes here wants to write."""
        self.field.setFocus(reason)

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
        row.addWidget(self.attach_button)
        row.addWidget(self.caption, 1000)
        row.addStretch(1)
        row.addWidget(self.gauge)
        row.addSpacing(8)
        row.addWidget(self.stop_button)
        row.addWidget(self.send_button)
        for part in (self.attachment_row, self.line, self.name_line, self.field):
            column.addWidget(part)
        column.addLayout(row)
        for button in (self.attach_button, self.stop_button, self.send_button):
            button.setCursor(Qt.CursorShape.ArrowCursor)
        return card

    def _connect_parts(self) -> None:
        self.field.takes_key = self.slash.take_key
        self.field.menu_asked.connect(self._on_menu_asked)
        self.attachment_row.left.connect(self.field.setFocus)
        self.name_line.closed.connect(self.field.setFocus)
        self.attach_button.clicked.connect(lambda: self.attach_requested.emit())
        self.caption.clicked.connect(lambda: self.settings_requested.emit())
        self.attach_button.setToolTip(
            self.tr("Attach files ({keys})").format(
                keys=QKeySequence(ATTACH_KEYS).toString(QKeySequence.SequenceFormat.NativeText)
            )
        )
        QShortcut(QKeySequence(ATTACH_KEYS), self, lambda: self.attach_requested.emit())
        QShortcut(QKeySequence(SAVE_PROMPT_KEYS), self, self.open_name_line)

    @property
    def _has_message(self) -> bool:
        has_files = self._attachments is not None and not self._attachments.is_empty
        return has_files or bool(self.text.strip())

    def _show_state(self) -> None:
        hold = self._hint if not self._is_ready else self.attachment_row.hold
        said_elsewhere = self._is_ready and not self.attachment_row.reading  # a line above says what is too long
        words = self._caption_text if said_elsewhere else hold or self._caption_text
        self.caption.show_words(words)
        keys = QKeySequence(CONTROLS_KEYS).toString(QKeySequence.SequenceFormat.NativeText)
        self.caption.setToolTip(self.tr("{words}\nSystem prompt and settings ({keys})").format(words=words, keys=keys))
        self.send_button.setEnabled(self._can_send)
        self.send_button.setToolTip(hold)

    @property
    def _can_send(self) -> bool:
        return self._is_ready and self._has_message and not self.attachment_row.hold

    def _on_menu_asked(self, menu: QMenu, _place: QTextCursor) -> None:
        menu.addSeparator()
        action = menu.addAction(self.tr("Save as a prompt…"))
        action.setShortcut(QKeySequence(SAVE_PROMPT_KEYS))
        action.setEnabled(bool(self.text.strip()))
        action.triggered.connect(self.open_name_line)

    def _on_send(self) -> None:
        if self._can_send:
            self.send_requested.emit(self.text)

    def _on_stop(self) -> None:
        if not self.stop_button.isHidden():
            self.stop_requested.emit()

    def _apply_palette(self) -> None:
        self.update()
