"""The files that go along with the message, as cards above the text, and what can be done where one does not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from widgets.composer.attachment_card import HEIGHT, LEAST_WIDTH, MOST_WIDTH, AttachmentCard
from widgets.parts.choice_line import ChoiceLine
from widgets.parts.reply_words import num_tokens, whole
from widgets.parts.tab_chain import chain_behind

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.viewmodels.attachment_item import AttachmentItem
    from app.viewmodels.attachments import Attachments
    from widgets.look.theme import Theme
    from widgets.parts.choice_line import Choice

_GAP = 8
_MOST_ROWS = 3
_BAR = 14
"""Room for the scroll bar."""


class _Cards(QWidget):
    """Lays the cards out in columns of equal width."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "bare")
        self.cards: list[AttachmentCard] = []

    def num_rows(self, width: int) -> int:
        columns = self._columns(width)
        return -(-len(self.cards) // columns)

    def arrange(self) -> None:
        columns = self._columns(self.width())
        width = (self.width() - _GAP * (columns - 1)) // columns
        if columns > 1:
            width = min(MOST_WIDTH, width)
        for place, card in enumerate(self.cards):
            row, column = divmod(place, columns)
            card.setGeometry(column * (width + _GAP), row * (HEIGHT + _GAP), width, HEIGHT)

    def height_at(self, width: int) -> int:
        return max(0, self.num_rows(width) * (HEIGHT + _GAP) - _GAP)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def _columns(self, width: int) -> int:
        return max(1, (width + _GAP) // (LEAST_WIDTH + _GAP))


class AttachmentRow(QWidget):
    """Hidden while nothing is attached."""

    open_requested = Signal(int)
    """Key of the file that somebody wants to read."""
    left = Signal()
    """Whoever was here with the keyboard has nothing more to do here."""
    longer_context_requested = Signal(int)
    """Tokens."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._attachments: Attachments | None = None
        self._longer_context = 0
        self._cards = _Cards()
        self._area = QScrollArea(self)
        self._area.setWidget(self._cards)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        self.line = ChoiceLine(theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 2)
        column.setSpacing(8)
        column.addWidget(self._area)
        column.addWidget(self.line)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(self.tr("Attached files"))
        self.hide()

    @property
    def cards(self) -> list[AttachmentCard]:
        """The cards in order."""
        return self._cards.cards

    @property
    def reading(self) -> str:
        """Which file is being read, in words; empty for none."""
        items = () if self._attachments is None else self._attachments.items
        names = (item.name for item in items if not item.is_read)
        return next((self.tr("Reading “{name}”…").format(name=name) for name in names), "")

    @property
    def hold(self) -> str:
        """Why the message has to wait for its files; empty where it need not."""
        items = () if self._attachments is None else self._attachments.items
        return self.reading or next((self._too_long(item) for item in items if item.excess), "")

    def set_attachments(self, attachments: Attachments) -> None:
        """Show this list from now on."""
        self._attachments = attachments
        attachments.changed.connect(self._on_changed)
        self._on_changed()

    def offer_longer_context(self, tokens: int) -> None:
        """Offer to load the pair with so long a context where something does not fit; 0 offers nothing."""
        if tokens != self._longer_context:
            self._longer_context = tokens
            self._show_choices()

    def focus_last(self) -> bool:
        """Go to the last card; returns whether there is one."""
        if not self.cards:
            return False
        self.cards[-1].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may take another height."""
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _on_changed(self) -> None:
        items = () if self._attachments is None else self._attachments.items
        self._update_cards(items)
        self._fit()
        self._show_choices()
        self.setVisible(bool(items))

    def _update_cards(self, items: tuple[AttachmentItem, ...]) -> None:
        """Keep the cards of files that stay, so that the keyboard stays where it is."""
        by_key = {card.item.key: card for card in self.cards}
        wanted = {item.key for item in items}
        gone = [card for card in self.cards if card.item.key not in wanted]
        refocus = next((self.cards.index(card) for card in gone if card.hasFocus()), None)
        for card in gone:
            card.hide()
            card.deleteLater()
        self._cards.cards = [by_key[item.key] if item.key in by_key else self._new_card(item) for item in items]
        for card, item in zip(self.cards, items, strict=True):
            if card.item != item:
                card.show_item(item)
        chain_behind(self, self.cards)
        if refocus is not None and self.cards:
            self.cards[min(refocus, len(self.cards) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)
        elif refocus is not None:
            self.left.emit()

    def _new_card(self, item: AttachmentItem) -> AttachmentCard:
        card = AttachmentCard(self._theme, item, self._cards)
        card.open_requested.connect(self.open_requested)
        card.remove_requested.connect(self._on_remove_requested)
        card.step_requested.connect(self._on_step_requested)
        card.show()
        return card

    def _fit(self) -> None:
        width = self.width()
        if self._cards.num_rows(width) > _MOST_ROWS:
            width -= _BAR
        height = self._cards.height_at(width)
        most = _MOST_ROWS * (HEIGHT + _GAP) - _GAP + (HEIGHT // 3 if self._cards.num_rows(width) > _MOST_ROWS else 0)
        self._area.setFixedHeight(min(height, most))
        self._cards.setFixedSize(QSize(width, height))
        self._cards.arrange()

    def _show_choices(self) -> None:
        attachments = self._attachments
        if attachments is None:
            return
        excess = next((item for item in attachments.items if item.excess), None)
        cut = next((item for item in attachments.items if item.num_lines_left_out), None)
        if excess is not None:
            self.line.offer(self._too_long(excess), self._choices(attachments, excess), warns=True)
        elif cut is not None:
            key, number = cut.key, whole(cut.num_lines_left_out)
            sentence = self.tr("“{name}” is shortened: its last {number} lines are left out.")
            if cut.num_lines_left_out == 1:
                sentence = self.tr("“{name}” is shortened: the rest of its last line is left out.")
            restore = (self.tr("Use all of it"), lambda: attachments.restore(key))
            self.line.offer(sentence.format(name=cut.name, number=number), [restore])
        else:
            self.line.withdraw()

    def _choices(self, attachments: Attachments, item: AttachmentItem) -> list[Choice]:
        key, longer = item.key, self._longer_context
        choices: list[Choice] = []
        if item.can_shorten:
            choices.append((self.tr("Shorten to fit"), lambda: attachments.shorten(key)))
        if longer:
            text = self.tr("Raise the context to {tokens} and reload").format(tokens=whole(longer))
            choices.append((text, lambda: self.longer_context_requested.emit(longer)))
        choices.append((self.tr("Remove"), lambda: attachments.remove(key)))
        return choices

    def _too_long(self, item: AttachmentItem) -> str:
        text = self.tr("“{name}” is {tokens} too long.")
        if item.is_estimate:
            text = self.tr("“{name}” is about {tokens} too long.")
        return text.format(name=item.name, tokens=num_tokens(item.excess))

    def _on_remove_requested(self, key: int) -> None:
        if self._attachments is not None:
            self._attachments.remove(key)

    def _on_step_requested(self, step: int) -> None:
        focused = next((place for place, card in enumerate(self.cards) if card.hasFocus()), None)
        if focused is not None:
            place = focused + step
            if place >= len(self.cards):
                self.left.emit()
            else:
                self.cards[max(0, place)].setFocus(Qt.FocusReason.TabFocusReason)
