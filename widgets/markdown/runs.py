"""Writes the inline part of a text as runs: what is bold, what is code, where a link leads.

An image is its description and its address. A link whose words name another address than its own
says so, and so does one that no browser would be given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from widgets.markdown.blocks import Run
from widgets.markdown.link_address import misled_host, refusal_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

translate = QCoreApplication.translate


class _Runs:
    """Collects runs; neighbours in the same face become one."""

    def __init__(self) -> None:
        self.found: list[Run] = []
        self.bold = self.italic = self.struck = 0
        self.links: list[tuple[str, int]] = []

    def add(self, text: str, *, code: bool = False, math: bool = False) -> None:
        """Add text in the face that is in force."""
        if not text:
            return
        link = self.links[-1][0] if self.links else ""
        run = Run(text, self.bold > 0, self.italic > 0, self.struck > 0, code, link, math)
        last = self.found[-1] if self.found else None
        if last is not None and not code and not math and _same_face(last, run):
            run = Run(last.text + text, run.bold, run.italic, run.struck, link=link)
            self.found.pop()
        self.found.append(run)

    def close_link(self) -> None:
        """End a link, and say where it leads if its words name somewhere else, or if it will not be opened."""
        link, first = self.links.pop()
        words = "".join(run.text for run in self.found[first:])
        host = misled_host(words, link)
        if host:
            says = translate("Markdown", " (leads to {host})").format(host=host)
            self.found.append(Run(says, quiet=True, says=""))
        elif words != link and refusal_of(link) is not None:
            self.found.append(Run(f" ({link})", quiet=True, says=""))

    def add_image(self, words: str, source: str, title: str) -> None:
        """Add what stands for an image; it is never loaded."""
        written = f'![{words}]({source} "{title}")' if title else f"![{words}]({source})"
        self.found.append(Run(translate("Markdown", "Image"), label=True, says=written))
        self.found.append(Run(f" {words} " if words else " ", italic=True, says=""))
        self.found.append(Run(source, code=True, quiet=True, says=""))


def read_runs(tokens: Sequence[Token]) -> tuple[Run, ...]:
    """Read the children of an inline token."""
    runs = _Runs()
    for token in tokens:
        match token.type:
            case "strong_open" | "strong_close":
                runs.bold += token.nesting
            case "em_open" | "em_close":
                runs.italic += token.nesting
            case "s_open" | "s_close":
                runs.struck += token.nesting
            case "link_open":
                if token.markup == "autolink":
                    runs.add("<")
                runs.links.append((str(token.attrs.get("href", "")), len(runs.found)))
            case "link_close":
                runs.close_link()
                if token.markup == "autolink":
                    runs.add(">")
            case "code_inline":
                runs.add(token.content, code=True)
            case "math_inline":
                runs.add(token.content, math=True)
            case "softbreak" | "hardbreak":
                runs.add("\n")  # lines stay lines, as while it was written: a verse, an address
            case "image":
                attributes = token.attrs
                runs.add_image(token.content, str(attributes.get("src", "")), str(attributes.get("title", "")))
            case _:
                runs.add(token.content)
    return tuple(runs.found)


def _same_face(one: Run, other: Run) -> bool:
    if one.code or one.math or one.label or one.quiet or one.says is not None:
        return False
    return (one.bold, one.italic, one.struck, one.link) == (other.bold, other.italic, other.struck, other.link)
