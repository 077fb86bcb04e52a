"""Writes into a text document and remembers what was written where: a copy is that, not what stands for it.

Control characters are shown as signs, and a paragraph that is too long to lay out is cut where nobody sees it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from widgets.look.shaping import continues_character, visible_text

if TYPE_CHECKING:
    from PySide6.QtGui import QTextCharFormat, QTextCursor

MAX_PARAGRAPH = 4_000
"""Characters; the time for laying out a paragraph grows with the square of its length."""
_SEARCHED_FOR_SPACE = 200
_MAX_MARKS = 400
"""Marks on one letter that are kept together when a paragraph is cut."""
_UNSHOWABLE = re.compile("[\ud800-\udfff\ufdd0-\ufdef\ufffc\ufffe\uffff]")
"""Halves of characters, and those that a text document keeps for itself."""
LINE_BREAK = "\u2028"


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    length: int
    says: str
    exact: bool
    """Whether position for position it is what was written."""


class WrittenText:
    """What one document says."""

    def __init__(self) -> None:
        self._pieces: list[_Piece] = []

    def clear(self) -> None:
        """Forget everything."""
        self._pieces.clear()

    def write(self, cursor: QTextCursor, text: str, face: QTextCharFormat, says: str | None = None) -> None:
        """Insert text; a line feed begins a line of the same paragraph. `says` is what a copy holds instead."""
        if says is not None:
            self._insert(cursor, text, face, says)
            return
        start = 0
        while start < len(text):
            room = MAX_PARAGRAPH - cursor.positionInBlock()
            if room <= 0:
                self._cut(cursor, face)
                continue
            end = _cut_place(text, start, start + room)
            self._insert(cursor, text[start:end], face, None)
            start = end

    def write_lines(self, cursor: QTextCursor, text: str, face: QTextCharFormat) -> None:
        """Insert text whose every line is a paragraph of the document."""
        lines = text.split("\n")
        if max(map(len, lines)) <= MAX_PARAGRAPH - cursor.positionInBlock():
            self._insert(cursor, text, face, None, breaks="\n")
            return
        for number, line in enumerate(lines):
            if number:
                self.break_paragraph(cursor.position(), "\n")
                cursor.insertBlock()
            self.write(cursor, line, face)

    def break_paragraph(self, position: int, says: str) -> None:
        """Note that the document has a new paragraph at this position, and what a copy holds there."""
        self._pieces.append(_Piece(position, 1, says, exact=False))

    def between(self, start: int, end: int) -> str:
        """Return what was written between two positions of the document."""
        first = max(0, bisect_right(self._pieces, start, key=lambda piece: piece.start) - 1)
        said: list[str] = []
        for piece in self._pieces[first:]:
            if piece.start >= end:
                break
            if piece.start + piece.length <= start:
                continue
            if piece.exact:
                said.append(_cut_out(piece, start, end))
            else:
                said.append(piece.says)
        return "".join(said)

    def _insert(
        self, cursor: QTextCursor, text: str, face: QTextCharFormat, says: str | None, breaks: str = LINE_BREAK
    ) -> None:
        if not text:
            return
        begin = cursor.position()
        shown = "\n".join(_UNSHOWABLE.sub("\u25af", visible_text(line)) for line in text.split("\n"))
        cursor.insertText(shown if breaks == "\n" else shown.replace("\n", breaks), face)
        self._pieces.append(_Piece(begin, cursor.position() - begin, text if says is None else says, says is None))

    def _cut(self, cursor: QTextCursor, face: QTextCharFormat) -> None:
        """Go on in a new paragraph that looks as if it were the same."""
        block = cursor.blockFormat()
        gap = block.bottomMargin()
        block.setBottomMargin(0)
        cursor.setBlockFormat(block)
        block.setBottomMargin(gap)
        block.setTopMargin(0)
        block.setTextIndent(0)
        self.break_paragraph(cursor.position(), "")
        cursor.insertBlock(block, face)


def _cut_out(piece: _Piece, start: int, end: int) -> str:
    """Return what a piece says between two positions, which Qt counts in halves of characters."""
    if start <= piece.start and piece.start + piece.length <= end:
        return piece.says
    first, last = max(0, start - piece.start), end - piece.start
    halves = piece.says.encode("utf-16-le", "surrogatepass")
    return halves[2 * first : 2 * last].decode("utf-16-le", "surrogatepass")


def _cut_place(text: str, start: int, end: int) -> int:
    """Return a place at or before `end` where a line may end, if there is one near."""
    if end >= len(text):
        return len(text)
    for place in range(end, max(start, end - _SEARCHED_FOR_SPACE), -1):
        if text[place - 1] in " \n":
            return place
    place = end
    while place < min(len(text), end + _MAX_MARKS) and continues_character(text[place - 1], text[place]):
        place += 1
    return place
