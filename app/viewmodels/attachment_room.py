"""The room that files of a message have: what the context has left, less what a reply needs at the least."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.viewmodels.context_figures import ContextFigures

MOST_RESERVED = 256
"""Tokens that are kept for the frame of the message and the begin of a reply."""
_RESERVED_SHARE = 16


class Context(Protocol):
    """Who counts what the context holds."""

    @property
    def figures(self) -> ContextFigures:
        """What it holds, and what of it is taken."""
        ...

    @property
    def room_left(self) -> int | None:
        """Tokens that fit beside the conversation and what is being written; None where nobody knows."""
        ...

    def count_pieces(self, count_id: str, pieces: tuple[str, ...]) -> None:
        """Ask how many tokens each piece has."""
        ...


class TokenCounter(Protocol):
    """Who knows tokens; the answer to a count comes as a call of `on_counted`, or never."""

    @property
    def room_left(self) -> int | None:
        """Tokens that still fit into the context; None where nobody knows."""
        ...

    def count_pieces(self, count_id: str, pieces: tuple[str, ...]) -> None:
        """Ask how many tokens each piece has."""
        ...


class AttachmentRoom:
    """Implements `TokenCounter`.

    Args:
        context: Whose room it is.
        leaves_out: Whether the oldest turns make room where a message needs it.
    """

    def __init__(self, context: Context, leaves_out: Callable[[], bool]) -> None:
        self._context = context
        self._leaves_out = leaves_out

    @property
    def room_left(self) -> int | None:
        """Tokens that files may take; None where nobody knows."""
        figures, room = self._context.figures, self._context.room_left
        if self._leaves_out() and figures.total:
            room = figures.total - figures.typed
        return None if room is None else max(0, room - min(MOST_RESERVED, figures.total // _RESERVED_SHARE))

    def count_pieces(self, count_id: str, pieces: tuple[str, ...]) -> None:
        """Ask how many tokens each piece has."""
        self._context.count_pieces(count_id, pieces)
