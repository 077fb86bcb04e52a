"""What a comparison came to: one sentence, the figures of both sides, where the texts part and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.notices import written
from widgets.compare.words import certainty, energy_note, figure_rows, headline, sameness, speed_rows
from widgets.look.theme import mono, serif
from widgets.parts.edged_card import paint_edged_card
from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import sentence_label

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from app.lab.comparison import Comparison
    from app.lab.verdict import Verdict
    from app.viewmodels.compare_choice import CompareChoice
    from widgets.look.theme import Theme

_BESIDE_FROM = 860
_COLUMN_WIDTH = 118


class VerdictCard(QWidget):
    """Signals ask; what became of it is said by `show_note`."""

    copy_requested = Signal()
    save_requested = Signal()
    picture_requested = Signal()
    use_requested = Signal(int)
    """The side whose settings the open conversation shall have."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._is_good = False
        self._winner = 1
        self.headline = sentence_label(role="headline")
        self.headline.setFont(serif(20, QFont.Weight.DemiBold))
        self.certainty = sentence_label()
        self.sameness = sentence_label(role="strong")
        self.reason = sentence_label()
        self.continuations = (sentence_label(role="plain"), sentence_label(role="plain"))
        for label in self.continuations:
            label.setFont(mono(12))
        self.energy = sentence_label()
        self.note = sentence_label()
        self._table = QWidget()
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(22)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(3, 1)
        self.use_button = QPushButton(self.tr("Use these settings"))
        self.copy_button = QPushButton(self.tr("Copy as Markdown"))
        self.save_button = QPushButton(self.tr("Save…"))
        self.picture_button = QPushButton(self.tr("Save as picture…"))
        self._lay_out()
        self.use_button.clicked.connect(lambda: self.use_requested.emit(self._winner))
        self.copy_button.clicked.connect(lambda: self.copy_requested.emit())
        self.save_button.clicked.connect(lambda: self.save_requested.emit())
        self.picture_button.clicked.connect(lambda: self.picture_requested.emit())
        theme.changed.connect(self.update)

    def show_verdict(
        self, comparison: Comparison, verdict: Verdict, choice: CompareChoice, names: tuple[str, str]
    ) -> None:
        """Show what came of a comparison.

        Args:
            comparison: Its runs.
            verdict: What they come to.
            choice: What was asked for.
            names: What to call the sides.
        """
        self._is_good = verdict.identical
        self.headline.setText(headline(verdict, choice, names))
        self.certainty.setText(certainty(verdict))
        self._fill(figure_rows(comparison, verdict), speed_rows(verdict), names)
        self.sameness.setText(sameness(verdict))
        parting = verdict.parting
        self.reason.setText("" if parting is None else written(parting.reason))
        self.reason.setVisible(parting is not None)
        for place, label in enumerate(self.continuations):
            label.setVisible(parting is not None)
            if parting is not None:
                text = " ".join(parting.continuations[place].split()) or self.tr("(it ends there)")
                label.setText(f"{names[place]}: … {text}")
            else:
                label.clear()
        note = energy_note(comparison, verdict)
        self.energy.setText(note)
        self.energy.setVisible(bool(note))
        self._offer(verdict, names)
        self.show_note("")
        self.setAccessibleName(f"{self.headline.text()} {self.certainty.text()} {self.sameness.text()}")
        self.update()

    def show_note(self, sentence: str) -> None:
        """Say what became of a wish; empty says nothing."""
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))

    def clear(self) -> None:
        """Forget everything that was said."""
        for label in (self.headline, self.certainty, self.sameness, self.reason, self.energy, *self.continuations):
            label.clear()
        self._fill([], [], ("", ""))
        self.show_note("")
        self.setAccessibleName("")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card's ground: a green edge where the texts are the same, a blue one where they are not."""
        palette = self._theme.palette
        paint_edged_card(self, palette, palette.accepted if self._is_good else palette.corrected)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put what is said of the texts beside the figures where there is room, else below them."""
        super().resizeEvent(event)
        beside = event.size().width() >= _BESIDE_FROM
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._box.setSpacing(36 if beside else 12)

    def _offer(self, verdict: Verdict, names: tuple[str, str]) -> None:
        """Offer the settings of the faster side, where one was."""
        values = verdict.sentence("0", "1").values
        winner = values.get("winner")
        self.use_button.setVisible(winner is not None)
        if winner is not None:
            self._winner = int(str(winner))
            self.use_button.setText(self.tr("Use “{name}” from now on").format(name=names[self._winner]))
            self.use_button.setToolTip(self.tr("Only in the open conversation"))

    def _fill(self, rows: list[tuple[str, str, str]], speeds: list[tuple[str, str]], names: tuple[str, str]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if not rows:
            return
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        for column, name in enumerate(names, 1):
            head = _label(name, "small")
            head.setWordWrap(True)
            head.setFixedWidth(_COLUMN_WIDTH)
            head.setAlignment(right)
            self._grid.addWidget(head, 0, column, right)
        for number, (name, *both) in enumerate(rows, 1):
            self._grid.addWidget(_label(name, "muted"), number, 0)
            for column, text in enumerate(both, 1):
                self._grid.addWidget(_label(text, "strong", of=f"{name}, {names[column - 1]}"), number, column, right)
        for number, (name, text) in enumerate(speeds, len(rows) + 1):
            self._grid.addWidget(_label(name, "muted"), number, 0)
            self._grid.addWidget(_label(text, "strong", of=name), number, 1, 1, 2, right)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 14, 18, 16)
        layout.setSpacing(6)
        layout.addWidget(self.headline)
        layout.addWidget(self.certainty)
        layout.addSpacing(4)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._box.setSpacing(12)
        self._box.addLayout(_half(self._table, self.energy), 1)
        self._box.addLayout(_half(self.sameness, *self.continuations, self.reason), 1)
        layout.addLayout(self._box)
        layout.addSpacing(6)
        layout.addLayout(FlowRow(self.use_button, self.copy_button, self.save_button, self.picture_button))
        layout.addWidget(self.note)


def _half(*parts: QWidget) -> QVBoxLayout:
    """Parts below each other, at the top of what room there is."""
    half = QVBoxLayout()
    half.setSpacing(6)
    for part in parts:
        half.addWidget(part)
    half.addStretch(1)
    return half


def _label(text: str, role: str, of: str = "") -> QLabel:
    label = QLabel(text)
    label.setProperty("role", role)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if of:
        label.setAccessibleName(f"{of}: {text}")
    return label
