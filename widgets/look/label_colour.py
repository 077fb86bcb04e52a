"""Gives a label a colour that the application's style sheet does not paint over."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel


def colour_label(label: QLabel, colour: str) -> None:
    """Colour a label's text; `colour` is `#rrggbb`. The style sheet is set only when it differs."""
    sheet = f"QLabel {{ color: {colour}; background: transparent; }}"
    if label.styleSheet() != sheet:
        label.setStyleSheet(sheet)
