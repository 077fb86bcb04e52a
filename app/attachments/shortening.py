"""Cutting a text that is too long, where it hurts least: at the end of a line, else of a word."""

from __future__ import annotations

from dataclasses import dataclass

_WORTH_A_LINE = 0.5
"""A cut at a line's end is taken where it keeps at least this share of what could be kept."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The beginning of a text, and how much is missing."""

    kept: str
    num_lines: int
    """Lines that were left out, the one that was cut included."""
    num_characters: int


def cut(text: str, most_characters: int) -> Cut:
    """Keep at most so many characters from the beginning."""
    if len(text) <= most_characters:
        return Cut(text, 0, 0)
    most = max(0, most_characters)
    end = text.rfind("\n", 0, most + 1)
    if end < most * _WORTH_A_LINE:
        end = max(text.rfind(" ", 0, most + 1), end)
    if end < most * _WORTH_A_LINE:
        end = most
    rest = text[end:].strip("\n")
    return Cut(text[:end].rstrip(), len(rest.split("\n")) if rest else 0, len(text) - end)
