"""Which words of a message are prose: no code, no addresses, no names of things in programs, nobody else's words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ASIDE = re.compile(r"\t| {4}|\s*>")
"""Beginnings of lines of indented code and of quotations."""
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_TOKEN = re.compile(r"\S+")
_EDGES = "\"'“”„‘’‚«»()[]{}<>.,;:!?…–—-*_~#/"
_PART = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PROSE = re.compile(r"[^\W\d_]+(?:['’\-–][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Word:
    """A word and where it begins in its line."""

    text: str
    begin: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.begin + len(self.text)


def prose_lines(lines: Iterable[str]) -> list[bool]:
    """Say of each line whether it is prose that somebody writes here."""
    fence, prose = "", []
    for line in lines:
        found = _FENCE.match(line)
        if fence:
            if found is not None and found[1].startswith(fence) and not line.strip(f"{fence[0]} "):
                fence = ""
            prose.append(False)
        elif found is not None:
            fence = found[1]
            prose.append(False)
        else:
            prose.append(_ASIDE.match(line) is None)
    return prose


def words_of(line: str) -> list[Word]:
    """Return the words of a line of prose that a dictionary can know."""
    line = _CODE.sub(lambda found: "\0" * len(found[0]), line)
    words: list[Word] = []
    for token in _TOKEN.finditer(line):
        core = token[0].strip(_EDGES)
        begin = token.start() + token[0].find(core)
        if core and _PROSE.fullmatch(core):
            words.extend(Word(part[0], begin + part.start()) for part in _PART.finditer(core))
    return [word for word in words if len(word.text) > 1 and not any(map(str.isupper, word.text[1:]))]
