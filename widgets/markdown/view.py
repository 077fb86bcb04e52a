"""The read view of a reply: blocks of prose, code, math, tables, quotations and thinking, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from widgets.markdown.block_column import BlockColumn, Placed
from widgets.markdown.blocks import (
    Block,
    CodeBlock,
    MathBlock,
    ProseBlock,
    QuoteBlock,
    RuleBlock,
    TableBlock,
    ThinkBlock,
)
from widgets.markdown.code_block import CodeCard
from widgets.markdown.document import read_markdown, read_parts
from widgets.markdown.maths import MathCard
from widgets.markdown.prose_view import INDENT, ProseView
from widgets.markdown.stream import BlockStream
from widgets.markdown.table_view import TableView
from widgets.markdown.text import plain_text
from widgets.markdown.text_surface import TextSurface
from widgets.markdown.thinking import Part, thought_parts
from widgets.markdown.thought import Thought

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme


class MarkdownView(BlockColumn):
    """Shows Markdown: a whole text, or one that grows."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, make_block, parent)
        self._stream = BlockStream()
        self.seconds_between: Callable[[int, int], float | None] = lambda _start, _end: None
        """How long the characters between two places took to be written."""
        self.selection_made.connect(self._on_selection_made)

    @property
    def in_thought(self) -> bool:
        """Whether the growing text is in the middle of thinking."""
        return self._stream.in_thought

    @property
    def stream(self) -> BlockStream:
        """What follows the growing text."""
        return self._stream

    def set_markdown(self, text: str) -> None:
        """Show this text; blocks that are as they were are not built again."""
        self.show_blocks(read_parts(thought_parts(text), self._seconds_of))

    def append_markdown(self, text: str) -> None:
        """Show further whole blocks behind what is there."""
        self.append_blocks(read_markdown(text))

    def grow(self, text: str) -> int:
        """Show what has become final of a growing text; returns up to where it is shown.

        Args:
            text: All of it so far.
        """
        before = self._stream.finished
        for part in self._stream.take(text):
            blocks = read_parts([part], self._seconds_of)
            if part.start < before:
                self.show_blocks(blocks)
            else:
                self.append_blocks(blocks)
            before = max(before, part.end)
        return self._stream.finished

    def finish(self, text: str) -> None:
        """Show all of a text that has come to its end; what was shown of it while it grew stays."""
        if not self._stream.finished or self._stream.must_begin_anew(text):
            self.set_markdown(text)
            return
        before = self._stream.finished
        parts = self._stream.rest(text)
        if any(part.is_thought and part.start < before for part in parts):
            self.set_markdown(text)
        else:
            self.append_blocks(read_parts(parts, self._seconds_of))

    def selected_text(self) -> str:
        """Return what is selected, as it was written."""
        return next((text for surface in self.surfaces() if (text := surface.selected_text())), "")

    def plain_text(self) -> str:
        """Return the words without their markup; the thinking is left out."""
        return plain_text(self.blocks)

    def surface_at(self, place: QPoint) -> TextSurface | None:
        """Return the text at a place on the screen."""
        widget = self.childAt(self.mapFromGlobal(place))
        while widget is not None and not isinstance(widget, TextSurface):
            widget = widget.parentWidget()
        return widget

    def _seconds_of(self, part: Part) -> float | None:
        return self.seconds_between(part.start, part.end)

    def _on_selection_made(self, chosen: TextSurface) -> None:
        """Only one text has a selection, so that what is copied is what was selected last."""
        for surface in self.surfaces():
            if surface is not chosen:
                surface.clear_selection()


class Quotation(BlockColumn):
    """Blocks beside a bar."""

    def __init__(self, theme: Theme, blocks: Sequence[Block], parent: QWidget | None = None) -> None:
        super().__init__(theme, make_block, parent)
        self.set_margins(18, 2)
        self.show_blocks(blocks)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.palette.line))
        painter.drawRoundedRect(QRectF(2, 0, 3, self.height() - 6), 1.5, 1.5)
        painter.end()


class Rule(QWidget):
    """A thematic break."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(25)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """A line with room around it."""
        return QSize(40, 25)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        painter = QPainter(self)
        painter.fillRect(0, 9, self.width(), 1, QColor(self._theme.palette.line))
        painter.end()


def make_block(theme: Theme, block: Block, column: BlockColumn) -> Placed:
    """Build the widget of a block."""
    match block:
        case ProseBlock():
            prose = ProseView(theme, block, column)
            column.relay(prose)
            return Placed(prose)
        case CodeBlock():
            code = CodeCard(theme, block, column)
            column.relay(code.text)
            return Placed(code, block.depth * INDENT, 4, 14)
        case MathBlock():
            formula = MathCard(theme, block, column)
            column.relay(formula.text)
            return Placed(formula, block.depth * INDENT, 4, 14)
        case TableBlock():
            table = TableView(theme, block, column)
            column.relay(table)
            return Placed(table, block.depth * INDENT, 4, 14)
        case QuoteBlock():
            quote = Quotation(theme, block.blocks, column)
            column.relay(quote)
            return Placed(quote, block.depth * INDENT, 2, 4)
        case ThinkBlock():
            thought = Thought(theme, block, lambda parent: Quotation(theme, block.blocks, parent), column)
            column.relay(thought)
            return Placed(thought)
        case RuleBlock():
            return Placed(Rule(theme, column))
