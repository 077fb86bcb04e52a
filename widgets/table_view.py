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
    QTextTableFormat,
)

from widgets.prose_view import run_format
from widgets.text_surface import TextSurface
from widgets.theme import serif

if TYPE_CHECKING:
    from PySide6.QtGui import QTextTable
    from PySide6.QtWidgets import QWidget

    from widgets.markdown_blocks import Run, TableBlock
    from widgets.theme import Theme

_ALIGNMENTS = {
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}
_PIXELS = 15.5


class TableView(TextSurface):
    """Shows one `TableBlock`."""

    def __init__(self, theme: Theme, block: TableBlock, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._block = block
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().setDefaultFont(serif(_PIXELS))
        self.rebuild()

    def rebuild(self) -> None:
        """Write the table in the theme's colours."""
        block = self._block
        self.document().clear()
        cursor = QTextCursor(self.document())
        form = QTextTableFormat()
        form.setBorder(1)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderBrush(QBrush(QColor(self._theme.palette.line)))
        form.setBorderCollapse(True)
        form.setCellPadding(6)
        form.setCellSpacing(0)
        form.setHeaderRowCount(1)
        table = cursor.insertTable(1 + len(block.rows), max(1, len(block.header)), form)
        for row, cells in enumerate((block.header, *block.rows)):
            for column, runs in enumerate(cells[: len(block.header)]):
                self._write(table, row, column, runs)

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
            cursor.insertText(run.text, run_format(run, face, self._theme.palette))
        if row == 0:
            ground = cell.format()
            ground.setBackground(QColor(self._theme.palette.panel))
            cell.setFormat(ground)
