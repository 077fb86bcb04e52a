from __future__ import annotations

from app.spelling.speller import Speller


class WordList:
    """A dictionary of a few words, which counts how often it is asked."""

    def __init__(self, words: str) -> None:
        self.words = set(words.split())
        self.num_asked = 0

    def knows(self, word: str) -> bool:
        self.num_asked += 1
        return word.lower() in self.words

    def suggest(self, word: str) -> tuple[str, ...]:
        return tuple(sorted(each for each in self.words if each[0] == word[0]))

    def accept(self, word: str) -> None:
        self.words.add(word.lower())


ENGLISH = "the cat sits on a mat it's and bicycle"
DUTCH = "de kat zit op een mat fiets en the"


def wrong(speller: Speller, *lines: str) -> list[str]:
    found = speller.wrong(lines, range(len(lines)))
    return [word.text for words in found.values() for word in words]


def test_each_line_is_read_in_the_language_that_fits_it() -> None:
    speller = Speller([WordList(ENGLISH), WordList(DUTCH)])
    assert wrong(speller, "the cat sits on a matt", "de kat zit op een fietz") == ["matt", "fietz"]
    assert wrong(speller, "the cat zit on a mat") == ["zit"]


def test_a_language_without_a_dictionary_is_left_in_peace() -> None:
    assert wrong(Speller([WordList(ENGLISH)]), "dies wird ein ganz anderer Satz") == []


def test_a_word_alone_is_wrong_only_where_nobody_knows_it() -> None:
    speller = Speller([WordList(ENGLISH), WordList(DUTCH)])
    assert wrong(speller, "fiets") == []
    assert wrong(speller, "fietz") == ["fietz"]


def test_nobody_is_asked_twice() -> None:
    dictionary = WordList(ENGLISH)
    speller = Speller([dictionary])
    wrong(speller, "the cat sits on a matt")
    asked = dictionary.num_asked
    wrong(speller, "the cat sits on a matt")
    assert dictionary.num_asked == asked


def test_only_lines_in_sight_are_looked_at() -> None:
    speller = Speller([WordList(ENGLISH)])
    assert list(speller.wrong(["the cta sits", "```", "the cta sits", "```", "the cta sits"], range(1, 5))) == [4]


def test_an_accepted_word_is_right_from_then_on() -> None:
    speller = Speller([WordList(ENGLISH)])
    assert wrong(speller, "the cat sits on Galleys") == ["Galleys"]
    speller.accept("Galleys")
    assert wrong(speller, "the cat sits on Galleys") == []


def test_the_apostrophe_of_printers_is_an_apostrophe() -> None:
    assert wrong(Speller([WordList(ENGLISH)]), "it’s the cat and") == []


def test_suggestions_come_from_all_dictionaries_in_turn() -> None:
    assert Speller([WordList("ba bb bc"), WordList("bd ba")]).suggest("bx", 3) == ["ba", "bb", "bd"]


def test_without_dictionaries_nothing_is_wrong() -> None:
    assert wrong(Speller([]), "qwertz asdf yxcv") == []
