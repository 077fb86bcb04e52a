"""Puts text on the clipboard as it is; what no clipboard can carry goes as the sign for that."""

from __future__ import annotations

import re

from PySide6.QtGui import QGuiApplication

_HALVES = re.compile("[\ud800-\udfff]")


def sendable(text: str) -> str:
    """Return a text with the replacement character for every half of a character."""
    return _HALVES.sub("\ufffd", text)


def copy_text(text: str) -> None:
    """Put a text on the clipboard."""
    QGuiApplication.clipboard().setText(sendable(text))
