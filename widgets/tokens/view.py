"""Shows a reply with its proofreader's marks while it is being written, and again whenever asked.

A struck word keeps its place when it fades (a hairline stays, like an erasure on paper), and the view never
becomes lower while the reply grows: nothing that has been laid out moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.parts.reply_words import summary_sentence
from widgets.tokens.flow import TokenFlow
from widgets.tokens.painter import TokenPainter
from widgets.tokens.paragraph import MARK_ROOM, SpanKind
from widgets.tokens.struck_fade import StruckFade
from widgets.tokens.words import described

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QMouseEvent, QPaintEvent, QResizeEvent

    from app.viewmodels.reply import Reply
    from widgets.look.theme import Theme
    from widgets.tokens.paragraph import Piece, TokenParagraph

_RIGHT_MARGIN = 3.0
"""Room for the boxes, which reach over the end of their text."""


class TokenView(QWidget):
    """Tokens with marks, from a position in the reply's text on."""

    token_hovered = Signal(int, QRect)
    """Index of the token under the pointer or the token cursor, and where it stands on the screen."""
    hover_left = Signal()
    cursor_moved = Signal(QRect)
    """Where the token cursor stands now, in this view; told before `token_hovered`, so that it can be scrolled to."""
    cursor_left = Signal()
    """The user has put the token cursor away."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._flow: TokenFlow | None = None
        self._width = 0
        self._least_height = 0
        self._num_seen = 0
        self._hovered = -1
        self._cursor = -1
        self._fade = StruckFade(theme, self)
        self._fade.changed.connect(self.update)
        self._painter = TokenPainter(self._fade)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._on_theme_changed)

    def set_keep_struck(self, keep: bool) -> None:
        """Let struck words stay, or fade a second after they were struck."""
        if keep != self._fade.keep:
            self._painter.forget()
            self._fade.set_keep(keep)

    def show_reply(self, reply: Reply, start: int = 0) -> None:
        """Show another reply, or the same from another character on."""
        if self._flow is not None and self._flow.reply is reply and self._flow.start == start:
            self.refresh()
            return
        if self._flow is None or self._flow.reply is not reply:
            self._num_seen = len(reply.tokens)
            self._fade.forget()
        self._flow = TokenFlow(reply, start)
        self._least_height = 0
        self._hovered = self._cursor = -1
        self._lay_out(everything=True)

    def refresh(self) -> None:
        """Take in what the reply has got since; only the end is laid out again."""
        if self._flow is not None:
            self._lay_out(everything=False)

    def set_summary_spoken(self) -> None:
        """Tell assistive technology the whole text and one sentence about it, once for the whole reply."""
        if self._flow is not None:
            reply = self._flow.reply
            self.setAccessibleName(f"{reply.text}\n{summary_sentence(reply)}".strip())

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to see."""
        return self._flow is None or not any(p.spans for p in self._flow.paragraphs)

    @property
    def paragraphs(self) -> list[TokenParagraph]:
        """The paragraphs as laid out, from top to bottom. Read only."""
        return [] if self._flow is None else self._flow.paragraphs

    @property
    def text(self) -> str:
        """All that is to be seen, struck words and ghosts too."""
        return "" if self._flow is None else self._flow.text

    def rect_of(self, index: int) -> QRect:
        """Where a token stands in this view, its widest part where it is broken; empty if it shows nothing."""
        place = self._find(index)
        if place is None:
            return QRect()
        paragraph, piece = place
        return piece.rect.translated(0, paragraph.top).toAlignedRect()

    def hasHeightForWidth(self) -> bool:
        """Text is as high as its width makes it."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height at a width; lays out for it, as it is about to be set."""
        if self._flow is None:
            return 0
        if width != self._width:
            self._width = width
            self._least_height = 0
            self._lay_out(everything=True)
        return self._height()

    def sizeHint(self) -> QSize:
        """As laid out last."""
        return QSize(self._width or 400, self._height())

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(80, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        super().resizeEvent(event)
        self.heightForWidth(event.size().width())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paragraphs that the damaged rectangle touches."""
        if self._flow is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self._theme.palette
        chosen = self._cursor if self._cursor >= 0 else self._hovered
        last = self._flow.paragraphs[-1]
        shown = []
        for paragraph in self._flow.paragraphs_from(event.rect().top() - MARK_ROOM):
            if paragraph.top > event.rect().bottom():
                break
            if not paragraph.spans:
                continue
            shown.append(paragraph)
            if paragraph is last or not self._painter.paint_settled(painter, paragraph, palette):
                self._painter.paint(painter, paragraph, palette, event.rect())
        for paragraph in shown:
            if paragraph is not last:
                self._painter.paint_overhang(painter, paragraph, palette)
            if chosen >= 0:
                self._painter.outline(painter, paragraph, palette, chosen, has_focus=self._cursor >= 0)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which token is under the pointer."""
        self._hover(self._index_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put the token cursor on what is pressed, so that the keys go on from there."""
        index = self._index_at(event.position())
        if index >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self._move_cursor(index, scrolls=False)
        else:
            super().mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is gone."""
        super().leaveEvent(event)
        self._hover(-1)

    def event(self, event: QEvent) -> bool:
        """While there is a token cursor, Escape is for it and not for the whole window."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self._cursor >= 0:
            event.accept()
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Reached by the keyboard, show where one is: at the first token in sight."""
        super().focusInEvent(event)
        if event.reason() in _BY_KEYBOARD and self._flow is not None and self._cursor < 0:
            self._step(1, self._first_in_sight() - 1)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the token cursor."""
        super().focusOutEvent(event)
        self._move_cursor(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the token cursor: arrows, Home, End; Escape puts it away."""
        key = event.key()
        if key == Qt.Key.Key_Right:
            self._step(1)
        elif key == Qt.Key.Key_Left:
            self._step(-1)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._step_line(down=key == Qt.Key.Key_Down)
        elif key == Qt.Key.Key_Home and self._flow is not None:
            self._step(1, self._flow.first_token - 1)
        elif key == Qt.Key.Key_End and self._flow is not None:
            self._step(-1, len(self._flow.reply.tokens))
        elif key == Qt.Key.Key_Escape and self._cursor >= 0:
            self._move_cursor(-1)
            self.cursor_left.emit()
        else:
            super().keyPressEvent(event)

    def _height(self) -> int:
        if self._flow is None:
            return 0
        height = round(self._flow.height + 0.49) + MARK_ROOM
        if self._flow.reply.phase.is_over:
            return height
        self._least_height = max(self._least_height, height)
        return self._least_height

    def _lay_out(self, *, everything: bool) -> None:
        flow = self._flow
        if flow is None:
            return
        before = -1 if everything or not self._width else self._height()
        if everything:
            self._painter.forget()
        flow.take_news()
        self._date_struck(flow.reply)
        if not self._width:
            return
        y = flow.lay_out(self._width - _RIGHT_MARGIN, self._theme.palette, everything=everything)
        if self._height() != before:
            self.updateGeometry()
        self.update(QRect(0, int(y) - 2, self.width(), self.height()))

    def _date_struck(self, reply: Reply) -> None:
        news = range(self._num_seen, len(reply.tokens))
        self._num_seen = len(reply.tokens)
        struck = [index for index in news if reply.tokens[index].struck is not None]
        if struck:
            self._fade.strike(struck)

    def _on_theme_changed(self) -> None:
        self._lay_out(everything=True)

    def _index_at(self, point: QPointF) -> int:
        if self._flow is None:
            return -1
        paragraph = self._flow.paragraph_at(point.y())
        if paragraph is None:
            return -1
        piece = paragraph.piece_at(point.x(), point.y() - paragraph.top)
        return -1 if piece is None else piece.span.index

    def _hover(self, index: int) -> None:
        if index == self._hovered:
            return
        self._hovered = index
        self._tell(index)

    def _move_cursor(self, index: int, *, scrolls: bool = True) -> None:
        if index == self._cursor:
            return
        self._cursor = index
        self._describe(index)
        if index >= 0 and scrolls:
            self.cursor_moved.emit(self.rect_of(index))
        self._tell(index)

    def _describe(self, index: int) -> None:
        """Say what the token cursor stands on to whoever does not see it."""
        words = described(self._flow.reply.tokens[index]) if self._flow is not None and index >= 0 else ""
        self.setAccessibleDescription(words)
        if words:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _tell(self, index: int) -> None:
        self.update()
        rect = self.rect_of(index) if index >= 0 else QRect()
        if rect.isEmpty():
            self.hover_left.emit()
        else:
            self.token_hovered.emit(index, QRect(self.mapToGlobal(rect.topLeft()), rect.size()))

    def _step(self, by: int, start: int | None = None) -> None:
        """Move the token cursor on to the next token that shows something, from another one where that is given."""
        if self._flow is None:
            return
        if start is None:
            start = self._cursor if self._cursor >= 0 else self._first_in_sight() - (by > 0)
        index = start + by
        while self._flow.first_token <= index < len(self._flow.reply.tokens):
            if self._find(index) is not None:
                self._move_cursor(index)
                return
            index += by

    def _first_in_sight(self) -> int:
        """The first token of the first line that can be seen whole."""
        if self._flow is None:
            return 0
        top = self.visibleRegion().boundingRect().top()
        for paragraph in self._flow.paragraphs_from(top):
            for piece in paragraph.pieces:
                is_token = piece.span.kind is SpanKind.TOKEN and piece.span.index >= 0
                if is_token and paragraph.top + piece.rect.top() >= top:
                    return piece.span.index
        return self._flow.first_token

    def _step_line(self, *, down: bool) -> None:
        place = self._find(self._cursor)
        if place is None:
            self._step(1)
            return
        paragraph, piece = place
        x = piece.rect.center().x()
        y = paragraph.top + piece.rect.center().y()
        step = (piece.rect.height() + 4) * (1 if down else -1)
        for distance in (1.0, 1.5, 2.0, 2.5):
            index = self._index_at(QPointF(x, y + step * distance))
            if index >= 0 and index != self._cursor:
                self._move_cursor(index)
                return

    def _find(self, index: int) -> tuple[TokenParagraph, Piece] | None:
        if self._flow is None or index < 0:
            return None
        places = [
            (paragraph, piece)
            for paragraph in self._flow.paragraphs_of(index)
            for piece in paragraph.pieces
            if piece.span.index == index and piece.span.kind is SpanKind.TOKEN
        ]
        return max(places, key=lambda place: place[1].rect.width(), default=None)


_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
