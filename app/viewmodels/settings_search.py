"""Finds settings by words of their titles, sentences and values, and says where the words stand."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from app.viewmodels.settings_words import choices_of, sentence_of, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.settings.described import Described

MAX_QUERY = 200


@dataclass(frozen=True, slots=True)
class Searched:
    """The texts of one setting, made once."""

    title: str
    sentence: str
    choices: tuple[str, ...]
    around: str
    """Its group's heading, and the name that it has in files."""

    @classmethod
    def of(cls, described: Described, group_title: str) -> Searched:
        """What there is to search of a setting in a group."""
        choices = tuple(name for _value, name in choices_of(described))
        return cls(title_of(described), sentence_of(described), choices, f"{group_title} {described.name}")

    def has(self, words: Sequence[str]) -> bool:
        """Whether every word stands somewhere in it."""
        whole = folded("\n".join((self.title, self.sentence, *self.choices, self.around)))
        return all(word in whole for word in words)

    def choices_with(self, words: Sequence[str]) -> tuple[str, ...]:
        """Names of values in which one of the words stands, if title and sentence do not have it."""
        elsewhere = folded(f"{self.title}\n{self.sentence}")
        sought = [word for word in words if word not in elsewhere]
        return tuple(each for each in self.choices if any(word in folded(each) for word in sought))


def words_of(query: str) -> tuple[str, ...]:
    """The words of a search, without case and accents."""
    return tuple(folded(query[:MAX_QUERY]).split())


def folded(text: str) -> str:
    """A text without case and accents, character by character, so that places in it are those in the text."""
    return "".join((unicodedata.normalize("NFKD", each)[0].lower() or each)[:1] for each in text)


def marked(text: str, words: Sequence[str], ink: str, ground: str) -> str:
    """A text as HTML with every place marked where a word stands; colours are `#rrggbb`."""
    plain, hits = folded(text), [False] * len(text)
    for word in words:
        place = plain.find(word)
        while place >= 0:
            hits[place : place + len(word)] = [True] * len(word)
            place = plain.find(word, place + len(word))
    parts, begin = [], 0
    for end in range(1, len(text) + 1):
        if end == len(text) or hits[end] != hits[begin]:
            part = escape(text[begin:end])
            style = f"color: {ink}; background-color: {ground}; font-weight: 600; text-decoration: underline"
            parts.append(f'<span style="{style}">{part}</span>' if hits[begin] else part)
            begin = end
    return "".join(parts)
