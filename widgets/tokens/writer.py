"""Writes tokens, struck words and ghosts into paragraphs, one after the other, and knows where code begins.

What is laid out and when is not its business: a growing reply and a single round of it are written alike.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.engine.types import Mark
from widgets.look.shaping import can_change_font, visible_text
from widgets.tokens.paragraph import SpanKind, TokenParagraph

if TYPE_CHECKING:
    from app.engine.types import EmittedToken, ProposedToken

SEAM = "\u200b"
NO_BREAK_SPACE = "\u00a0"
FENCE = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+|>\s?)*(```+|~~~+)")


class TokenWriter:
    """Appends to a list of paragraphs, of which only the last one ever changes.

    Args:
        fence: The fence that is open where the text begins; empty outside of code.
    """

    def __init__(self, fence: str = "") -> None:
        self.fence = fence
        """The fence that is open now."""
        self.paragraphs = [TokenParagraph(is_code=bool(fence))]
        self.unchanged = 0
        """Position in the last paragraph up to which it is as it was laid out last."""
        self._line = ""
        """The last line as the model wrote it."""

    @property
    def last(self) -> TokenParagraph:
        """The paragraph that is being written."""
        return self.paragraphs[-1]

    def write_token(
        self, index: int, emitted: EmittedToken, struck: ProposedToken | None, *, skip: int = 0, dotted: bool = False
    ) -> None:
        """Write a token of the reply, and the word it replaced before it.

        Args:
            index: What it is found by later.
            emitted: The token.
            struck: The draft token in whose place it stands.
            skip: Characters of it that are shown elsewhere.
            dotted: Whether its line is dotted, as of what lookup proposed.
        """
        text = emitted.text[skip:]
        if emitted.mark is not Mark.CORRECTED:
            self.write(index, emitted.mark, text, dotted=dotted)
            return
        word = text.lstrip()
        self.write_struck(index, struck, text)
        self.write(index, Mark.PLAIN, text[: len(text) - len(word)])
        has_room = can_change_font(self.last.last_character, word[:1])
        self.last.add(SpanKind.CARET, index, emitted.mark, NO_BREAK_SPACE if has_room else "")
        self.write(index, emitted.mark, word, own_face=has_room)

    def write_struck(self, index: int, struck: ProposedToken | None, following: str) -> None:
        """Write a struck word before the text that took its place, where a font may change there."""
        text = _one_line(struck.text) if struck is not None else ""
        before = self.last.last_character
        if not text or not can_change_font(before, following[:1]) or not can_change_font(before, text[:1]):
            return
        if before.strip() and text[:1].strip():
            self._add_seam()
        self.last.add(SpanKind.STRUCK, index, Mark.REJECTED, text)
        if following[:1].strip():
            self._add_seam()

    def write_ghosts(self, text: str) -> None:
        """Write what is proposed, on one line; nothing is torn by its face."""
        text = _one_line(text)
        if not text:
            return
        before = self.last.last_character
        may_change = can_change_font(before, text[0])
        if may_change and before.strip() and text[0].strip():
            self._add_seam()
        self.last.add(SpanKind.GHOST, -1, Mark.GHOST, text, own_face=may_change)

    def write(
        self,
        index: int,
        mark: Mark,
        text: str,
        *,
        own_face: bool = False,
        dotted: bool = False,
        kind: SpanKind = SpanKind.TOKEN,
    ) -> None:
        """Write text with a mark; line breaks begin new paragraphs."""
        for number, part in enumerate(text.split("\n")):
            if number:
                self._close_line()
            if part:
                self._mend(part)
                self._line += part
                span = self.last.add(kind, index, mark, visible_text(part), own_face=own_face)
                span.dotted = dotted
                self.last.is_code = bool(self.fence) or FENCE.match(self._line) is not None

    def _mend(self, following: str) -> None:
        """Take the corrected token's face back where its last character goes on in the next token."""
        spans = self.last.spans
        if spans and spans[-1].own_face and not can_change_font(spans[-1].text[-1:], following[:1]):
            spans[-1].own_face = False
            self.unchanged = min(self.unchanged, spans[-1].start)

    def _close_line(self) -> None:
        self.fence = fence_after(self._line, self.fence)
        self._line = ""
        self.paragraphs.append(TokenParagraph(is_code=bool(self.fence)))

    def _add_seam(self) -> None:
        self.last.add(SpanKind.SEAM, -1, Mark.PLAIN, SEAM)


def fence_after(line: str, fence: str) -> str:
    """Return the fence that is open behind a line, given the one that is open before it."""
    found = FENCE.match(line)
    if found is None:
        return fence
    if not fence:
        return found[1]
    closes = found[1].startswith(fence) and not line[found.end() :].strip(" \t`~")
    return "" if closes else fence


def _one_line(text: str) -> str:
    """A proposal's text on one line; an incomplete character shows nothing."""
    return visible_text(text.replace("\ufffd", "").replace("\n", "↵"))
