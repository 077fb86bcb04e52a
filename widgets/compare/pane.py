"""One side of a comparison: what it writes, with its marks, under a clock of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout

from app.viewmodels.reply import Phase
from widgets.compare.race_line import LineSample
from widgets.look import figures
from widgets.markdown.view import MarkdownView
from widgets.parts.page_parts import row, sentence_label
from widgets.parts.quiet_button import QuietButton
from widgets.tokens.view import TokenView
from widgets.transcript.provenance_strip import ProvenanceStrip

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from app.viewmodels.reply import Reply
    from widgets.look.theme import Theme

_LEAST_HEIGHT = 220


class ComparePane(QFrame):
    """Call `show_side` whenever its reply has grown."""

    token_hovered = Signal(int, QRect)
    hover_left = Signal()

    def __init__(self, theme: Theme, side: int) -> None:
        super().__init__()
        self.setProperty("role", "reading")  # tokens are painted on the paper of the conversation
        self._theme = theme
        self.setMinimumHeight(_LEAST_HEIGHT)
        self._reply: Reply | None = None
        self._read: Reply | None = None
        self._sample = LineSample(theme, side)
        self.name = QLabel()
        self.name.setProperty("role", "title")
        self.name.setWordWrap(True)
        self.marks_button = QuietButton(theme, self.tr("Marks"))
        self.marks_button.setCheckable(True)
        self.marks_button.setChecked(True)
        self.marks_button.setToolTip(self.tr("Show what became of every proposal, or the text as it reads"))
        self.clock = QLabel()
        self.clock.setProperty("role", "muted")
        self.state = sentence_label()
        self.token_view = TokenView(theme, self)
        self.token_view.set_keep_struck(True)
        self.read_view = MarkdownView(theme, self)
        self.read_view.hide()
        self.strip = ProvenanceStrip(theme, self)
        self.strip.hide()
        self._lay_out()
        self.marks_button.toggled.connect(lambda _on: self._show_text())
        self.token_view.token_hovered.connect(self.token_hovered)
        self.token_view.hover_left.connect(self.hover_left)

    @property
    def reply(self) -> Reply | None:
        """What it shows."""
        return self._reply

    def show_name(self, name: str) -> None:
        """Say which side it is."""
        self.name.setText(name[:1].upper() + name[1:])
        self.setAccessibleName(name)
        self.marks_button.setAccessibleName(self.tr("Marks: {name}").format(name=name))

    def show_side(self, reply: Reply, seconds: float) -> None:
        """Show a reply as it stands.

        Args:
            reply: The side's; another one than before begins anew.
            seconds: Its own clock.
        """
        self._reply = reply
        self._show_clock(reply, seconds)
        line = self._state(reply)
        self.state.setText(line)
        self.state.setVisible(bool(line))
        self.strip.show_reply(reply)
        self.strip.setVisible(bool(reply.tokens))
        self._show_text()

    def clear(self, reply: Reply) -> None:
        """Show an empty reply: nothing of an earlier one stays in memory."""
        self.read_view.set_markdown("")
        self._read = None
        self.show_side(reply, 0.0)
        self.token_view.setAccessibleName("")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line around it."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.palette.line), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.end()

    def _show_clock(self, reply: Reply, seconds: float) -> None:
        parts = [self.tr("{number} s").format(number=figures.decimal(seconds, 2))]
        if reply.tokens:
            parts.append(self.tr("%Ln token(s)", "", len(reply.tokens)))
            parts.append(self.tr("{rate} tokens/s").format(rate=figures.rate(reply.tokens_per_second)))
        share = reply.tally.acceptance_rate
        if share is not None:
            parts.append(self.tr("{share} accepted").format(share=figures.percent(share)))
        self.clock.setText(" · ".join(parts) if reply.phase is not Phase.QUEUED else "")

    def _state(self, reply: Reply) -> str:
        if reply.phase is Phase.PREFILL and reply.prefill is not None:
            text = self.tr("Reading the prompt: {done} of {total} tokens")
            done, total = (figures.decimal(each, 0) for each in (reply.prefill.done, reply.prefill.total))
            return text.format(done=done, total=total)
        return {
            Phase.STOPPED: self.tr("Stopped."),
            Phase.FAILED: self.tr("Broken off."),
        }.get(reply.phase, "")

    def _show_text(self) -> None:
        reply = self._reply
        if reply is None:
            return
        reads = reply.phase.is_over and not self.marks_button.isChecked()
        if reads and self._read is not reply:
            self._read = reply
            self.read_view.set_markdown(reply.text)
        self.token_view.show_reply(reply)
        if reply.phase.is_over:
            self.token_view.set_summary_spoken()
        else:
            self.token_view.setAccessibleName(self.accessibleName())
        empty = self.token_view.is_empty  # and nothing for the Tab key to come to
        self.token_view.setFocusPolicy(Qt.FocusPolicy.NoFocus if empty else Qt.FocusPolicy.StrongFocus)
        self.token_view.setVisible(not reads)
        self.read_view.setVisible(reads)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 12, 16, 14)
        layout.setSpacing(4)
        head = row()
        head.addWidget(self._sample)
        head.addWidget(self.name, 1)
        head.addWidget(self.marks_button)
        layout.addLayout(head)
        layout.addWidget(self.clock)
        layout.addWidget(self.state)
        layout.addSpacing(6)
        layout.addWidget(self.token_view)
        layout.addWidget(self.read_view)
        layout.addStretch(1)
        layout.addWidget(self.strip)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
