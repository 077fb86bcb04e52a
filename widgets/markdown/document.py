"""Reads CommonMark with tables, struck text, task lists and math into blocks; HTML in a text stays text.

Nothing here can cause a fetch: images are words, and a link is a string until somebody activates it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from widgets.markdown.blocks import (
    Block,
    CodeBlock,
    ListMarker,
    MathBlock,
    Paragraph,
    ProseBlock,
    QuoteBlock,
    RuleBlock,
    Run,
    TableBlock,
    ThinkBlock,
)
from widgets.markdown.parser import parse
from widgets.markdown.runs import read_runs
from widgets.markdown.thinking import Part, thought_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from markdown_it.token import Token

BIG_TABLE = "table"
"""The language, so to speak, of a table that is shown as it was written."""
_TASK = re.compile(r"\[([ xX])\](?:\s+|$)")
_ALIGNMENT = re.compile(r"text-align:\s*(\w+)")


def read_markdown(text: str) -> tuple[Block, ...]:
    """Read a reply; its thinking, where it has any, becomes blocks of its own."""
    return read_parts(thought_parts(text))


def read_parts(
    parts: Iterable[Part], seconds_of: Callable[[Part], float | None] = lambda _part: None
) -> tuple[Block, ...]:
    """Read the parts of a reply; `seconds_of` says how long a thought took."""
    blocks: list[Block] = []
    for part in parts:
        inner = _Reader(parse(part.text)).read_until("")
        if not part.is_thought:
            blocks.extend(inner)
        elif inner:
            blocks.append(ThinkBlock(inner, len(part.text.split()), part.is_closed, seconds_of(part)))
    return tuple(blocks)


def answer_of(text: str) -> str:
    """Return a reply's Markdown without its thinking; all of it where there is nothing else."""
    answer = "".join(part.text for part in thought_parts(text) if not part.is_thought).strip("\n")
    return answer if answer.strip() else text


class _Reader:
    """Walks over markdown-it's flat list of tokens."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._position = 0

    def read_until(self, closing: str) -> tuple[Block, ...]:
        """Read blocks up to a closing token, which is consumed; or to the end."""
        blocks: list[Block] = []
        prose: list[Paragraph] = []
        lists: list[int | None] = []
        marker: ListMarker | None = None

        def flush() -> None:
            if prose:
                blocks.append(ProseBlock(tuple(prose)))
                prose.clear()

        def bare_item() -> None:
            """Let an item that begins with code or a quotation show its number all the same."""
            nonlocal marker
            if marker is not None:
                prose.append(Paragraph((), depth=len(lists), marker=marker, tight=True))
                marker = None

        while self._position < len(self._tokens):
            token = self._tokens[self._position]
            self._position += 1
            kind = token.type
            if kind == closing:
                break
            if kind in ("bullet_list_open", "ordered_list_open"):
                bare_item()
                first = int(token.attrs.get("start", 1)) if kind == "ordered_list_open" else None
                lists.append(first)
            elif kind in ("bullet_list_close", "ordered_list_close"):
                lists.pop()
                if not lists and prose and prose[-1].tight:
                    prose[-1] = replace(prose[-1], tight=False)
            elif kind == "list_item_open":
                marker = ListMarker(lists[-1], sign=token.markup if token.markup not in ("-", ".") else "")
            elif kind == "list_item_close":
                bare_item()
                number = lists[-1]
                lists[-1] = None if number is None else number + 1
            elif kind in ("paragraph_open", "heading_open"):
                inline = self._tokens[self._position]
                self._position += 2
                level = int(token.tag[1]) if kind == "heading_open" else 0
                prose.append(_paragraph(inline, level, len(lists), marker, tight=token.hidden))
                marker = None
            elif kind in ("html_block", "source"):
                runs = (Run(token.content.removesuffix("\n")),)
                prose.append(Paragraph(runs, depth=len(lists), marker=marker, source=True))
                marker = None
            else:
                block = self._read_other(token, len(lists))
                if block is not None:
                    bare_item()
                    flush()
                    blocks.append(block)
        flush()
        return tuple(blocks)

    def _read_other(self, token: Token, depth: int) -> Block | None:
        """Read a block that is no prose; None for a token that is none."""
        match token.type:
            case "fence" | "code_block":
                words = token.info.split()
                return CodeBlock(words[0] if words else "", token.content.removesuffix("\n"), depth)
            case "big_table":
                return CodeBlock(BIG_TABLE, token.content, depth)
            case "math_block":
                return MathBlock(token.content, depth)
            case "blockquote_open":
                return QuoteBlock(self.read_until("blockquote_close"), depth)
            case "table_open":
                return self._read_table(depth)
            case "hr":
                return RuleBlock()
        return None

    def _read_table(self, depth: int) -> TableBlock:
        rows: list[list[tuple[Run, ...]]] = []
        alignments: list[str] = []
        while (token := self._tokens[self._position]).type != "table_close":
            self._position += 1
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                if token.type == "th_open":
                    found = _ALIGNMENT.search(str(token.attrs.get("style", "")))
                    alignments.append(found[1] if found else "")
                rows[-1].append(read_runs(self._tokens[self._position].children or ()))
        self._position += 1
        header, *body = [tuple(row) for row in rows]
        return TableBlock(header, tuple(body), tuple(alignments), depth)


def _paragraph(inline: Token, level: int, depth: int, marker: ListMarker | None, *, tight: bool) -> Paragraph:
    runs = read_runs(inline.children or ())
    if marker is not None and runs and not runs[0].code:
        task = _TASK.match(runs[0].text)
        if task is not None:
            rest = runs[0].text[task.end() :]
            runs = ((replace(runs[0], text=rest),) if rest else ()) + runs[1:]
            marker = ListMarker(marker.number, task[1] != " ", marker.sign)
    return Paragraph(runs, level, depth, marker, tight)
