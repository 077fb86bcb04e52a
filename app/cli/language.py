"""The language of the terminal: the one that Galley's settings name, else the system's.

What is meant for programs, such as JSON, never comes through here: it stays English.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from app.catalogue import CONTEXT
from app.catalogue.language import SOURCE, Speech, best_of, codes
from app.settings.paths import find_folders

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.errors import Notice
    from app.lab.report_words import Words

_FOLDER_OPTION = "--settings-dir"
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_UNTRANSLATED = ("", "C", "POSIX")
_speech = Speech()


def choose(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
    """Speak the user's language from now on.

    Args:
        arguments: What was typed; they may name the folder of the settings.
        environment: Where the system's language stands; None takes the process's own.
    """
    variables = os.environ if environment is None else environment
    try:
        speak(_from_settings(arguments, variables) or best_of(_from_system(variables)))
    except (OSError, ValueError):
        speak(SOURCE)  # what is wrong with the installation is no reason to do nothing


def speak(code: str) -> None:
    """Speak this one of `codes()` from now on."""
    global _speech
    _speech = Speech(code)


def translate(context: str, text: str, comment: str = "") -> str:
    """A text in the terminal's language, as `QCoreApplication.translate`; the translation tools find its name."""
    return _speech.translate(context, text, comment)


def said(notice: Notice) -> str:
    """A notice in the terminal's language."""
    return _speech.said(notice)


def report_words() -> Words:
    """For a page in the terminal's language."""
    from app.lab.report_words import Words

    speech = _speech
    return Words(lambda text: speech.translate(CONTEXT, text), speech.code, speech.spelled)


def role_name(role: str) -> str:
    """What the engine calls `target` and `draft`, for people."""
    return translate("Command line", "draft") if role == "draft" else translate("Command line", "target")


def spelled(number: str) -> str:
    """A number, as Python writes it, in the terminal's language."""
    return _speech.spelled(number)


def _from_system(variables: Mapping[str, str]) -> list[str]:
    """The languages that the system's variables name, best first, as gettext reads them."""
    named = next((value for name in _VARIABLES if (value := variables.get(name, ""))), "")
    if named.split(".")[0] in _UNTRANSLATED:
        return []
    return [*filter(None, variables.get("LANGUAGE", "").split(":")), named]


def _from_settings(arguments: Sequence[str], variables: Mapping[str, str]) -> str:
    """The language that was chosen in the window; empty where none was, or the settings cannot be read."""
    folder = None
    for index, argument in enumerate(arguments):
        if argument == _FOLDER_OPTION:
            folder = next(iter(arguments[index + 1 :]), None)
        elif argument.startswith(f"{_FOLDER_OPTION}="):
            folder = argument.partition("=")[2]
    try:
        file = find_folders(Path(folder) if folder else None, variables).settings / "settings.json"
        chosen = json.loads(file.read_text("utf-8"))["appearance"]["language"]
    except (OSError, ValueError, LookupError, TypeError, RuntimeError):
        return ""
    return chosen if chosen in codes() else ""
