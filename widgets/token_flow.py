"""Pours a growing reply into paragraphs, touching only the last one, however long the reply has become.

Ghosts stand behind the text and are taken away before anything is added; a struck word keeps its place, so
that neither its coming nor its fading moves what stands around it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from app.engine.types import Mark, Proposer
from widgets.shaping import can_change_font, visible_text
from widgets.token_paragraph import SpanKind, TokenParagraph

if TYPE_CHECKING:
    from app.viewmodels.reply import Reply, ReplyToken
    from widgets.palette import Palette

_SEAM = "\u200b"
_NO_BREAK_SPACE = "\u00a0"
_FENCE = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+|>\s?)*(```+|~~~+)")


class TokenFlow:
    """The paragraphs of a reply from a character position on.

    Args:
        reply: What to show.
        start: Where in the reply's text to begin.
    """

    def __init__(self, reply: Reply, start: int = 0) -> None:
        self.reply = reply
        self.start = start
        self.paragraphs = [TokenParagraph()]
        self._num_tokens = bisect_right(reply.tokens, start, key=lambda token: token.end)
        self.first_token = self._num_tokens
        self._has_tail = False
        self._settled_spans = 0
        """Spans of the last paragraph that are no ghosts."""
        self._line = ""
        """The last line as the model wrote it."""
        self._fence = ""
        self._first_dirty = 0
        self._unchanged = 0
        """Position in the first dirty paragraph up to which it is as it was laid out last."""

    @property
    def text(self) -> str:
        """All that is shown, struck words and ghosts too, without what only helps to break lines."""
        parts = [("" if p.continues else "\n") + p.text for p in self.paragraphs]
        return "".join(parts).removeprefix("\n").replace(_SEAM, "").replace(_NO_BREAK_SPACE, "")

    @property
    def height(self) -> float:
        """Height of everything, as laid out."""
        return self.paragraphs[-1].bottom

    def take_news(self) -> None:
        """Add what the reply has got since the last call."""
        last = self.paragraphs[-1]
        last.truncate(self._settled_spans)
        if self._first_dirty < len(self.paragraphs) - 1:
            self._unchanged = 0
        else:
            self._unchanged = min(self._unchanged, last.length)
        for index in range(self._num_tokens, len(self.reply.tokens)):
            self._add_token(index, self.reply.tokens[index])
        self._num_tokens = len(self.reply.tokens)
        if self.reply.tail and not self._has_tail:
            self._has_tail = True
            self._write(-1, Mark.PLAIN, self.reply.tail[max(0, self.start - self._tail_start()) :])
        self._settled_spans = len(self.paragraphs[-1].spans)
        self._add_ghosts()

    def lay_out(self, width: float, palette: Palette, *, everything: bool = False) -> float:
        """Lay out what has changed; returns the y from which on the picture is another."""
        if everything:
            self._rejoin()
        number = first = 0 if everything else self._first_dirty
        unchanged = 0 if everything else self._unchanged
        top = self.paragraphs[first].top
        dirty_top = top
        while number < len(self.paragraphs):
            paragraph = self.paragraphs[number]
            paragraph.top = top
            same_until = paragraph.lay_out(width, palette, unchanged)
            if number == first:
                dirty_top += same_until
            unchanged = 0
            rest = paragraph.split_off_rest() if number == len(self.paragraphs) - 1 else None
            if rest is not None:
                self.paragraphs.append(rest)
                self._settled_spans -= len(paragraph.spans)
                paragraph.lay_out(width, palette)
            top = paragraph.bottom
            number += 1
        self._first_dirty = len(self.paragraphs) - 1
        self._unchanged = self.paragraphs[-1].length_of(self._settled_spans)
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
        self.paragraphs = whole

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
        text = token.emitted.text[max(0, self.start - token.start) :]
        mark = token.emitted.mark
        if mark is not Mark.CORRECTED:
            dotted = mark is Mark.ACCEPTED and token.proposer is Proposer.LOOKUP
            self._write(index, mark, text, dotted=dotted)
            return
        word = text.lstrip()
        self._add_struck(index, token, text)
        self._write(index, Mark.PLAIN, text[: len(text) - len(word)])
        paragraph = self.paragraphs[-1]
        has_room = can_change_font(paragraph.last_character, word[:1])
        paragraph.add(SpanKind.CARET, index, mark, _NO_BREAK_SPACE if has_room else "")
        self._write(index, mark, word, own_face=has_room)

    def _add_struck(self, index: int, token: ReplyToken, text: str) -> None:
        struck = _one_line(token.struck.text) if token.struck is not None else ""
        paragraph = self.paragraphs[-1]
        before = paragraph.last_character
        if not struck or not can_change_font(before, text[:1]) or not can_change_font(before, struck[:1]):
            return
        if before.strip() and struck[:1].strip():
            paragraph.add(SpanKind.SEAM, -1, Mark.PLAIN, _SEAM)
        paragraph.add(SpanKind.STRUCK, index, Mark.REJECTED, struck)
        if text[:1].strip():
            paragraph.add(SpanKind.SEAM, -1, Mark.PLAIN, _SEAM)

    def _write(self, index: int, mark: Mark, text: str, *, own_face: bool = False, dotted: bool = False) -> None:
        for number, part in enumerate(text.split("\n")):
            if number:
                self._close_line()
            if part:
                self._mend(part)
                self._line += part
                span = self.paragraphs[-1].add(SpanKind.TOKEN, index, mark, visible_text(part), own_face=own_face)
                span.dotted = dotted
                self.paragraphs[-1].is_code = bool(self._fence) or _FENCE.match(self._line) is not None

    def _mend(self, following: str) -> None:
        """Take the corrected token's face back where its last character goes on in the next token."""
        spans = self.paragraphs[-1].spans
        if spans and spans[-1].own_face and not can_change_font(spans[-1].text[-1:], following[:1]):
            spans[-1].own_face = False
            self._unchanged = min(self._unchanged, spans[-1].start)

    def _close_line(self) -> None:
        fence = _FENCE.match(self._line)
        if fence is not None:
            if not self._fence:
                self._fence = fence[1]
            elif fence[1].startswith(self._fence) and not self._line[fence.end() :].strip(" \t`~"):
                self._fence = ""
        self._line = ""
        self.paragraphs.append(TokenParagraph(is_code=bool(self._fence)))

    def _add_ghosts(self) -> None:
        paragraph = self.paragraphs[-1]
        text = _one_line("".join(ghost.text for ghost in self.reply.ghosts))
        if not text:
            return
        before = paragraph.last_character
        may_change = can_change_font(before, text[0])
        if may_change and before.strip() and text[0].strip():
            paragraph.add(SpanKind.SEAM, -1, Mark.PLAIN, _SEAM)
        paragraph.add(SpanKind.GHOST, -1, Mark.GHOST, text, own_face=may_change)


def _one_line(text: str) -> str:
    """A proposal's text on one line; an incomplete character shows nothing."""
    return visible_text(text.replace("\ufffd", "").replace("\n", "↵"))
