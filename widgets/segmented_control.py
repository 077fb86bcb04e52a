"""A row of choices of which one holds, such as Auto, Draft, Off: one control, reached by Tab and arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QSizePolicy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QShowEvent

_SIDE = 6
"""Least room between a label and the edges of its segment."""


class SegmentedControl(QFrame):
    """Choices are `(value, label, explanation)`. `chosen(str)` is emitted for the user's choice only."""

    chosen = Signal(str)

    def __init__(self, name: str, choices: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self.setProperty("role", "segments")
        self.setAccessibleName(name)
        self._buttons: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        for position, (value, label, explanation) in enumerate(choices):
            button = QPushButton(label)
            button.setCheckable(True)
            button.setProperty("role", "segment")
            button.setProperty("edge", _edge(position, len(choices)))
            button.setAccessibleName(f"{name}: {label}")
            button.setToolTip(explanation)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.clicked.connect(lambda _checked=False, value=value: self.chosen.emit(value))
            group.addButton(button)
            layout.addWidget(button, 1)
            self._buttons[value] = button

    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet gives fonts when a button is first shown; the choice that holds is in bold."""
        super().showEvent(event)
        for button in self._buttons.values():
            button.ensurePolished()
            bold = QFont(button.font())
            bold.setWeight(QFont.Weight.DemiBold)
            button.setMinimumWidth(QFontMetrics(bold).horizontalAdvance(button.text()) + 2 * _SIDE)

    @property
    def value(self) -> str | None:
        """The choice that holds."""
        return next((value for value, button in self._buttons.items() if button.isChecked()), None)

    def button(self, value: str) -> QPushButton:
        """Return the button of a choice."""
        return self._buttons[value]

    def set_value(self, value: str) -> None:
        """Show a choice without telling anyone. A value that has no segment leaves all as it is."""
        if value in self._buttons:
            self._buttons[value].setChecked(True)


def _edge(position: int, count: int) -> str:
    if position == 0:
        return "left"
    return "right" if position == count - 1 else "middle"
