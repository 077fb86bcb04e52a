"""The command line in the user's language, and JSON that is English whatever that is."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app import catalogue
from app.__main__ import main
from app.catalogue.language import Speech
from app.cli import language
from app.errors import Notice
from tests.support.program import write_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DUTCH = {"LANG": "nl_NL.UTF-8"}


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    language.speak("en")


def chosen(*arguments: str, **variables: str) -> str:
    language.choose(arguments, variables)
    return language.translate("Command line", "print one JSON object")


ENGLISH = "print one JSON object"


@pytest.mark.parametrize(
    ("variables", "is_dutch"),
    [
        ({"LANG": "nl_NL.UTF-8"}, True),
        ({"LANG": "nl_BE"}, True),
        ({"LC_ALL": "nl_NL.UTF-8", "LANG": "en_US.UTF-8"}, True),
        ({"LC_MESSAGES": "nl_NL", "LANG": "en_US"}, True),
        ({"LC_MESSAGES": "en_GB", "LANG": "nl_NL"}, False),
        ({"LANGUAGE": "fy:nl:en", "LANG": "en_US.UTF-8"}, True),
        ({"LANGUAGE": "nl", "LANG": "C"}, False),
        ({"LANGUAGE": "nl"}, False),
        ({"LANG": "xx_XX"}, False),
        ({}, False),
    ],
)
def test_the_system_says_which_language(variables: dict[str, str], is_dutch: bool, tmp_path: Path) -> None:
    assert (chosen(GALLEY_HOME=str(tmp_path), **variables) != ENGLISH) is is_dutch


def test_the_settings_come_before_the_system(tmp_path: Path) -> None:
    write_settings(tmp_path, {"appearance": {"language": "nl"}})
    assert chosen(GALLEY_HOME=str(tmp_path), LANG="en_US.UTF-8") != ENGLISH
    assert chosen("--settings-dir", str(tmp_path), LANG="en_US.UTF-8") != ENGLISH
    assert chosen("generate", f"--settings-dir={tmp_path}", LANG="en_US.UTF-8") != ENGLISH
    write_settings(tmp_path, {"appearance": {"language": "en"}})
    assert chosen(GALLEY_HOME=str(tmp_path), LANG="nl_NL.UTF-8") == ENGLISH


@pytest.mark.parametrize("text", ["", "{", "[]", '{"appearance": 3}', '{"appearance": {"language": ["nl"]}}', "\xff"])
def test_settings_that_cannot_be_read_leave_the_system_s_language(tmp_path: Path, text: str) -> None:
    write_settings(tmp_path, {}).write_text(text, "latin-1")
    assert chosen(GALLEY_HOME=str(tmp_path), **DUTCH) != ENGLISH


def test_a_mistake_is_said_in_the_user_s_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("LANG", DUTCH["LANG"])
    missing = tmp_path / "none.gguf"
    assert main(["generate", "--target", str(missing), "--prompt", "x"]) == 2
    said = capsys.readouterr().err
    assert str(missing) in said
    assert said != f"galley: {catalogue.sentence(Notice('model_missing', {'path': str(missing)}))}\n"
    assert "Er is geen" in said


def test_a_reason_within_a_sentence_is_in_its_language_too() -> None:
    reason = Notice("draft_vocabulary_size", {"target": 10, "draft": 20, "allowed": 5})
    said = Speech("nl").said(Notice("context_of_draft", {"reason": reason}))
    assert Speech("nl").said(reason) in said
    assert catalogue.sentence(reason) in catalogue.sentence(Notice("context_of_draft", {"reason": reason}))


def test_numbers_within_sentences_have_the_language_s_comma() -> None:
    notice = Notice("paused_no_gain", {"saves": 0.9, "costs": 1.4})
    assert "0,9" in Speech("nl").said(notice)
    assert "1,4" in Speech("nl").said(notice)
    assert "0.9" in Speech("en").said(notice)
    full = Notice("context_full", {"capacity": 32768})
    assert "32.768" in Speech("nl").said(full)
    assert "32768" in Speech("en").said(full)
    assert Speech("nl").spelled("1,234,567.8") == "1.234.567,8"


def test_a_per_cent_sign_stands_as_the_language_has_it() -> None:
    """Dutch sets it close to its number, in every text of the program."""
    assert Speech("en").said(Notice("percents", {"number": "72"})) == "72 %"
    assert Speech("nl").said(Notice("percents", {"number": "72"})) == "72%"
    assert Speech("nl").translate("Numbers", "{number} %").format(number="72") == "72%"
    said = Speech("nl").said(Notice("loading", {"role": "draft", "percent": 40}))
    assert "40%" in said
    for text in catalogue.TEXTS.values():
        if "%" in text:
            assert " %" not in Speech("nl").translate(catalogue.CONTEXT, text)


def test_help_and_argparse_s_own_words_are_translated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", DUTCH["LANG"])
    for command in ("generate", "compare", "bench", "plan", "selftest", "import-command", "export-command"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        text = capsys.readouterr().out
        for english in ("usage:", "options:", "show this help message", "positional arguments", "default"):
            assert english not in text, (command, english)
    with pytest.raises(SystemExit) as ended:
        main(["generate"])
    assert ended.value.code == 2
    assert "the following arguments" not in capsys.readouterr().err


def test_json_is_english_in_every_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], galley_home: Path
) -> None:
    monkeypatch.setenv("LANG", DUTCH["LANG"])
    assert main(["selftest", "--json"]) in (0, 1)
    parts = {part["name"]: part["detail"] for part in json.loads(capsys.readouterr().out)["parts"]}
    assert "tokens, the same with and without speculation" in parts["reply"]


def test_the_language_costs_the_command_line_no_qt(tmp_path: Path) -> None:
    code = (
        "import sys; from app.__main__ import main\n"
        "try: main(['generate', '--help'])\n"
        "except SystemExit: pass\n"
        "assert not [name for name in sys.modules if name.startswith('PySide6')]"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"LANG": "nl_NL.UTF-8", "PATH": "", "GALLEY_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "usage:" not in done.stdout
