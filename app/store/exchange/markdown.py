"""Writes the branch on screen as Markdown: headings for who speaks, and every text exactly as it is.

A code block that a reply left open would take the following headings into itself, so it is closed behind the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.store.exchange.wording import Wording
    from app.store.values import StoredConversation

_BLOCKS = MarkdownIt("commonmark")
_BLOCKS.core.ruler.enableOnly(["normalize", "block"])
_FENCE = re.compile(r"^[ ]{0,3}(```|~~~)", re.MULTILINE)


def markdown_pieces(conversations: Iterable[StoredConversation], wording: Wording) -> Iterator[tuple[str, int]]:
    """The text of a file in pieces, each with the number of conversations that are complete with it."""
    for number, conversation in enumerate(conversations):
        row = conversation.row
        dates = wording.dates(row)
        rule = "\n---\n\n" if number else ""
        yield f"{rule}# {wording.title(row)}\n" + (f"\n*{dates}*\n" if dates else ""), number
        if row.system_prompt:
            yield f"\n## {wording.system_prompt}\n\n{_block(row.system_prompt)}", number
        for message in conversation.branch():
            yield f"\n## {wording.speaker(message)}\n\n{_block(message.text)}", number
        yield "", number + 1


def _block(text: str) -> str:
    closing = open_fence(text)
    end = "" if text.endswith("\n") else "\n"
    return f"{text}{end}{closing}\n" if closing else f"{text}{end}"


def open_fence(text: str) -> str:
    """What closes the code block that a text leaves open at its end; empty where it leaves none open."""
    if _FENCE.search(text) is None:
        return ""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    last = next((token for token in reversed(_BLOCKS.parse(text)) if token.level == 0), None)
    if last is None or last.type != "fence" or last.map is None:
        return ""
    start, end = last.map
    last_line = lines[min(end, len(lines)) - 1].strip()
    is_closed = end - start > 1 and last_line.startswith(last.markup) and not last_line.strip(last.markup[0])
    return "" if is_closed else last.markup
