"""How files stand in a message: a heading with the name and a fence around the text, which models know well."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.attachments.values import Attachment

_BACKTICKS = re.compile("`{3,}")
_WRAPPED = re.compile(r"### File: [^\n]*\n\n(`{3,})[^\n`]*\n(.*)\1", re.DOTALL)
_LEAST_FENCE = 3
_GAP = "\n\n"


@dataclass(frozen=True, slots=True)
class Span:
    """Which characters of a message came from a file, heading and fence included."""

    name: str
    begin: int
    end: int


def wrapped(attachment: Attachment) -> str:
    """Return a file as it stands in a message; its fence is longer than any inside."""
    longest = max((len(run) for run in _BACKTICKS.findall(attachment.text)), default=0)
    fence = "`" * max(_LEAST_FENCE, longest + 1)
    body = attachment.text if attachment.text.endswith("\n") else f"{attachment.text}\n"
    return f"### File: {attachment.name}\n\n{fence}{attachment.language}\n{body}{fence}"


def unwrapped(text: str) -> str:
    """Return what a file said, of the part of a message that came from it; any other text as it is."""
    found = _WRAPPED.fullmatch(text)
    return text if found is None else found[2]


def composed(typed: str, attachments: Sequence[Attachment]) -> tuple[str, tuple[Span, ...]]:
    """Return all that the model reads, and which part of it is which file: what was typed, then the files."""
    text, spans = typed if typed.strip() else "", []
    for attachment in attachments:
        if text:
            text += _GAP
        begin = len(text)
        text += wrapped(attachment)
        spans.append(Span(attachment.name, begin, len(text)))
    return text, tuple(spans)
