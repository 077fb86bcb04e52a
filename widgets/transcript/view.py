"""The conversation: a centred column of cards that stays at the end while a reply grows.

Cards exist only near what is in sight, so that a conversation of thousands of turns opens at once. Whatever
changes its height, the line that is being read stays where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget

from widgets.tokens.inspector import TokenInspector
from widgets.transcript.canvas import TranscriptCanvas
from widgets.transcript.card_meant import card_meant
from widgets.transcript.found_words import clear_words, mark_words
from widgets.transcript.late_proof import LateProof
from widgets.transcript.left_out_line import LeftOutLine
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.rows import TOP_MARGIN, Card, Row, estimated_height, place, rows_between
from widgets.transcript.turn_cards import TurnCards
from widgets.transcript.user_bubble import UserBubble

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent

    from app.viewmodels.transcript import Transcript
    from widgets.look.theme import Theme

COLUMN_WIDTH = 720
_SIDE_MARGIN = 24
_END_SLACK = 24
"""Pixels above the end that still count as being there."""
_SIGHT_MARGIN = 36
"""Room that is kept around what is scrolled to."""
_APPROACHES = 3
"""Scrolling to a row builds cards on the way, which moves the row: after so many times it stands still."""
_SCREENS_KEPT = 4


class TranscriptView(QScrollArea):
    """Shows a `Transcript`."""

    regenerate_requested = Signal(int)
    quote_requested = Signal(str)
    link_activated = Signal(str)
    wished = Signal(object)
    """A `MessageRequest`."""

    def __init__(self, transcript: Transcript, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._transcript = transcript
        self._theme = theme
        self._following = True
        self._settling = False
        self._empty_state: QWidget | None = None
        self.setProperty("role", "ringed")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversation"))
        self._canvas = TranscriptCanvas(theme)
        self._canvas.layout_requested.connect(self._on_layout_requested)
        self.setWidget(self._canvas)
        self.inspector = TokenInspector(theme, self)
        self.left_out_line = LeftOutLine(theme, self._canvas)
        self._cards = self._make_cards()
        self.to_end_button = QPushButton(self.tr("To the end"), self)
        self.to_end_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.to_end_button.clicked.connect(self.scroll_to_end)
        self.to_end_button.hide()
        self._rows = [Row(turn, estimated_height(turn, COLUMN_WIDTH)) for turn in transcript.rows]
        self._lead(transcript.first_read)
        place(self._rows, 0)
        self.verticalScrollBar().setSingleStep(30)
        self._late_proof = LateProof(self.cards, self)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        transcript.turn_added.connect(self._on_turn_added)
        transcript.branch_changed.connect(self._on_branch_changed)
        transcript.first_read_changed.connect(self._on_first_read_changed)
        transcript.reply_changed.connect(self._on_reply_changed)
        transcript.replaced.connect(self._on_replaced)

    @property
    def marks_shown(self) -> bool:
        """Whether finished replies show their marks."""
        return self._cards.marks_shown

    @property
    def is_following(self) -> bool:
        """Whether the view stays at the end while a reply grows."""
        return self._following

    def cards(self) -> list[Card]:
        """Return the cards that exist, from top to bottom."""
        return [row.card for row in self._rows if row.card is not None]

    def show_message(self, message_id: str, words: Sequence[str] = ()) -> bool:
        """Scroll to a message, and in it to the first of these words, which are marked; False where there is none."""
        row = next((each for each in self._rows if each.turn.message_id == message_id), None)
        if row is None:
            return False
        for _ in range(_APPROACHES):
            self.verticalScrollBar().setValue(row.top - TOP_MARGIN)
        self.clear_words()
        found = None if row.card is None or not words else mark_words(row.card, words, self._theme)
        if found is not None:
            surface, place = found
            self._on_sight_wanted(surface, surface.cursorRect(place))
        return True

    def place(self) -> tuple[str, int] | None:
        """The message at the top of what is in sight, and how far below that it begins; None at the end."""
        anchor = self._anchor()
        return None if self._following or anchor is None else (anchor[0].turn.message_id, anchor[1])

    def go_to(self, place: tuple[str, int]) -> None:
        """Scroll to where `place` said."""
        message_id, offset = place
        row = next((each for each in self._rows if each.turn.message_id == message_id), None)
        if row is not None:
            for _ in range(_APPROACHES):
                self.verticalScrollBar().setValue(row.top - offset)

    def clear_words(self) -> None:
        """Mark no words any longer."""
        for card in self.cards():
            clear_words(card)

    def set_empty_state(self, widget: QWidget) -> None:
        """Show this where there is no turn yet."""
        self._empty_state = widget
        widget.setParent(self._canvas)
        self._settle(0)

    def set_marks_shown(self, shown: bool) -> None:
        """Show every finished reply with its marks, or in the read view."""
        self._cards.marks_shown = shown
        for card in self.cards():
            if isinstance(card, ReplyCard):
                card.set_marks_shown(shown)
        self._remeasure()

    def set_keep_marks(self, keep: bool) -> None:
        """Keep struck words in sight while replies are being written."""
        self._cards.keep_marks = keep
        for card in self.cards():
            if isinstance(card, ReplyCard):
                card.set_keep_marks(keep)

    def step_through(self) -> None:
        """Open the round stepper of the reply that has the focus, or of the last one in sight; or close it."""
        card = self._card_meant()
        if card is not None and card.proof.stepper is not None:
            card.proof.close_stepper()
        elif card is not None:
            card.proof.open_stepper()

    def show_figures(self) -> None:
        """Open the figures of the reply that has the focus, or of the last one in sight; or close them."""
        card = self._card_meant()
        if card is not None and card.proof.figures is not None:
            card.proof.close_figures()
        elif card is not None:
            card.proof.open_figures()

    def edit(self) -> None:
        """Rewrite the message of the user's that has the focus, or the last one in sight."""
        bubbles = [card for card in self.cards() if isinstance(card, UserBubble)]
        bubble = card_meant(bubbles, self.window().focusWidget())
        if bubble is not None:
            bubble.edit()

    def scroll_to_end(self) -> None:
        """Show the end and stay there."""
        self._following = True
        self._settle(max(0, len(self._rows) - 1))

    def showEvent(self, event: QShowEvent) -> None:
        """Show what there was no need to look at while the view was hidden."""
        super().showEvent(event)
        self._late_proof.wait_for_rest()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the column out anew."""
        super().resizeEvent(event)
        self._remeasure()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End go to the conversation's ends; the rest scrolls as usual."""
        if event.key() == Qt.Key.Key_Home:
            self.verticalScrollBar().setValue(0)
        elif event.key() == Qt.Key.Key_End:
            self.scroll_to_end()
        else:
            super().keyPressEvent(event)

    def minimumSizeHint(self) -> QSize:
        """Narrow windows get a narrow column."""
        return QSize(320, 160)

    @property
    def _column_rect(self) -> QRect:
        # The scroll bar has its room before it is there: nothing moves when it comes.
        room = self.width() - self.verticalScrollBar().sizeHint().width()
        width = min(COLUMN_WIDTH, max(120, room - 2 * _SIDE_MARGIN))
        return QRect(min((self.width() - width) // 2, room - width), 0, width, 0)

    def _on_turn_added(self, index: int) -> None:
        turn = self._transcript.rows[index]
        self._rows.append(Row(turn, estimated_height(turn, self._column_rect.width())))
        self._following = True
        self._settle(index)
        self._dress(index - 1)

    def _on_branch_changed(self, first: int) -> None:
        """Exchange the rows from one on; what was looked at in the first of them stays where it was on screen."""
        self.inspector.hide()
        old = self._rows[first] if first < len(self._rows) else None
        focus = self.window().focusWidget()
        held_focus = old is not None and old.card is not None and focus is not None and old.card.isAncestorOf(focus)
        foot = 0 if old is None else old.bottom - self.verticalScrollBar().value()
        kept = {id(row.turn): row for row in self._rows[first:]}
        width = self._column_rect.width()
        self._rows[first:] = [
            kept.pop(id(turn)) if id(turn) in kept else Row(turn, estimated_height(turn, width))
            for turn in self._transcript.rows[first:]
        ]
        for row in kept.values():
            self._discard(row)
        self._lead(self._transcript.first_read)
        self._settle(max(0, first - 1))
        if first < len(self._rows) and old is not None and 0 <= foot <= self.viewport().height():
            self._following = False
            for _ in range(_APPROACHES):
                self.verticalScrollBar().setValue(self._rows[first].bottom - foot)
        self._dress(max(0, first - 1))
        new = self._rows[first].card if first < len(self._rows) else None
        if held_focus and new is not None:
            new.switch.take_focus(self._cards.last_step)

    def _on_first_read_changed(self, first: int) -> None:
        self._lead(first)
        self._settle(0)

    def _lead(self, first: int) -> None:
        """Stand the line about what was left out above the first turn that was read."""
        for row in self._rows:
            row.lead = 0
        if 0 < first < len(self._rows):
            self._rows[first].lead = self.left_out_line.HEIGHT
        self.left_out_line.setVisible(0 < first < len(self._rows))

    def _on_replaced(self) -> None:
        self.inspector.hide()
        for row in self._rows:
            self._discard(row)
        width = self._column_rect.width()
        self._rows = [Row(turn, estimated_height(turn, width)) for turn in self._transcript.rows]
        self._lead(self._transcript.first_read)
        self._following = True
        self._settle(0)

    def _on_reply_changed(self, index: int) -> None:
        row = self._rows[index]
        if not isinstance(row.card, ReplyCard):
            row.height = estimated_height(row.turn, self._column_rect.width())
            self._settle(index)
            return
        row.card.refresh()
        if not row.turn.text or not row.is_growing:
            self._dress(index - 1)
        if self._measure(row):
            self._settle(index)
        self._show_to_end_button()

    def _on_layout_requested(self) -> None:
        if not self._settling:
            self._remeasure()

    def _on_scrolled(self, value: int) -> None:
        self.inspector.hide()
        if self._settling:
            return
        self._following = value >= self.verticalScrollBar().maximum() - _END_SLACK
        if any(self._rows[i].card is None for i in self._in_sight()):
            self._settle(len(self._rows))
        self._late_proof.wait_for_rest()
        self._show_to_end_button()

    def _on_range_changed(self, minimum: int, maximum: int) -> None:
        """The range is known only once the view is shown: go to the end then, too."""
        if self._following:
            self.verticalScrollBar().setValue(maximum)

    def _on_token_hovered(self, card: ReplyCard, index: int, rect: QRect) -> None:
        if index < len(card.reply.tokens):
            self.inspector.show_token(card.reply.tokens[index], rect)

    def _on_sight_wanted(self, part: QWidget, place: QRect) -> None:
        """Scroll as little as shows a part of a card, its begin where all of it has no room."""
        self._remeasure()
        rect = place if place.isValid() else part.rect()
        top = part.mapTo(self._canvas, rect.topLeft()).y() - _SIGHT_MARGIN
        bottom = part.mapTo(self._canvas, rect.bottomLeft()).y() + _SIGHT_MARGIN
        bar, height = self.verticalScrollBar(), self.viewport().height()
        if top < bar.value() or bottom - top > height:
            bar.setValue(top)
        elif bottom > bar.value() + height:
            bar.setValue(bottom - height)

    def _remeasure(self) -> None:
        changed = [index for index, row in enumerate(self._rows) if row.card is not None and self._measure(row)]
        self._settle(changed[0] if changed else len(self._rows))

    def _measure(self, row: Row) -> bool:
        """Ask a card for its height; returns whether it is another than before."""
        if row.card is None:
            return False
        height = row.card.heightForWidth(self._column_rect.width())
        changed = height != row.height
        row.height = height
        return changed

    def _settle(self, first: int) -> None:
        """Place the rows from `first` on, build the cards in sight, and hold the line that is read in place."""
        if self._settling:
            return
        self._settling = True
        anchor = self._anchor()
        self._place(first, anchor)
        while (built := self._build_in_sight()) is not None:
            self._place(built, anchor)
        self._drop_far()
        self._settling = False
        self._show_to_end_button()

    def _anchor(self) -> tuple[Row, int] | None:
        value = self.verticalScrollBar().value()
        for index in rows_between(self._rows, value, value):
            return self._rows[index], self._rows[index].top - value
        return None

    def _place(self, first: int, anchor: tuple[Row, int] | None) -> None:
        height = place(self._rows, min(first, max(0, len(self._rows) - 1)))
        column = self._column_rect
        viewport = self.viewport().size()
        self._canvas.resize(viewport.width(), max(height, viewport.height()))
        for row in self._rows:
            if row.card is not None:
                row.card.setGeometry(column.left(), row.top, column.width(), row.height)
            if row.lead:
                self.left_out_line.setGeometry(column.left(), row.top - row.lead, column.width(), row.lead)
        if self._empty_state is not None:
            self._empty_state.setVisible(not self._rows)
            self._empty_state.setGeometry(0, 0, viewport.width(), viewport.height())
        bar = self.verticalScrollBar()
        if self._following:
            bar.setValue(bar.maximum())
        elif anchor is not None:
            bar.setValue(anchor[0].top - anchor[1])

    def _card_meant(self) -> ReplyCard | None:
        """The finished reply that a command is about."""
        done = [card for card in self.cards() if isinstance(card, ReplyCard) and card.reply.phase.is_over]
        return card_meant(done, self.window().focusWidget())

    def _in_sight(self) -> range:
        value, height = self.verticalScrollBar().value(), self.viewport().height()
        return rows_between(self._rows, value - height // 2, value + height + height // 2)

    def _build_in_sight(self) -> int | None:
        """Build the cards that are missing; returns the first of their rows, None if none was."""
        missing = [index for index in self._in_sight() if self._rows[index].card is None]
        for index in missing:
            row = self._rows[index]
            row.card = self._cards.make(row.turn)
            self._cards.dress(self._rows, index)
            row.card.show()
            self._measure(row)
        if missing:
            self._late_proof.wait_for_rest()
        return missing[0] if missing else None

    def _make_cards(self) -> TurnCards:
        cards = TurnCards(self._transcript, self._theme, self._canvas)
        cards.regenerate_requested.connect(self.regenerate_requested)
        cards.link_activated.connect(self.link_activated)
        cards.quote_requested.connect(self.quote_requested)
        cards.wished.connect(self.wished)
        cards.token_hovered.connect(self._on_token_hovered)
        cards.hover_left.connect(self.inspector.hide)
        cards.sight_wanted.connect(self._on_sight_wanted)
        return cards

    def _drop_far(self) -> None:
        value, height = self.verticalScrollBar().value(), self.viewport().height()
        kept = rows_between(self._rows, value - _SCREENS_KEPT * height, value + (_SCREENS_KEPT + 1) * height)
        for index, row in enumerate(self._rows):
            if row.card is not None and index not in kept and not row.is_growing:
                self._discard(row)

    def _discard(self, row: Row) -> None:
        if row.card is not None:
            self._cards.discard(row.card)
            row.card = None

    def _dress(self, first: int) -> None:
        """Tell the cards from one on how they stand now."""
        for index in range(max(0, first - 1), len(self._rows)):
            self._cards.dress(self._rows, index)

    def _show_to_end_button(self) -> None:
        self.to_end_button.setVisible(not self._following and self._transcript.is_active)
        if not self.to_end_button.isHidden():
            size = self.to_end_button.sizeHint()
            area = self.viewport().geometry()
            self.to_end_button.setGeometry(
                area.center().x() - size.width() // 2, area.bottom() - size.height() - 12, size.width(), size.height()
            )
            self.to_end_button.raise_()
