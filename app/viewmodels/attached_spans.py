"""Which parts of a message came from files: how that is kept, read again, and kept right when the rest is edited.

What is read may have been imported, so spans that do not fit the text are none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from app.viewmodels.transcript import AttachedSpan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_SPANS = 1000
MOST_NAME_CHARACTERS = 255


class _Span(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    name: str
    begin: int
    end: int


class _Figures(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    attached: tuple[_Span, ...] = ()


def figures_of(attached: Sequence[AttachedSpan]) -> dict[str, object]:
    """What is kept beside a message's text, as JSON values."""
    if not attached:
        return {}
    return {"attached": [{"name": each.name, "begin": each.begin, "end": each.end} for each in attached]}


def restored_spans(figures: Mapping[str, object], text: str) -> tuple[AttachedSpan, ...]:
    """The files of a message that was kept; none where what was kept of them makes no sense."""
    try:
        read = _Figures.model_validate(dict(figures)).attached
    except ValidationError:
        return ()
    spans = tuple(AttachedSpan(each.name[:MOST_NAME_CHARACTERS], each.begin, each.end) for each in read)
    return spans if len(spans) <= MOST_SPANS and _fit(spans, text) else ()


def own_text(text: str, attached: Sequence[AttachedSpan]) -> str:
    """What the user typed: the message without its files and without the blank lines between."""
    return "\n\n".join(part for part in (part.strip("\n") for part in _own_parts(text, attached)) if part.strip())


def heading_of(text: str, attached: Sequence[AttachedSpan]) -> str:
    """What a message is called after: the words that were typed, or its files' names where there are none."""
    return own_text(text, attached) or ", ".join(each.name for each in attached)


def with_own_text(
    own: str, text: str, attached: Sequence[AttachedSpan], kept: Sequence[AttachedSpan]
) -> tuple[str, tuple[AttachedSpan, ...]]:
    """Put other words in place of what the user typed.

    Args:
        own: The words.
        text: The message as it was.
        attached: Its files.
        kept: Those of them that stay.

    Returns:
        The message with the files where they were, before or behind the words, and the spans in it.
    """
    files = [each for each in attached if each in kept]
    if not files:
        return own, ()
    words_first = bool(text[: attached[0].begin].strip())
    words: list[tuple[str, AttachedSpan | None]] = [(own, None)] if own.strip() else []
    parts: list[tuple[str, AttachedSpan | None]] = [(text[each.begin : each.end], each) for each in files]
    joined = ""
    spans: list[AttachedSpan] = []
    for part, span in [*words, *parts] if words_first else [*parts, *words]:
        joined += "\n\n" if joined else ""
        if span is not None:
            spans.append(replace(span, begin=len(joined), end=len(joined) + len(part)))
        joined += part
    return joined, tuple(spans)


def _own_parts(text: str, attached: Sequence[AttachedSpan]) -> list[str]:
    begins = [0, *(each.end for each in attached)]
    ends = [*(each.begin for each in attached), len(text)]
    return [text[begin:end] for begin, end in zip(begins, ends, strict=True)]


def _fit(spans: Sequence[AttachedSpan], text: str) -> bool:
    """Whether the spans stand in the text one behind the other."""
    at = 0
    for span in spans:
        if not at <= span.begin < span.end <= len(text):
            return False
        at = span.end
    return True
