from __future__ import annotations

from app.attachments.shortening import cut
from app.attachments.values import Attachment, Kind
from app.attachments.wrapping import composed, unwrapped, wrapped


def attachment(name: str, text: str, language: str = "") -> Attachment:
    return Attachment(name, Kind.TEXT, text, len(text), language)


def test_a_file_stands_under_its_name_in_a_fence() -> None:
    assert wrapped(attachment("a.py", "x = 1\n", "python")) == "### File: a.py\n\n```python\nx = 1\n```"


def test_what_a_file_said_is_found_again_in_the_message() -> None:
    for text in ("x = 1\n", "a\n\nb\n", "```\ncode\n```\n", "\n"):
        assert unwrapped(wrapped(attachment("a.md", text, "markdown"))) == text
    assert unwrapped("not a file") == "not a file"


def test_the_fence_is_longer_than_any_inside() -> None:
    lines = wrapped(attachment("a.md", "```\ncode\n```\n`````")).split("\n")
    assert lines[2] == "``````"
    assert lines[-1] == "``````"


def test_a_message_says_which_part_of_it_came_from_which_file() -> None:
    text, spans = composed("Compare these:", [attachment("a.txt", "one"), attachment("b.txt", "two")])
    assert text.startswith("Compare these:\n\n### File: a.txt")
    assert [span.name for span in spans] == ["a.txt", "b.txt"]
    for span, word in zip(spans, ("one", "two"), strict=True):
        assert text[span.begin : span.end] == wrapped(attachment(span.name, word))
    assert text[spans[0].end : spans[1].begin] == "\n\n"
    assert spans[1].end == len(text)


def test_files_alone_are_a_message() -> None:
    text, spans = composed(" \n", [attachment("a.txt", "one")])
    assert text == wrapped(attachment("a.txt", "one"))
    assert spans[0].begin == 0


def test_a_text_without_files_is_left_as_it_is() -> None:
    assert composed("  said\n", []) == ("  said\n", ())


def test_a_cut_is_made_at_the_end_of_a_line() -> None:
    kept = cut("first line\nsecond line\nthird line\n", 26)
    assert kept.kept == "first line\nsecond line"
    assert kept.num_lines == 1
    assert cut("first line\nsecond line\nthird line\nfourth\n", 26).num_lines == 2


def test_one_endless_line_is_cut_between_words_or_anywhere() -> None:
    assert cut("some words in a row", 12).kept == "some words"
    assert cut("x" * 100, 40).kept == "x" * 40


def test_what_fits_is_not_cut() -> None:
    assert cut("short", 5) == type(cut("", 0))("short", 0, 0)
