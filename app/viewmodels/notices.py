"""Writes a notice out in the user's language: the one place where the catalogue meets Qt's translation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app import catalogue

if TYPE_CHECKING:
    from app.errors import Notice


def written(notice: Notice) -> str:
    """Return the sentence of a notice, translated.

    Raises:
        KeyError: If no catalogue knows the code, which is a bug.
    """
    return catalogue.sentence(notice, lambda template: QCoreApplication.translate(catalogue.CONTEXT, template))
