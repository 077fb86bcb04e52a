"""Why a reply ended early, said in the place where it ended; the engine's last lines fold out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.viewmodels.help_topics import topic_of
from app.viewmodels.notices import written
from widgets.look.label_colour import colour_label
from widgets.look.theme import mono, sans
from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from app.viewmodels.reply import Reply
    from widgets.look.theme import Theme

_GAP_BELOW = 8


class FailureNote(QWidget):
    """A card with the notice of a failed reply. Where leaving out the oldest turns would help, it offers that."""

    leave_out_requested = Signal()
    """Leave them out from now on, and ask again."""
    why_requested = Signal(str)
    """The topic of the guide that explains it."""

    def __init__(self, theme: Theme, reply: Reply, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        text = written(reply.notice) if reply.notice is not None else self.tr("The reply failed.")
        self.message = self._label(text)
        self.setAccessibleName(text)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 14, 10 + _GAP_BELOW)
        column.setSpacing(6)
        column.addWidget(self.message)
        self.leave_out_button: QPushButton | None = None
        if _helps_to_leave_out(reply):
            self.leave_out_button = QPushButton(self.tr("Leave out the oldest turns and ask again"), self)
            self.leave_out_button.setToolTip(
                self.tr("From now on, in every conversation that no longer fits. The menu changes it back.")
            )
            self.leave_out_button.clicked.connect(self.leave_out_requested)
            column.addWidget(self.leave_out_button, alignment=Qt.AlignmentFlag.AlignLeft)
            column.addSpacing(4)
        topic = "" if reply.notice is None else topic_of(reply.notice.code)
        self.why_button: QuietButton | None = None
        if topic:
            self.why_button = QuietButton(theme, self.tr("Why?"), self)
            self.why_button.setToolTip(self.tr("What this means, and what can be done about it"))
            self.why_button.setAccessibleName(self.tr("Why is that so?"))
            self.why_button.clicked.connect(lambda: self.why_requested.emit(topic))
            column.addWidget(self.why_button, alignment=Qt.AlignmentFlag.AlignLeft)
        self._log: QLabel | None = None
        if reply.log_tail:
            self._more = QuietButton(theme, self.tr("▸ Last lines of the engine"), self)
            self._more.clicked.connect(self._on_more)
            column.addWidget(self._more, alignment=Qt.AlignmentFlag.AlignLeft)
            self._log = self._label("\n".join(reply.log_tail))
            self._log.setFont(mono(12))
            self._log.hide()
            column.addWidget(self._log)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card, with a bar at its side as a proofreader would."""
        palette = self._theme.palette
        frame = QRectF(self.rect()).adjusted(0, 0, 0, -_GAP_BELOW)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(palette.card))
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.rejected))
        painter.drawRoundedRect(QRectF(0, 0, 4, frame.height()), 2, 2)
        painter.end()

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setFont(sans(13.5))
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        label.setSizePolicy(policy)
        return label

    def _on_more(self) -> None:
        if self._log is None:
            return
        shown = self._log.isHidden()
        self._log.setVisible(shown)
        self._more.setText(self.tr("▾ Last lines of the engine") if shown else self.tr("▸ Last lines of the engine"))
        self.updateGeometry()

    def _apply_palette(self) -> None:
        for label in self.findChildren(QLabel):
            colour_label(label, self._theme.palette.ink)
        if self._log is not None:
            colour_label(self._log, self._theme.palette.muted)
        self.update()


def _helps_to_leave_out(reply: Reply) -> bool:
    """Whether the question was refused for what was said before it."""
    if not reply.is_refused or reply.notice is None:
        return False
    least, capacity = reply.notice.values.get("least"), reply.notice.values.get("capacity")
    return isinstance(least, int) and isinstance(capacity, int) and least <= capacity
