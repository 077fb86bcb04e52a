"""A reply in the conversation: read view and marks, the provenance strip, its state, its tools and figures.

While it is written, finished blocks stand in the read view and the block being written shows its marks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.viewmodels.reply import Phase
from widgets.look.label_colour import colour_label
from widgets.look.theme import sans
from widgets.markdown.document import answer_of, read_markdown
from widgets.markdown.text import plain_text, quoted
from widgets.markdown.view import MarkdownView
from widgets.parts.clipboard import copy_text, sendable
from widgets.parts.reply_words import figures_line, state_line, summary_sentence
from widgets.tokens.view import TokenView
from widgets.transcript.failure_note import FailureNote
from widgets.transcript.message_menu import MARKDOWN_KEYS, QUOTE_KEYS, CopyAction, add_versions, copy_keys, message_menu
from widgets.transcript.message_wishes import MessageRequest, Wish
from widgets.transcript.provenance_strip import ProvenanceStrip
from widgets.transcript.reply_proof import ReplyProof
from widgets.transcript.reply_seconds import reply_seconds
from widgets.transcript.reply_tools import ReplyTools

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent

    from app.viewmodels.reply import Reply
    from widgets.look.theme import Theme


class ReplyCard(QWidget):
    """One reply. Call `refresh` when it has changed."""

    regenerate_requested = Signal(int)
    """Request id of the reply to write anew."""
    wished = Signal(object)
    """A `MessageRequest`."""
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
        self._finished = 0
        self._settled = False
        self._lacks_proof = False
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
    def lacks_proof(self) -> bool:
        """Whether there is more to be shown once the reply's rounds are unpacked."""
        return self._lacks_proof

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
        """The last reply has at hand what the others have in their menu: to be gone on with, to be written anew."""
        self.tools.is_last = is_last
        self.tools.refresh()

    def set_version(self, number: int, count: int) -> None:
        """Say which of how many versions this is."""
        self.switch.show_version(number, count)
        self.tools.refresh()

    def set_can_withdraw(self, can: bool) -> None:
        """Offer to take it back before its turn comes."""
        self.tools.can_withdraw = can
        self.tools.refresh()

    def refresh(self) -> None:
        """Take in what the reply has got since the last call."""
        reply = self._reply
        if reply.phase.is_over:
            self._show_end()
        else:
            self._show_live()
        self._lacks_proof = reply.is_packed
        if not self._lacks_proof:
            self.strip.show_reply(reply)
        self.strip.setVisible(reply.is_packed or bool(reply.tokens) or bool(reply.ghosts))
        line = state_line(reply)
        if line != self.state.text():
            self.state.setText(line)
        self.state.setVisible(bool(line))
        self.read_view.updateGeometry()

    def show_proof(self) -> None:
        """Unpack the rounds of a stored reply and show what they say."""
        self._reply.unpack()
        self.setAccessibleName(self._spoken())
        self.refresh()

    def _show_live(self) -> None:
        self._finished = self.read_view.grow(self._reply.text)
        self.token_view.show_reply(self._reply, self._finished)
        self.read_view.setVisible(self._finished > 0)
        self.token_view.setVisible(not self.token_view.is_empty)
        self.thinking.setVisible(self.read_view.in_thought)
        self.tools.refresh()

    def _show_end(self) -> None:
        reply = self._reply
        has_text = bool(reply.text.strip())
        if not self._settled:
            self._settled = True
            self.read_view.finish(reply.text)
            self.thinking.hide()
            self.setAccessibleName(sendable(reply.text) if reply.is_packed else self._spoken())
            if reply.phase is Phase.FAILED:
                self._note = FailureNote(self._theme, reply, self)
                self._note.leave_out_requested.connect(lambda: self._wish(Wish.LEAVE_OUT_OLDEST))
                self._note.why_requested.connect(self._on_why)
                self._column.insertWidget(self._column.indexOf(self.state), self._note)
        if self._marks_shown and reply.tokens:
            self.token_view.set_keep_struck(True)
            self.token_view.show_reply(reply)
            self.token_view.set_summary_spoken()
        self.token_view.setVisible(self._marks_shown and bool(reply.tokens))
        self.read_view.setVisible(has_text and self.token_view.isHidden())
        is_known = not reply.is_packed and bool(reply.tokens)
        self.figures.setText(figures_line(reply) if is_known else self.tr("Figures"))
        self.tools.refresh()
        if not self._marks_shown:
            self.hover_left.emit()

    def _spoken(self) -> str:
        return f"{sendable(self._reply.text)}\n{summary_sentence(self._reply)}".strip()

    def _make_tools(self) -> ReplyTools:
        tools = ReplyTools(self._theme, self._reply, self)
        self.switch, self.figures = tools.switch, tools.figures
        self.regenerate_button, self.copy_button, self.continue_button = tools.regenerate, tools.copy, tools.go_on
        self.marks_button, self.step_button, self.more_button = tools.marks, tools.step, tools.more
        self.withdraw_button = tools.withdraw
        tools.switch.stepped.connect(lambda step: self._wish(Wish.OTHER_VERSION, step))
        tools.switch.tree_requested.connect(lambda: self._wish(Wish.SHOW_TREE))
        tools.withdraw.clicked.connect(lambda: self._wish(Wish.WITHDRAW))
        tools.go_on.clicked.connect(lambda: self._wish(Wish.GO_ON))
        tools.regenerate.clicked.connect(self._on_regenerate)
        tools.copy.clicked.connect(self._on_copy)
        tools.marks.clicked.connect(self.set_marks_shown)
        tools.more.clicked.connect(self._on_more)
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
        """Offer what can be done with it; a reply in mid-writing offers what it has."""
        self._open_menu(event.globalPos())

    def _open_menu(self, place: QPoint) -> None:
        menu = message_menu(self, self.read_view.surface_at(place), place)
        if self._reply.text.strip():
            menu.addAction(self.tr("Copy as text")).triggered.connect(self._on_copy_text)
            markdown = menu.addAction(self.tr("Copy as Markdown"))
            markdown.setShortcut(MARKDOWN_KEYS)
            markdown.triggered.connect(self._on_copy)
            quote = menu.addAction(self.tr("Quote"))
            quote.setShortcut(QUOTE_KEYS)
            quote.triggered.connect(self._on_quote)
            menu.addSeparator()
        reply = self._reply
        if reply.can_go_on:
            menu.addAction(self.tr("Continue")).triggered.connect(lambda: self._wish(Wish.GO_ON))
        if reply.phase.is_over:
            menu.addAction(self.tr("Regenerate")).triggered.connect(self._on_regenerate)
            same = menu.addAction(self.tr("Regenerate with the same seed"))
            same.setEnabled(reply.seed is not None)
            same.triggered.connect(lambda: self._wish(Wish.REWRITE_SAME_SEED))
        elif reply.is_waiting:
            menu.addAction(self.tr("Withdraw")).triggered.connect(lambda: self._wish(Wish.WITHDRAW))
        add_versions(menu, lambda: self._wish(Wish.SHOW_TREE), lambda: self._wish(Wish.DELETE))
        menu.popup(place)

    def _wish(self, wish: Wish, step: int = 0) -> None:
        self.wished.emit(MessageRequest(wish, self._reply.message_id, step=step))

    def _on_why(self, topic: str) -> None:
        self.wished.emit(MessageRequest(Wish.EXPLAIN, self._reply.message_id, topic))

    def _on_more(self) -> None:
        self._open_menu(self.more_button.mapToGlobal(self.more_button.rect().bottomLeft()))

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
