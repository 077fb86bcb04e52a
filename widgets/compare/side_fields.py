"""One side's settings in a comparison: who proposes, how much, how words are drawn, what the cache holds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from app.engine.types import KvType, SpeculationMode, SpeculationSettings
from app.viewmodels.compare_choice import SideChoice
from widgets.parts.number_field import decimal_field, whole_field
from widgets.proof.mode_switch import ModeSwitch

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_DRAFTS = 16
_FIELD_WIDTH, _FIELD_HEIGHT = 92, 26
_DRAFT_CHARACTERS = 18
_CACHES = (KvType.F16, KvType.BF16, KvType.Q8_0, KvType.Q5_1, KvType.Q4_0)


class SideFields(QObject):
    """The fields of a column; whoever owns it lays them out.

    Args:
        name: What to call the side for a screen reader.
    """

    changed = Signal()

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._speculation = SpeculationSettings()
        self.mode = ModeSwitch(name)
        self.draft_max = whole_field(1, MOST_DRAFTS)
        self.fixed = QCheckBox(self.tr("always"))
        self.fixed.setToolTip(self.tr("Propose that many in every round, whether it pays or not."))
        self.draft = QComboBox()
        self.draft.setMinimumWidth(_FIELD_WIDTH)
        self.draft.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.draft.setMinimumContentsLength(_DRAFT_CHARACTERS)
        self.draft.addItem(self.tr("as loaded"), None)
        self.p_min = decimal_field(0.0, 1.0, 0.05)
        self.temperature = decimal_field(0.0, 5.0, 0.05)
        self.cache = QComboBox()
        self.cache.addItem(self.tr("as loaded"), None)
        for kv_type in _CACHES:
            self.cache.addItem(kv_type.value, kv_type.value)
        named: Sequence[tuple[QWidget, str]] = (
            (self.draft, self.tr("Draft model")),
            (self.draft_max, self.tr("Longest proposal")),
            (self.fixed, self.tr("Always propose that many")),
            (self.p_min, self.tr("Stop drafting below")),
            (self.temperature, self.tr("Temperature")),
            (self.cache, self.tr("Cache")),
        )
        for field, words in named:
            field.setAccessibleName(f"{name}: {words}")
        for each in (self.draft_max, self.p_min, self.temperature):
            each.setFixedSize(_FIELD_WIDTH, _FIELD_HEIGHT)
        self.mode.chosen.connect(lambda _value: self._on_edited())
        for field in (self.draft_max, self.p_min, self.temperature):
            field.valueChanged.connect(lambda _value: self._on_edited())
        self.fixed.toggled.connect(lambda _on: self._on_edited())
        self.draft.currentIndexChanged.connect(lambda _index: self._on_edited())
        self.cache.currentIndexChanged.connect(lambda _index: self._on_edited())

    @property
    def fields(self) -> tuple[QWidget, ...]:
        """What the Tab key comes to, from above."""
        return (*self.mode.buttons, self.draft, self.draft_max, self.fixed, self.p_min, self.temperature, self.cache)

    @property
    def choice(self) -> SideChoice:
        """What is chosen."""
        kv_type = self.cache.currentData()
        return SideChoice(
            speculation=replace(
                self._speculation,
                mode=SpeculationMode(self.mode.value or SpeculationMode.AUTO),
                draft_max=self.draft_max.value(),
                draft_p_min=self.p_min.value(),
                fixed_draft_length=self.fixed.isChecked(),
            ),
            temperature=self.temperature.value(),
            kv_type=None if kv_type is None else KvType(kv_type),
            draft=self.draft.currentData() if self.draft.isEnabled() else None,
            draft_name=self.draft.currentText() if self.draft.isEnabled() and self.draft.currentIndex() else "",
        )

    def set_drafts(self, drafts: Sequence[tuple[str, str]]) -> None:
        """Offer other draft models, by path and name, beside the loaded one; what was chosen stays where it can."""
        chosen, blocker = self.draft.currentData(), QSignalBlocker(self.draft)
        while self.draft.count() > 1:
            self.draft.removeItem(1)
        for path, name in drafts:
            self.draft.addItem(name, path)
        self.draft.setCurrentIndex(max(0, self.draft.findData(chosen)) if chosen else 0)
        blocker.unblock()
        self.changed.emit()

    def show_choice(self, choice: SideChoice) -> None:
        """Show a choice without telling anyone; what has no field is kept."""
        self._speculation = choice.speculation
        fields = (self.draft_max, self.p_min, self.temperature, self.fixed, self.draft, self.cache)
        blockers = [QSignalBlocker(field) for field in fields]
        self.mode.set_mode(choice.speculation.mode)
        self.draft_max.setValue(choice.speculation.draft_max)
        self.p_min.setValue(choice.speculation.draft_p_min)
        self.fixed.setChecked(choice.speculation.fixed_draft_length)
        self.temperature.setValue(choice.temperature)
        kv_type = None if choice.kv_type is None else choice.kv_type.value
        for box, value in ((self.draft, choice.draft), (self.cache, kv_type)):
            box.setCurrentIndex(0 if value is None else max(0, box.findData(value)))
        for blocker in blockers:
            blocker.unblock()
        self._enable()

    def _on_edited(self) -> None:
        self._enable()
        self.changed.emit()

    def _enable(self) -> None:
        """What nobody asks for where nobody proposes cannot be set."""
        mode = self.mode.value
        for field in (self.draft_max, self.fixed):
            field.setEnabled(mode != SpeculationMode.OFF)
        self.draft.setEnabled(mode in (SpeculationMode.AUTO, SpeculationMode.DRAFT))
        self.p_min.setEnabled(mode in (SpeculationMode.AUTO, SpeculationMode.DRAFT))
