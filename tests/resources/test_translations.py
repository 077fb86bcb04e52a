"""Every text of the program in every language: none missing, none left over, each saying what the English one says."""

from __future__ import annotations

import json
import re
import shutil
import string
import tomllib
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTranslator

from app.catalogue import language
from tests.support.translation_tools import tools

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from xml.etree.ElementTree import Element

FOLDER = language.folder()
LANGUAGES = sorted(path.stem.removeprefix("galley_") for path in FOLDER.glob("galley_*.ts"))
TRANSLATED = [code for code in LANGUAGES if code != language.SOURCE]
_TAGS = re.compile(r"</?[a-z][^>]*>")
_PERCENT = re.compile(r"%(?:L?n|\d+|\(\w+\)[a-z]|[sdr])")
_ENDS = (".", "…", ":", "?", "!", ",")


def having(name: str) -> list[str]:
    """The languages that have such a list; another language needs none, but Dutch does."""
    return [code for code in TRANSLATED if code == "nl" or (FOLDER / f"{name}_{code}.toml").exists()]


def texts(code: str) -> Iterator[tuple[str, str, str, list[str]]]:
    """Context, source, comment and the translation of every text, in all its forms."""
    for text, message in tools().messages(FOLDER / f"galley_{code}.ts"):
        yield text.context, text.source, text.comment, forms_of(message)


def forms_of(message: Element) -> list[str]:
    translation = message.find("translation")
    assert translation is not None
    if message.get("numerus") == "yes":
        return [form.text or "" for form in translation.findall("numerusform")]
    return [translation.text or ""]


def fields(text: str) -> list[tuple[str, str, str]]:
    """Names, conversions and formats of the fields to be filled in, in the order of their names."""
    parsed = string.Formatter().parse(text)
    return sorted((name, conversion or "", spec or "") for _, name, spec, conversion in parsed if name is not None)


def test_there_is_more_than_english() -> None:
    assert "nl" in TRANSLATED
    assert {"en", "nl"} <= set(language.codes())


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_files_are_in_step_with_the_sources(code: str, tmp_path: Path) -> None:
    """Another call of `python packaging/translations.py` would change nothing."""
    path = FOLDER / f"galley_{code}.ts"
    shutil.copy(path, tmp_path)
    tools().extract(tmp_path)
    now, then = ({text for text, _ in tools().messages(folder / path.name)} for folder in (tmp_path, FOLDER))
    assert now - then == set(), "texts of the sources that are not in the file"
    assert then - now == set(), "texts of the file that are in the sources no more"


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_is_left_to_be_translated(code: str) -> None:
    left = [text for text in tools().missing() if text["language"] == code]
    assert not left, json.dumps(left, ensure_ascii=False, indent=1)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_read_is_what_was_translated(code: str, tmp_path: Path) -> None:
    tools().compile_file(FOLDER / f"galley_{code}.ts", tmp_path / "fresh.qm")
    fresh, shipped = QTranslator(), QTranslator()
    assert fresh.load(str(tmp_path / "fresh.qm"))
    assert shipped.load(str(language.path_of(code)))
    for context, source, comment, forms in texts(code):
        for number in (-1,) if len(forms) == 1 else (0, 1, 2):
            wanted = fresh.translate(context, source, comment or None, number)
            assert wanted
            assert shipped.translate(context, source, comment or None, number) == wanted, (
                "python packaging/translations.py"
            )


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_is_filled_in_is_the_same(code: str) -> None:
    for context, source, _comment, forms in texts(code):
        for form in forms:
            assert fields(form) == fields(source), (context, source, form)
            if context != "argparse" or "%" in source:
                assert sorted(_PERCENT.findall(form)) == sorted(_PERCENT.findall(source)), (context, source, form)


@pytest.mark.parametrize("code", TRANSLATED)
def test_markup_lines_and_edges_are_the_same(code: str) -> None:
    for context, source, _comment, forms in texts(code):
        for form in forms:
            where = (context, source, form)
            assert sorted(_TAGS.findall(form)) == sorted(_TAGS.findall(source)), where
            assert form.count("\n") == source.count("\n"), where
            assert form[: len(form) - len(form.lstrip())] == source[: len(source) - len(source.lstrip())], where
            assert form[len(form.rstrip()) :] == source[len(source.rstrip()) :], where
            assert form.count("&") == source.count("&"), where


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_sentence_ends_as_it_does_in_english(code: str) -> None:
    for context, source, _comment, forms in texts(code):
        end = source.rstrip()[-1:]
        for form in forms if context != "Numbers" else ():
            if end in _ENDS or form.rstrip()[-1:] in _ENDS:
                assert form.rstrip()[-1:] == end, (context, source, form)


@pytest.mark.parametrize("code", having("same"))
def test_what_is_the_same_in_both_languages_is_so_for_a_reason(code: str) -> None:
    reasons = tomllib.loads((FOLDER / f"same_{code}.toml").read_text("utf-8"))["same"]
    assert all(each["why"].strip() for each in reasons)
    known = {text for each in reasons for text in each["texts"]}
    same = {source for _context, source, _comment, forms in texts(code) if source in forms}
    assert same - known == set(), "texts that are not translated, or stand in no list with a reason"
    assert known - same == set(), "texts of the list that are translated, or gone"


@pytest.mark.parametrize("code", having("glossary"))
def test_one_thing_has_one_name(code: str) -> None:
    terms = tomllib.loads((FOLDER / f"glossary_{code}.toml").read_text("utf-8"))["term"]
    for term in terms:
        assert term["english"]
        assert term["dutch"]
        assert term["why"]
    unwanted = [(word, term["dutch"]) for term in terms for word in term.get("never", ())]
    patterns = [
        (re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])", re.IGNORECASE), dutch) for word, dutch in unwanted
    ]
    for context, source, _comment, forms in texts(code):
        for form in forms:
            words = re.sub(r"\{[^}]*\}|--[\w-]+|“[^”]*”|`[^`]*`", " ", form)
            for pattern, dutch in patterns:
                assert not pattern.search(words), (context, source, form, f"the word for it is {dutch}")


@pytest.mark.parametrize("code", TRANSLATED)
def test_help_of_the_command_line_can_be_filled_in_by_argparse(code: str) -> None:
    """It fills `%` in; one in a translation would break `--help`."""
    for context, source, _comment, forms in texts(code):
        if context == "Command line":
            for form in forms:
                assert "%" not in form, (source, form)


def test_quotes_are_dutch_ones() -> None:
    for context, source, _comment, forms in texts("nl"):
        for form in forms:
            if '"' not in source and "'" not in source:
                assert '"' not in form, (context, source, form)
            assert form.count("“") == form.count("”"), (context, source, form)
