"""What the user wrote: a bubble at the right, as wide as its words, exactly as they were typed.

Files that came with it are cards in it. It can be rewritten in its place; below it stands what else can be done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.markdown.plain_text import PlainText
from widgets.markdown.text import quoted
from widgets.parts.clipboard import copy_text, sendable
from widgets.transcript import bubble_foot
from widgets.transcript.attached_file import AttachedFile
from widgets.transcript.bubble_foot import BubbleFoot
from widgets.transcript.bubble_shape import paint_bubble
from widgets.transcript.message_editor import MessageEditor
from widgets.transcript.message_menu import EDIT_KEYS, CopyAction, add_versions, copy_keys, message_menu
from widgets.transcript.message_wishes import MessageRequest, Wish

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QFocusEvent, QKeyEvent, QPaintEvent, QResizeEvent

    from app.viewmodels.transcript import AttachedSpan, UserTurn
    from widgets.look.theme import Theme

MAX_WIDTH = 600
FOOT = bubble_foot.HEIGHT
_PAD_X = 14
_PAD_Y = 10
_GAP = 8


class UserBubble(QWidget):
    """One turn of the user's."""

    quote_requested = Signal(str)
    """What was selected, or all that was typed, as a quotation in Markdown."""
    wished = Signal(object)
    """A `MessageRequest`."""
    sight_wanted = Signal(QWidget, QRect)
    """A part of the bubble that has just come to matter, and what of it."""

    def __init__(self, theme: Theme, turn: UserTurn, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._turn = turn
        self._is_hovered = False
        self._is_queued = False
        self._is_sending = False
        self.editor: MessageEditor | None = None
        self.parts = self._make_parts()
        texts = [part for part in self.parts if isinstance(part, PlainText)]
        self.text = texts[0] if texts else PlainText(theme, "", self)
        self.text.setVisible(bool(texts))
        self.foot = BubbleFoot(theme, self)
        self.switch = self.foot.switch
        self._natural_width = max(each.natural_width for each in self.parts)
        self.setAccessibleName(self.tr("You: {text}").format(text=sendable(turn.text)))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._connect_foot()
        theme.changed.connect(self.update)

    @property
    def turn(self) -> UserTurn:
        """What is shown."""
        return self._turn

    @property
    def unsent_words(self) -> str | None:
        """What is being written in its place and was not sent; None where nothing is."""
        if self.editor is None or self._is_sending or not self.editor.is_changed:
            return None
        return self.editor.words

    def set_version(self, number: int, count: int) -> None:
        """Say which of how many versions this is."""
        self.switch.show_version(number, count)
        self.switch.set_listens(self.editor is None)

    def set_state(self, *, queued: bool, unanswered: bool) -> None:
        """Say whether it waits for its turn, and whether nobody is to reply to it."""
        self._is_queued = queued
        self.foot.set_queued(queued)
        self.foot.set_unanswered(unanswered)

    def edit(self, words: str | None = None) -> None:
        """Let the message be rewritten in its place, from other words than its own where some are given."""
        if self._is_queued:
            return
        if self.editor is None:
            self.editor = MessageEditor(self._theme, self._turn, words, self)
            self.editor.send_requested.connect(self._on_send)
            self.editor.cancelled.connect(self.leave_editor)
            self.editor.grown.connect(self._on_grown)
            self._show_parts(False)
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what stands in its place takes it
            self.editor.show()
            self._arrange()
            self._on_grown()
        if words is None:
            self.editor.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.sight_wanted.emit(self.editor, QRect())

    def leave_editor(self) -> None:
        """Leave the message as it is."""
        editor, self.editor = self.editor, None
        if editor is None:
            return
        self._show_parts(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._arrange()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        editor.hide()
        editor.deleteLater()
        self._on_grown()

    def bubble_rect(self, width: int) -> QRect:
        """Where the bubble stands in a widget of this width."""
        if self.editor is not None:
            outer = min(MAX_WIDTH, width)
            height = self.editor.heightForWidth(outer)
            return QRect(width - outer, 0, outer, height)
        inner = min(self._natural_width, min(MAX_WIDTH, width) - 2 * _PAD_X)
        heights = [part.heightForWidth(inner) for part in self.parts]
        outer = inner + 2 * _PAD_X
        return QRect(width - outer, 0, outer, sum(heights) + _GAP * (len(heights) - 1) + 2 * _PAD_Y)

    def hasHeightForWidth(self) -> bool:
        """A narrower bubble is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of the bubble and the line below it."""
        return self.bubble_rect(width).height() + FOOT

    def sizeHint(self) -> QSize:
        """At the width it has now."""
        return QSize(self.width(), self.heightForWidth(self.width()))

    def event(self, event: QEvent) -> bool:
        """Lay the parts out anew where one of them wants another height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._on_grown()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put everything in its place."""
        super().resizeEvent(event)
        self._arrange()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show what can be done."""
        super().enterEvent(event)
        self._is_hovered = True
        self._show_near()

    def leaveEvent(self, event: QEvent) -> None:
        """Be quiet again."""
        super().leaveEvent(event)
        self._is_hovered = False
        self._show_near()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring, and come into sight where the keyboard led here."""
        super().focusInEvent(event)
        self._show_near()
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.sight_wanted.emit(self, QRect())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self._show_near()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy or quote."""
        action = copy_keys(event)
        if action is None:
            super().keyPressEvent(event)
        elif action is CopyAction.QUOTE:
            self._quote()
        else:
            copy_text(self._turn.text)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with it."""
        if self.editor is None:
            self._open_menu(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bubble, unless the editor stands in its place."""
        if self.editor is None:
            rect = self.bubble_rect(self.width())
            paint_bubble(self, rect, self._theme.palette, is_queued=self._is_queued)

    def _connect_foot(self) -> None:
        foot = self.foot
        foot.edit_requested.connect(lambda: self.edit())
        foot.answer_requested.connect(lambda: self._wish(Wish.ANSWER))
        foot.withdraw_requested.connect(lambda: self._wish(Wish.WITHDRAW))
        foot.menu_requested.connect(self._on_menu_requested)
        foot.focus_changed.connect(self._show_near)
        self.switch.stepped.connect(lambda step: self._wish(Wish.OTHER_VERSION, step))
        self.switch.tree_requested.connect(lambda: self._wish(Wish.SHOW_TREE))

    def _make_parts(self) -> list[PlainText | AttachedFile]:
        text, at = self._turn.text, 0
        parts: list[PlainText | AttachedFile] = []
        if not self._turn.attached:
            return [PlainText(self._theme, text, self)]
        for span in (*self._turn.attached, None):
            words = text[at : len(text) if span is None else span.begin].strip("\n")
            if words.strip():
                parts.append(PlainText(self._theme, words, self))
            if span is not None:
                parts.append(self._make_file(span))
                at = span.end
        return parts

    def _make_file(self, span: AttachedSpan) -> AttachedFile:
        card = AttachedFile(self._theme, span.name, self._turn.text[span.begin : span.end], self)
        card.unfolded.connect(self._on_grown)
        return card

    def _show_parts(self, shown: bool) -> None:
        for part in self.parts:
            part.setVisible(shown)
        self.foot.setVisible(shown)
        self.switch.set_listens(shown)

    def _arrange(self) -> None:
        rect = self.bubble_rect(self.width())
        self.foot.setGeometry(0, rect.bottom() + 1, self.width(), FOOT)
        if self.editor is not None:
            self.editor.setGeometry(rect)
            return
        left, top, inner = rect.left() + _PAD_X, rect.top() + _PAD_Y, rect.width() - 2 * _PAD_X
        for part in self.parts:
            height = part.heightForWidth(inner)
            part.setGeometry(left, top, inner, height)
            top += height + _GAP

    def _open_menu(self, place: QPoint) -> None:
        surface = self._surface_at(place)
        menu = message_menu(self, surface, place)
        menu.addAction(self.tr("Copy message")).triggered.connect(lambda: copy_text(self._turn.text))
        menu.addAction(self.tr("Quote")).triggered.connect(self._quote)
        menu.addSeparator()
        if self._is_queued:
            menu.addAction(self.tr("Withdraw")).triggered.connect(lambda: self._wish(Wish.WITHDRAW))
        else:
            edit = menu.addAction(self.tr("Edit…"))
            edit.setShortcut(EDIT_KEYS)
            edit.triggered.connect(lambda: self.edit())
        add_versions(menu, lambda: self._wish(Wish.SHOW_TREE), lambda: self._wish(Wish.DELETE))
        menu.popup(place)

    def _surface_at(self, place: QPoint) -> PlainText | None:
        widget = self.childAt(self.mapFromGlobal(place))
        while widget is not None and not isinstance(widget, PlainText):
            widget = widget.parentWidget()
        return widget if isinstance(widget, PlainText) else None

    def _quote(self) -> None:
        texts = [part for part in self.parts if isinstance(part, PlainText)]
        chosen = next((text for part in texts if (text := part.selected_text())), "")
        words = self._turn.text if not self._turn.attached else "\n\n".join(part.written for part in texts)
        self.quote_requested.emit(quoted(chosen or words))

    def _wish(self, wish: Wish, step: int = 0) -> None:
        self.wished.emit(MessageRequest(wish, self._turn.message_id, step=step))

    def _on_menu_requested(self) -> None:
        button = self.foot.more_button
        self._open_menu(button.mapToGlobal(button.rect().bottomLeft()))

    def _on_send(self, text: str, attached: tuple[AttachedSpan, ...]) -> None:
        """Ask for it to be said; where that is refused, the words stay."""
        self._is_sending = True
        self.wished.emit(MessageRequest(Wish.SAY_INSTEAD, self._turn.message_id, text, attached))
        self._is_sending = False

    def _on_grown(self) -> None:
        self._arrange()
        self.updateGeometry()
        self.update()

    def _show_near(self) -> None:
        self.foot.set_near(self._is_hovered or self.hasFocus() or self.foot.has_focus)
        self.update()
