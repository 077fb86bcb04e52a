"""How tokens are drawn, proposed and checked: eight settings, each with a sentence that says what it does.

A setting that the open conversation has of its own is marked with a dot, and says what the program has instead.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, QRegularExpression, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from app.engine.types import SamplingSettings, SpeculationSettings, Verification
from widgets.parts.number_field import decimal_field, whole_field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FIELD_WIDTH = 104
_FIELD_HEIGHT = 26
_MAX_SEED = 0xFFFFFFFF
_NAMES = ("temperature", "top_k", "top_p", "min_p", "seed", "draft_max", "draft_p_min", "verification")
"""The settings of the rows, as the engine calls them."""


class SamplingPanel(QWidget):
    """Shows two settings values and tells which they become; fields it does not show are kept as they are."""

    sampling_changed = Signal(SamplingSettings)
    speculation_changed = Signal(SpeculationSettings)
    own_reset_requested = Signal()
    """The open conversation shall have the program's settings again."""

    def __init__(self) -> None:
        super().__init__()
        self._is_own = False
        self._labels: dict[str, QLabel] = {}
        self._sampling = SamplingSettings()
        self._speculation = SpeculationSettings()
        self.temperature = decimal_field(0.0, 5.0, 0.05)
        self.top_k = whole_field(0, 100_000)
        self.top_p = decimal_field(0.01, 1.0, 0.05)
        self.min_p = decimal_field(0.0, 1.0, 0.01)
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(self.tr("random"))
        self.seed.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9]{0,10}"), self.seed))
        self.draft_max = whole_field(1, 16)
        self.draft_p_min = decimal_field(0.0, 1.0, 0.05)
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

    def show_own(self, own: bool, program: Mapping[str, object]) -> None:
        """Show whose settings these are.

        Args:
            own: Whether the open conversation's rather than the program's.
            program: Of the settings that are its own, what the program has instead, by name.
        """
        self._is_own = own
        self.reset_button.setText(self.tr("Use the program's settings") if own else self.tr("Reset"))
        name = self.reset_button.text() if own else self.tr("Reset sampling and checking")
        self.reset_button.setAccessibleName(name)
        for setting, (field, title, explanation) in zip(_NAMES, self._rows(), strict=True):
            label, is_own = self._labels[setting], setting in program
            label.setText(f"• {title}" if is_own else title)
            label.setProperty("role", "strong" if is_own else "muted")
            label.style().unpolish(label)
            label.style().polish(label)
            instead = self._instead(program[setting]) if is_own else ""
            tip = f"{explanation}\n{instead}" if instead else explanation
            label.setToolTip(tip)
            field.setToolTip(tip)
            field.setAccessibleDescription(" ".join(filter(None, (explanation, instead))))
        shared = self.shared_lookup.accessibleName()
        self.shared_lookup.setText(f"• {shared}" if "shared_lookup" in program else shared)

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
        for row, (setting, (field, name, explanation)) in enumerate(zip(_NAMES, self._rows(), strict=True)):
            label = self._labels[setting] = QLabel(name)
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
        layout.addWidget(self.reset_button, layout.rowCount(), 0, 1, 2, Qt.AlignmentFlag.AlignRight)

    def _connect(self) -> None:
        self.temperature.valueChanged.connect(lambda value: self._edit_sampling(temperature=value))
        self.top_k.valueChanged.connect(lambda value: self._edit_sampling(top_k=value))
        self.top_p.valueChanged.connect(lambda value: self._edit_sampling(top_p=value))
        self.min_p.valueChanged.connect(lambda value: self._edit_sampling(min_p=value))
        self.seed.editingFinished.connect(self._on_seed_edited)
        self.draft_max.valueChanged.connect(lambda value: self._edit_speculation(draft_max=value))
        self.draft_p_min.valueChanged.connect(lambda value: self._edit_speculation(draft_p_min=value))
        self.verification.currentIndexChanged.connect(self._on_verification_chosen)
        self.shared_lookup.toggled.connect(lambda on: self._edit_speculation(shared_lookup=on))
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

    def _on_seed_edited(self) -> None:
        text = self.seed.text()
        self._edit_sampling(seed=min(int(text), _MAX_SEED) if text else None)

    def _on_verification_chosen(self) -> None:
        self._edit_speculation(verification=Verification(self.verification.currentData()))

    def _edit_sampling(self, **values: Any) -> None:  # noqa: ANN401 - each field has its own type
        """Take one value only: what a field shows of the others may be rounded."""
        edited = replace(self._sampling, **values)
        if edited != self._sampling:
            self._sampling = edited
            self.sampling_changed.emit(edited)

    def _edit_speculation(self, **values: Any) -> None:  # noqa: ANN401 - each field has its own type
        edited = replace(self._speculation, **values)
        if edited != self._speculation:
            self._speculation = edited
            self.speculation_changed.emit(edited)

    def _instead(self, value: object) -> str:
        return self.tr("The program has {value}.").format(value=self._in_words(value))

    def _in_words(self, value: object) -> str:
        if isinstance(value, float):
            return QLocale().toString(value, "g", 4)
        if value is None:
            return self.seed.placeholderText()
        place = self.verification.findData(value)
        return self.verification.itemText(place) if place >= 0 else str(value)

    def _on_reset(self) -> None:
        if self._is_own:
            self.own_reset_requested.emit()
            return
        self._sampling = SamplingSettings()
        self._speculation = replace(SpeculationSettings(), mode=self._speculation.mode)
        self._show()
        self.sampling_changed.emit(self._sampling)
        self.speculation_changed.emit(self._speculation)
