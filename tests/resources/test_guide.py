"""What the guide quotes of the window stands in the window, in each language, and is the same thing in both.

A text that is quoted is set in italics or bold. So is a word that is stressed: those are listed here.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from app.catalogue import language
from app.viewmodels.help_book import CHAPTERS, Book
from tests.support.translation_tools import tools

STRESSED = {
    "en": {
        *{
            "token",
            "left:",
            "middle:",
            "right:",
            "much",
            "before",
            "only",
            "every",
            "not",
            "caches",
            "measured",
            "slower",
        },
        *{"does the model lie on the graphics card?", "does it fit into memory at all?", "is the model simply large?"},
        *{"is something else running?", "is the laptop on battery?", "the same for germany", "instruct"},
        *{"three repeats", "a forgotten passphrase cannot be replaced by anybody"},
        *{"401", "503", "429", "the port is taken"},
    },
    "nl": {
        *{"token", "links:", "midden:", "rechts:", "veel", "voordat", "alleen", "elke", "niet", "caches", "gemeten"},
        *{"staat het model op de videokaart?", "past het wel in het geheugen?", "is het model gewoon groot?"},
        *{"draait er iets anders?", "draait de laptop op de accu?", "hetzelfde voor duitsland", "instruct"},
        *{"drie herhalingen", "een vergeten wachtwoordzin kan niemand vervangen", "speciaal token"},
        *{"401", "503", "429", "de poort is bezet", "coupled", "rejection"},
    },
}
"""Words that are stressed and quoted from nowhere, or only from what is no text of the window."""
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_SET_APART = re.compile(r"(?<![*\w])(\*{1,2})([^*\s](?:[^*]*[^*\s])?)\1(?![*\w])")
_FIGURE = re.compile(r"\{[^}]*\}|\d+(?:[.,]\d+)*|…")


def folded(text: str) -> str:
    """A text without what differs between guide and window: lines, dots at its end, figures filled in."""
    one_line = re.sub(r"\s+", " ", text).replace("'", "’").strip(" ….▶").casefold()
    return _FIGURE.sub("#", one_line)


@cache
def window() -> dict[str, set[str]]:
    """Every text of the window in English, with all that it is in Dutch."""
    found: dict[str, set[str]] = {}
    for text, message in tools().messages(language.folder() / "galley_nl.ts"):
        translation = message.find("translation")
        assert translation is not None
        found.setdefault(folded(text.source), set()).update(folded(form) for form in translation.itertext())
    return found


@cache
def said(code: str) -> frozenset[str]:
    return frozenset(window()) if code == "en" else frozenset(form for forms in window().values() for form in forms)


@cache
def set_apart(code: str) -> dict[str, list[str]]:
    """What stands in italics or bold, by section."""
    sections = [section for chapter in Book(code).chapters for section in chapter.sections]
    return {
        section.topic: [folded(words) for _, words in _SET_APART.findall(_FENCED.sub("", section.markdown))]
        for section in sections
    }


def is_quoted(words: str, code: str) -> bool:
    """Whether the window says just that, or has several words of it within a text."""
    return words in said(code) or (" " in words and any(words in text for text in said(code)))


@pytest.mark.parametrize("code", ["en", "nl"])
def test_what_the_guide_quotes_is_what_the_window_says(code: str) -> None:
    stressed = {folded(words) for words in STRESSED[code]}
    every = {(topic, words) for topic, found in set_apart(code).items() for words in found}
    assert len(every) > 5 * len(CHAPTERS)
    assert not {each for each in every if each[1] not in stressed and not is_quoted(each[1], code)}
    assert not stressed - {words for _, words in every}, "stressed no more"


def test_both_guides_quote_the_same_texts() -> None:
    """A button that is named in one language is named in the other, in the same place and by its own name there."""
    dutch = set_apart("nl")
    stressed = {folded(words) for words in STRESSED["en"]}
    for topic, found in set_apart("en").items():
        for words in found:
            if words in window() and words not in stressed:
                assert window()[words] & set(dutch[topic]), (topic, words, window()[words])
