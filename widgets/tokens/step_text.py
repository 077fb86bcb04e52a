"""What was said up to a round, dimmed, and the round's own tokens behind it: a few lines that never grow.

Only these lines are laid out, so that a step costs the same in a reply of any length.
"""

from __future__ import annotations

from bisect import bisect_right
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine.types import Mark, Proposer
from app.viewmodels.stepper import StepPhase
from widgets.markdown.prose_view import LINE_HEIGHT
from widgets.tokens import marks as token_marks
from widgets.tokens.paragraph import MARK_ROOM, SpanKind
from widgets.tokens.writer import NO_BREAK_SPACE, SEAM, TokenWriter, fence_after

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from app.viewmodels.stepper import Step
    from widgets.look.theme import Theme
    from widgets.tokens.paragraph import TokenParagraph

NUM_LINES = 3
HEIGHT = ceil(NUM_LINES * LINE_HEIGHT) + MARK_ROOM
_SAID_CHARACTERS = 900
"""More than fits, so that the first line in sight is cut by the edge and not by this."""
_RIGHT_MARGIN = 3.0
_FADE = 34


class CodeStretches:
    """Where in a reply fenced code begins and ends; found once, asked at every step."""

    def __init__(self, text: str) -> None:
        self._offsets = [0]
        self._fences = [""]
        fence, offset = "", 0
        for line in text.splitlines(keepends=True):
            offset += len(line)
            after = fence_after(line.rstrip("\n"), fence) if "`" in line or "~" in line else fence
            if after != fence:
                fence = after
                self._offsets.append(offset)
                self._fences.append(fence)

    def fence_at(self, offset: int) -> str:
        """The fence that is open at a line's begin; empty outside of code."""
        return self._fences[bisect_right(self._offsets, offset) - 1]


class StepText(QWidget):
    """A window of a few lines on a reply, with the end of what a round has come to."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = text
        self._code = CodeStretches(text)
        self._step: Step | None = None
        self._phase = StepPhase.OUTCOME
        self._writer = TokenWriter()
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._on_theme_changed)

    @property
    def paragraphs(self) -> list[TokenParagraph]:
        """The paragraphs as laid out, from top to bottom. Read only."""
        return self._writer.paragraphs

    @property
    def shown(self) -> str:
        """All that is to be read, from the first line on that has room."""
        parts = ["".join(span.text for span in paragraph.spans) for paragraph in self._writer.paragraphs]
        return "\n".join(parts).replace(SEAM, "").replace(NO_BREAK_SPACE, "")

    @property
    def marks(self) -> list[tuple[Mark, str]]:
        """What carries a mark, in order."""
        return [
            (span.mark, span.text)
            for paragraph in self._writer.paragraphs
            for span in paragraph.spans
            if span.kind in (SpanKind.TOKEN, SpanKind.GHOST, SpanKind.STRUCK)
        ]

    def show_step(self, step: Step, phase: StepPhase) -> None:
        """Show a round at a phase."""
        self._step, self._phase = step, phase
        self._write(step)
        self._lay_out()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(400, HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        super().resizeEvent(event)
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the last lines; where more stands above, the first of them fades in."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        overflow = max(0.0, self._writer.last.bottom + MARK_ROOM - HEIGHT)
        painter.save()
        painter.translate(0, -overflow)
        for paragraph in self._writer.paragraphs:
            if paragraph.bottom < overflow or not paragraph.spans:
                continue
            token_marks.draw_boxes(painter, paragraph.pieces, paragraph.top, palette)
            paragraph.draw_text(painter, palette)
            token_marks.draw_marks(painter, paragraph.pieces, paragraph.top, palette)
            font = paragraph.struck_font()
            painter.setFont(font)
            for piece in paragraph.pieces:
                if piece.span.kind is SpanKind.STRUCK:
                    token_marks.draw_struck(painter, piece, paragraph.top, palette, QFontMetricsF(font), 1.0)
        painter.restore()
        if overflow:
            veil = QLinearGradient(0, 0, 0, _FADE)
            card, clear = QColor(palette.card), QColor(palette.card)
            clear.setAlpha(0)
            veil.setColorAt(0, card)
            veil.setColorAt(1, clear)
            painter.fillRect(QRectF(0, 0, self.width(), _FADE), veil)
        painter.end()

    def _write(self, step: Step) -> None:
        begin = max(0, step.said_until - _SAID_CHARACTERS)
        if begin:
            begin = max(begin, self._text.find("\n", begin, begin + _SAID_CHARACTERS // 2) + 1)
        self._writer = TokenWriter(self._code.fence_at(begin))
        self._writer.write(-1, Mark.PLAIN, self._text[begin : step.said_until], kind=SpanKind.SAID)
        if self._phase is StepPhase.PROPOSAL:
            self._writer.write_ghosts("".join(draft.text for draft in step.decoded.proposed))
            return
        num_shown = len(step.tokens) if self._phase is StepPhase.OUTCOME else step.decoded.num_accepted
        for position, token in enumerate(step.tokens[:num_shown]):
            dotted = token.emitted.mark is Mark.ACCEPTED and token.proposer is Proposer.LOOKUP
            self._writer.write_token(position, token.emitted, token.struck, dotted=dotted)
        rejected = step.decoded.rejected
        if rejected is not None and (self._phase is StepPhase.CHECK or step.own_word is None):
            self._writer.write_struck(num_shown, rejected, "")
        if self._phase is StepPhase.OUTCOME:
            self._writer.write(-1, Mark.PLAIN, step.tail)
        else:
            self._writer.write_ghosts("".join(draft.text for draft in step.decoded.discarded))

    def _lay_out(self) -> None:
        top = 0.0
        for paragraph in self._writer.paragraphs:
            paragraph.top = top
            paragraph.lay_out(self.width() - _RIGHT_MARGIN, self._theme.palette)
            top = paragraph.bottom
        self.update()

    def _on_theme_changed(self) -> None:
        self._lay_out()
