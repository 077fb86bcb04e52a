"""Markdown of the guide in the read view: its lines flow together, and its links lead through the guide.

In a reply a line break is kept and an address that no browser is given is shown; here both would be in the way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from widgets.markdown.blocks import ProseBlock, QuoteBlock, Run, TableBlock
from widgets.markdown.document import read_markdown
from widgets.markdown.view import MarkdownView

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QWidget

    from widgets.look.theme import Theme
    from widgets.markdown.blocks import Block


class GuideText(MarkdownView):
    """Shows a stretch of the guide; the Tab key reaches its links."""

    def __init__(self, theme: Theme, markdown: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.show_blocks(guide_blocks(markdown))
        for surface in self.surfaces():
            if "](" in markdown:
                surface.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


def guide_blocks(markdown: str) -> tuple[Block, ...]:
    """Read Markdown as the guide means it."""
    return tuple(_flowing(block) for block in read_markdown(markdown))


def _flowing(block: Block) -> Block:
    match block:
        case ProseBlock():
            return ProseBlock(
                tuple(replace(paragraph, runs=_runs(paragraph.runs)) for paragraph in block.paragraphs),
            )
        case QuoteBlock():
            return replace(block, blocks=tuple(_flowing(inner) for inner in block.blocks))
        case TableBlock():
            header = tuple(_runs(cell) for cell in block.header)
            return replace(block, header=header, rows=tuple(tuple(_runs(cell) for cell in row) for row in block.rows))
        case _:
            return block


def _runs(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Lines flow together; the address behind a link into the guide is left out."""
    shown: list[Run] = []
    for run in runs:
        last = shown[-1].link if shown else ""
        if run.quiet and last and run.text == f" ({last})":
            continue
        shown.append(run if run.code else replace(run, text=run.text.replace("\n", " ")))
    return tuple(shown)
