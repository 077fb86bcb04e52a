"""A reply in the conversation: read view and marks, the provenance strip, its state, its tools and figures.

While it is written, finished blocks stand in the read view and the block being written shows its marks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.viewmodels.reply import Phase
from widgets.clipboard import copy_text, sendable
from widgets.failure_note import FailureNote
from widgets.label_colour import colour_label
from widgets.markdown_document import answer_of, read_markdown
from widgets.markdown_text import plain_text, quoted
from widgets.markdown_view import MarkdownView
from widgets.message_menu import MARKDOWN_KEYS, QUOTE_KEYS, CopyAction, copy_keys, message_menu
from widgets.provenance_strip import ProvenanceStrip
from widgets.quiet_button import QuietButton
from widgets.reply_figures import FiguresButton
from widgets.reply_proof import ReplyProof
from widgets.reply_seconds import reply_seconds
from widgets.reply_words import figures_line, state_line, summary_sentence
from widgets.theme import sans
from widgets.token_view import TokenView

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent

    from app.viewmodels.reply import Reply
    from widgets.theme import Theme


class ReplyCard(QWidget):
    """One reply. Call `refresh` when it has changed."""

    regenerate_requested = Signal(int)
    """Request id of the reply to write anew."""
    link_activated = Signal(str)
    quote_requested = Signal(str)
    """What was selected, or the answer, as a quotation in Markdown."""
    token_hovered = Signal(int, QRect)
    hover_left = Signal()
    sight_wanted = Signal(QWidget, QRect)
    """A part of the card that has just come to matter, and what of it."""

    def __init__(self, theme: Theme, reply: Reply, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self._theme = theme
        self._reply = reply
        self._marks_shown = False
        self._keep_marks = False
        self._is_last = False
        self._finished = 0
        self._settled = False
        self._note: FailureNote | None = None
        self.read_view = MarkdownView(theme, self)
        self.read_view.link_activated.connect(self.link_activated)
        self.read_view.seconds_between = reply_seconds(reply)
        self.thinking = QLabel(self.tr("Thinking…"), self)
        self.thinking.setFont(sans(12.5))
        self.thinking.setContentsMargins(0, 0, 0, 8)
        self.thinking.hide()
        self.token_view = TokenView(theme, self)
        self.token_view.token_hovered.connect(self.token_hovered)
        self.token_view.hover_left.connect(self.hover_left)
        self.token_view.cursor_moved.connect(self._on_cursor_moved)
        self.token_view.cursor_left.connect(self._on_cursor_left)
        self.strip = ProvenanceStrip(theme, self)
        self.state = QLabel(self)
        self.state.setFont(sans(12.5))
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setWordWrap(True)
        self.state.setContentsMargins(0, 0, 0, 6)
        self.tools = self._make_tools()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        for widget in (self.read_view, self.thinking, self.token_view):
            self._column.addWidget(widget)
        self._column.addSpacing(9)
        self._column.addWidget(self.state)
        self._column.addWidget(self.strip)
        self._column.addWidget(self.tools)
        self.proof = ReplyProof(theme, reply, self, self._column, self.strip, self.step_button, self.figures)
        self.proof.unfolded.connect(self._on_unfolded)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)
        self.refresh()

    @property
    def reply(self) -> Reply:
        """The reply shown."""
        return self._reply

    @property
    def marks_shown(self) -> bool:
        """Whether a finished reply shows its marks instead of the read view."""
        return self._marks_shown

    def set_marks_shown(self, shown: bool) -> None:
        """Show a finished reply with its marks, or in the read view; one being written is not changed."""
        self._marks_shown = shown
        self.marks_button.setChecked(shown)
        if self._reply.phase.is_over:
            self._show_end()

    def set_keep_marks(self, keep: bool) -> None:
        """Keep struck words in sight while the reply is being written."""
        self._keep_marks = keep
        self.token_view.set_keep_struck(keep or self._reply.phase.is_over)

    def set_last(self, is_last: bool) -> None:
        """Only the last reply can be written anew."""
        self._is_last = is_last
        self.regenerate_button.setVisible(is_last)

    def refresh(self) -> None:
        """Take in what the reply has got since the last call."""
        reply = self._reply
        if reply.phase.is_over:
            self._show_end()
        else:
            self._show_live()
        self.strip.show_reply(reply)
        self.strip.setVisible(bool(reply.tokens) or bool(reply.ghosts))
        line = state_line(reply)
        if line != self.state.text():
            self.state.setText(line)
        self.state.setVisible(bool(line))
        self.read_view.updateGeometry()

    def _show_live(self) -> None:
        self._finished = self.read_view.grow(self._reply.text)
        self.token_view.show_reply(self._reply, self._finished)
        self.read_view.setVisible(self._finished > 0)
        self.token_view.setVisible(not self.token_view.is_empty)
        self.thinking.setVisible(self.read_view.in_thought)
        self.tools.hide()

    def _show_end(self) -> None:
        reply = self._reply
        has_text = bool(reply.text.strip())
        if not self._settled:
            self._settled = True
            self.read_view.finish(reply.text)
            self.thinking.hide()
            self.setAccessibleName(f"{sendable(reply.text)}\n{summary_sentence(reply)}".strip())
            if reply.phase is Phase.FAILED:
                self._note = FailureNote(self._theme, reply, self)
                self._column.insertWidget(self._column.indexOf(self.state), self._note)
        if self._marks_shown and reply.tokens:
            self.token_view.set_keep_struck(True)
            self.token_view.show_reply(reply)
            self.token_view.set_summary_spoken()
        self.token_view.setVisible(self._marks_shown and bool(reply.tokens))
        self.read_view.setVisible(has_text and self.token_view.isHidden())
        self.figures.setText(figures_line(reply) if reply.tokens else self.tr("Figures"))
        self.copy_button.setVisible(has_text)
        self.marks_button.setVisible(bool(reply.tokens))
        self.step_button.setVisible(bool(reply.rounds))
        self.regenerate_button.setVisible(self._is_last)
        self.figures.setVisible(bool(reply.tokens) or reply.summary is not None)
        self.tools.setVisible(has_text or self._is_last)
        if not self._marks_shown:
            self.hover_left.emit()

    def _make_tools(self) -> QWidget:
        self.regenerate_button = QuietButton(self._theme, self.tr("Regenerate"), self)
        self.regenerate_button.clicked.connect(self._on_regenerate)
        self.copy_button = QuietButton(self._theme, self.tr("Copy"), self)
        self.copy_button.setToolTip(self.tr("Copy the whole reply as Markdown"))
        self.copy_button.clicked.connect(self._on_copy)
        self.marks_button = QuietButton(self._theme, self.tr("Marks"), self)
        self.marks_button.setCheckable(True)
        self.marks_button.setToolTip(self.tr("Show which tokens were proposed, accepted and corrected"))
        self.marks_button.clicked.connect(self.set_marks_shown)
        self.step_button = QuietButton(self._theme, self.tr("▶ Step through"), self)
        self.step_button.setToolTip(self.tr("See the reply again, a round at a time: proposal, check, outcome"))
        self.figures = FiguresButton(self._theme, self)
        tools = QWidget(self)
        row = QHBoxLayout(tools)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(16)
        for button in (self.regenerate_button, self.copy_button, self.marks_button, self.step_button):
            button.hide()
            row.addWidget(button)
        row.addStretch(1)  # also where the figures are hidden
        row.addWidget(self.figures)
        return tools

    def _on_unfolded(self, widget: QWidget) -> None:
        self.sight_wanted.emit(widget, QRect())

    def _on_cursor_moved(self, place: QRect) -> None:
        self.sight_wanted.emit(self.token_view, place)

    def _on_cursor_left(self) -> None:
        button = self.marks_button if self.marks_button.isVisible() else self
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the reply as text or as Markdown, or quote it."""
        match copy_keys(event):
            case CopyAction.TEXT:
                self._on_copy_text()
            case CopyAction.MARKDOWN:
                self._on_copy()
            case CopyAction.QUOTE:
                self._on_quote()
            case _:
                super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy and to quote; a reply in mid-writing offers what it has."""
        menu = message_menu(self, self.read_view.surface_at(event.globalPos()), event.globalPos())
        if self._reply.text.strip():
            menu.addAction(self.tr("Copy as text")).triggered.connect(self._on_copy_text)
            markdown = menu.addAction(self.tr("Copy as Markdown"))
            markdown.setShortcut(MARKDOWN_KEYS)
            markdown.triggered.connect(self._on_copy)
            quote = menu.addAction(self.tr("Quote"))
            quote.setShortcut(QUOTE_KEYS)
            quote.triggered.connect(self._on_quote)
        menu.popup(event.globalPos())

    def _on_copy(self) -> None:
        copy_text(self._reply.text)

    def _on_copy_text(self) -> None:
        copy_text(plain_text(read_markdown(self._reply.text)))

    def _on_quote(self) -> None:
        selected = self.read_view.selected_text() if self.read_view.isVisible() else ""
        self.quote_requested.emit(quoted(selected or answer_of(self._reply.text)))

    def _on_regenerate(self) -> None:
        self.regenerate_requested.emit(self._reply.request_id)

    def _apply_palette(self) -> None:
        colour_label(self.state, self._theme.palette.muted)
        colour_label(self.thinking, self._theme.palette.muted)
