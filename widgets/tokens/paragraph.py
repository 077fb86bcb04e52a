"""One paragraph of a reply with its marks: text shaped as a whole, marks placed over it per token.

Marks come from line geometry and are no text formats, because a format would tear ligatures and graphemes
that straddle two tokens. Only a corrected token, a ghost and a struck word have a face of their own.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum
from math import ceil
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextLine, QTextOption

from widgets.look.shaping import is_right_to_left, starts_right_to_left, utf16_length
from widgets.look.theme import mono, serif
from widgets.markdown.prose_view import LINE_HEIGHT as LINE_PITCH
from widgets.markdown.prose_view import PARAGRAPH_GAP as BLANK_PITCH

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Iterable, Iterator

    from PySide6.QtGui import QPainter

    from app.engine.types import Mark
    from widgets.look.palette import Palette

TEXT_PIXELS = 17
CODE_PIXELS = 14
CODE_PITCH = 24.0
MARK_ROOM = 6
"""How far marks may reach below the last line."""
STRUCK_SCALE = 0.84
CARET_WIDTH = 11.0
MIN_STRETCH = 1200
"""A paragraph longer than this is continued in another stretch, so that adding a token stays cheap."""

_MOST_AT_ONCE = 3 * MIN_STRETCH


class SpanKind(Enum):
    """What a stretch of a paragraph stands for."""

    TOKEN = "token"
    GHOST = "ghost"
    STRUCK = "struck"
    CARET = "caret"
    SAID = "said"
    """What stood there before, dimmed and without a mark."""
    SEAM = "seam"
    """Nothing visible: a place where a line may break."""


@dataclass(slots=True)
class Span:
    """A stretch of a paragraph between two UTF-16 positions; `index` is its token's, -1 for none."""

    kind: SpanKind
    index: int
    mark: Mark
    start: int
    end: int
    text: str
    own_face: bool
    """Set in a face of its own, which is left out where it would tear a character apart."""
    dotted: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a span on one line, relative to the paragraph."""

    span: Span
    start: int
    end: int
    rect: QRectF
    baseline: float


class TokenParagraph:
    """Text up to a line break, or a stretch of a long paragraph from one line's begin to another's."""

    def __init__(self, *, is_code: bool = False, right_to_left: bool | None = None) -> None:
        self.spans: list[Span] = []
        self.is_code = is_code
        self.continues = right_to_left is not None
        """Whether it goes on, without a line break, from the paragraph before."""
        self.top = 0.0
        self.height = 0.0
        self._right_to_left = right_to_left
        self._layout = QTextLayout()
        self._layout.setCacheEnabled(True)
        self._pieces: list[Piece] = []
        self._first_unplaced = 0
        """The line from which on pieces are to be computed anew."""
        self._mixed = False

    @property
    def length(self) -> int:
        """UTF-16 length of everything in it."""
        return self.spans[-1].end if self.spans else 0

    def length_of(self, num_spans: int) -> int:
        """UTF-16 length of the first spans."""
        return self.spans[num_spans - 1].end if 0 < num_spans <= len(self.spans) else 0

    @property
    def bottom(self) -> float:
        """Where the next paragraph begins."""
        return self.top + self.height

    @property
    def text(self) -> str:
        """Everything in it, struck words and ghosts too."""
        return "".join(span.text for span in self.spans)

    @property
    def last_character(self) -> str:
        """What the next text stands behind; empty at the begin."""
        return next((span.text[-1] for span in reversed(self.spans) if span.text), "")

    def font(self) -> QFont:
        """The face of its plain text."""
        return mono(CODE_PIXELS) if self.is_code else serif(TEXT_PIXELS)

    def struck_font(self) -> QFont:
        """The face of its struck words."""
        font = self.font()
        font.setPixelSize(round(font.pixelSize() * STRUCK_SCALE))
        return font

    def add(self, kind: SpanKind, index: int, mark: Mark, text: str, *, own_face: bool = False) -> Span:
        """Append text and return its span."""
        start = self.length
        self.spans.append(Span(kind, index, mark, start, start + utf16_length(text), text, own_face))
        return self.spans[-1]

    def truncate(self, num_spans: int) -> None:
        """Take the last spans away."""
        del self.spans[num_spans:]
        self._first_unplaced = 0 if num_spans == 0 else self._first_unplaced

    def lay_out(self, width: float, palette: Palette, unchanged: int = 0) -> float:
        """Shape the text and break it into lines.

        Args:
            width: Room for a line, in pixels.
            palette: Colours of the faces.
            unchanged: Up to this position the text, the width and the palette are as they were.

        Returns:
            The height, relative to the paragraph, above which nothing looks different.
        """
        text = self.text
        self._mixed = is_right_to_left(text)
        font = self.font()
        pitch = CODE_PITCH if self.is_code else LINE_PITCH
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(4 * QFontMetricsF(font).horizontalAdvance("0"))
        if self._right_to_left is not None:
            option.setTextDirection(
                Qt.LayoutDirection.RightToLeft if self._right_to_left else Qt.LayoutDirection.LeftToRight
            )
        self._layout.setFont(font)
        self._layout.setTextOption(option)
        self._layout.setText(text)
        self._layout.setFormats(list(self._formats(palette)))
        self._layout.beginLayout()
        y = 0.0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            height = max(pitch, line.height())
            # As in the read view, prose has its room above the line: nothing moves when a block is finished.
            above = height - line.height()
            line.setPosition(QPointF(0, y + (above / 2 if self.is_code else above)))
            y += height
        self._layout.endLayout()
        self.height = float(ceil(y)) if text or self.is_code else BLANK_PITCH
        line = self._layout.lineForTextPosition(max(0, unchanged - 1)) if unchanged else QTextLine()
        # A word that goes on may move to the next line, so that the line before its own changes too.
        number = max(0, line.lineNumber() - 1) if line.isValid() else 0
        self._first_unplaced = min(self._first_unplaced, number)
        return self._layout.lineAt(number).y() if number else 0.0

    def hold_back(self) -> list[Span]:
        """Take away what is not needed to find the next stretch: laying out takes the square of a long word."""
        if self.length <= _MOST_AT_ONCE:
            return []
        first = bisect_left([span.end for span in self.spans], _MOST_AT_ONCE)
        held = self.spans[first:] if first else []
        self.truncate(len(self.spans) - len(held))
        return held

    def split_off_rest(self) -> TokenParagraph | None:
        """Hand over the last lines as a new paragraph where this one has become long; lay out both again."""
        num_lines = self._layout.lineCount()
        if self.length < MIN_STRETCH or num_lines < 6:
            return None
        enough = self._layout.lineForTextPosition(MIN_STRETCH - 1).lineNumber()
        cut = self._layout.lineAt(min(num_lines - 3, enough + 1)).textStart()
        first = next((i for i, span in enumerate(self.spans) if span.start >= cut), len(self.spans))
        if first in (0, len(self.spans)):
            return None
        rest = TokenParagraph(is_code=self.is_code, right_to_left=self.is_right_to_left)
        rest.take_over(self.spans[first:])
        self.truncate(first)
        return rest

    def fill_up(self, spans: deque[Span]) -> None:
        """Take over as many spans from the front as are laid out at once."""
        while spans and self.length <= _MOST_AT_ONCE:
            self.take_over([spans.popleft()])

    def take_over(self, spans: Iterable[Span]) -> None:
        """Append another paragraph's spans."""
        for span in spans:
            added = self.add(span.kind, span.index, span.mark, span.text, own_face=span.own_face)
            added.dotted = span.dotted

    @property
    def is_right_to_left(self) -> bool:
        """The base direction."""
        return starts_right_to_left(self.text) if self._right_to_left is None else self._right_to_left

    def draw_text(self, painter: QPainter, palette: Palette) -> None:
        """Draw the text without its marks; struck words are left to whoever draws the marks."""
        loose = []
        for span in self.spans:
            if span.kind is SpanKind.SAID or (span.kind is SpanKind.GHOST and not span.own_face):
                form = QTextCharFormat()
                form.setForeground(QColor(palette.ghost))
                loose.append(_range(span.start, span.end, form))
        painter.setPen(QColor(palette.ink))
        self._layout.draw(painter, QPointF(0, self.top), loose)

    @property
    def pieces(self) -> list[Piece]:
        """Where every span stands, one piece a line."""
        num_lines = self._layout.lineCount()
        if self._first_unplaced < num_lines:
            top = self._layout.lineAt(self._first_unplaced).y()
            self._pieces = [piece for piece in self._pieces if piece.baseline < top]
            self._pieces += self._place(self._first_unplaced)
            self._first_unplaced = num_lines
        return self._pieces

    def piece_at(self, x: float, y: float) -> Piece | None:
        """Return the token's piece under a point relative to the paragraph."""
        for piece in self.pieces:
            if piece.span.kind in (SpanKind.TOKEN, SpanKind.CARET) and piece.rect.contains(x, y):
                return piece
        return None

    def _place(self, first: int) -> Iterator[Piece]:
        starts = [span.start for span in self.spans]
        for number in range(first, self._layout.lineCount()):
            line = self._layout.lineAt(number)
            begin, end = line.textStart(), line.textStart() + line.textLength()
            baseline = line.y() + line.ascent()
            natural = line.naturalTextRect()
            for span in self.spans[max(0, bisect_left(starts, begin) - 1) :]:
                if span.start > end or (span.start == end and number + 1 < self._layout.lineCount()):
                    break
                start, stop = max(span.start, begin), min(span.end, end)
                if stop < start or (stop == start and span.end > span.start):
                    continue
                left, right = self._extent(line, start, stop)
                left = min(max(left, natural.left()), natural.right())
                right = min(max(right, natural.left()), natural.right())
                rect = QRectF(left, line.y(), right - left, line.height())
                yield Piece(span, start, stop, rect, baseline)

    def _extent(self, line: QTextLine, start: int, stop: int) -> tuple[float, float]:
        first = _x(line, start)
        if not self._mixed:
            return first, _x(line, stop)
        last = _x(line, max(start, stop - 1), QTextLine.Edge.Trailing) if stop > start else first
        return min(first, last), max(first, last)

    def _formats(self, palette: Palette) -> Iterator[QTextLayout.FormatRange]:
        struck = caret = None
        ghost = QTextCharFormat()
        ghost.setFontItalic(True)
        ghost.setForeground(QColor(palette.ghost))
        own = QTextCharFormat()
        own.setFontWeight(QFont.Weight.DemiBold)
        own.setForeground(QColor(palette.corrected))
        for span in self.spans:
            if span.kind is SpanKind.STRUCK:
                struck = struck or self._struck_format()
                yield _range(span.start, span.end, struck)
            elif span.kind is SpanKind.CARET and span.text:
                caret = caret or self._caret_format(span.text)
                yield _range(span.start, span.end, caret)
            elif span.own_face:
                yield _range(span.start, span.end, ghost if span.kind is SpanKind.GHOST else own)

    def _struck_format(self) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFont(self.struck_font())
        form.setForeground(QColor(Qt.GlobalColor.transparent))
        return form

    def _caret_format(self, text: str) -> QTextCharFormat:
        font = self.font()
        room = CARET_WIDTH - QFontMetricsF(font).horizontalAdvance(text)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, room)
        form = QTextCharFormat()
        form.setFont(font)
        return form


def _x(line: QTextLine, position: int, edge: QTextLine.Edge = QTextLine.Edge.Leading) -> float:
    x, _ = cast("tuple[float, int]", line.cursorToX(position, edge))
    return x


def _range(start: int, end: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    part = QTextLayout.FormatRange()
    part.start, part.length, part.format = start, end - start, form
    return part
