"""Says how much of a growing reply is in finished blocks, and which parts of it are thinking.

CommonMark reads line by line and only ever goes on with the last block: everything before it is final, and so
is a last block that a blank line or a closing fence has ended.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt

_BLOCK_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")
_BLOCK_PARSER.core.ruler.enableOnly(["normalize", "block"])
_CLOSED_BY_BLANK_LINE = ("paragraph_open", "blockquote_open", "table_open")
_CLOSED_AT_ONCE = ("heading_open", "hr")
_OPENING_TAG = re.compile(r"[ \t]*<think(?:ing)?>")
_CLOSING_TAG = re.compile(r"</think(?:ing)?>")
_FENCE_LINE = re.compile(r" {0,3}(```+|~~~+)")
_BLANK_LINES = re.compile(r"(?:[ \t]*\n)+")


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a reply that is thinking, or is not."""

    text: str
    is_thought: bool
    start: int
    """Where it begins in the reply, its opening tag included."""


def thought_parts(text: str) -> list[Part]:
    """Divide a reply at its `<think>` tags; at least one part comes back.

    An opening tag counts at the begin of a line outside of fenced code. A reply that closes, on a line's
    begin, thinking which it never opened was opened by the prompt: all before is thinking.
    """
    parts: list[Part] = []
    start = content = position = 0
    inside = False
    fence = ""
    for line in text.splitlines(keepends=True) if "think" in text else ():
        fence = _fence_after(line, fence)
        begin = 0
        if not fence and not inside and (tag := _OPENING_TAG.match(line)) is not None:
            parts.append(Part(text[content:position], is_thought=False, start=start))
            start, content, inside = position, position + tag.end(), True
            begin = tag.end()
        tag = None if fence else _CLOSING_TAG.search(line, begin)
        if tag is not None and (inside or (not parts and not line[: tag.start()].strip())):
            parts.append(Part(text[content : position + tag.start()], is_thought=True, start=start))
            start = content = position + tag.end()
            inside = False
        position += len(line)
    parts.append(Part(text[content:], is_thought=inside, start=start))
    return parts


def finished_length(text: str, start: int) -> int:
    """Return up to where a growing reply's blocks are final, from a block's begin at `start` on.

    Args:
        text: The reply so far.
        start: What this function returned last; 0 at first.
    """
    rest = text[start:]
    last = thought_parts(rest)[-1]
    end = last.start
    if not last.is_thought:
        end += _finished_blocks(rest[last.start : rest.rfind("\n") + 1])
    blank = _BLANK_LINES.match(rest, end)
    return start + (end if blank is None else blank.end())


def _finished_blocks(text: str) -> int:
    if not text or _is_open_fence(text):
        return 0
    lines = text.splitlines(keepends=True)
    last = next((t for t in reversed(_BLOCK_PARSER.parse(text)) if t.level == 0 and t.nesting >= 0), None)
    if last is None or last.map is None:
        return 0
    final, end = last.map
    if last.type in _CLOSED_AT_ONCE:
        final = end
    elif last.type in _CLOSED_BY_BLANK_LINE and not lines[-1].strip():
        final = len(lines)
    elif last.type == "fence" and not _is_open_fence("".join(lines[final:end])):
        final = end
    return sum(len(line) for line in lines[:final])


def _is_open_fence(text: str) -> bool:
    opening = _FENCE_LINE.match(text)
    if opening is None:
        return False
    mark = opening[1]
    closing = re.compile(rf"^ {{0,3}}{mark[0]}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
    return closing.search(text, text.find("\n") + 1 or len(text)) is None


def _fence_after(line: str, fence: str) -> str:
    """Return the fence that is open behind a line."""
    mark = _FENCE_LINE.match(line)
    if mark is None:
        return fence
    if not fence:
        return mark[1]
    return "" if mark[1].startswith(fence) and not line[mark.end() :].strip() else fence
