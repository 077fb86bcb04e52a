"""Tells a reply's thinking from its answer, by the marks that the various chat templates put around it.

It looks at every line once, so that a reply can be divided while it is being written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a reply that is thinking, or is not."""

    text: str
    is_thought: bool
    start: int
    """Where it begins in the reply, its opening mark included."""
    end: int
    """Where it ends, its closing mark included."""
    is_closed: bool = True
    """False for thinking that has not come to its end."""


@dataclass(frozen=True, slots=True)
class _Marks:
    """How one kind of template writes thinking."""

    opening: re.Pattern[str]
    closing: re.Pattern[str]


def _marks(opening: str, closing: str) -> _Marks:
    return _Marks(re.compile(f" {{0,3}}(?:{opening})"), re.compile(closing))


_KINDS = (
    *(_marks(f"<{tag}>", f"</{tag}>") for tag in ("think", "thinking", "thought", "reasoning", "seed:think")),
    _marks(r"\[THINK\]", r"\[/THINK\]"),
    _marks("◁think▷", "◁/think▷"),
    _marks(r"<\|begin_of_thought\|>", r"<\|end_of_thought\|>"),
    _marks(
        r"<\|channel\|>(?:analysis|commentary)[^<\n]*(?:<\|message\|>)?",
        r"<\|end\|>(?:<\|start\|>assistant)?(?:<\|channel\|>final<\|message\|>)?|<\|channel\|>final<\|message\|>",
    ),
)
_UNOPENED = re.compile(r" {0,3}(?:</(?:think|thinking|thought|reasoning|seed:think)>|\[/THINK\]|◁/think▷)")
"""What may close thinking that the prompt opened; a channel has no such form."""
_FENCE_LINE = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?)*(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})")
_MARK_STARTS = ("<", "[", "◁", " ")


class ThoughtScanner:
    """Divides one growing reply.

    An opening mark counts at the begin of a line outside of fenced code: the first of a reply always, a later one
    only where it stands alone on its line or is closed on it, because an answer may speak about such marks. A reply
    that closes, at a line's begin, thinking that it never opened was opened by the prompt: all before is thinking.
    """

    def __init__(self) -> None:
        self.position = 0
        """Up to where the reply has been looked at."""
        self._start = 0
        self._content = 0
        self._kind: _Marks | None = None
        self._fence = ""
        self._had_thought = False
        self._had_words = False

    @property
    def in_thought(self) -> bool:
        """Whether thinking is open at `position`."""
        return self._kind is not None

    def advance(self, text: str, end: int) -> list[Part]:
        """Look at the lines up to `end`, where one must end; returns the parts that have come to their end."""
        parts: list[Part] = []
        while self.position < end:
            line_end = text.find("\n", self.position, end) + 1 or end
            part = self._in_line(text, line_end)
            if part is not None:
                parts.append(part)
        return parts

    def rest(self, text: str, start: int | None = None) -> Part:
        """Return what is open behind the last part; `start` leaves out what a caller has taken of it."""
        begin = self._start if start is None else max(start, self._start)
        return Part(text[max(begin, self._content) :], self.in_thought, begin, len(text), is_closed=not self.in_thought)

    def _in_line(self, text: str, line_end: int) -> Part | None:
        """Look on from `position`, up to the line's end or to the end of a part."""
        if self._kind is not None:
            closing = self._kind.closing.search(text, self.position, line_end)
            if closing is None:
                self.position = line_end
                return None
            return self._end_part(text, closing.start(), closing.end(), is_thought=True)
        if text.startswith(_MARK_STARTS, self.position) and not self._fence:
            opened = self._open(text, line_end)
            if opened is not None:
                return opened
            if self._kind is not None:
                return None
            unopened = None if self._had_thought else _UNOPENED.match(text, self.position, line_end)
            if unopened is not None:
                return self._end_part(text, self.position, unopened.end(), is_thought=True)
        self._fence = _fence_after(text, self.position, line_end, self._fence)
        self._had_words = self._had_words or not text[self.position : line_end].isspace()
        self.position = line_end
        return None

    def _open(self, text: str, line_end: int) -> Part | None:
        """Begin thinking where it is opened at `position`; returns the part before it, if it says anything."""
        for kind in _KINDS:
            opening = kind.opening.match(text, self.position, line_end)
            if opening is None:
                continue
            alone = not text[opening.end() : line_end].strip()
            if self._had_words and not alone and kind.closing.search(text, opening.end(), line_end) is None:
                return None
            before = None
            if self._had_words and self.position > self._start:
                before = self._end_part(text, self.position, self.position, is_thought=False)
            self._start, self._content, self.position = self.position, opening.end(), opening.end()
            self._kind = kind
            return before
        return None

    def _end_part(self, text: str, content_end: int, end: int, *, is_thought: bool) -> Part:
        part = Part(text[self._content : content_end], is_thought, self._start, end)
        self._start = self._content = self.position = end
        self._kind = None
        if is_thought:
            self._had_thought, self._had_words, self._fence = True, False, ""
        return part


def thought_parts(text: str) -> list[Part]:
    """Divide a whole reply; at least one part comes back."""
    scanner = ThoughtScanner()
    parts = scanner.advance(text, len(text))
    return [*parts, scanner.rest(text)]


def _fence_after(text: str, start: int, end: int, fence: str) -> str:
    """Return the fence that is open behind a line."""
    mark = _FENCE_LINE.match(text, start, end)
    if mark is None:
        return fence
    if not fence:
        return mark[1]
    return "" if mark[1].startswith(fence) and not text[mark.end() : end].strip() else fence
