"""A row of choices of which one holds, such as Auto, Draft, Off: one control, reached by Tab and arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QSizePolicy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
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
            button = _Segment(label)
            button.setCheckable(True)
            button.setProperty("role", "segment")
            button.setProperty("edge", _edge(position, len(choices)))
            button.setAccessibleName(f"{name}: {label}")
            button.setToolTip(explanation)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.clicked.connect(lambda _checked=False, value=value: self.chosen.emit(value))
            button.step_asked.connect(self._on_step_asked)
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

    def _on_step_asked(self, step: int) -> None:
        """Choose the next that can be chosen; there is none behind the last."""
        buttons = [button for button in self._buttons.values() if button.isEnabled()]
        place = next((number for number, button in enumerate(buttons) if button.hasFocus()), -1) + step
        if 0 <= place < len(buttons):
            buttons[place].setFocus(Qt.FocusReason.OtherFocusReason)
            buttons[place].click()

    @property
    def value(self) -> str | None:
        """The choice that holds."""
        return next((value for value, button in self._buttons.items() if button.isChecked()), None)

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """All of them, from the left."""
        return tuple(self._buttons.values())

    def button(self, value: str) -> QPushButton:
        """Return the button of a choice."""
        return self._buttons[value]

    def set_value(self, value: str) -> None:
        """Show a choice without telling anyone. A value that has no segment leaves all as it is."""
        if value in self._buttons:
            self._buttons[value].setChecked(True)


class _Segment(QPushButton):
    """Who comes by the Tab key comes to the choice that holds; the arrow keys go to the others.

    Qt takes Tab from all of a group but one, which leaves the others no focus at all, so that its own arrow keys go
    nowhere.
    """

    step_asked = Signal(int)
    """One to the left or to the right."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            self.step_asked.emit(step)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        group = self.group()
        chosen = None if group is None else group.checkedButton()
        by_tab = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_tab and chosen is not None and chosen is not self and chosen.isEnabled():
            chosen.setFocus(Qt.FocusReason.OtherFocusReason)


def _edge(position: int, count: int) -> str:
    if position == 0:
        return "left"
    return "right" if position == count - 1 else "middle"
