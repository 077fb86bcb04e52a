"""What is compared: the prompt, both sides' settings in two columns, and how often and in what order they run."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QRegularExpression, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.engine.race_values import RaceOrder
from app.viewmodels.compare_choice import MAX_REPEATS, MOST_TOKENS, CompareChoice
from widgets.compare.side_fields import SideFields
from widgets.compare.words import side_names
from widgets.parts.flow_row import FlowRow
from widgets.parts.number_field import whole_field
from widgets.parts.segmented_control import SegmentedControl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.viewmodels.compare_choice import SideChoice

_MAX_SEED = 0xFFFFFFFF
_PROMPT_HEIGHT = 84
_ROW_HEIGHT = 27
_ALONE, _GOES_ON = "alone", "goes_on"


class CompareSetup(QWidget):
    """Read `choice` when it is wanted."""

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.prompt = QPlainTextEdit()
        self.prompt.setProperty("role", "log")
        self.prompt.setTabChangesFocus(True)
        self.prompt.setFixedHeight(_PROMPT_HEIGHT)
        self.prompt.setPlaceholderText(self.tr("What both sides are asked"))
        self.prompt.setAccessibleName(self.tr("Prompt"))
        self.source = SegmentedControl(
            self.tr("Prompt"),
            (
                (_ALONE, self.tr("By itself"), self.tr("Both sides read nothing but this prompt.")),
                (
                    _GOES_ON,
                    self.tr("After the open conversation"),
                    self.tr("Its next turn: both sides read the open conversation first; nothing is added to it."),
                ),
            ),
        )
        self.source.set_value(_ALONE)
        self.source.setMinimumWidth(420)
        self.left = SideFields(self.tr("Left"), self)
        self.right = SideFields(self.tr("Right"), self)
        self.same_temperature = QCheckBox(self.tr("the same on both sides"))
        self.same_temperature.setChecked(True)
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(self.tr("random"))
        self.seed.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9]{0,10}"), self.seed))
        self.seed.setToolTip(self.tr("Both sides draw with the same seed; empty draws a new one."))
        self.max_tokens = whole_field(1, MOST_TOKENS)
        self.max_tokens.setValue(256)
        self.repeats = whole_field(1, MAX_REPEATS)
        self.repeats.setToolTip(self.tr("From two on the speed-up comes with an interval."))
        self.order = SegmentedControl(
            self.tr("Order"),
            (
                (
                    RaceOrder.INTERLEAVED,
                    self.tr("Interleaved"),
                    self.tr("Both at once on a fair clock: who is behind goes on."),
                ),
                (
                    RaceOrder.IN_TURN,
                    self.tr("One after the other"),
                    self.tr("Half the memory, at real speed, and energy can be told apart."),
                ),
            ),
        )
        self.order.set_value(RaceOrder.INTERLEAVED)
        self.order.setMinimumWidth(270)
        self.names = (QLabel(), QLabel())
        self._lay_out()
        self._connect()
        self._show_linked()
        self._show_names()

    @property
    def choice(self) -> CompareChoice:
        """What is chosen."""
        seed = self.seed.text()
        left, right = self.left.choice, self.right.choice
        if self.same_temperature.isChecked():
            right = replace(right, temperature=left.temperature)
        return CompareChoice(
            text=self.prompt.toPlainText(),
            sides=(left, right),
            goes_on=self.source.value == _GOES_ON,
            seed=min(int(seed), _MAX_SEED) if seed else None,
            max_tokens=self.max_tokens.value(),
            num_repeats=self.repeats.value(),
            order=RaceOrder(self.order.value or RaceOrder.INTERLEAVED),
        )

    def show_sides(self, left: SideChoice, right: SideChoice, seed: int | None) -> None:
        """Show what the sides begin with; the prompt and the rest stay."""
        self.left.show_choice(left)
        self.right.show_choice(right)
        self.seed.setText("" if seed is None else str(seed))
        self._show_linked()
        self._show_names()

    def set_draft_ceiling(self, ceiling: int) -> None:
        """Bound the proposals by what the loaded pair has room for."""
        for side in (self.left, self.right):
            side.draft_max.setMaximum(ceiling)

    def set_drafts(self, drafts: Sequence[tuple[str, str]]) -> None:
        """Offer other draft models, by path and name."""
        for side in (self.left, self.right):
            side.set_drafts(drafts)

    def clear(self) -> None:
        """Forget the prompt."""
        self.prompt.clear()

    def chain_sides(self) -> None:
        """Let the Tab key go through one side and then the other: what belongs together stands in a column."""
        left = list(self.left.fields)
        left.insert(left.index(self.left.temperature) + 1, self.same_temperature)
        for before, after in pairwise((*left, *self.right.fields)):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        self.left.temperature.valueChanged.connect(lambda _value: self._show_linked())
        self.same_temperature.toggled.connect(lambda _on: self._show_linked())
        for side in (self.left, self.right):
            side.changed.connect(self._on_edited)
        self.same_temperature.toggled.connect(lambda _on: self._on_edited())

    def _on_edited(self) -> None:
        self._show_names()
        self.edited.emit()

    def _show_names(self) -> None:
        for label, name in zip(self.names, side_names(self.choice), strict=True):
            label.setText(name[:1].upper() + name[1:])

    def _show_linked(self) -> None:
        linked = self.same_temperature.isChecked()
        self.right.temperature.setEnabled(not linked)
        if linked:
            self.right.temperature.setValue(self.left.temperature.value())

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        above = QHBoxLayout()
        above.addWidget(self.source)
        above.addStretch(1)
        layout.addLayout(above)
        layout.addWidget(self.prompt)
        layout.addWidget(self._settings_card())

    def _settings_card(self) -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(7)
        for column, label in enumerate(self.names, 1):
            label.setProperty("role", "strong")
            label.setWordWrap(True)
            grid.addWidget(label, 0, column)
            grid.setColumnStretch(column, 1)
        rows = (
            (self.tr("Speculation"), self.left.mode, self.right.mode),
            (self.tr("Draft model"), _beside(self.left.draft), _beside(self.right.draft)),
            (self.tr("Longest proposal"), _beside(self.left.draft_max, self.left.fixed), self._right_length()),
            (self.tr("Stop drafting below"), _beside(self.left.p_min), _beside(self.right.p_min)),
            (
                self.tr("Temperature"),
                _beside(self.left.temperature, self.same_temperature),
                _beside(self.right.temperature),
            ),
            (self.tr("Cache"), _beside(self.left.cache), _beside(self.right.cache)),
        )
        for row, (name, left, right) in enumerate(rows, 1):
            label = QLabel(name)
            label.setProperty("role", "muted")
            grid.setRowMinimumHeight(row, _ROW_HEIGHT)
            grid.addWidget(label, row, 0)
            grid.addWidget(left, row, 1)
            grid.addWidget(right, row, 2)
        layout = QVBoxLayout(card)
        layout.setContentsMargins(16, 12, 16, 14)
        layout.setSpacing(12)
        layout.addLayout(grid)
        line = QFrame()
        line.setProperty("role", "rule")
        line.setFixedHeight(1)
        layout.addWidget(line)
        layout.addLayout(self._common())
        return card

    def _right_length(self) -> QWidget:
        return _beside(self.right.draft_max, self.right.fixed)

    def _common(self) -> FlowRow:
        for field, width in ((self.max_tokens, 84), (self.repeats, 64), (self.seed, 104)):
            field.setFixedWidth(width)
        return FlowRow(
            _named(self.tr("Reply length"), self.max_tokens),
            _named(self.tr("Repeats"), self.repeats),
            _named(self.tr("Seed"), self.seed),
            self.order,
            spacing=16,
        )


def _beside(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(10)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch(1)
    return holder


def _named(name: str, field: QWidget) -> QWidget:
    label = QLabel(name)
    label.setProperty("role", "muted")
    label.setBuddy(field)
    field.setAccessibleName(name)
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(7)
    layout.addWidget(label, 0, Qt.AlignmentFlag.AlignVCenter)
    layout.addWidget(field)
    return holder
