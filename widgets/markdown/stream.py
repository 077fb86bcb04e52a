"""Says which blocks of a growing reply are final, so that each is built once, while the reply is written.

CommonMark reads line by line and only ever goes on with the last block: everything before it is final, and so is a
last block that a blank line or a closing fence has ended.
"""

from __future__ import annotations

import re

from widgets.markdown.parser import block_tokens
from widgets.markdown.thinking import Part, ThoughtScanner

_CLOSED_BY_BLANK_LINE = ("paragraph_open", "blockquote_open", "table_open", "big_table", "source")
_CLOSED_AT_ONCE = ("heading_open", "hr", "math_block")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})")
_LIST_ITEM = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t\n]|$)")
_ENDS_LIST = re.compile(r"^ ?(?![-*+][ \t\n]|\d{1,9}[.)][ \t\n])\S", re.MULTILINE)
_BLANK_LINES = re.compile(r"(?:[ \t\r]*\n)+")
_DEFINITION = re.compile(r"^ {0,3}(?:[->*+ ]|\d+[.)])*\[[^\]\n]+\]:", re.MULTILINE)
_FREE_CHARACTERS = 65_536
_TIMES_PARSED = 3


class BlockStream:
    """Follows one reply."""

    def __init__(self) -> None:
        self.finished = 0
        """Up to where the reply has been handed out."""
        self.num_parsed = 0
        """Characters that were parsed to find the ends of blocks: never more than a few times those of the reply."""
        self._scanner = ThoughtScanner()
        self._length = 0
        self._checked = 0
        """Up to where the open block was looked at for its end."""
        self._list_may_end = False

    @property
    def in_thought(self) -> bool:
        """Whether the reply is in the middle of its thinking."""
        return self._scanner.in_thought

    def take(self, text: str) -> list[Part]:
        """Return what has become final since the last call.

        A part that begins before `finished` as it was replaces everything: the reply has turned out to be thinking.

        Args:
            text: The reply so far; it has only grown.
        """
        end = text.rfind("\n", self._length) + 1
        self._length = len(text)
        if not end:
            return []
        parts: list[Part] = []
        for part in self._scanner.advance(text, end):
            if not part.is_thought:
                part = Part(text[max(self.finished, part.start) : part.end], False, self.finished, part.end)
            parts.append(part)
            self._go_on_from(part.end)
        if not self._scanner.in_thought and self._may_have_ended(text):
            finished = self._finished_blocks(text[self.finished : self._scanner.position])
            if finished:
                start = self.finished
                self._go_on_from(start + finished)
                parts.append(Part(text[start : self.finished], False, start, self.finished))
        self._skip_blank_lines(text)
        return parts

    def rest(self, text: str) -> list[Part]:
        """Return, at a reply's end, all that was not handed out."""
        parts = self._scanner.advance(text, len(text))
        last = self._scanner.rest(text, self.finished)
        news = [
            part if part.is_thought else Part(text[max(self.finished, part.start) : part.end], False, 0, part.end)
            for part in parts
        ]
        return [*news, last]

    def must_begin_anew(self, text: str) -> bool:
        """Whether what was handed out reads otherwise in the light of the end: links defined elsewhere."""
        return _DEFINITION.search(text) is not None

    def _go_on_from(self, position: int) -> None:
        self.finished = self._checked = position
        self._list_may_end = False

    def _skip_blank_lines(self, text: str) -> None:
        blank = None if self._scanner.in_thought else _BLANK_LINES.match(text, self.finished, self._scanner.position)
        if blank is not None:
            self._go_on_from(blank.end())

    def _may_have_ended(self, text: str) -> bool:
        """Whether the open block is worth a look: it may have ended, and looking is not becoming expensive."""
        start, end = self.finished, self._scanner.position
        if end <= start:
            return False
        opening = _FENCE.match(text, start, end)
        if opening is not None:
            return self._fence_has_ended(text, opening, end)
        if _LIST_ITEM.match(text, start, end) and not self._list_may_have_ended(text, end):
            return False
        if self.num_parsed + end - start > _FREE_CHARACTERS + _TIMES_PARSED * end:
            return False
        self._list_may_end = False
        return True

    def _list_may_have_ended(self, text: str, end: int) -> bool:
        """Whether any line since the last look at the list is neither an item nor indented."""
        begin = max(self._checked, text.find("\n", self.finished, end) + 1)
        self._checked = end
        self._list_may_end = self._list_may_end or _ENDS_LIST.search(text, begin, end) is not None
        return self._list_may_end

    def _fence_has_ended(self, text: str, opening: re.Match[str], end: int) -> bool:
        mark = opening[1]
        closing = re.compile(rf"^ {{0,3}}{mark[0]}{{{len(mark)},}}[ \t\r]*$", re.MULTILINE)
        begin = max(self._checked, text.find("\n", opening.end(), end) + 1)
        self._checked = end
        return closing.search(text, begin, end) is not None

    def _finished_blocks(self, text: str) -> int:
        self.num_parsed += len(text)
        tokens = block_tokens(text)
        last = next((token for token in reversed(tokens) if token.level == 0 and token.nesting >= 0), None)
        if last is None or last.map is None:
            return 0
        lines = text.split("\n")[:-1]
        final, end = last.map
        if last.type in _CLOSED_AT_ONCE:
            final = end
        elif last.type in _CLOSED_BY_BLANK_LINE and not lines[-1].strip():
            final = len(lines)
        elif last.type == "fence" and _is_closed("\n".join(lines[final:end])):
            final = end
        return sum(len(line) + 1 for line in lines[:final])


def _is_closed(fence: str) -> bool:
    opening = _FENCE.match(fence)
    if opening is None:
        return False
    mark = opening[1]
    last = fence.rsplit("\n", 1)[-1].strip()
    return "\n" in fence and len(last) >= len(mark) and not last.strip(mark[0])
