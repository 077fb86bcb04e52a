"""Writes a notice out in the user's language: the one place where the catalogue meets Qt's translation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from app import catalogue

if TYPE_CHECKING:
    from app.errors import Notice


def written(notice: Notice) -> str:
    """Return the sentence of a notice, translated.

    Raises:
        KeyError: If no catalogue knows the code, which is a bug.
    """
    return catalogue.sentence(notice, translated, spelled)


def translated(template: str) -> str:
    """A text of the catalogue in the user's language."""
    return QCoreApplication.translate(catalogue.CONTEXT, template)


def spelled(number: str) -> str:
    """A number, as Python writes it, with the user's own marks."""
    locale = QLocale()
    grouped = not locale.numberOptions() & QLocale.NumberOption.OmitGroupSeparator
    return number.translate({ord("."): locale.decimalPoint(), ord(","): locale.groupSeparator() if grouped else ""})
