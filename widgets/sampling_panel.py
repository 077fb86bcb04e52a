"""How tokens are drawn, proposed and checked: eight settings, each with a sentence that says what it does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRegularExpression, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from app.engine.types import SamplingSettings, SpeculationSettings, Verification

if TYPE_CHECKING:
    from collections.abc import Sequence

_FIELD_WIDTH = 104
_FIELD_HEIGHT = 26
_TEXT_INDENT = 7
_MAX_SEED = 0xFFFFFFFF


class SamplingPanel(QWidget):
    """Shows two settings values and tells which they become; fields it does not show are kept as they are."""

    sampling_changed = Signal(SamplingSettings)
    speculation_changed = Signal(SpeculationSettings)

    def __init__(self) -> None:
        super().__init__()
        self._sampling = SamplingSettings()
        self._speculation = SpeculationSettings()
        self.temperature = _decimals(0.0, 2.0, 0.05)
        self.top_k = _whole(0, 1000)
        self.top_p = _decimals(0.05, 1.0, 0.05)
        self.min_p = _decimals(0.0, 1.0, 0.01)
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(self.tr("random"))
        self.seed.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9]{0,10}"), self.seed))
        self.draft_max = _whole(1, 16)
        self.draft_p_min = _decimals(0.0, 0.99, 0.05)
        self.verification = QComboBox()
        self.verification.addItem(self.tr("coupled"), Verification.COUPLED.value)
        self.verification.addItem(self.tr("rejection"), Verification.REJECTION.value)
        self.verification.addItem(self.tr("match"), Verification.MATCH.value)
        self.shared_lookup = QCheckBox(self.tr("Look in other conversations too"))
        self.shared_lookup.setAccessibleName(self.shared_lookup.text())
        self.shared_lookup.setToolTip(
            self.tr("Proposals may be words from other conversations of this session. Off forgets those words.")
        )
        self.reset_button = QPushButton(self.tr("Reset"))
        self.reset_button.setProperty("role", "quiet")
        self.reset_button.setAccessibleName(self.tr("Reset sampling and checking"))
        self._lay_out()
        self._connect()
        self._show()

    @property
    def sampling(self) -> SamplingSettings:
        """The settings as shown."""
        return self._sampling

    @property
    def speculation(self) -> SpeculationSettings:
        """The settings as shown, the mode included though the switch shows it."""
        return self._speculation

    def set_sampling(self, settings: SamplingSettings) -> None:
        """Show settings without telling anyone."""
        self._sampling = settings
        self._show()

    def set_speculation(self, settings: SpeculationSettings) -> None:
        """Show settings without telling anyone."""
        self._speculation = settings
        self._show()

    def set_draft_ceiling(self, ceiling: int) -> None:
        """Bound the proposals by what the loaded pair has room for."""
        self.draft_max.setMaximum(ceiling)

    def _rows(self) -> Sequence[tuple[QWidget, str, str]]:
        return (
            (
                self.temperature,
                self.tr("Temperature"),
                self.tr("Higher makes the words more surprising; 0 always takes the likeliest."),
            ),
            (self.top_k, self.tr("Top-k"), self.tr("Only the k likeliest tokens count; 0 lets all count.")),
            (
                self.top_p,
                self.tr("Top-p"),
                self.tr("Only the likeliest tokens that together reach this probability count."),
            ),
            (
                self.min_p,
                self.tr("Min-p"),
                self.tr("Tokens less likely than this share of the likeliest one's probability do not count."),
            ),
            (
                self.seed,
                self.tr("Seed"),
                self.tr("The same seed draws the same reply again; empty draws a new seed each time."),
            ),
            (
                self.draft_max,
                self.tr("Most drafts a round"),
                self.tr("The drafter never proposes more tokens than this before the target checks."),
            ),
            (
                self.draft_p_min,
                self.tr("Stop drafting below"),
                self.tr(
                    "0 lets Galley choose the length by what it measures. Above 0 the draft model stops where its"
                    " likeliest token is less likely than this, whether that pays or not."
                ),
            ),
            (
                self.verification,
                self.tr("Checking"),
                self.tr(
                    "How proposals are checked above temperature 0: coupled keeps the text of the seed,"
                    " rejection keeps its distribution, match compares the draft's best guess."
                ),
            ),
        )

    def _lay_out(self) -> None:
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setHorizontalSpacing(10)
        layout.setVerticalSpacing(6)
        layout.setColumnStretch(0, 1)
        for row, (field, name, explanation) in enumerate(self._rows()):
            label = QLabel(name)
            label.setProperty("role", "muted")
            label.setBuddy(field)
            label.setToolTip(explanation)
            field.setToolTip(explanation)
            field.setAccessibleName(name)
            field.setAccessibleDescription(explanation)
            field.setFixedSize(_FIELD_WIDTH, _FIELD_HEIGHT)
            layout.addWidget(label, row, 0)
            layout.addWidget(field, row, 1)
        layout.addWidget(self.shared_lookup, layout.rowCount(), 0, 1, 2)
        layout.addWidget(self.reset_button, layout.rowCount(), 1, Qt.AlignmentFlag.AlignRight)

    def _connect(self) -> None:
        for field in (self.temperature, self.top_p, self.min_p):
            field.valueChanged.connect(self._on_sampling_edited)
        self.top_k.valueChanged.connect(self._on_sampling_edited)
        self.seed.editingFinished.connect(self._on_sampling_edited)
        self.draft_max.valueChanged.connect(self._on_speculation_edited)
        self.draft_p_min.valueChanged.connect(self._on_speculation_edited)
        self.verification.currentIndexChanged.connect(self._on_speculation_edited)
        self.shared_lookup.toggled.connect(self._on_speculation_edited)
        self.reset_button.clicked.connect(self._on_reset)

    def _show(self) -> None:
        fields = (self.temperature, self.top_k, self.top_p, self.min_p, self.draft_max, self.draft_p_min)
        blockers = [QSignalBlocker(field) for field in (*fields, self.seed, self.verification, self.shared_lookup)]
        self.temperature.setValue(self._sampling.temperature)
        self.top_k.setValue(self._sampling.top_k)
        self.top_p.setValue(self._sampling.top_p)
        self.min_p.setValue(self._sampling.min_p)
        self.seed.setText("" if self._sampling.seed is None else str(self._sampling.seed))
        self.draft_max.setValue(self._speculation.draft_max)
        self.draft_p_min.setValue(self._speculation.draft_p_min)
        self.verification.setCurrentIndex(self.verification.findData(self._speculation.verification.value))
        self.shared_lookup.setChecked(self._speculation.shared_lookup)
        for blocker in blockers:
            blocker.unblock()

    def _on_sampling_edited(self) -> None:
        text = self.seed.text()
        edited = replace(
            self._sampling,
            temperature=self.temperature.value(),
            top_k=self.top_k.value(),
            top_p=self.top_p.value(),
            min_p=self.min_p.value(),
            seed=min(int(text), _MAX_SEED) if text else None,
        )
        if edited != self._sampling:
            self._sampling = edited
            self.sampling_changed.emit(edited)

    def _on_speculation_edited(self) -> None:
        edited = replace(
            self._speculation,
            draft_max=self.draft_max.value(),
            draft_p_min=self.draft_p_min.value(),
            verification=Verification(self.verification.currentData()),
            shared_lookup=self.shared_lookup.isChecked(),
        )
        if edited != self._speculation:
            self._speculation = edited
            self.speculation_changed.emit(edited)

    def _on_reset(self) -> None:
        self._sampling = SamplingSettings()
        self._speculation = replace(SpeculationSettings(), mode=self._speculation.mode)
        self._show()
        self.sampling_changed.emit(self._sampling)
        self.speculation_changed.emit(self._speculation)


def _decimals(lowest: float, highest: float, step: float) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(lowest, highest)
    field.setSingleStep(step)
    field.setDecimals(2)
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.setKeyboardTracking(False)
    # The style sheet's padding does not reach a spin box's own line edit.
    field.lineEdit().setTextMargins(_TEXT_INDENT, 0, 0, 0)
    return field


def _whole(lowest: int, highest: int) -> QSpinBox:
    field = QSpinBox()
    field.setRange(lowest, highest)
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.setKeyboardTracking(False)
    # The style sheet's padding does not reach a spin box's own line edit.
    field.lineEdit().setTextMargins(_TEXT_INDENT, 0, 0, 0)
    return field
