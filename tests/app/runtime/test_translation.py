"""Qt made to speak a language, and left as it was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QLocale

from app.runtime.translation import Translation

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


def cancel() -> str:
    """A word of Qt's own."""
    return QCoreApplication.translate("QPlatformTheme", "Cancel")


def test_it_speaks_and_falls_silent_again(qapp: QApplication) -> None:
    translation, before = Translation(qapp), QLocale()
    translation.speak("nl", QLocale("nl"))
    assert cancel() == "Annuleren"
    assert QLocale().toString(1.5, "f", 1) == "1,5"
    translation.end()
    assert cancel() == "Cancel"
    assert QLocale() == before


def test_one_language_takes_the_place_of_another(qapp: QApplication) -> None:
    translation = Translation(qapp)
    translation.speak("nl", QLocale("nl"))
    translation.speak("en", QLocale("en"))
    assert cancel() == "Cancel"
    assert QLocale().toString(1.5, "f", 1) == "1.5"
    translation.end()


def test_a_language_without_files_leaves_english(qapp: QApplication) -> None:
    translation = Translation(qapp)
    translation.speak("xx", QLocale("en"))
    assert cancel() == "Cancel"
    translation.end()


@pytest.mark.parametrize(("number", "said"), [(0, "0 words"), (1, "1 word"), (2, "2 words"), (1234, "1,234 words")])
def test_english_has_its_plurals(qapp: QApplication, number: int, said: str) -> None:
    translation = Translation(qapp)
    translation.speak("en", QLocale("en_US"))
    assert QCoreApplication.translate("Thought", "Thinking · %Ln word(s)", None, number) == f"Thinking · {said}"
    translation.end()
