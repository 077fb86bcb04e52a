"""The words and figures of a report, in one language: sentences of the catalogue, and numbers with intervals."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from app.catalogue import sentence
from app.errors import Notice
from app.lab.findings import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from app.errors import Value
    from app.lab.averages import Mean

MISSING = "–"
_WILD = 99.0


class Words:
    """Says things in the reader's language.

    Args:
        translate: Maps an English template of the catalogue to it; None keeps English.
        code: Of the language.
        spell: Maps a number, as Python writes it, to how the reader does; None keeps it.
    """

    def __init__(
        self,
        translate: Callable[[str], str] | None = None,
        code: str = "en",
        spell: Callable[[str], str] | None = None,
    ) -> None:
        self._translate = translate
        self._spell = spell
        self.code = code

    def spelled(self, figure: str) -> str:
        """A figure, as Python writes it, as the reader does."""
        return figure if self._spell is None else self._spell(figure)

    def say(self, code: str, **values: Value) -> str:
        """A sentence of the catalogue, for a page."""
        return safe(self.plain(code, **values))

    def plain(self, code: str, **values: Value) -> str:
        """The same, not escaped yet."""
        return self.sentence(Notice(code, values))

    def sentence(self, notice: Notice) -> str:
        """A notice in words, not escaped yet."""
        return sentence(notice, self._translate, self._spell)

    def language(self, code: str) -> str:
        """A language by its name, not escaped yet."""
        return self.plain(LANGUAGES[code]) if code in LANGUAGES else code

    def times(self, mean: Mean) -> str:
        """A ratio."""
        return self.spelled(f"{mean.value:.2f} ×")

    def interval(self, mean: Mean | None) -> str:
        """A ratio with its interval."""
        if mean is None:
            return MISSING
        if mean.low is None or mean.high is None:
            return self.times(mean)
        return self.spelled(f"{mean.value:.2f} × ({mean.low:.2f}–{bound(mean.high)})")

    def points(self, mean: Mean | None, *, scale: float = 100.0, digits: int = 1) -> str:
        """A difference with its sign."""
        if mean is None:
            return MISSING
        value, *bounds = (
            self.spelled(f"{each * scale:+.{digits}f}".replace("-", "−"))
            for each in (mean.value, mean.low, mean.high)
            if each is not None
        )
        if len(bounds) < 2:
            return value
        return self.plain("bench_page_difference", value=value, low=bounds[0], high=bounds[1])

    def percent(self, share: float | None) -> str:
        """A share."""
        return MISSING if share is None else self.percents(f"{share * 100:.0f}")

    def percents(self, number: str) -> str:
        """A number that is written already with its sign; of nothing, what stands behind one."""
        return self.plain("percents", number=number)

    def number(self, value: float | None, digits: int) -> str:
        """A figure."""
        return MISSING if value is None else self.spelled(f"{value:.{digits}f}")

    def section(self, heading: str, caption: str, body: str) -> str:
        """A heading, a caption and what they stand above; nothing where that is nothing."""
        return f'<h2>{self.say(heading)}</h2>\n<p class="caption">{self.say(caption)}</p>\n{body}\n' if body else ""

    def table(
        self,
        columns: Sequence[str],
        rows: Iterable[Sequence[str]],
        *,
        left: Sequence[int] = (),
        strong: str | None = None,
    ) -> str:
        """A table.

        Args:
            columns: Codes of the catalogue.
            rows: Texts, not escaped yet.
            left: Columns that are texts; the first one always is.
            strong: First text of the row that stands out.
        """
        head = "".join(
            f"<th{' class=l' if index in left else ''}>{self.say(name)}</th>" for index, name in enumerate(columns)
        )
        body = ""
        for row in rows:
            cells = "".join(
                f"<td{' class=l' if index in left or index == 0 else ''}>{safe(cell)}</td>"
                for index, cell in enumerate(row)
            )
            body += f"<tr{' class=strong' if strong is not None and row[0] == strong else ''}>{cells}</tr>"
        return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def bound(high: float) -> str:
    """The upper end of a ratio's interval: of two prompts that differ wildly it may have any number of digits."""
    return f"{high:.2f}" if high < _WILD else f"> {_WILD:.0f}"


def safe(text: str) -> str:
    """A text for a page."""
    return html.escape(text)
