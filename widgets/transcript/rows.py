"""Where every turn of a conversation stands, although only those in sight have a widget.

A turn that was never on screen has an estimated height; it gets its true one when its card is built.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.viewmodels.transcript import UserTurn
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.user_bubble import FOOT, UserBubble

if TYPE_CHECKING:
    from app.viewmodels.transcript import Turn

Card = ReplyCard | UserBubble

TOP_MARGIN = 26
BOTTOM_MARGIN = 30
GAP = 26
_GAP_BELOW_BUBBLE = 4
"""A bubble has a line of its own below it."""
_USER_LINE = 21
_REPLY_LINE = 28
_CHARACTER_WIDTH = 7.6


@dataclass(slots=True)
class Row:
    """A turn and its place."""

    turn: Turn
    height: int
    top: int = 0
    card: Card | None = None
    lead: int = 0
    """Room above it for a line about what stands there."""

    @property
    def gap(self) -> int:
        """Room below it."""
        return _GAP_BELOW_BUBBLE if isinstance(self.turn, UserTurn) else GAP

    @property
    def bottom(self) -> int:
        """Where it ends."""
        return self.top + self.height

    @property
    def is_growing(self) -> bool:
        """Whether it is a reply that is still being written."""
        return not isinstance(self.turn, UserTurn) and not self.turn.phase.is_over


def estimated_height(turn: Turn, width: int) -> int:
    """Guess a turn's height from the length of its lines."""
    per_line = max(10, int(width / _CHARACTER_WIDTH))
    lines = sum(1 + len(line) // per_line for line in turn.text.split("\n"))
    if isinstance(turn, UserTurn):
        return lines * _USER_LINE + 20 + FOOT
    return lines * _REPLY_LINE + 50


def place(rows: list[Row], first: int) -> int:
    """Compute the tops from a row on; returns the height of everything."""
    top = rows[first - 1].bottom + rows[first - 1].gap if first else TOP_MARGIN
    for row in rows[first:]:
        row.top = top + row.lead
        top = row.bottom + row.gap
    return rows[-1].bottom + BOTTOM_MARGIN if rows else 0


def rows_between(rows: list[Row], top: int, bottom: int) -> range:
    """Return the indexes of the rows that a stretch of the conversation shows."""
    first = max(0, bisect_right(rows, top, key=lambda row: row.top) - 1)
    last = bisect_right(rows, bottom, key=lambda row: row.top)
    return range(first, last)
