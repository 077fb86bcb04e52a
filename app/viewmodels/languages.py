"""Which languages the window can speak, by their own names: as many as there are files of translations."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from app.catalogue import language

_NAMES = {"en": "English"}
"""Qt names English after a country."""


@dataclass(frozen=True, slots=True)
class Language:
    """What `settings.appearance.language` may be, and what a person calls it."""

    code: str
    name: str


def languages() -> tuple[Language, ...]:
    """All there are, by their names in their own words."""
    return tuple(sorted((Language(code, name_of(code)) for code in language.codes()), key=lambda each: each.name))


def name_of(code: str) -> str:
    """A language in its own words, such as *Nederlands*."""
    name = _NAMES.get(code) or QLocale(code).nativeLanguageName() or code
    return name[:1].upper() + name[1:]


def spoken(choice: str) -> str:
    """The language that is spoken for a setting; an empty one, or one that is gone, is the system's."""
    if choice in language.codes():
        return choice
    return language.best_of(QLocale.system().uiLanguages())


def name_of_system() -> str:
    """What to call the setting that takes the system's language, with the language that is."""
    text = QCoreApplication.translate("Languages", "Like the system: {language}")
    return text.format(language=name_of(spoken("")))


def locale_of(choice: str) -> QLocale:
    """Whose numbers and dates go with a setting: the system's, unless another language than the system's was chosen."""
    system = QLocale.system()
    wanted = QLocale(spoken(choice))
    return system if not choice or wanted.language() is system.language() else wanted
