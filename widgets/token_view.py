"""Shows a reply with its proofreader's marks while it is being written, and again whenever asked.

A struck word keeps its place when it fades (a hairline stays, like an erasure on paper), and the view never
becomes lower while the reply grows: nothing that has been laid out moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine.types import Mark
from widgets import token_marks
from widgets.reply_words import summary_sentence
from widgets.token_flow import TokenFlow
from widgets.token_paragraph import SpanKind

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent

    from app.viewmodels.reply import Reply
    from widgets.theme import Theme
    from widgets.token_paragraph import Piece, TokenParagraph

STRUCK_MS = 1000
FADE_MS = 350
_FRAME_MS = 33
_MARGIN = 3.0
"""Room at both sides for the boxes, which reach over their text."""


class TokenView(QWidget):
    """Tokens with marks, from a position in the reply's text on."""

    token_hovered = Signal(int, QRect)
    """Index of the token under the pointer or the token cursor, and where it stands on the screen."""
    hover_left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._flow: TokenFlow | None = None
        self._width = 0
        self._least_height = 0
        self._keep_struck = False
        self._born: dict[int, int] = {}
        self._num_seen = 0
        self._hovered = -1
        self._cursor = -1
        self._clock = QElapsedTimer()
        self._clock.start()
        self._fade = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._fade.timeout.connect(self._on_fade_due)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._on_theme_changed)

    @property
    def keep_struck(self) -> bool:
        """Whether struck words stay for good."""
        return self._keep_struck

    def set_keep_struck(self, keep: bool) -> None:
        """Let struck words stay, or fade a second after they were struck."""
        self._keep_struck = keep
        self.update()

    def show_reply(self, reply: Reply, start: int = 0) -> None:
        """Show another reply, or the same from another character on."""
        if self._flow is not None and self._flow.reply is reply and self._flow.start == start:
            self.refresh()
            return
        if self._flow is None or self._flow.reply is not reply:
            self._num_seen = len(reply.tokens)
            self._born.clear()
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

    def rect_of(self, index: int) -> QRect:
        """Where a token stands in this view; empty if it shows nothing."""
        for paragraph in self._flow.paragraphs if self._flow is not None else ():
            spans = paragraph.spans
            if spans and any(span.index == index and span.kind is SpanKind.TOKEN for span in spans):
                rects = [piece.rect for piece in paragraph.pieces if piece.span.index == index
                         and piece.span.kind is SpanKind.TOKEN]
                if rects:
                    return rects[0].translated(_MARGIN, paragraph.top).toAlignedRect()
        return QRect()
