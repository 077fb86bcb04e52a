"""Blocks from top to bottom, each in a widget of its own; of very many, only those near what is in sight have one.

A block's widget is built once and measured once for a width, however much is written below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSize, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.markdown.block_heights import estimated_height
from widgets.markdown.blocks import ProseBlock
from widgets.markdown.prose_view import ProseView
from widgets.markdown.text_surface import TextSurface

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from widgets.look.theme import Theme
    from widgets.markdown.blocks import Block, Paragraph
    from widgets.markdown.thought import Thought

    Maker = Callable[[Theme, Block, "BlockColumn"], "Placed"]

MAX_WIDGETS = 160
"""Blocks up to this many are all built at once."""
_SPARE = 80
"""Widgets beyond that which may stay, so that scrolling to and fro does not build them again."""
PARAGRAPHS_TOGETHER = 60
"""Paragraphs that share one text; longer prose goes on in a further one."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A block's widget and the room around it."""

    widget: QWidget
    indent: int = 0
    above: int = 0
    below: int = 0


@dataclass(slots=True)
class _Row:
    block: Block
    placed: Placed | None = None
    top: int = 0
    height: int = -1
    """With the room above and below; -1 where it has to be asked for."""


class BlockColumn(QWidget):
    """Shows blocks.

    Args:
        theme: Whose colours the widgets take.
        make: Builds the widget of a block.
    """

    link_activated = Signal(str)
    """A link was activated by the user; nothing has been opened."""
    selection_made = Signal(object)
    """The surface in which text was selected."""
    _near_sight = Signal()

    def __init__(self, theme: Theme, make: Maker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._make = make
        self._rows: list[_Row] = []
        self._width = 0
        self._side = 0
        self._top = 0
        self.num_built = 0
        """Widgets built so far: each block's once, unless it was far out of sight in between."""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._near_sight.connect(self._build_near_sight)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What is shown."""
        return tuple(row.block for row in self._rows)

    @property
    def num_widgets(self) -> int:
        """Blocks that have a widget now."""
        return sum(row.placed is not None for row in self._rows)

    def surfaces(self) -> list[TextSurface]:
        """Return every text that can be selected, those inside quotations included."""
        return self.findChildren(TextSurface)

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        """Show these; what is equal from the top on stays as it is."""
        rows = list(_in_pieces(blocks))
        same = 0
        while same < min(len(rows), len(self._rows)) and rows[same] == self._rows[same].block:
            same += 1
        for row in self._rows[same:]:
            self._discard(row)
        del self._rows[same:]
        for block in rows[same:]:
            self._add(block)
        self._changed(same)

    def append_blocks(self, blocks: Sequence[Block]) -> None:
        """Show these behind what is there; prose behind prose goes on in the same text while that is short."""
        first = max(0, len(self._rows) - 1)
        for block in _in_pieces(blocks):
            last = self._rows[-1] if self._rows else None
            if isinstance(block, ProseBlock) and last is not None and isinstance(last.block, ProseBlock):
                room = PARAGRAPHS_TOGETHER - len(last.block.paragraphs)
                if room > 0:
                    self._extend(last, last.block, block.paragraphs[:room])
                block = ProseBlock(block.paragraphs[max(0, room) :])
                if not block.paragraphs:
                    continue
            self._add(block)
        self._changed(first)

    def hasHeightForWidth(self) -> bool:
        """Text is as high as its width makes it."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all blocks at a width; measures those that were not measured for it."""
        self._measure(width)
        return self._rows[-1].top + self._rows[-1].height if self._rows else self._top

    def sizeHint(self) -> QSize:
        """At the width it has now."""
        return QSize(self.width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """Any size will do."""
        return QSize(40, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the blocks where they belong."""
        super().resizeEvent(event)
        self._place(0)

    def event(self, event: QEvent) -> bool:
        """Ask the blocks for their heights again when one of them says that its own has changed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._on_layout_requested()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing; where blocks without a widget come into sight, have them built."""
        if any(row.placed is None for row in self._rows_in(event.rect())):
            self._near_sight.emit()

    def relay(self, inner: TextSurface | BlockColumn | Thought) -> None:
        """Pass on what happens in a part of a block."""
        inner.link_activated.connect(self.link_activated)
        inner.selection_made.connect(self.selection_made)

    def set_margins(self, side: int, top: int) -> None:
        """Leave room at the left and at the top."""
        self._side, self._top = side, top

    def _add(self, block: Block) -> None:
        row = _Row(block)
        self._rows.append(row)
        if len(self._rows) <= MAX_WIDGETS:
            self._build(row)

    def _build(self, row: _Row) -> None:
        row.placed = self._make(self._theme, row.block, self)
        row.height = -1
        self.num_built += 1
        row.placed.widget.show()

    def _extend(self, row: _Row, prose: ProseBlock, news: tuple[Paragraph, ...]) -> None:
        row.block = ProseBlock(prose.paragraphs + news)
        row.height = -1
        if row.placed is not None and isinstance(row.placed.widget, ProseView):
            row.placed.widget.append(news)

    def _discard(self, row: _Row) -> None:
        if row.placed is not None:
            row.placed.widget.hide()
            row.placed.widget.deleteLater()
            row.placed = None

    def _changed(self, first: int) -> None:
        self.updateGeometry()
        if self._width:
            self._place(first)
        if len(self._rows) > MAX_WIDGETS:
            self._near_sight.emit()

    def _on_layout_requested(self) -> None:
        before = self._rows[-1].top + self._rows[-1].height if self._rows else 0
        for row in self._rows:
            if row.placed is not None:
                row.height = -1
        if self.heightForWidth(self._width or self.width()) != before:
            self.updateGeometry()
        self._place(0)

    def _measure(self, width: int) -> None:
        if width != self._width:
            self._width = width
            for row in self._rows:
                row.height = -1
        top = self._top
        for row in self._rows:
            if row.height < 0:
                row.height = self._height_of(row, width)
            row.top = top
            top += row.height

    def _height_of(self, row: _Row, width: int) -> int:
        if row.placed is None:
            return estimated_height(row.block, width - self._side)
        placed = row.placed
        room = max(40, width - self._side - placed.indent)
        widget = placed.widget
        height = widget.heightForWidth(room) if widget.hasHeightForWidth() else widget.sizeHint().height()
        return height + placed.above + placed.below

    def _place(self, first: int) -> None:
        self._measure(self.width())
        for row in self._rows[first:]:
            if row.placed is not None:
                placed = row.placed
                left = self._side + placed.indent
                height = row.height - placed.above - placed.below
                placed.widget.setGeometry(left, row.top + placed.above, max(40, self.width() - left), height)

    def _rows_in(self, rect: QRect) -> Iterator[_Row]:
        for row in self._rows:
            if row.top > rect.bottom():
                return
            if row.top + row.height >= rect.top():
                yield row

    def _build_near_sight(self) -> None:
        """Build what is in sight or within a screen of it; let go of what is far, where there is too much."""
        seen = self.visibleRegion().boundingRect()
        if seen.isEmpty():
            return
        near = list(self._rows_in(seen.adjusted(0, -seen.height(), 0, seen.height())))[:MAX_WIDGETS]
        missing = [row for row in near if row.placed is None]
        for row in missing:
            self._build(row)
        if self.num_widgets > MAX_WIDGETS + _SPARE:
            kept = {id(row) for row in near}
            middle = near[len(near) // 2].top
            far = sorted(self._rows, key=lambda row: abs(row.top - middle), reverse=True)
            built = [row for row in far if row.placed is not None and id(row) not in kept]
            for row in built[: self.num_widgets - MAX_WIDGETS]:
                self._discard(row)
        if missing:
            self.updateGeometry()
            self._place(0)


def _in_pieces(blocks: Sequence[Block]) -> Iterator[Block]:
    """Divide long prose."""
    for block in blocks:
        if isinstance(block, ProseBlock) and len(block.paragraphs) > PARAGRAPHS_TOGETHER:
            for start in range(0, len(block.paragraphs), PARAGRAPHS_TOGETHER):
                yield ProseBlock(block.paragraphs[start : start + PARAGRAPHS_TOGETHER])
        else:
            yield block
