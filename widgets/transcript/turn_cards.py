"""Makes the cards of a conversation's turns, tells them how they stand, and keeps what was begun in one that goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QWidget

from app.viewmodels.reply import Reply
from app.viewmodels.transcript import UserTurn
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.message_wishes import MessageRequest, Wish
from widgets.transcript.user_bubble import UserBubble

if TYPE_CHECKING:
    from app.viewmodels.transcript import Transcript, Turn
    from widgets.look.theme import Theme
    from widgets.transcript.rows import Card, Row


class TurnCards(QObject):
    """Belongs to the view of one conversation.

    Args:
        transcript: Whose turns they are.
        theme: Whose palette they take.
        canvas: Where they are put.
    """

    regenerate_requested = Signal(int)
    quote_requested = Signal(str)
    link_activated = Signal(str)
    wished = Signal(object)
    """A `MessageRequest`."""
    token_hovered = Signal(object, int, QRect)
    """The card, the index of a token of its reply, and where that stands on the screen."""
    hover_left = Signal()
    sight_wanted = Signal(QWidget, QRect)

    def __init__(self, transcript: Transcript, theme: Theme, canvas: QWidget) -> None:
        super().__init__(canvas)
        self._transcript = transcript
        self._theme = theme
        self._canvas = canvas
        self.marks_shown = False
        self.keep_marks = False
        self.last_step = 1
        """In which direction somebody went through versions last."""
        self._unsent: dict[str, str] = {}
        """What was being written in place of messages whose cards are gone."""

    def make(self, turn: Turn) -> Card:
        """Make the card of a turn."""
        if isinstance(turn, UserTurn):
            return self._make_bubble(turn)
        card = ReplyCard(self._theme, turn, self._canvas)
        card.set_keep_marks(self.keep_marks)
        card.set_marks_shown(self.marks_shown)
        card.regenerate_requested.connect(self.regenerate_requested)
        card.link_activated.connect(self.link_activated)
        card.quote_requested.connect(self.quote_requested)
        card.wished.connect(self._on_wished)
        card.token_hovered.connect(lambda index, rect: self.token_hovered.emit(card, index, rect))
        card.hover_left.connect(self.hover_left)
        card.sight_wanted.connect(self.sight_wanted)
        return card

    def dress(self, rows: list[Row], index: int) -> None:
        """Tell a card which version it is, whether it is the last, and whether it waits."""
        card = rows[index].card
        if card is None:
            return
        card.set_version(*self._transcript.versions_of(rows[index].turn))
        is_last = index == len(rows) - 1
        if isinstance(card, ReplyCard):
            card.set_last(is_last)
            card.set_can_withdraw(not (index and self._is_queued(rows[index - 1].turn, card.reply)))
        else:
            answer = None if is_last else rows[index + 1].turn
            card.set_state(queued=self._is_queued(card.turn, answer), unanswered=is_last)

    def discard(self, card: Card) -> None:
        """Take a card away; what was begun in it comes back with the next card of its turn."""
        if isinstance(card, UserBubble) and (words := card.unsent_words) is not None:
            self._unsent[card.turn.message_id] = words
        card.hide()
        card.deleteLater()

    def _make_bubble(self, turn: UserTurn) -> UserBubble:
        bubble = UserBubble(self._theme, turn, self._canvas)
        bubble.quote_requested.connect(self.quote_requested)
        bubble.wished.connect(self._on_wished)
        bubble.sight_wanted.connect(self.sight_wanted)
        words = self._unsent.pop(turn.message_id, None)
        if words is not None:
            bubble.edit(words)
        return bubble

    def _is_queued(self, question: Turn, answer: Turn | None) -> bool:
        """Whether a question waits for its turn with its only answer."""
        is_waiting = isinstance(answer, Reply) and answer.is_waiting and isinstance(question, UserTurn)
        return is_waiting and len(self._transcript.tree.children_of(question.message_id)) == 1

    def _on_wished(self, request: MessageRequest) -> None:
        if request.wish is Wish.OTHER_VERSION:
            self.last_step = request.step
        self.wished.emit(request)
