"""What loading a model was predicted to take and what it took the last time, and the way to the planner with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.look.theme import sans
from widgets.memory.plan_words import deviation_text, size_text, tokens_text
from widgets.parts.page_parts import row, sentence_label

if TYPE_CHECKING:
    from app.models.memory_record import MemoryRecord, MemorySizes

_NAME_WIDTH, _FIGURE_WIDTH = 128, 76
"""The first as in the list of facts above."""


class ModelMemory(QWidget):
    """Shows one model's last load."""

    planner_requested = Signal()
    """Open the planner with this model."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Memory"))
        title = QLabel(self.tr("Memory, predicted and taken"))
        title.setProperty("role", "strong")
        self.table = QWidget()
        self._grid = QGridLayout(self.table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setColumnMinimumWidth(0, _NAME_WIDTH)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(4, 1)
        self._cells: dict[tuple[int, int], QLabel] = {}
        self._make_table()
        self.caption = sentence_label("", "small")
        self.planner_button = QPushButton(self.tr("Open in the planner"))
        self.planner_button.clicked.connect(lambda: self.planner_requested.emit())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(title)
        layout.addWidget(self.table)
        layout.addWidget(self.caption)
        layout.addLayout(row(self.planner_button, None))
        self.show_record(None)

    def show_record(self, record: MemoryRecord | None) -> None:
        """Show a load; None says that there was none yet."""
        self.table.setVisible(record is not None)
        if record is None:
            self.caption.setText(
                self.tr(
                    "It has not been loaded yet. Once it is, what it really takes stands here beside what its file"
                    " promises."
                )
            )
            return
        for number, (predicted, taken) in enumerate(_pairs(record.predicted, record.allocated), 1):
            texts = (size_text(predicted), size_text(taken), deviation_text(predicted, taken))
            for column, text in enumerate(texts, 1):
                self._cells[number, column].setText(text)
        self.caption.setText(self._caption(record))
        self.table.setAccessibleDescription(
            self.tr("{predicted} predicted, {taken} taken").format(
                predicted=size_text(record.predicted.total_bytes), taken=size_text(record.allocated.total_bytes)
            )
        )

    def text_at(self, number: int, column: int) -> str:
        """What a cell says; rows are weights, cache, buffers and all together, columns predicted, taken, difference."""
        return self._cells[number, column].text()

    def _make_table(self) -> None:
        heads = (self.tr("Predicted"), self.tr("Taken"), self.tr("Difference"))
        for column, head in enumerate(heads, 1):
            self._grid.setColumnMinimumWidth(column, _FIGURE_WIDTH)
            self._grid.addWidget(_label(head, "small", right=True), 0, column)
        names = (self.tr("Weights"), self.tr("KV cache"), self.tr("Buffers"), self.tr("Together"))
        for number, name in enumerate(names, 1):
            self._grid.addWidget(_label(name, "muted"), number, 0)
            for column in range(1, len(heads) + 1):
                cell = _label("", "", right=True)
                cell.setFont(sans(13, QFont.Weight.DemiBold if number == len(names) else QFont.Weight.Normal))
                cell.setAccessibleName(f"{name}, {heads[column - 1]}")
                self._grid.addWidget(cell, number, column)
                self._cells[number, column] = cell

    def _caption(self, record: MemoryRecord) -> str:
        types = record.kv_type_k if record.kv_type_k == record.kv_type_v else f"{record.kv_type_k}/{record.kv_type_v}"
        moment = QDateTime.fromSecsSinceEpoch(record.unix_seconds)
        date = QLocale().toString(moment.date(), _date_format())
        text = (
            self.tr("Loaded as draft on {date}, with a context of {tokens} tokens and the KV cache in {types}.")
            if record.as_draft
            else self.tr("Loaded as target on {date}, with a context of {tokens} tokens and the KV cache in {types}.")
        )
        return text.format(date=date, tokens=tokens_text(record.context_tokens), types=types)


def _date_format() -> str:
    """The user's own way of writing a day, without the weekday."""
    return QLocale().dateFormat(QLocale.FormatType.LongFormat).replace("dddd", "").strip(" ,")


def _pairs(predicted: MemorySizes, taken: MemorySizes) -> list[tuple[int, int]]:
    return [
        (predicted.weights_bytes, taken.weights_bytes),
        (predicted.kv_bytes, taken.kv_bytes),
        (predicted.compute_bytes, taken.compute_bytes),
        (predicted.total_bytes, taken.total_bytes),
    ]


def _label(text: str, role: str, *, right: bool = False) -> QLabel:
    label = QLabel(text)
    if role:
        label.setProperty("role", role)
    if right:
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label
