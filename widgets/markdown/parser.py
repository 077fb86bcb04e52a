"""CommonMark as Galley reads it: nothing that was written is lost, and no text makes reading it slow.

Unlike the standard, backslashes and entities stay as written, HTML and too deep nesting are source, and `$…$` is math.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import table
from markdown_it.token import Token

from widgets.markdown.maths_source import block_end, inline_end

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline

MAX_LEVEL = 24
"""Lists count twice: for themselves and for their items."""
MAX_INLINE_CHARACTERS = 20_000
MAX_BRACKETS = 400
"""A paragraph beyond one of these has no emphasis and no links; the time for finding them grows with the square."""
MAX_CELLS = 1_200
"""A table beyond this stays source: laying out its grid would take longer than reading it."""
_DELIMITERS = re.compile(r"[ \t]*[|:-][ \t|:-]*$")
_MARKUP = re.compile(r"[\\`*_~\[\]!<$\n]")
"""What has to be in a paragraph for it to be anything but its words."""
_ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class _Blocks(ParserBlock):
    """Makes source of what is nested too deeply, where the original would leave it out."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:
        if state.level < MAX_LEVEL:
            super().tokenize(state, startLine, endLine)
            return
        token = state.push("source", "", 0)
        token.content = state.getLines(startLine, endLine, state.blkIndent, keepLastLF=False)
        token.map = [startLine, endLine]
        state.line = endLine


class _Parser(MarkdownIt):
    """Keeps addresses as they were written; whether one may be opened is asked when somebody wants to."""

    def __init__(self) -> None:
        super().__init__("commonmark")
        self.block = _Blocks()
        self.configure("commonmark", {"maxNesting": 4 * MAX_LEVEL, "html": True})
        self.enable(["table", "strikethrough"])
        self.disable("entity")
        self.core.ruler.at("normalize", _normalize)
        self.core.ruler.at("inline", _inline)
        self.inline.ruler.at("escape", _escape)
        self.inline.ruler.before("escape", "maths", _inline_maths)
        self.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
        self.block.ruler.before(
            "fence", "maths", _block_maths, {"alt": ["paragraph", "reference", "blockquote", "list"]}
        )

    def validateLink(self, url: str) -> bool:
        return True

    def normalizeLink(self, url: str) -> str:
        return url

    def normalizeLinkText(self, link: str) -> str:
        return link


def parse(text: str) -> list[Token]:
    """Read a text."""
    return _PARSER.parse(text)


def block_tokens(text: str) -> list[Token]:
    """Read a text's blocks only; `map` counts the lines that end with a line feed."""
    return _BLOCK_PARSER.parse(text)


def _normalize(state: StateCore) -> None:
    state.src = state.src.replace("\r\n", "\n")


def _inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        if _MARKUP.search(token.content) is None:
            token.children.append(Token("text", "", 0, content=token.content))
        elif len(token.content) <= MAX_INLINE_CHARACTERS and token.content.count("[") <= MAX_BRACKETS:
            state.md.inline.parse(token.content, state.md, state.env, token.children)
        else:
            for number, line in enumerate(token.content.split("\n")):
                if number:
                    token.children.append(Token("softbreak", "br", 0))
                token.children.append(Token("text", "", 0, content=line))


def _escape(state: StateInline, silent: bool) -> bool:
    """A backslash before punctuation: the character means itself, and both are shown."""
    pos = state.pos
    if state.src[pos] != "\\" or pos + 1 >= state.posMax:
        return False
    character = state.src[pos + 1]
    if character == "\n":
        if not silent:
            state.pending += "\\"
            state.push("hardbreak", "br", 0)
        state.pos = pos + 2
        while state.pos < state.posMax and state.src[state.pos] in " \t":
            state.pos += 1
        return True
    if character not in _ESCAPABLE:
        return False
    if not silent:
        state.pending += f"\\{character}"
    state.pos = pos + 2
    return True


def _inline_maths(state: StateInline, silent: bool) -> bool:
    end = inline_end(state.src, state.pos, state.posMax)
    if end is None:
        return False
    if not silent:
        token = state.push("math_inline", "", 0)
        token.content = state.src[state.pos : end]
    state.pos = end
    return True


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    last = None if silent else _big_table_end(state, start, end)
    if last is None:
        return table(state, start, end, silent)
    token = state.push("big_table", "", 0)
    token.content = state.getLines(start, last, state.blkIndent, keepLastLF=False)
    token.map = [start, last]
    state.line = last
    return True


def _big_table_end(state: StateBlock, start: int, end: int) -> int | None:
    """Return the line behind a table that has too many cells; None for every other text."""
    if start + 2 >= end or state.is_code_block(start):
        return None
    header, delimiters = (state.src[state.bMarks[n] + state.tShift[n] : state.eMarks[n]] for n in (start, start + 1))
    if "|" not in header or _DELIMITERS.match(delimiters) is None:
        return None
    ends = state.md.block.ruler.getRules("blockquote")
    num_cells, line = 0, start
    while line < end and not state.isEmpty(line) and state.sCount[line] >= state.blkIndent:
        if line > start + 1 and (state.is_code_block(line) or any(rule(state, line, end, True) for rule in ends)):
            break
        num_cells += max(1, state.src.count("|", state.bMarks[line], state.eMarks[line]) - 1)
        line += 1
    return line if num_cells > MAX_CELLS else None


def _block_maths(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    begin = state.bMarks[start] + state.tShift[start]
    if state.src[begin : begin + 2] not in ("$$", "\\["):
        return False
    lines = (state.src[state.bMarks[n] + state.tShift[n] : state.eMarks[n]] for n in _inside(state, start, end))
    found = block_end(lines)
    if found is None:
        return False
    num_lines, is_whole = found
    if not silent:
        token = state.push("math_block" if is_whole else "source", "", 0)
        token.content = state.getLines(start, start + num_lines, state.sCount[start], keepLastLF=False).rstrip()
        token.map = [start, start + num_lines]
        state.line = start + num_lines
    return True


def _inside(state: StateBlock, start: int, end: int) -> list[int]:
    """Lines of the container that `start` stands in, up to the next blank one."""
    inside: list[int] = []
    for number in range(start, end):
        if state.isEmpty(number) or (number > start and state.sCount[number] < state.blkIndent):
            break
        inside.append(number)
    return inside


_PARSER = _Parser()
_BLOCK_PARSER = _Parser()
_BLOCK_PARSER.core.ruler.enableOnly(["normalize", "block"])
