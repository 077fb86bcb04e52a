"""Pours a growing reply into paragraphs, touching only the last one, however long the reply has become.

Ghosts stand behind the text and are taken away before anything is added; a struck word keeps its place, so
that neither its coming nor its fading moves what stands around it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from typing import TYPE_CHECKING

from app.engine.types import Mark, Proposer
from widgets.tokens.writer import NO_BREAK_SPACE, SEAM, TokenWriter

if TYPE_CHECKING:
    from app.viewmodels.reply import Reply, ReplyToken
    from widgets.look.palette import Palette
    from widgets.tokens.paragraph import Span, TokenParagraph


class TokenFlow:
    """The paragraphs of a reply from a character position on.

    Args:
        reply: What to show.
        start: Where in the reply's text to begin.
    """

    def __init__(self, reply: Reply, start: int = 0) -> None:
        self.reply = reply
        self.start = start
        self._writer = TokenWriter()
        self._num_tokens = bisect_right(reply.tokens, start, key=lambda token: token.end)
        self.first_token = self._num_tokens
        self._has_tail = False
        self._settled_spans = 0
        """Spans of the last paragraph that are no ghosts."""
        self._first_dirty = 0
        if reply.num_untold > start:
            self._writer.write(-1, Mark.PLAIN, reply.text[start : reply.num_untold])
            self._settled_spans = len(self._writer.last.spans)

    @property
    def paragraphs(self) -> list[TokenParagraph]:
        """From top to bottom. Read only."""
        return self._writer.paragraphs

    @property
    def text(self) -> str:
        """All that is shown, struck words and ghosts too, without what only helps to break lines."""
        parts = [("" if p.continues else "\n") + p.text for p in self.paragraphs]
        return "".join(parts).removeprefix("\n").replace(SEAM, "").replace(NO_BREAK_SPACE, "")

    @property
    def height(self) -> float:
        """Height of everything, as laid out."""
        return self.paragraphs[-1].bottom

    def take_news(self) -> None:
        """Add what the reply has got since the last call."""
        writer = self._writer
        writer.last.truncate(self._settled_spans)
        is_first_dirty = self._first_dirty == len(self.paragraphs) - 1
        writer.unchanged = min(writer.unchanged, writer.last.length) if is_first_dirty else 0
        for index in range(self._num_tokens, len(self.reply.tokens)):
            self._add_token(index, self.reply.tokens[index])
        self._num_tokens = len(self.reply.tokens)
        if self.reply.tail and not self._has_tail:
            self._has_tail = True
            writer.write(-1, Mark.PLAIN, self.reply.tail[max(0, self.start - self._tail_start()) :])
        self._settled_spans = len(writer.last.spans)
        writer.write_ghosts("".join(ghost.text for ghost in self.reply.ghosts))

    def lay_out(self, width: float, palette: Palette, *, everything: bool = False) -> float:
        """Lay out what has changed; returns the y from which on the picture is another."""
        if everything:
            self._rejoin()
        number = first = 0 if everything else self._first_dirty
        unchanged = 0 if everything else self._writer.unchanged
        top = self.paragraphs[first].top
        dirty_top = top
        waiting: deque[Span] = deque()
        """What belongs to the paragraph that is being divided and has not come to its stretch yet."""
        while number < len(self.paragraphs):
            paragraph = self.paragraphs[number]
            paragraph.top = top
            is_last = number == len(self.paragraphs) - 1
            waiting = waiting or deque(paragraph.hold_back())
            same_until = paragraph.lay_out(width, palette, unchanged)
            if number == first:
                dirty_top += same_until
            unchanged = 0
            rest = paragraph.split_off_rest() if is_last or waiting else None
            if rest is not None:
                rest.fill_up(waiting)
                self.paragraphs.insert(number + 1, rest)
                self._settled_spans -= len(paragraph.spans) if is_last else 0
                paragraph.lay_out(width, palette)
            elif waiting:
                paragraph.take_over(waiting)
                waiting.clear()
                paragraph.lay_out(width, palette)
            top = paragraph.bottom
            number += 1
        self._first_dirty = len(self.paragraphs) - 1
        self._writer.unchanged = self.paragraphs[-1].length_of(self._settled_spans)
        return dirty_top

    def _rejoin(self) -> None:
        """Undo the division of long paragraphs: at another width their lines begin elsewhere."""
        whole: list[TokenParagraph] = []
        for paragraph in self.paragraphs:
            if not paragraph.continues:
                whole.append(paragraph)
                continue
            if paragraph is self.paragraphs[-1]:
                self._settled_spans += len(whole[-1].spans)
            whole[-1].take_over(paragraph.spans)
        self._writer.paragraphs = whole

    def paragraph_at(self, y: float) -> TokenParagraph | None:
        """Return the paragraph at a height."""
        number = bisect_right(self.paragraphs, y, key=lambda paragraph: paragraph.top) - 1
        if number < 0 or y > self.paragraphs[number].bottom:
            return None
        return self.paragraphs[number]

    def paragraphs_from(self, y: float) -> list[TokenParagraph]:
        """Return the paragraphs from a height on."""
        number = bisect_right(self.paragraphs, y, key=lambda paragraph: paragraph.top) - 1
        return self.paragraphs[max(0, number) :]

    def paragraphs_of(self, index: int) -> list[TokenParagraph]:
        """Return the paragraphs that a token may stand in."""
        return [
            paragraph
            for paragraph in self.paragraphs
            if paragraph.spans and any(span.index == index for span in paragraph.spans)
        ]

    def _tail_start(self) -> int:
        return len(self.reply.text) - len(self.reply.tail)

    def _add_token(self, index: int, token: ReplyToken) -> None:
        dotted = token.emitted.mark is Mark.ACCEPTED and token.proposer is Proposer.LOOKUP
        skip = max(0, self.start - token.start)
        self._writer.write_token(index, token.emitted, token.struck, skip=skip, dotted=dotted)
