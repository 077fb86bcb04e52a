"""The sizes behind the bars: weights, cache and buffers of both models, and what the loaded ones really took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from widgets.look.theme import sans
from widgets.memory.plan_bar import Kind, colour_of
from widgets.memory.plan_words import deviation_text, size_text

if TYPE_CHECKING:
    from app.models.memory.need import Need
    from app.viewmodels.memory_plan import Comparison
    from widgets.look.theme import Theme

_PARTS = ("weights", "cache", "buffers")


class Swatch(QWidget):
    """A little square in a part's colour."""

    def __init__(self, theme: Theme, kind: Kind) -> None:
        super().__init__()
        self._theme = theme
        self._kind = kind
        self.setFixedSize(QSize(10, 10))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour_of(self._kind, self._theme.palette))
        painter.drawRoundedRect(self.rect(), 2, 2)
        painter.end()


class PlanTable(QWidget):
    """Two rows for each model: as predicted, and as allocated where it is or was loaded."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(0, 1)
        self._cells: dict[tuple[int, int], QLabel] = {}
        heads = (self.tr("Weights"), self.tr("KV cache"), self.tr("Buffers"), self.tr("Together"))
        for column, head in enumerate(heads, 1):
            self._grid.addWidget(_label(head, "small", right=True), 0, column)
        self._names = {"target": self._name_label(1), "draft": self._name_label(3)}
        for role, first in (("target", 1), ("draft", 3)):
            for column, part in enumerate((*_PARTS, ""), 1):
                self._add_cells(first, column, Kind(f"{role}_{part}") if part else None)

    def show_needs(
        self,
        target: tuple[str, Need, Comparison | None],
        draft: tuple[str, Need, Comparison | None] | None,
    ) -> None:
        """Show what a pair would take, each model with its name and what it took when it was loaded last."""
        self._show_row("target", 1, target)
        self._show_row("draft", 3, draft)

    def text_at(self, row: int, column: int) -> str:
        """What a cell says; rows are target, target as allocated, draft, draft as allocated, from 1."""
        return self._cells[row, column].text()

    def _show_row(self, role: str, first: int, shown: tuple[str, Need, Comparison | None] | None) -> None:
        for row in (first, first + 1):
            for column in range(5):
                item = self._grid.itemAtPosition(row, column)
                widget = None if item is None else item.widget()
                if widget is not None:
                    widget.setVisible(shown is not None and (row == first or shown[2] is not None))
        if shown is None:
            return
        name, need, comparison = shown
        self._names[role].setText(name)
        sizes = (need.weights_bytes, need.kv_bytes, need.compute_bytes, need.total_bytes)
        for column, size in enumerate(sizes, 1):
            self._cells[first, column].setText(size_text(size))
        if comparison is not None:
            for column, (predicted, taken) in enumerate(_pairs(comparison), 1):
                self._cells[first + 1, column].setText(f"{size_text(taken)} ({deviation_text(predicted, taken)})")

    def _name_label(self, row: int) -> QLabel:
        label = _label("", "strong")
        label.setSizePolicy(label.sizePolicy().horizontalPolicy().Ignored, label.sizePolicy().verticalPolicy())
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(_label(self.tr("as loaded (prediction off by)"), "small"), row + 1, 0)
        return label

    def _add_cells(self, row: int, column: int, kind: Kind | None) -> None:
        cell = QWidget()
        line = QGridLayout(cell)
        line.setContentsMargins(0, 0, 0, 0)
        line.setHorizontalSpacing(6)
        line.setColumnStretch(0, 1)
        if kind is not None:
            line.addWidget(Swatch(self._theme, kind), 0, 1)
        figure = _label("", "", right=True)
        figure.setFont(sans(13, QFont.Weight.DemiBold if kind is None else QFont.Weight.Normal))
        line.addWidget(figure, 0, 2)
        self._grid.addWidget(cell, row, column)
        below = _label("", "small", right=True)
        self._grid.addWidget(below, row + 1, column)
        self._cells[row, column], self._cells[row + 1, column] = figure, below


def _label(text: str, role: str, *, right: bool = False) -> QLabel:
    label = QLabel(text)
    if role:
        label.setProperty("role", role)
    if right:
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label


def _pairs(comparison: Comparison) -> list[tuple[int, int]]:
    """What was predicted and what it took, column by column."""
    need, taken = comparison.predicted, comparison.allocated
    return [
        (need.weights_bytes, taken.weights_bytes),
        (need.kv_bytes, taken.kv_bytes),
        (need.compute_bytes, taken.compute_bytes),
        (need.total_bytes, taken.total_bytes),
    ]
