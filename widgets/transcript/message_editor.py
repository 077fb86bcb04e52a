"""A message of the user's while it is rewritten in its place: the words, the files that stay, Send and Cancel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.viewmodels.attached_spans import own_text, with_own_text
from widgets.look.label_colour import colour_label
from widgets.look.style_sheet import set_role
from widgets.look.theme import sans
from widgets.parts.message_field import MessageField

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from app.viewmodels.transcript import AttachedSpan, UserTurn
    from widgets.look.theme import Theme

_RADIUS = 12.0
_NAME_CHARACTERS = 60


class MessageEditor(QWidget):
    """Enter sends, Escape cancels. No focus proxy: the Tab key would come back to it from everywhere.

    Args:
        theme: Whose palette it takes.
        turn: The message as it is.
        words: What to begin with; None takes what the message says.
    """

    send_requested = Signal(str, object)
    """The whole message, and the `AttachedSpan`s in it."""
    cancelled = Signal()
    grown = Signal()

    def __init__(self, theme: Theme, turn: UserTurn, words: str | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._turn = turn
        self.field = MessageField(theme, self)
        self.field.setAccessibleName(self.tr("Edit your message"))
        self.field.set_text(own_text(turn.text, turn.attached) if words is None else words)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self.field.send_pressed.connect(self._on_send)
        self.field.stop_pressed.connect(self.cancelled)
        self.field.textChanged.connect(self._on_changed)
        self.field.installEventFilter(self)
        self.file_boxes = [self._file_box(each) for each in turn.attached]
        self.hint = QLabel(self.tr("It becomes a new version; the old one stays, with what follows it."), self)
        self.hint.setFont(sans(12))
        self.hint.setWordWrap(True)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.cancel_button = QPushButton(self.tr("Cancel"), self)
        self.send_button = QPushButton(self.tr("Send"), self)
        set_role(self.send_button, "primary")
        self.cancel_button.clicked.connect(self.cancelled)
        self.send_button.clicked.connect(self._on_send)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.hint, 1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.send_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 12, 10)
        column.setSpacing(8)
        column.addWidget(self.field)
        for box in self.file_boxes:
            column.addWidget(box)
        column.addLayout(row)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)
        self._on_changed()

    @property
    def words(self) -> str:
        """What is typed."""
        return self.field.text

    @property
    def is_changed(self) -> bool:
        """Whether something else is typed than the message says."""
        return self.words != own_text(self._turn.text, self._turn.attached)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep Escape from whoever listens to it in the whole window, and tell when the field has grown."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        if event.type() == QEvent.Type.Resize:
            self.grown.emit()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card, with the edge of what has the focus."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(palette.card))
        painter.setPen(QPen(QColor(palette.corrected), 1.2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6), _RADIUS, _RADIUS)
        painter.end()

    def _kept(self) -> tuple[AttachedSpan, ...]:
        pairs = zip(self._turn.attached, self.file_boxes, strict=True)
        return tuple(span for span, box in pairs if box.isChecked())

    def _file_box(self, span: AttachedSpan) -> QCheckBox:
        name = " ".join(span.name.split())
        shown = name if len(name) <= _NAME_CHARACTERS else name[: _NAME_CHARACTERS - 1] + "…"
        box = QCheckBox(self.tr("With {name}").format(name=shown).replace("&", "&&"), self)
        box.setChecked(True)
        box.toggled.connect(self._on_changed)
        return box

    def _on_changed(self) -> None:
        self.send_button.setEnabled(bool(self.words.strip()) or bool(self._kept()))

    def _on_send(self) -> None:
        if self.send_button.isEnabled():
            text, attached = with_own_text(self.words, self._turn.text, self._turn.attached, self._kept())
            self.send_requested.emit(text, attached)

    def _apply_palette(self) -> None:
        colour_label(self.hint, self._theme.palette.muted)
        self.update()
