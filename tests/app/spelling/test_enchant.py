"""The system's own spell-checker, in both languages; in CI it is there, elsewhere it may be missing."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.spelling.enchant import open_dictionaries
from app.spelling.speller import Speller
from tests.support.dictionaries import LANGUAGES, require_dictionaries

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def speller(monkeypatch: pytest.MonkeyPatch) -> Speller:
    monkeypatch.setenv("ENCHANT_CONFIG_DIR", "")
    require_dictionaries()
    return Speller(open_dictionaries(LANGUAGES))


def wrong(speller: Speller, *lines: str) -> list[str]:
    return [word.text for words in speller.wrong(lines, range(len(lines))).values() for word in words]


def test_english_and_dutch_are_checked_side_by_side(speller: Speller) -> None:
    assert wrong(speller, "This is a sentxence about bicycles.", "Waarom is zo'n fiets in Amsterdm zo duur?") == [
        "sentxence",
        "Amsterdm",
    ]
    assert "sentence" in speller.suggest("sentxence", 6)
    assert "Amsterdam" in speller.suggest("Amsterdm", 6)


def test_a_third_language_is_left_in_peace(speller: Speller) -> None:
    assert wrong(speller, "Dies wird ein deutscher Satz ohne Wörterbuch") == []


def test_a_word_is_accepted_for_this_run_only(speller: Speller) -> None:
    speller.accept("Qwertzuio")
    assert wrong(speller, "This is a Qwertzuio sentence") == []
    assert not any(each.knows("Qwertzuio") for each in open_dictionaries(["en_US"]))


def test_no_file_is_made(tmp_path: Path) -> None:
    code = (
        "from app.spelling.enchant import keep_no_word_lists, open_dictionaries\n"
        "keep_no_word_lists()\n"
        "for each in open_dictionaries(['en_US', 'nl_NL']):\n"
        "    each.knows('bicycle'); each.accept('Qwertzuio')\n"
    )
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    environment.pop("ENCHANT_CONFIG_DIR", None)
    subprocess.run([sys.executable, "-B", "-c", code], env=environment, check=True, timeout=60)
    assert list(tmp_path.rglob("*")) == []


def test_a_system_without_it_has_no_dictionaries() -> None:
    assert open_dictionaries(["en_US"], names=("libno-such-thing.so.9",)) == ()


def test_a_language_that_is_none_has_no_dictionary(speller: Speller) -> None:
    assert open_dictionaries(["xx_XX", "C", ""]) == ()


def test_of_each_language_one_dictionary_is_opened(speller: Speller) -> None:
    assert [each.language for each in open_dictionaries(["nl", "nl_NL", "en_GB", "en_US"])] == ["nl", "en_GB"]
