"""Which colour of the palette a piece of source code takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String
from pygments.util import ClassNotFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pygments.lexer import Lexer
    from pygments.token import _TokenType

    from widgets.look.palette import Palette

MAX_COLOURED_CHARACTERS = 40_000
"""Longer code stays in one colour, so that opening a conversation never waits for it."""


def coloured(code: str, language: str, palette: Palette) -> Iterator[tuple[str, str, bool]]:
    """Yield the code in pieces as (text, colour, italic); joined they are the code."""
    lexer = _lexer(language)
    if lexer is None or len(code) > MAX_COLOURED_CHARACTERS:
        yield code, palette.ink, False
        return
    pending, face = "", (palette.ink, False)
    for kind, text in lexer.get_tokens(code):
        found = (_colour(kind, palette), _belongs(kind, Comment)) if text.strip() else face
        if found != face and pending:
            yield pending, *face
            pending = ""
        pending, face = pending + text, found
    if pending:
        yield pending, *face


def _lexer(language: str) -> Lexer | None:
    if not language:
        return None
    try:
        return get_lexer_by_name(language.lower(), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _colour(kind: _TokenType, palette: Palette) -> str:
    for family, colour in (
        (Comment, palette.muted),
        (Keyword.Constant, palette.accepted),
        (Keyword.Type, palette.corrected),
        (Keyword, palette.bonus),
        (Operator.Word, palette.bonus),
        (String, palette.accepted),
        (Number, palette.accepted),
        (Name.Function, palette.corrected),
        (Name.Class, palette.corrected),
        (Name.Decorator, palette.corrected),
        (Name.Tag, palette.corrected),
        (Name.Attribute, palette.bonus),
    ):
        if _belongs(kind, family):
            return colour
    return palette.ink


def _belongs(kind: _TokenType, family: _TokenType) -> bool:
    return tuple(kind[: len(family)]) == tuple(family)
