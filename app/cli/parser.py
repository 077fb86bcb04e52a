"""A parser that says what is wrong in one line, in the user's language; argparse's own words come along."""

from __future__ import annotations

import argparse
from typing import NoReturn

from app.catalogue.mark import QT_TRANSLATE_NOOP
from app.cli.language import translate

BAD_INPUT = 2
"""Exit status for what the user can correct."""
WORDS = (
    QT_TRANSLATE_NOOP("argparse", "usage: "),
    QT_TRANSLATE_NOOP("argparse", "options"),
    QT_TRANSLATE_NOOP("argparse", "positional arguments"),
    QT_TRANSLATE_NOOP("argparse", "show this help message and exit"),
    QT_TRANSLATE_NOOP("argparse", "show program's version number and exit"),
    QT_TRANSLATE_NOOP("argparse", "the following arguments are required: %s"),
    QT_TRANSLATE_NOOP("argparse", "unrecognized arguments: %s"),
    QT_TRANSLATE_NOOP("argparse", "argument %(argument_name)s: %(message)s"),
    QT_TRANSLATE_NOOP("argparse", "expected one argument"),
    QT_TRANSLATE_NOOP("argparse", "ignored explicit argument %r"),
    QT_TRANSLATE_NOOP("argparse", "invalid choice: %(value)r (choose from %(choices)s)"),
    QT_TRANSLATE_NOOP("argparse", "unknown parser %(parser_name)r (choices: %(choices)s)"),
)
"""What argparse says here, in its own English. Another version of Python may word it otherwise: that stays English."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of printing the usage."""

    def error(self, message: str) -> NoReturn:
        """End with that line."""
        text = translate("Command line", "{program}: {problem}. Try: {program} --help")
        self.exit(BAD_INPUT, text.format(program=self.prog, problem=" ".join(message.split())) + "\n")


def speak() -> None:
    """Have argparse speak the terminal's language: it looks its texts up by the name that gettext usually has."""
    vars(argparse)["_"] = _word


def _word(text: str) -> str:
    return translate("argparse", text) if text in WORDS else text
