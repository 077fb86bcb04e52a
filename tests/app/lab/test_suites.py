"""Suites: those that come with Galley are whole, and one's own are read or refused with the line."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import UserError
from app.lab import suites
from app.lab.suites import CATEGORIES, MAX_PROMPTS, Suite, built_in_names, chats_suite, load_suite

if TYPE_CHECKING:
    from pathlib import Path


def refusal(name: object) -> str:
    with pytest.raises(UserError) as caught:
        load_suite(str(name))
    said = sentence(caught.value.notice)
    assert "\n" not in said
    return said


# Those that come with Galley.


def test_every_kind_has_six_prompts_or_more_in_each_language() -> None:
    counts = Counter((prompt.category, prompt.language) for prompt in load_suite("all").prompts)
    assert set(counts) == {(category, language) for category in CATEGORIES for language in ("en", "nl")}
    assert min(counts.values()) >= 6


def test_no_two_prompts_of_the_built_in_suites_are_the_same() -> None:
    prompts = load_suite("all").prompts
    assert len({prompt.prompt_id for prompt in prompts}) == len({prompt.text for prompt in prompts}) == len(prompts)
    assert all(prompt.text.strip() for prompt in prompts)


def test_quick_is_one_prompt_of_each_kind_and_language() -> None:
    quick = load_suite("quick")
    assert len(quick.prompts) == len(quick.kinds) == 2 * len(CATEGORIES)


@pytest.mark.parametrize("name", built_in_names())
def test_every_name_that_is_offered_is_a_suite(name: str) -> None:
    suite = load_suite(name)
    assert suite.name == suite.source == name
    assert not suite.private


def test_a_part_of_a_suite_is_another_suite() -> None:
    suite = load_suite("code")
    dutch = suite.only(["nl"], 2)
    assert [prompt.language for prompt in dutch.prompts] == ["nl", "nl"]
    assert dutch.digest != suite.digest
    assert load_suite("code").digest == suite.digest


def test_a_language_that_is_not_there_is_said() -> None:
    with pytest.raises(UserError) as caught:
        load_suite("code").only(["fr"])
    assert caught.value.notice.code == "suite_nothing_left"


# JSON lines.


def write_lines(path: Path, *entries: object) -> Path:
    path.write_text(
        "".join(f"{entry if isinstance(entry, str) else json.dumps(entry)}\n" for entry in entries), "utf-8"
    )
    return path


def test_a_file_of_json_lines_is_a_suite(tmp_path: Path) -> None:
    full = {"id": "a", "category": "mail", "language": "nl", "text": "Hoi\nziekmelding", "system": "Kort."}
    suite = load_suite(str(write_lines(tmp_path / "mine.jsonl", full, "", {"prompt": "Hello", "note": 3})))
    first, second = suite.prompts
    assert (first.prompt_id, first.category, first.language) == ("a", "mail", "nl")
    assert (first.text, first.system) == ("Hoi\nziekmelding", "Kort.")
    assert (second.prompt_id, second.category, second.language, second.text) == ("line-3", "own", "", "Hello")
    assert suite.name == "mine"


def test_letters_that_some_programs_take_for_line_breaks_are_part_of_a_prompt(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"text": "one\u2028two\u0085three"}\r\n', "utf-8")
    assert load_suite(str(path)).prompts[0].text == "one\u2028two\u0085three"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{oops", "Line 2 of the suite"),
        ("[1, 2]", "is not a JSON object"),
        ("7", "is not a JSON object"),
        ("[" * 100_000, "is not a JSON object"),
        ('{"id": "x"}', "has no prompt"),
        ('{"text": "  "}', "has no prompt"),
        ('{"text": 5}', "“text” is not a text"),
        ('{"text": "x", "language": null}', "“language” is not a text"),
        ('{"text": "x", "id": "a"}', "two prompts with the id “a”"),
    ],
)
def test_a_bad_line_is_said(tmp_path: Path, line: str, said: str) -> None:
    assert said in refusal(write_lines(tmp_path / "mine.jsonl", {"text": "x", "id": "a"}, line))


def test_an_empty_file_is_no_suite(tmp_path: Path) -> None:
    assert "no prompt" in refusal(write_lines(tmp_path / "mine.jsonl", "", ""))


def test_a_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_bytes(b"\xff\xfe\x00\x01")
    assert "not text in UTF-8" in refusal(path)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    assert "cannot be read: there is no such file" in refusal(tmp_path / "mine.jsonl")


def test_a_name_that_is_nothing_is_answered_with_the_names_there_are() -> None:
    assert "one of all, quick, code" in refusal("cod")


def test_more_prompts_than_anybody_would_wait_for_are_refused(tmp_path: Path) -> None:
    lines = [{"text": "x"}] * (MAX_PROMPTS + 1)
    assert f"more than {MAX_PROMPTS}" in refusal(write_lines(tmp_path / "mine.jsonl", *lines))


def test_a_prompt_longer_than_any_context_is_refused(tmp_path: Path) -> None:
    long = {"text": "x" * (suites.MAX_PROMPT_CHARACTERS + 1)}
    assert "Line 1" in refusal(write_lines(tmp_path / "mine.jsonl", long))


# A folder.


def test_a_folder_of_texts_is_a_suite(tmp_path: Path) -> None:
    (tmp_path / "mail").mkdir()
    (tmp_path / "mail" / "sick.nl.txt").write_text("Schrijf een mail.\n", "utf-8")
    (tmp_path / "v1.2.md").write_text("Write a changelog.", "utf-8")
    (tmp_path / "empty.txt").write_text("\n", "utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    found = {prompt.prompt_id: prompt for prompt in load_suite(str(tmp_path)).prompts}
    assert set(found) == {"mail/sick.nl.txt", "v1.2.md"}
    assert (found["mail/sick.nl.txt"].category, found["mail/sick.nl.txt"].language) == ("mail", "nl")
    assert found["mail/sick.nl.txt"].text == "Schrijf een mail."
    assert (found["v1.2.md"].category, found["v1.2.md"].language) == ("own", "")


def test_a_folder_without_texts_is_said(tmp_path: Path) -> None:
    assert "no prompt" in refusal(tmp_path)


# Conversations.


def test_prompts_of_conversations_are_private() -> None:
    suite = chats_suite(["What about my results?", " ", "And then?"])
    assert suite.private
    assert suite.source == ""
    assert [prompt.prompt_id for prompt in suite.prompts] == ["chat-1", "chat-2"]


def test_no_prompts_are_no_suite() -> None:
    with pytest.raises(UserError):
        chats_suite(["", "  "])


def test_the_digest_hangs_on_every_word() -> None:
    one, other = chats_suite(["Hello"]), chats_suite(["Hello!"])
    assert one.digest != other.digest
    assert one.digest == Suite("other name", one.prompts).digest
