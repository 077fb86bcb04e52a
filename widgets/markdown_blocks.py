"""What a Markdown text consists of, as values: widgets show them, tests compare them.

Equal blocks need no new widget, so a reply's end rebuilds only what its last words have changed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one face."""

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class ListMarker:
    """What stands before a list item: a number, a bullet, or a task's box."""

    number: int | None = None
    task: bool | None = None
    """Whether the task is done; None for an item that is no task."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, heading or list item's paragraph."""

    runs: tuple[Run, ...]
    heading: int = 0
    """1 to 6; 0 is plain text."""
    depth: int = 0
    """Lists around it."""
    marker: ListMarker | None = None
    tight: bool = False
    """Followed by its neighbour without a gap."""

    @property
    def text(self) -> str:
        """The words alone."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class ProseBlock:
    """Paragraphs that can be selected across."""

    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A fenced or indented block of code."""

    language: str
    code: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table; alignments are `left`, `right`, `center` or empty, one a column."""

    header: tuple[tuple[Run, ...], ...]
    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    alignments: tuple[str, ...]
    depth: int = 0


@dataclass(frozen=True, slots=True)
class QuoteBlock:
    """A quotation."""

    blocks: tuple[Block, ...]
    depth: int = 0


@dataclass(frozen=True, slots=True)
class RuleBlock:
    """A thematic break."""


@dataclass(frozen=True, slots=True)
class ThinkBlock:
    """What a reasoning model thought before it answered."""

    blocks: tuple[Block, ...]


Block = ProseBlock | CodeBlock | TableBlock | QuoteBlock | RuleBlock | ThinkBlock
