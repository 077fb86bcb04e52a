"""A Modelfile's instructions, as Ollama's documents have them: a word, and a value that may have several lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

KEYWORDS = frozenset(
    {
        "FROM",
        "PARAMETER",
        "SYSTEM",
        "TEMPLATE",
        "ADAPTER",
        "LICENSE",
        "MESSAGE",
        "DRAFT",
        "REQUIRES",
        "RENDERER",
        "PARSER",
    }
)
_START = re.compile(r"[ \t]*([A-Za-z]+)(?:[ \t]+|$)", re.MULTILINE)
_NAMED = frozenset({"PARAMETER", "MESSAGE"})
_TRIPLE = '"""'


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction. `name` is a parameter's or a role's; `closed` is False where a quote was never closed."""

    keyword: str
    name: str
    value: str
    closed: bool = True
    quoted: bool = False
    written: str = ""
    """The keyword as it was written; the first word of a line that is no instruction."""


def looks_like_modelfile(text: str) -> bool:
    """Whether the first line that is no comment begins as a Modelfile's does."""
    for line in text.splitlines():
        words = line.split(maxsplit=2)
        if words and not words[0].startswith("#"):
            keyword = words[0].upper()
            exact = words[0] == keyword or keyword in ("FROM", "PARAMETER", "SYSTEM")
            return keyword in KEYWORDS and exact and len(words) > 1
    return False


def instructions(text: str) -> list[Instruction]:
    """All instructions in their order; lines that are none come with an empty keyword."""
    found: list[Instruction] = []
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end]
        if not line.strip() or line.lstrip().startswith("#"):
            at = end + 1
            continue
        start = _START.match(line)
        keyword = "" if start is None else start[1].upper()
        if start is None or keyword not in KEYWORDS:
            word, _, rest = line.strip().partition(" ")
            found.append(Instruction("", "", rest.strip(), written=word))
            at = end + 1
            continue
        at += start.end()
        name = ""
        if keyword in _NAMED:
            name = (re.match(r"\S*", text[at:end]) or [""])[0]
            at += len(name)
            at += len(text[at:end]) - len(text[at:end].lstrip())
        value, closed, quoted, at = _value(text, at, end)
        found.append(Instruction(keyword, name.lower(), value, closed, quoted, start[1]))
    return found


def _value(text: str, at: int, end: int) -> tuple[str, bool, bool, int]:
    """A value from `at` on, whether it was closed and quoted, and where reading goes on."""
    for quote in (_TRIPLE, '"'):
        if not text.startswith(quote, at):
            continue
        begin = at + len(quote)
        ending = re.compile(rf"{quote}[ \t]*(?:[\r\n]|$)").search(text, begin)  # one within a line belongs to the text
        close = text.find(quote, begin) if ending is None else ending.start()
        if close < 0:
            return text[begin:].rstrip("\n"), False, True, len(text)
        line_end = text.find("\n", close)
        return text[begin:close], True, True, len(text) if line_end < 0 else line_end + 1
    return text[at:end].strip(), True, False, end + 1
