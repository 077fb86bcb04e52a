"""Paragraphs, headings and lists of a reply, written into one text that can be selected across."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)

from widgets.text_surface import TextSurface
from widgets.theme import mono, serif

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from widgets.markdown_blocks import ListMarker, Paragraph, ProseBlock, Run
    from widgets.palette import Palette
    from widgets.theme import Theme

LINE_HEIGHT = 27.5
"""17 px times 1.62."""
PARAGRAPH_GAP = 12
TIGHT_GAP = 3
HEADING_GAP = 8
INDENT = 26
_HEADING_PIXELS = (17, 25, 21, 19, 17, 17, 17)


class ProseView(TextSurface):
    """Shows one `ProseBlock`, which may get further paragraphs at its end."""

    def __init__(self, theme: Theme, block: ProseBlock, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._paragraphs: list[Paragraph] = []
        self.document().setIndentWidth(INDENT)
        self.document().setDefaultFont(serif())
        self.append(block.paragraphs)

    def append(self, paragraphs: Sequence[Paragraph]) -> None:  # type: ignore[override]
        """Write paragraphs behind what stands there."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for paragraph in paragraphs:
            write_paragraph(cursor, paragraph, self._theme.palette, is_first=not self._paragraphs)
            self._paragraphs.append(paragraph)
        self.foot = gap_below(self._paragraphs[-1]) if self._paragraphs else 0
        cursor.endEditBlock()
        self.updateGeometry()

    def rebuild(self) -> None:
        """Write everything anew."""
        paragraphs, self._paragraphs = self._paragraphs, []
        self.document().clear()
        self.append(paragraphs)


def gap_below(paragraph: Paragraph) -> int:
    """Return the pixels between a paragraph and the next."""
    if paragraph.heading:
        return HEADING_GAP
    return TIGHT_GAP if paragraph.tight else PARAGRAPH_GAP


def write_paragraph(cursor: QTextCursor, paragraph: Paragraph, palette: Palette, *, is_first: bool) -> None:
    """Write a paragraph in a block of its own; the first takes the block that an empty document has."""
    block = QTextBlockFormat()
    heading = paragraph.heading
    pixels = _HEADING_PIXELS[heading]
    block.setLineHeight(
        LINE_HEIGHT if not heading else pixels * 1.4, QTextBlockFormat.LineHeightTypes.MinimumHeight.value
    )
    block.setBottomMargin(gap_below(paragraph))
    if heading and not is_first:
        block.setTopMargin(8)
    if heading:
        block.setHeadingLevel(heading)
    block.setIndent(paragraph.depth)
    face = QTextCharFormat()
    face.setFont(serif(pixels, QFont.Weight.DemiBold if heading else QFont.Weight.Normal))
    face.setForeground(QColor(palette.ink))
    if is_first:
        cursor.setBlockFormat(block)
        cursor.setBlockCharFormat(face)
    else:
        cursor.insertBlock(block, face)
    if paragraph.marker is not None:
        sign = marker_text(paragraph.marker, paragraph.depth)
        block.setTextIndent(-QFontMetricsF(face.font()).horizontalAdvance(sign))
        cursor.setBlockFormat(block)
        cursor.insertText(sign, face)
    for run in paragraph.runs:
        cursor.insertText(run.text, run_format(run, face, palette))


def run_format(run: Run, face: QTextCharFormat, palette: Palette) -> QTextCharFormat:
    """Return the face of a run, from the face of the text around it."""
    form = QTextCharFormat(face)
    if run.bold:
        form.setFontWeight(QFont.Weight.Bold)
    form.setFontItalic(run.italic)
    form.setFontStrikeOut(run.struck)
    if run.code:
        form.setFont(mono(max(12.0, face.font().pixelSize() - 2.5)))
        form.setBackground(QColor(palette.panel))
    if run.link:
        form.setAnchor(True)
        form.setAnchorHref(run.link)
        form.setForeground(QColor(palette.corrected))
        form.setFontUnderline(True)
    return form


def marker_text(marker: ListMarker, depth: int) -> str:
    """Return what stands before a list item; as text, so that it is still there in a copy."""
    if marker.task is not None:
        return "☑ " if marker.task else "☐ "
    if marker.number is not None:
        return f"{marker.number}. "
    return "•  " if depth % 2 else "◦  "
