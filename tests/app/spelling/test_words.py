from __future__ import annotations

import pytest

from app.spelling.words import prose_lines, words_of


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Is it “well-known”, isn’t it?", ["Is", "it", "well", "known", "isn’t", "it"]),
        ("zo'n foto's", ["zo'n", "foto's"]),
        ("see https://examxple.com/a and a@b.nl", ["see", "and"]),
        ("call foo_bar() or `returxn x` in CamelCase, myVar2", ["call", "or", "in"]),
        ("NASA and a5 and **bold**", ["and", "and", "bold"]),
        ("```not a fence``` here", ["here"]),
        ("één café", ["één", "café"]),
    ],
)
def test_only_words_of_prose_are_looked_at(line: str, words: list[str]) -> None:
    found = words_of(line)
    assert [word.text for word in found] == words
    assert all(line[word.begin : word.end] == word.text for word in found)


def test_code_and_quotations_are_no_prose() -> None:
    lines = [
        "said",
        "```python",
        "returxn",
        "~~~",
        "```",
        "said",
        "    indented",
        "> quoted",
        "~~~~",
        "```",
        "~~~~",
        "x",
    ]
    prose = [line for line, is_prose in zip(lines, prose_lines(lines), strict=True) if is_prose]
    assert prose == ["said", "said", "x"]


def test_a_fence_that_is_still_open_holds_all_that_follows() -> None:
    assert prose_lines(["a", "```", "b", "c"]) == [True, False, False, False]
