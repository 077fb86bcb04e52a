"""Guesses how high a block will be that has no widget yet: near enough for a scroll bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.markdown.blocks import CodeBlock, MathBlock, ProseBlock, QuoteBlock, TableBlock, ThinkBlock
from widgets.markdown.code_block import CARD_HEIGHT, LINE_HEIGHT
from widgets.markdown.prose_view import LINE_HEIGHT as PROSE_LINE_HEIGHT
from widgets.markdown.prose_view import gap_below

if TYPE_CHECKING:
    from widgets.markdown.blocks import Block, Paragraph

CARD_GAP = 18
"""Above and below a card of code, a table, a formula."""
_CHARACTER_WIDTH = 7.8
_TABLE_ROW_HEIGHT = 33
_MATH_LINE_HEIGHT = 23
_RULE_HEIGHT = 25
_FOLDED_HEIGHT = 32


def estimated_height(block: Block, width: int) -> int:
    """Return a block's height in a column of this width."""
    match block:
        case ProseBlock():
            return sum(_paragraph_height(paragraph, width) for paragraph in block.paragraphs)
        case CodeBlock():
            return round(LINE_HEIGHT * (block.code.count("\n") + 1)) + CARD_HEIGHT + CARD_GAP
        case MathBlock():
            return _MATH_LINE_HEIGHT * (block.source.count("\n") + 1) + 20 + CARD_GAP
        case TableBlock():
            return _TABLE_ROW_HEIGHT * (1 + len(block.rows)) + CARD_GAP
        case QuoteBlock():
            return sum(estimated_height(inner, max(60, width - 18)) for inner in block.blocks) + 8
        case ThinkBlock():
            return _FOLDED_HEIGHT
    return _RULE_HEIGHT


def _paragraph_height(paragraph: Paragraph, width: int) -> int:
    per_line = max(10, int(width / _CHARACTER_WIDTH))
    lines = 1 + len(paragraph.text) // per_line + paragraph.text.count("\n")
    return round(lines * PROSE_LINE_HEIGHT) + gap_below(paragraph)
