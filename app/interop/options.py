"""Pairs a command's words into options and values, by a table of what is known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from app.interop.shell_words import Word

_DASHES = re.compile(r"[–—‑−]")
_NUMBER = re.compile(r"-?\d[\d.]*(?:e[+-]?\d+)?", re.IGNORECASE)
_ANY_TEXT = frozenset({"--reverse-prompt", "--system-prompt", "--prompt"})
"""Options whose value may well look like another option."""


class Arity(Enum):
    """How many values follow an option."""

    NONE = 0
    ONE = 1
    TWO = 2
    SWITCH = -1
    """One that says on or off, or none."""
    MANY = -2
    """Every word up to the next option."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option as its program knows it."""

    name: str
    """The one that its reader goes by."""
    arity: Arity = Arity.ONE
    reason: str = ""
    """Why it has no meaning here, as a code of the catalogue; empty where it has one."""


@dataclass(frozen=True, slots=True)
class Said:
    """One option with its value, as they stand in the command."""

    written: str
    option: Option | None
    """None where it is unknown."""
    value: str = ""
    open: str = ""
    """What in the value only the shell would know."""
    complete: bool = True
    """False where a value should follow and none does."""


def table(*groups: tuple[Arity, str, str]) -> dict[str, Option]:
    """A table from groups of arity, reason and names; names of one option are joined by commas, the last one counts."""
    made: dict[str, Option] = {}
    for arity, reason, names in groups:
        for joined in names.split():
            spellings = joined.split(",")
            made |= dict.fromkeys(spellings, Option(spellings[-1], arity, reason))
    return made


def walk(words: Sequence[Word], known: Mapping[str, Option]) -> Iterator[Said]:
    """Each option with its value; words that belong to none come as options without a dash."""
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if not _is_option(word.text):
            yield Said(word.text, None, open=word.open)
            continue
        written, has_value, value = (
            word.text.partition("=") if word.text.startswith(("--", "—", "–")) else (word.text, "", "")
        )
        option = lookup(written, known)
        if option is None and not has_value:
            written, value, has_value = _joined(word.text, known)
            option = lookup(written, known)
        if has_value:
            yield Said(written, option, value, word.open)
            continue
        values: list[Word] = []
        wanted = Arity.SWITCH if option is None else option.arity
        while place < len(words) and _takes(wanted, len(values), words[place], option, known):
            values.append(words[place])
            place += 1
        yield Said(
            written,
            option,
            " ".join(each.text for each in values),
            next((each.open for each in values if each.open), ""),
            complete=len(values) >= wanted.value,
        )


def lookup(written: str, known: Mapping[str, Option]) -> Option | None:
    """The option of that spelling: `_` is `-`, and a page's long dash may be one or two of them."""
    for name in (written, _DASHES.sub("--", written, count=1), _DASHES.sub("-", written, count=1)):
        spelled = name.replace("_", "-") if name.startswith("--") else name
        if spelled in known:
            return known[spelled]
    return None


def _takes(wanted: Arity, taken: int, word: Word, option: Option | None, known: Mapping[str, Option]) -> bool:
    """Whether the next word is a value of the option."""
    if wanted is Arity.NONE or taken >= {Arity.ONE: 1, Arity.TWO: 2, Arity.SWITCH: 1}.get(wanted, 1 << 20):
        return False
    if wanted is Arity.SWITCH:
        return not _is_option(word.text)
    if wanted is Arity.MANY:
        return not _is_option(word.text)
    return word.quoted or (option is not None and option.name in _ANY_TEXT) or lookup(word.text, known) is None


def _joined(word: str, known: Mapping[str, Option]) -> tuple[str, str, str]:
    """`-c8192` and `-ngl99`: a short option and its number in one word."""
    found = re.fullmatch(r"(-[A-Za-z]+)=?(-?\d[\d.]*)", word)
    if found is not None and found[1] in known:
        return found[1], found[2], "="
    return word, "", ""


def _is_option(word: str) -> bool:
    return len(word) > 1 and word[0] in "-–—‑−" and _NUMBER.fullmatch(word) is None
