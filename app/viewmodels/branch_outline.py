"""The tree of a conversation as lines to read: every turn once, versions indented, what is on screen marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.viewmodels.transcript import UserTurn

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.viewmodels.transcript import Transcript

MOST_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """A turn of the tree."""

    message_id: str
    depth: int
    """How many messages with several answers stand above it."""
    is_user: bool
    words: str
    """Its first words, on one line; empty where it says nothing yet."""
    number: int
    """Which version it is, counted from 1,"""
    count: int
    """of how many."""
    is_shown: bool
    """Whether it is on the branch that is on screen."""
    is_end: bool
    """Whether it is the last turn on screen."""


def outline_of(transcript: Transcript, answer_of: Callable[[str], str] = str) -> tuple[OutlineRow, ...]:
    """Return all turns, each above those that follow it, versions in the order of their making.

    Args:
        transcript: The conversation.
        answer_of: What a reply says, of all its text: thinking is the same in many.
    """
    tree, rows = transcript.tree, []
    waiting = [(child, 0) for child in reversed(tree.children_of(None))]
    if len(waiting) > 1:
        waiting = [(child, 1) for child, _ in waiting]
    while waiting:
        message_id, depth = waiting.pop()
        turn = transcript.turn_of(message_id)
        children = tree.children_of(message_id)
        below = depth + (len(children) > 1)
        waiting += [(child, below) for child in reversed(children)]
        if turn is None:
            continue
        number, count = transcript.versions_of(turn)
        said = turn.text if isinstance(turn, UserTurn) else answer_of(turn.text)
        rows.append(
            OutlineRow(
                message_id,
                depth,
                isinstance(turn, UserTurn),
                " ".join(said[: 4 * MOST_CHARACTERS].split())[:MOST_CHARACTERS],
                number,
                count,
                transcript.row_of(message_id) is not None,
                message_id == transcript.leaf_id,
            )
        )
    return tuple(rows)
