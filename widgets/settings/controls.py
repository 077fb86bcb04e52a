"""By what a setting is changed: a switch, a choice among names, a line to type into.

A control shows and asks; what a text means, and whether it will do, is decided elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from app.settings.described import Kind
from app.viewmodels.settings_words import choices_of, open_word_of, unit_of, value_as_text
from widgets.parts.switch import Switch

if TYPE_CHECKING:
    from app.settings.described import Described
    from widgets.look.theme import Theme

WIDTH = 232
"""Pixels that every control has."""
_NUMBER_WIDTH = 112
_HEIGHT = 30


class SettingControl(QWidget):
    """What all of them have."""

    value_chosen = Signal(object)
    """A value of the setting's own type."""
    text_entered = Signal(str)
    """What was typed, once it is complete."""
    text_edited = Signal(str)
    """What is being typed."""
    step_asked = Signal(int)
    """One up or one down."""
    is_wide = False
    """Whether it wants a line of its own below the words."""

    def __init__(self, field: QWidget) -> None:
        super().__init__()
        self.field = field
        """What takes the focus."""
        self.setFocusProxy(field)

    def name(self, title: str, description: str) -> None:
        """Say what it is for."""
        self.field.setAccessibleName(title)
        self.field.setAccessibleDescription(description)

    def show_value(self, value: Any) -> None:  # noqa: ANN401 - each setting has its own type
        """Show a value without telling anyone."""
        raise NotImplementedError

    def show_wrong(self, wrong: bool) -> None:
        """Mark what is typed as what will not do."""
        if self.field.property("wrong") is not wrong:
            self.field.setProperty("wrong", wrong)
            self.field.style().unpolish(self.field)
            self.field.style().polish(self.field)

    def finish(self) -> None:
        """Tell what is typed and not told yet."""

    def _lay_out(self, *parts: QWidget, fills: bool = False) -> None:
        """Put parts side by side, from the left; `fills` gives the last one all the room."""
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for part in parts:
            layout.addWidget(part)
        if not fills:
            layout.addStretch(1)


class SwitchControl(SettingControl):
    """On or off."""

    def __init__(self, theme: Theme) -> None:
        self.switch = Switch(theme)
        super().__init__(self.switch)
        self._lay_out(self.switch)
        self.switch.clicked.connect(lambda checked: self.value_chosen.emit(checked))

    def show_value(self, value: Any) -> None:  # noqa: ANN401 - each setting has its own type
        """Lie left or right."""
        self.switch.setChecked(bool(value))


class ChoiceControl(SettingControl):
    """One of some named values."""

    def __init__(self, described: Described) -> None:
        self.box = _Box()
        super().__init__(self.box)
        self._values: list[Any] = []
        for value, name in choices_of(described):
            self._values.append(value)
            self.box.addItem(name)
        self._lay_out(self.box, fills=True)
        self.box.activated.connect(lambda place: self.value_chosen.emit(self._values[place]))

    def show_value(self, value: Any) -> None:  # noqa: ANN401 - each setting has its own type
        """Show the name of a value; one that has none, such as a language that is gone, stands there as it is."""
        with QSignalBlocker(self.box):
            if value not in self._values:
                self._values.append(value)
                self.box.addItem(str(value))
            self.box.setCurrentIndex(self._values.index(value))


class LineControl(SettingControl):
    """A line to type into, with what its number counts behind it."""

    def __init__(self, described: Described) -> None:
        self.line = QLineEdit()
        super().__init__(self.line)
        self._described = described
        self._told = ""
        """The text that was shown or told last."""
        is_number = described.kind in (Kind.WHOLE, Kind.NUMBER)
        unit = QLabel(unit_of(described))
        unit.setProperty("role", "muted")
        if not unit.text():
            unit.hide()
        self.line.setFixedHeight(_HEIGHT)
        self.line.setPlaceholderText(open_word_of(described))
        if is_number:
            self.line.setFixedWidth(_NUMBER_WIDTH)
            self.line.installEventFilter(self)
            self._lay_out(self.line, unit)
        else:
            self._lay_out(self.line, fills=True)
        self.line.editingFinished.connect(self.finish)
        self.line.textEdited.connect(self.text_edited)

    def name(self, title: str, description: str) -> None:
        """Say what it is for, and what its number counts."""
        unit = unit_of(self._described)
        super().name(title, f"{description} {unit}".strip() if unit else description)

    def show_value(self, value: Any) -> None:  # noqa: ANN401 - each setting has its own type
        """Show a value as text."""
        text = value_as_text(self._described, value)
        self._told = text
        if text != self.line.text():
            self.line.setText(text)
            self.line.setCursorPosition(0)

    def finish(self) -> None:
        """Tell what is typed, where it is something else than before."""
        text = self.line.text()
        if text != self._told:
            self._told = text
            self.text_entered.emit(text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows count up and down."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
            if steps is not None and event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            ):
                self.finish()
                self.step_asked.emit(steps)
                return True
        return super().eventFilter(watched, event)


class _Box(QComboBox):
    """It turns with keys and clicks; the wheel is for the page."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(_HEIGHT)
        self.setMinimumContentsLength(8)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to the page."""
        event.ignore()
