"""Fields for numbers that tell a value when it is complete, not with every key."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

_Field = TypeVar("_Field", QSpinBox, QDoubleSpinBox)
_TEXT_INDENT = 7
"""The style sheet's padding does not reach a spin box's own line edit."""


def decimal_field(lowest: float, highest: float, step: float) -> QDoubleSpinBox:
    """Return a field for a number with two decimals."""
    field = QDoubleSpinBox()
    field.setRange(lowest, highest)
    field.setSingleStep(step)
    field.setDecimals(2)
    return _finished(field)


def whole_field(lowest: int, highest: int) -> QSpinBox:
    """Return a field for a whole number."""
    field = QSpinBox()
    field.setRange(lowest, highest)
    return _finished(field)


def _finished(field: _Field) -> _Field:
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.setKeyboardTracking(False)
    field.lineEdit().setTextMargins(_TEXT_INDENT, 0, 0, 0)
    return field
