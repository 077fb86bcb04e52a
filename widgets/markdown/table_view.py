"""A Markdown table as text that can be selected; one that is too wide scrolls sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextTableCellFormat,
    QTextTableFormat,
)

from widgets.look.theme import serif
from widgets.markdown.run_format import write_run
from widgets.markdown.text import row_text
from widgets.markdown.text_surface import TextSurface

if TYPE_CHECKING:
    from PySide6.QtGui import QTextTable
    from PySide6.QtWidgets import QWidget

    from widgets.look.theme import Theme
    from widgets.markdown.blocks import Run, TableBlock

_ALIGNMENTS = {
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}
_PIXELS = 15.5
_PADDING_X = 12
_PADDING_Y = 6


class TableView(TextSurface):
    """Shows one `TableBlock`."""

    def __init__(self, theme: Theme, block: TableBlock, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._block = block
        self._table: QTextTable | None = None
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().setDefaultFont(serif(_PIXELS))
        self.rebuild()

    def rebuild(self) -> None:
        """Write the table in the theme's colours."""
        block = self._block
        self.empty()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        form = QTextTableFormat()
        form.setBorder(0)
        form.setBorderCollapse(True)
        form.setCellSpacing(0)
        form.setHeaderRowCount(1)
        table = cursor.insertTable(1 + len(block.rows), max(1, len(block.header)), form)
        for row, cells in enumerate((block.header, *block.rows)):
            for column, runs in enumerate(cells[: len(block.header)]):
                self._write(table, row, column, runs)
        cursor.endEditBlock()
        self._table = table

    def selected_text(self) -> str:
        """Return the selected cells, row by row, with tabs between them."""
        cursor = self.textCursor()
        first_column, num_columns = 0, len(self._block.header)
        if cursor.hasComplexSelection():
            first_row, num_rows, first_column, num_columns = _selected_cells(cursor)
        else:
            # Its begin or its end may stand outside of the table, as where everything is selected.
            first_row, num_rows = self._touched_rows(cursor.selectionStart(), cursor.selectionEnd())
        if not num_rows:
            return super().selected_text()
        rows = (self._block.header, *self._block.rows)[first_row : first_row + num_rows]
        return "\n".join(row_text(cells[first_column : first_column + num_columns]) for cells in rows)

    def _touched_rows(self, start: int, end: int) -> tuple[int, int]:
        """Return the first row that a selection reaches and how many it reaches; none where it stays in one cell."""
        table = self._table
        if table is None or start == end:
            return 0, 0
        first, last = table.cellAt(start), table.cellAt(end)
        if first.isValid() and last.isValid() and (first.row(), first.column()) == (last.row(), last.column()):
            return 0, 0
        first_row = first.row() if first.isValid() else 0 if start < table.firstPosition() else table.rows()
        last_row = last.row() if last.isValid() else table.rows() - 1 if end > table.lastPosition() else -1
        return first_row, max(0, last_row - first_row + 1)

    def _write(self, table: QTextTable, row: int, column: int, runs: tuple[Run, ...]) -> None:
        cell = table.cellAt(row, column)
        cursor = cell.firstCursorPosition()
        block = QTextBlockFormat()
        block.setAlignment(_ALIGNMENTS.get(self._block.alignments[column], Qt.AlignmentFlag.AlignLeft))
        cursor.setBlockFormat(block)
        face = QTextCharFormat()
        face.setFont(serif(_PIXELS, QFont.Weight.DemiBold if row == 0 else QFont.Weight.Normal))
        face.setForeground(QColor(self._theme.palette.ink))
        for run in runs:
            write_run(self, cursor, run, face, self._theme.palette)
        cell.setFormat(self._cell_format(row, column))

    def _cell_format(self, row: int, column: int) -> QTextTableCellFormat:
        """Return a cell with a line below it and nothing at its sides."""
        palette = self._theme.palette
        form = QTextTableCellFormat()
        form.setTopPadding(_PADDING_Y)
        form.setBottomPadding(_PADDING_Y)
        form.setLeftPadding(0 if column == 0 else _PADDING_X)
        form.setRightPadding(_PADDING_X)
        form.setBottomBorder(1)
        form.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBottomBorderBrush(QBrush(QColor(palette.faint if row == 0 else palette.line)))
        return form


def _selected_cells(cursor: QTextCursor) -> tuple[int, int, int, int]:
    """Return first row, rows, first column and columns."""
    found: object = cursor.selectedTableCells()
    if not isinstance(found, tuple) or len(found) != 4:
        raise TypeError("Qt names selected cells by four numbers")
    return found
