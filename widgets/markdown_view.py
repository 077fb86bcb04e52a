"""The read view of a reply: blocks of prose, code, tables, quotations and thinking, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from widgets.code_block import CodeCard
from widgets.markdown_blocks import (
    Block,
    CodeBlock,
    ProseBlock,
    QuoteBlock,
    RuleBlock,
    TableBlock,
    ThinkBlock,
)
from widgets.markdown_document import read_markdown
from widgets.prose_view import INDENT, ProseView
from widgets.quiet_button import QuietButton
from widgets.table_view import TableView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from widgets.theme import Theme


class BlockColumn(QWidget):
    """Blocks from top to bottom."""

    link_activated = Signal(str)
    """A link was activated by the user; nothing has been opened."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._blocks: list[Block] = []
        self._widgets: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What is shown."""
        return tuple(self._blocks)

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        """Show these; what is equal from the top on stays as it is."""
        same = 0
        while same < min(len(blocks), len(self._blocks)) and blocks[same] == self._blocks[same]:
            same += 1
        for widget in self._widgets[same:]:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        del self._widgets[same:], self._blocks[same:]
        for block in blocks[same:]:
            self._add(block)

    def append_blocks(self, blocks: Sequence[Block]) -> None:
        """Show these behind what is there; prose behind prose goes on in the same text."""
        for block in blocks:
            last = self._blocks[-1] if self._blocks else None
            if isinstance(block, ProseBlock) and isinstance(last, ProseBlock):
                view = self._widgets[-1].findChild(ProseView) or self._widgets[-1]
                if isinstance(view, ProseView):
                    view.append(block.paragraphs)
                self._blocks[-1] = ProseBlock(last.paragraphs + block.paragraphs)
            else:
                self._add(block)

    def _add(self, block: Block) -> None:
        widget = self._make(block)
        self._blocks.append(block)
        self._widgets.append(widget)
        self._column.addWidget(widget)

    def _make(self, block: Block) -> QWidget:
        match block:
            case ProseBlock():
                view = ProseView(self._theme, block, self)
                view.link_activated.connect(self.link_activated)
                return view
            case CodeBlock():
                return self._framed(CodeCard(self._theme, block, self), block.depth, 4, 14)
            case TableBlock():
                table = TableView(self._theme, block, self)
                table.link_activated.connect(self.link_activated)
                return self._framed(table, block.depth, 4, 14)
            case QuoteBlock():
                quote = Quotation(self._theme, block.blocks, self)
                quote.link_activated.connect(self.link_activated)
                return self._framed(quote, block.depth, 2, 4)
            case ThinkBlock():
                thought = Thought(self._theme, block.blocks, self)
                thought.link_activated.connect(self.link_activated)
                return thought
            case RuleBlock():
                return Rule(self._theme, self)

    def _framed(self, widget: QWidget, depth: int, top: int, bottom: int) -> QWidget:
        frame = QWidget(self)
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(depth * INDENT, top, 0, bottom)
        inner.addWidget(widget)
        return frame


class MarkdownView(BlockColumn):
    """Shows Markdown."""

    def set_markdown(self, text: str) -> None:
        """Show this text; blocks that are as they were are not built again."""
        self.show_blocks(read_markdown(text))

    def append_markdown(self, text: str) -> None:
        """Show further whole blocks behind what is there."""
        self.append_blocks(read_markdown(text))


class Quotation(BlockColumn):
    """Blocks beside a bar."""

    def __init__(self, theme: Theme, blocks: Sequence[Block], parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._column.setContentsMargins(18, 2, 0, 0)
        self.show_blocks(blocks)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.palette.line))
        painter.drawRoundedRect(QRectF(2, 0, 3, self.height() - 6), 1.5, 1.5)
        painter.end()


class Thought(QWidget):
    """Thinking, folded away until somebody wants to read it; its blocks are built only then."""

    link_activated = Signal(str)

    def __init__(self, theme: Theme, blocks: Sequence[Block], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._blocks = blocks
        self._body: Quotation | None = None
        self._toggle = QuietButton(theme, self._title(shown=False), self)
        self._toggle.clicked.connect(self._on_toggled)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 8)
        self._column.setSpacing(6)
        self._column.addWidget(self._toggle, alignment=Qt.AlignmentFlag.AlignLeft)

    @property
    def is_open(self) -> bool:
        """Whether the thinking is shown."""
        return self._body is not None and not self._body.isHidden()

    def _title(self, *, shown: bool) -> str:
        return self.tr("▾ Thinking") if shown else self.tr("▸ Thinking")

    def _on_toggled(self) -> None:
        shown = not self.is_open
        if self._body is None:
            self._body = Quotation(self._theme, self._blocks, self)
            self._body.link_activated.connect(self.link_activated)
            self._column.addWidget(self._body)
        self._body.setVisible(shown)
        self._toggle.setText(self._title(shown=shown))
        self._toggle.updateGeometry()
        self.updateGeometry()


class Rule(QWidget):
    """A thematic break."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(25)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        painter = QPainter(self)
        painter.fillRect(0, 9, self.width(), 1, QColor(self._theme.palette.line))
        painter.end()
