"""What a text from another program would change here, part by part, what it leaves, and the one click that takes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.interop.values import Program
from app.viewmodels.foreign_offer import Part
from app.viewmodels.notices import written
from widgets.look.theme import mono, sans
from widgets.parts.page_parts import LineLabel, Section, row, rule, sentence_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.interop.values import Ignored
    from app.viewmodels.foreign_offer import Offer, OfferLine
    from widgets.look.theme import Theme

_INDENT = 27
"""As far as the words of a check box stand in."""
_COLUMN_GAP = 16
_LONGEST = 200
"""Characters of an option and its value that are shown."""


class ForeignResult(Section):
    """Hidden while there is no offer."""

    apply_requested = Signal(object)
    """A frozenset of `Part`s."""
    undo_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("What it would change here"))
        self._theme = theme
        self.headline = sentence_label(role="setting")
        self.boxes: dict[Part, QCheckBox] = {}
        self._offer: Offer | None = None
        self._parts, self._layout = _empty_list()
        self._left, self._left_layout = _empty_list()
        self.apply_button = QPushButton(self.tr("Take these settings"))
        self.apply_button.setProperty("role", "primary")
        self.undo_button = QPushButton(self.tr("Undo"))
        self.outcome = sentence_label()
        line = row(self.apply_button, self.undo_button, self.outcome, None)
        line.setStretch(2, 100)
        self.add(self.headline, self._parts, line, self._left)
        self.apply_button.clicked.connect(self._on_apply)
        self.undo_button.clicked.connect(lambda: self.undo_requested.emit())
        self.hide()

    def show_offer(self, offer: Offer | None, *, title: str) -> None:
        """Show what could be taken; `title` names the open conversation, and may be empty."""
        self.setVisible(offer is not None)
        if offer is self._offer:
            return  # what is ticked stays ticked
        self._offer = offer
        for layout in (self._layout, self._left_layout):
            while (item := layout.takeAt(0)) is not None:
                if (widget := item.widget()) is not None:
                    widget.hide()
                    widget.deleteLater()
        self.boxes = {}
        if offer is None:
            return
        self.headline.setText(self._headline(offer))
        for part in offer.parts:
            self._add_part(part, offer.lines_of(part), title)
        self._left.setVisible(bool(offer.refused))
        if offer.refused:
            self._show_refused(offer.refused)
        self._follow_boxes()

    def show_outcome(self, *, taken: bool, problem: str = "") -> None:
        """Say that it was taken, or why not all of it could be, and offer the way back."""
        self.undo_button.setVisible(taken)
        self.outcome.setText(problem or (self.tr("Taken. The next reply follows it.") if taken else ""))
        self.outcome.setVisible(taken)

    @property
    def chosen(self) -> frozenset[Part]:
        """The parts that are ticked."""
        return frozenset(part for part, box in self.boxes.items() if box.isChecked())

    def _headline(self, offer: Offer) -> str:
        if not offer.parts:
            return self.tr("Nothing in it is a setting of Galley’s window.")
        if offer.program is Program.OLLAMA:
            return self.tr("Settings of Ollama’s, as they would be here:")
        if offer.program is Program.VLLM:
            return self.tr("A command of vLLM’s, as it would be here:")
        return self.tr("A command of llama.cpp’s, as it would be here:")

    def _add_part(self, part: Part, lines: Sequence[OfferLine], title: str) -> None:
        names = {
            Part.PAIR: self.tr("The pair of models"),
            Part.LOADING: self.tr("How the pair is loaded"),
            Part.CONVERSATION: self.tr("This conversation’s own settings"),
        }
        box = QCheckBox(names[part])
        box.setChecked(True)
        if part is Part.CONVERSATION and title:
            box.setToolTip(self.tr("They hold for “{title}” only.").format(title=title))
        elif part is not Part.CONVERSATION:
            box.setToolTip(self.tr("The pair is loaded anew for it."))
        box.toggled.connect(self._follow_boxes)
        self.boxes[part] = box
        table, grid = _table((5, 7, 4), _INDENT)
        for number, line in enumerate(lines):
            option = QLabel(line.option)
            option.setProperty("role", "muted")
            option.setFont(mono(12))
            option.setTextFormat(Qt.TextFormat.PlainText)
            option.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(sentence_label(line.title), number, 0, Qt.AlignmentFlag.AlignTop)
            if part is Part.PAIR:
                name = self._on_one_line(Path(line.value).name, sans(12, QFont.Weight.DemiBold))
                name.setToolTip(line.value)
                name.setAccessibleDescription(line.value)
                grid.addWidget(name, number, 1)
            else:
                grid.addWidget(sentence_label(line.value, "strong"), number, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(option, number, 2, Qt.AlignmentFlag.AlignTop)
        self._layout.addWidget(box)
        self._layout.addWidget(table)

    def _show_refused(self, refused: Sequence[Ignored]) -> None:
        heading = QLabel(self.tr("Not taken, and why"))
        heading.setProperty("role", "setting")
        table, grid = _table((5, 8), 0)
        for number, each in enumerate(refused):
            words = " ".join(f"{each.option} {each.value}".split())[:_LONGEST]
            grid.addWidget(self._on_one_line(words, mono(12)), number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(sentence_label(written(each.reason)), number, 1, Qt.AlignmentFlag.AlignTop)
        self._left_layout.addWidget(rule())
        self._left_layout.addWidget(heading)
        self._left_layout.addWidget(table)

    def _on_one_line(self, text: str, font: QFont) -> LineLabel:
        return LineLabel(self._theme, text, font, Qt.TextElideMode.ElideMiddle)

    def _follow_boxes(self) -> None:
        self.apply_button.setEnabled(bool(self.chosen))
        self.apply_button.setVisible(bool(self.boxes))

    def _on_apply(self) -> None:
        self.apply_requested.emit(self.chosen)


def _empty_list() -> tuple[QWidget, QVBoxLayout]:
    part = QWidget()
    layout = QVBoxLayout(part)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    return part, layout


def _table(stretches: Sequence[int], indent: int) -> tuple[QWidget, QGridLayout]:
    part = QWidget()
    grid = QGridLayout(part)
    grid.setContentsMargins(indent, 0, 0, 4)
    grid.setHorizontalSpacing(_COLUMN_GAP)
    grid.setVerticalSpacing(5)
    for column, stretch in enumerate(stretches):
        grid.setColumnStretch(column, stretch)
    return part, grid
