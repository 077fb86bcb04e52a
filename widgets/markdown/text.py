"""The words of a reply without its markup, for `Copy as text`: as they are read, lists and code included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.markdown.blocks import (
    CodeBlock,
    MathBlock,
    Paragraph,
    ProseBlock,
    QuoteBlock,
    RuleBlock,
    Run,
    TableBlock,
    ThinkBlock,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from widgets.markdown.blocks import Block


def plain_text(blocks: Sequence[Block]) -> str:
    """Return what blocks say. Thinking is left out, unless there is nothing else."""
    answer = [block for block in blocks if not isinstance(block, ThinkBlock)]
    if answer:
        return "\n\n".join(_text(block) for block in answer)
    return "\n\n".join(plain_text(block.blocks) for block in blocks if isinstance(block, ThinkBlock))


def quoted(text: str) -> str:
    """Return a text as a quotation in Markdown, with room for an answer behind it."""
    lines = text.strip("\n").split("\n")
    return "\n".join(f"> {line}" if line else ">" for line in lines) + "\n\n"


def row_text(cells: Sequence[Sequence[Run]]) -> str:
    """Return a table's row as spreadsheets read it."""
    return "\t".join("".join(run.copied for run in runs).replace("\n", " ") for runs in cells)


def gap_behind(paragraph: Paragraph) -> str:
    """Return what separates a paragraph from the next in a copy."""
    return "\n" if paragraph.tight else "\n\n"


def indentation(paragraph: Paragraph) -> str:
    """Return the space before a list item's paragraph in a copy."""
    inside = paragraph.depth - (paragraph.marker is not None)
    return "  " * inside


def _text(block: Block) -> str:
    match block:
        case ProseBlock():
            texts = [_paragraph_text(paragraph) for paragraph in block.paragraphs]
            gaps = [gap_behind(paragraph) for paragraph in block.paragraphs[:-1]]
            return "".join(text + gap for text, gap in zip(texts, [*gaps, ""], strict=True))
        case CodeBlock():
            return block.code
        case MathBlock():
            return block.source
        case TableBlock():
            return "\n".join(map(row_text, (block.header, *block.rows)))
        case QuoteBlock():
            return quoted(plain_text(block.blocks)).rstrip("\n")
        case RuleBlock():
            return "---"
        case ThinkBlock():
            return plain_text(block.blocks)


def _paragraph_text(paragraph: Paragraph) -> str:
    marker = "" if paragraph.marker is None else paragraph.marker.copied
    return indentation(paragraph) + marker + "".join(run.copied for run in paragraph.runs)
