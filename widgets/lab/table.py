"""The live table of a run: what each setting does with each kind of text, in each language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from widgets.lab.words import language_name, suite_name
from widgets.look import figures
from widgets.look.theme import sans

if TYPE_CHECKING:
    from app.lab.summary_values import Group, Summary
    from widgets.look.theme import Theme

_NUM_TEXTS = 3
_ROW_HEIGHT = 26


class LabTable(QTableWidget):
    """As tall as its rows: the page scrolls, not the table."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: list[tuple[str, ...]] = []
        self.setAccessibleName(self.tr("What was measured"))
        self.setFont(sans(12.5))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.horizontalHeader().setHighlightSections(False)
        names = (
            self.tr("Kind of text"),
            self.tr("Language"),
            self.tr("Setting"),
            self.tr("Tokens/s"),
            self.tr("Speed-up"),
            self.tr("Acceptance"),
            self.tr("τ"),
        )
        self.setColumnCount(len(names))
        for column, name in enumerate(names):
            item = QTableWidgetItem(name)
            item.setTextAlignment(_alignment(column))
            self.setHorizontalHeaderItem(column, item)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_NUM_TEXTS - 1, QHeaderView.ResizeMode.Stretch)
        theme.changed.connect(self._dress)
        self._dress()
        self.show_summary(None)

    def show_summary(self, summary: Summary | None) -> None:
        """Show what was found by now."""
        rows = []
        for kind in () if summary is None else summary.kinds:
            for number, group in enumerate(kind.groups):
                first = (suite_name(kind.category), language_name(kind.language)) if number == 0 else ("", "")
                rows.append((*first, *_figures(group)))
        self._show(rows)

    def _show(self, rows: list[tuple[str, ...]]) -> None:
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            if number < len(self._rows) and self._rows[number] == row:
                continue
            for column, text in enumerate(row):
                item = QTableWidgetItem(text)
                item.setTextAlignment(_alignment(column))
                self.setItem(number, column, item)
        self._rows = rows
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + len(rows) * _ROW_HEIGHT + 4)

    def _dress(self) -> None:
        palette = self._theme.palette
        self.setStyleSheet(
            f"QTableWidget:focus {{ border-color: {palette.corrected}; }}"
            f" QTableWidget {{ background: {palette.card}; color: {palette.ink}; border: 1px solid transparent;"
            f" selection-background-color: {palette.selection};"
            f" selection-color: {palette.ink}; outline: none; }}"
            f" QHeaderView::section {{ background: {palette.card}; color: {palette.muted}; border: none;"
            f" border-bottom: 1px solid {palette.line}; padding: 5px 13px; font-size: 11px; }}"
            " QHeaderView { background: transparent; border: none; }"
            " QTableWidget::item { padding: 0 10px; border: none; }"
        )


def _figures(group: Group) -> tuple[str, ...]:
    return (
        QCoreApplication.translate("Figures", "off") if group.is_off else group.setting,
        figures.rate(group.tokens_per_second),
        figures.NONE if group.is_off or group.speedup is None else f"{figures.decimal(group.speedup.value, 2)} ×",
        figures.percent(group.acceptance_rate),
        figures.NONE if group.is_off else figures.decimal(group.block_efficiency, 2),
    )


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column < _NUM_TEXTS else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
