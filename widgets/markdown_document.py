"""Reads CommonMark with tables, struck text and task lists into blocks; HTML in a text stays text.

Nothing here can cause a fetch: images are words, and a link is a string until somebody activates it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from widgets.live_blocks import thought_parts
from widgets.markdown_blocks import (
    Block,
    CodeBlock,
    ListMarker,
    Paragraph,
    ProseBlock,
    QuoteBlock,
    RuleBlock,
    Run,
    TableBlock,
    ThinkBlock,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_TASK = re.compile(r"\[([ xX])\]\s+")
_ALIGNMENT = re.compile(r"text-align:\s*(\w+)")


def read_markdown(text: str) -> tuple[Block, ...]:
    """Read a reply; its thinking, where it has any, becomes blocks of its own."""
    blocks: list[Block] = []
    for part in thought_parts(text):
        inner = _read(part.text)
        if not part.is_thought:
            blocks.extend(inner)
        elif inner:
            blocks.append(ThinkBlock(inner))
    return tuple(blocks)


def _read(text: str) -> tuple[Block, ...]:
    reader = _Reader(_PARSER.parse(text))
    return reader.read_until("")


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
                    prose[-1] = _loosened(prose[-1])
            elif kind == "list_item_open":
                marker = ListMarker(number=lists[-1])
            elif kind == "list_item_close":
                bare_item()
                number = lists[-1]
                lists[-1] = None if number is None else number + 1
            elif kind in ("paragraph_open", "heading_open"):
                inline = self._tokens[self._position]
                self._position += 2
                level = int(token.tag[1]) if kind == "heading_open" else 0
                paragraph = _paragraph(inline, level, len(lists), marker, tight=token.hidden)
                marker = None
                prose.append(paragraph)
            elif kind in ("fence", "code_block"):
                bare_item()
                flush()
                words = token.info.split()
                code = token.content.removesuffix("\n")
                blocks.append(CodeBlock(words[0] if words else "", code, len(lists)))
            elif kind == "blockquote_open":
                bare_item()
                flush()
                blocks.append(QuoteBlock(self.read_until("blockquote_close"), len(lists)))
            elif kind == "table_open":
                bare_item()
                flush()
                blocks.append(self._read_table(len(lists)))
            elif kind == "hr":
                bare_item()
                flush()
                blocks.append(RuleBlock())
        flush()
        return tuple(blocks)

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
                rows[-1].append(_runs(self._tokens[self._position].children or ()))
        self._position += 1
        header, *body = [tuple(row) for row in rows]
        return TableBlock(header, tuple(body), tuple(alignments), depth)


def _paragraph(inline: Token, level: int, depth: int, marker: ListMarker | None, *, tight: bool) -> Paragraph:
    runs = _runs(inline.children or ())
    if marker is not None and runs and not runs[0].code:
        task = _TASK.match(runs[0].text)
        if task is not None:
            rest = runs[0].text[task.end() :]
            first = (Run(rest, runs[0].bold, runs[0].italic, runs[0].struck, link=runs[0].link),) if rest else ()
            runs = first + runs[1:]
            marker = ListMarker(marker.number, task[1] != " ")
    return Paragraph(runs, level, depth, marker, tight)


def _loosened(paragraph: Paragraph) -> Paragraph:
    return Paragraph(paragraph.runs, paragraph.heading, paragraph.depth, paragraph.marker)


def _runs(tokens: Sequence[Token]) -> tuple[Run, ...]:
    runs: list[Run] = []
    bold = italic = struck = 0
    links: list[str] = []

    def add(text: str, *, code: bool = False, link: str = "") -> None:
        run = Run(text, bold > 0, italic > 0, struck > 0, code, link or (links[-1] if links else ""))
        if runs and _same_face(runs[-1], run):
            run = Run(runs[-1].text + text, run.bold, run.italic, run.struck, run.code, run.link)
            runs.pop()
        if text:
            runs.append(run)

    for number, token in enumerate(tokens):
        match token.type:
            case "strong_open" | "strong_close":
                bold += token.nesting
            case "em_open" | "em_close":
                italic += token.nesting
            case "s_open" | "s_close":
                struck += token.nesting
            case "link_open":
                links.append(str(token.attrs.get("href", "")))
            case "link_close":
                links.pop()
            case "code_inline":
                add(token.content, code=True)
            case "softbreak":
                add("\u2028" if _stands_at_tag(tokens, number) else " ")
            case "hardbreak":
                add("\u2028")
            case "image":
                source = str(token.attrs.get("src", ""))
                add(f"{token.content} " if token.content else "")
                add(f"({source})", link=source)
            case _:
                add(token.content)
    return tuple(runs)


def _stands_at_tag(tokens: Sequence[Token], number: int) -> bool:
    """Whether a line break separates lines of HTML, which keep their lines because they are shown as written."""
    before = tokens[number - 1].content if number else ""
    after = tokens[number + 1].content if number + 1 < len(tokens) else ""
    return before.rstrip().endswith(">") or after.startswith("<")


def _same_face(one: Run, other: Run) -> bool:
    return (one.bold, one.italic, one.struck, one.code, one.link) == (
        other.bold,
        other.italic,
        other.struck,
        other.code,
        other.link,
    )
