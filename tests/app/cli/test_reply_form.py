"""`galley generate` with a grammar or a JSON schema: what is printed keeps to it; one line for what cannot be used."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "k": {"enum": ["ink", "page"]}},
    "required": ["n", "k"],
}


def test_a_schema_makes_the_reply_json_that_fits(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps(SCHEMA), encoding="utf-8")
    said: list[str] = []
    for speculation in ("off", "draft"):
        capfd.readouterr()
        models = ["--target", str(tiny_target), "--draft", str(tiny_draft), "--speculation", speculation]
        form = ["--json-schema", str(schema), "--seed", "4", "--reproducible"]
        assert main(["generate", *models, *form, "--prompt", "Set the page."]) == 0
        said.append(capfd.readouterr().out)
    value = json.loads(said[0])
    assert list(value) == ["n", "k"]
    assert isinstance(value["n"], int)
    assert value["k"] in ("ink", "page")
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--max-tokens", "3"), "3 tokens are as many as --max-tokens allows"),
        (("--max-tokens", "3", "--json"), "3 tokens are as many as --max-tokens allows"),
        (("--context", "30"), "the context of 30 tokens is full"),
        (("--stop", ":"), "a text that --stop names"),
        ((), ""),
    ],
)
def test_a_reply_that_ends_before_its_form_says_so(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, tiny_target: Path, options: tuple[str, ...], words: str
) -> None:
    """It is a reply all the same: the status stays 0."""
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps(SCHEMA), encoding="utf-8")
    form = ["--json-schema", str(schema), "--seed", "4", "--prompt", "Set."]
    assert main(["generate", "--target", str(tiny_target), *form, *options]) == 0
    printed = capfd.readouterr()
    assert words in printed.err
    assert printed.err.count("\n") == bool(words)
    assert printed.out.count("\n") == 1


def test_a_reply_that_could_end_where_it_was_cut_is_whole(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, tiny_target: Path
) -> None:
    grammar = tmp_path / "word.gbnf"
    grammar.write_text("root ::= [a-z]+")
    options = ["--grammar", str(grammar), "--prompt", "Well?", "--max-tokens", "3"]
    assert main(["generate", "--target", str(tiny_target), *options]) == 0
    assert capfd.readouterr().err == ""


def test_a_grammar_is_read_from_its_file(capfd: pytest.CaptureFixture[str], tmp_path: Path, tiny_target: Path) -> None:
    grammar = tmp_path / "answer.gbnf"
    grammar.write_bytes(b'\xef\xbb\xbfroot ::= "yes" | "no"\r\n')
    assert main(["generate", "--target", str(tiny_target), "--grammar", str(grammar), "--prompt", "Well?"]) == 0
    assert capfd.readouterr().out in ("yes\n", "no\n")


@pytest.mark.parametrize(
    ("option", "content", "words"),
    [
        ("--grammar", b"root ::= (", "breaks off in line 1"),
        ("--grammar", b"start ::= [a-z]", "no rule named"),
        ("--grammar", b"\xff\xfe\x00", "not text in UTF-8"),
        ("--grammar", b"  \n", "is empty"),
        ("--grammar", None, "cannot be read: there is no such file"),
        ("--json-schema", b"{", "not valid JSON (line 1, column 2)"),
        ("--json-schema", b'{"not": {}}', "asks for"),
        ("--json-schema", b'{"$ref": "https://example.org/s.json"}', "https://example.org/s.json"),
    ],
)
def test_what_cannot_be_used_is_one_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, tiny_target: Path, option: str, content: bytes | None, words: str
) -> None:
    file = tmp_path / "form"
    if content is not None:
        file.write_bytes(content)
    assert main(["generate", "--target", str(tiny_target), "--prompt", "Well?", option, str(file)]) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("galley: ")
    assert printed.err.count("\n") == 1
    assert words in printed.err


def test_only_one_of_both_can_be_kept_to(capfd: pytest.CaptureFixture[str], tiny_target: Path) -> None:
    with pytest.raises(SystemExit) as end:
        main(["generate", "--target", str(tiny_target), "--prompt", "W", "--grammar", "a", "--json-schema", "b"])
    assert end.value.code == 2
    assert "--grammar and --json-schema exclude each other" in capfd.readouterr().err
