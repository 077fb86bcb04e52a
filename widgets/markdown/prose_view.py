"""Paragraphs, headings and lists of a reply, written into one text that can be selected across."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QPolygonF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)

from widgets.look.theme import mono, serif
from widgets.markdown.run_format import write_run
from widgets.markdown.text import gap_behind, indentation
from widgets.markdown.text_surface import TextSurface

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent, QTextBlock, QTextLine
    from PySide6.QtWidgets import QWidget

    from widgets.look.theme import Theme
    from widgets.markdown.blocks import ListMarker, Paragraph, ProseBlock

LINE_HEIGHT = 27.5
"""17 px times 1.62."""
PARAGRAPH_GAP = 12
TIGHT_GAP = 3
HEADING_GAP = 8
INDENT = 26
_HEADING_PIXELS = (17, 25, 21, 19, 17, 17, 17)
_SOURCE_PIXELS = 14
_SOURCE_LINE_HEIGHT = 22.0
_BOX = 14.0
_BOX_ROOM = "\u2003\u2002"
"""Spaces in whose place the box of a task is painted."""


class ProseView(TextSurface):
    """Shows one `ProseBlock`, which may get further paragraphs at its end."""

    def __init__(self, theme: Theme, block: ProseBlock, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._paragraphs: list[Paragraph] = []
        self._tasks: list[tuple[int, bool]] = []
        """Text blocks that begin with a box, and whether it is ticked."""
        self.document().setIndentWidth(INDENT)
        self.document().setDefaultFont(serif())
        self.append(block.paragraphs)

    def append(self, paragraphs: Sequence[Paragraph]) -> None:  # type: ignore[override]
        """Write paragraphs behind what stands there."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for paragraph in paragraphs:
            self._write_paragraph(cursor, paragraph)
            self._paragraphs.append(paragraph)
        self.foot = gap_below(self._paragraphs[-1]) if self._paragraphs else 0
        cursor.endEditBlock()
        self.updateGeometry()

    def rebuild(self) -> None:
        """Write everything anew."""
        paragraphs, self._paragraphs = self._paragraphs, []
        self._tasks.clear()
        self.empty()
        self.append(paragraphs)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, and the boxes of tasks in it."""
        super().paintEvent(event)
        if not self._tasks:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        layout = self.document().documentLayout()
        for number, done in self._tasks:
            block = self.document().findBlockByNumber(number)
            where = layout.blockBoundingRect(block)
            if where.top() > event.rect().bottom():
                break
            if where.bottom() >= event.rect().top():
                self._paint_box(painter, block, where.topLeft(), done=done)
        painter.end()

    def _paint_box(self, painter: QPainter, block: QTextBlock, corner: QPointF, *, done: bool) -> None:
        line = block.layout().lineAt(0)
        x = _start_of(line)
        if block.textDirection() is Qt.LayoutDirection.RightToLeft:
            x -= _BOX + 1
        middle = corner.y() + line.y() + line.ascent() - 0.36 * 17
        frame = QRectF(corner.x() + x + 1, middle - _BOX / 2, _BOX, _BOX)
        palette = self._theme.palette
        painter.setPen(QPen(QColor(palette.muted), 1.3))
        painter.setBrush(QColor(palette.muted) if done else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, 3, 3)
        if done:
            pen = QPen(QColor(palette.background), 1.8)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            points = ((3.4, 7.3), (6.1, 10.0), (10.8, 4.6))
            painter.drawPolyline(QPolygonF([frame.topLeft() + QPointF(*point) for point in points]))

    def _write_paragraph(self, cursor: QTextCursor, paragraph: Paragraph) -> None:
        """Write a paragraph in a block of its own; the first takes the block that an empty document has."""
        before = self._paragraphs[-1] if self._paragraphs else None
        block, face = _formats(paragraph, self._theme.palette.ink, is_first=before is None)
        if before is None:
            cursor.setBlockFormat(block)
            cursor.setBlockCharFormat(face)
        else:
            self._written.break_paragraph(cursor.position(), gap_behind(before))
            cursor.insertBlock(block, face)
        if paragraph.marker is not None:
            self._write_marker(cursor, paragraph, paragraph.marker, block, face)
        for run in paragraph.runs:
            if paragraph.source:
                self._write_source(cursor, run.text, face)
            else:
                write_run(self, cursor, run, face, self._theme.palette)

    def _write_marker(
        self,
        cursor: QTextCursor,
        paragraph: Paragraph,
        marker: ListMarker,
        block: QTextBlockFormat,
        face: QTextCharFormat,
    ) -> None:
        sign = marker_text(marker, paragraph.depth)
        block.setTextIndent(-QFontMetricsF(face.font()).horizontalAdvance(sign))
        cursor.setBlockFormat(block)
        if marker.task is not None:
            self._tasks.append((cursor.blockNumber(), marker.task))
        self.write(cursor, sign, face, indentation(paragraph) + marker.copied)

    def _write_source(self, cursor: QTextCursor, text: str, face: QTextCharFormat) -> None:
        """Write lines as they are; the gap is below the last."""
        last = cursor.blockFormat()
        line = QTextBlockFormat(last)
        line.setBottomMargin(0)
        cursor.setBlockFormat(line)
        first = cursor.blockNumber()
        self.write_lines(cursor, text, face)
        if cursor.blockNumber() > first:
            last.setTextIndent(0)
        cursor.setBlockFormat(last)


def _start_of(line: QTextLine) -> float:
    """Return where a line's first character stands; Qt gives it with the position that it found."""
    found: object = line.cursorToX(0)
    first: object = found[0] if isinstance(found, tuple) else found
    if not isinstance(first, float):
        raise TypeError("Qt tells places in text as numbers")
    return first


def gap_below(paragraph: Paragraph) -> int:
    """Return the pixels between a paragraph and the next."""
    if paragraph.heading:
        return HEADING_GAP
    return TIGHT_GAP if paragraph.tight else PARAGRAPH_GAP


def _formats(paragraph: Paragraph, ink: str, *, is_first: bool) -> tuple[QTextBlockFormat, QTextCharFormat]:
    block = QTextBlockFormat()
    heading = paragraph.heading
    pixels = _HEADING_PIXELS[heading]
    line_height = pixels * 1.4 if heading else _SOURCE_LINE_HEIGHT if paragraph.source else LINE_HEIGHT
    block.setLineHeight(line_height, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    block.setBottomMargin(gap_below(paragraph))
    if heading:
        block.setHeadingLevel(heading)
        block.setTopMargin(0 if is_first else 8)
    block.setIndent(paragraph.depth)
    face = QTextCharFormat()
    face.setFont(serif(pixels, QFont.Weight.DemiBold if heading else QFont.Weight.Normal))
    if paragraph.source:
        face.setFont(mono(_SOURCE_PIXELS))
        block.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    face.setForeground(QColor(ink))
    return block, face


def marker_text(marker: ListMarker, depth: int) -> str:
    """Return what is shown before a list item."""
    number = "" if marker.number is None else f"{marker.number}{marker.sign or '.'} "
    if marker.task is not None:
        return number + _BOX_ROOM
    return number or ("•  " if depth % 2 else "◦  ")
