"""Finds words that are spelled wrong in texts whose language nobody has named.

Each line is read in the language whose dictionary knows most of it; one without a dictionary is left in peace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.spelling.words import prose_lines, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.spelling.words import Word

_FEW = 3
"""Fewer words than this say nothing about a language."""
_LEAST_KNOWN = 0.5
"""Share of the words that the best dictionary has to know."""
_MOST_SAMPLED = 300
_MOST_CACHED = 20_000


class Knows(Protocol):
    """A dictionary."""

    def knows(self, word: str) -> bool:
        """Whether it is spelled right."""
        ...

    def suggest(self, word: str) -> tuple[str, ...]:
        """What may have been meant."""
        ...

    def accept(self, word: str) -> None:
        """Take it as right from now on."""
        ...


class Speller:
    """Checks against several dictionaries, the preferred one first."""

    def __init__(self, dictionaries: Sequence[Knows]) -> None:
        self._dictionaries = tuple(dictionaries)
        self._cache: dict[tuple[int, str], bool] = {}

    def wrong(self, lines: Sequence[str], wanted: range) -> dict[int, list[Word]]:
        """Find words that are spelled wrong.

        Args:
            lines: All lines of the text.
            wanted: Which of them to look at.

        Returns:
            By line, the words that are wrong; lines without any are missing.
        """
        if not self._dictionaries:
            return {}
        words = {
            number: words_of(line)
            for number, (line, is_prose) in enumerate(zip(lines, prose_lines(lines), strict=True))
            if is_prose and number in wanted
        }
        sample = [word for each in words.values() for word in each][:_MOST_SAMPLED]
        usual = self._language_of(sample, 0)
        found = {number: self._wrong_of(each, usual) for number, each in words.items()}
        return {number: each for number, each in found.items() if each}

    def suggest(self, word: str, most: int) -> list[str]:
        """What may have been meant by a word, from all dictionaries in turn."""
        found = [each.suggest(_plain(word)) for each in self._dictionaries]
        longest = max(map(len, found), default=0)
        turns = [each[place] for place in range(longest) for each in found if place < len(each)]
        return list(dict.fromkeys(turns))[:most]

    def accept(self, word: str) -> None:
        """Take a word as right until the program ends."""
        for number, dictionary in enumerate(self._dictionaries):
            dictionary.accept(_plain(word))
            self._cache[number, _plain(word)] = True

    def _wrong_of(self, words: Sequence[Word], usual: int | None) -> list[Word]:
        if len(words) >= _FEW:
            language = self._language_of(words, usual or 0)
            return [] if language is None else [word for word in words if not self._knows(language, word)]
        if usual is None:
            return []
        everywhere = range(len(self._dictionaries))
        return [word for word in words if not any(self._knows(number, word) for number in everywhere)]

    def _language_of(self, words: Sequence[Word], usual: int) -> int | None:
        """The dictionary that knows most of them; None where that is little."""
        if not words:
            return None
        numbers = sorted(range(len(self._dictionaries)), key=lambda number: number != usual)
        counts = {number: sum(self._knows(number, word) for word in words) for number in numbers}
        best = max(numbers, key=lambda number: counts[number])
        is_clear = len(words) < _FEW or counts[best] >= _LEAST_KNOWN * len(words)
        return best if is_clear else None

    def _knows(self, number: int, word: Word) -> bool:
        key = number, _plain(word.text)
        if key not in self._cache:
            if len(self._cache) >= _MOST_CACHED:
                self._cache.clear()
            self._cache[key] = self._dictionaries[number].knows(key[1])
        return self._cache[key]


def _plain(word: str) -> str:
    """With the apostrophe that all dictionaries have."""
    return word.replace("’", "'")
