"""Whether this system has the dictionaries that the spell-checker's tests look into; in CI it must."""

from __future__ import annotations

import os

import pytest

from app.spelling.enchant import keep_no_word_lists, open_dictionaries

LANGUAGES = ("en_US", "nl_NL")


def require_dictionaries() -> None:
    """Skip a test where one is missing, or fail it in CI."""
    keep_no_word_lists()
    if tuple(each.language for each in open_dictionaries(LANGUAGES)) == LANGUAGES:
        return
    if os.environ.get("CI"):
        pytest.fail("libenchant-2-2, hunspell-en-us and hunspell-nl are to be installed in CI")
    pytest.skip("this system has no enchant with an English and a Dutch dictionary")
