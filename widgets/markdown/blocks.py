"""What a Markdown text consists of, as values: widgets show them, tests compare them.

Equal blocks need no new widget, so a reply's end rebuilds only what its last words have changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one face."""

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    link: str = ""
    math: bool = False
    """Source of a formula, with its marks."""
    label: bool = False
    """A word of Galley's own, such as what stands for an image."""
    quiet: bool = False
    says: str | None = None
    """What a copy holds instead of the text; None for the text itself."""

    @property
    def copied(self) -> str:
        """What a copy holds."""
        return self.text if self.says is None else self.says


@dataclass(frozen=True, slots=True)
class ListMarker:
    """What stands before a list item: a number, a bullet, or a task's box."""

    number: int | None = None
    task: bool | None = None
    """Whether the task is done; None for an item that is no task."""
    sign: str = ""
    """The bullet, or what stands behind the number, as it was written; empty for the usual one."""

    @property
    def copied(self) -> str:
        """What a copy holds."""
        sign = self.sign or ("-" if self.number is None else ".")
        start = f"{sign} " if self.number is None else f"{self.number}{sign} "
        return start if self.task is None else f"{start}[{'x' if self.task else ' '}] "


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
    source: bool = False
    """Shown as it was written, line by line: HTML, and what is nested too deeply."""

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
class MathBlock:
    """A formula of its own: its source, with its marks."""

    source: str
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
    num_words: int = 0
    is_closed: bool = True
    """False where the reply ended in the middle of it."""
    seconds: float | None = field(default=None, compare=False)
    """How long it took; None where that is not known."""


Block = ProseBlock | CodeBlock | MathBlock | TableBlock | QuoteBlock | RuleBlock | ThinkBlock
