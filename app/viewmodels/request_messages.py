"""What the model reads of a conversation: turns of one branch as the messages of a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine.types import Message
from app.viewmodels.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.viewmodels.transcript import Turn


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """A message and the first of the turns that it is made of."""

    message: Message
    row: int


def read_turns(turns: Sequence[Turn]) -> list[ReadTurn]:
    """Return what the model reads of some turns.

    What was written of a reply counts, however it ended. A question too long for the context is left out: it would
    take every later one with it. Questions around a gap become one, because many chat templates refuse two user
    turns in a row.
    """
    read: list[ReadTurn] = []
    for row, (turn, answer) in enumerate(zip(turns, [*turns[1:], None], strict=True)):
        if isinstance(turn, Reply):
            if turn.phase.is_over and turn.text.strip():
                read.append(ReadTurn(Message("assistant", turn.text), row))
            continue
        if isinstance(answer, Reply) and answer.is_refused:
            continue
        if read and read[-1].message.role == "user":
            begun = read[-1]
            read[-1] = ReadTurn(Message("user", f"{begun.message.content}\n\n{turn.text}"), begun.row)
        else:
            read.append(ReadTurn(Message("user", turn.text), row))
    return read


def first_row_read(turns: Sequence[Turn]) -> int:
    """Return the first turn that the last reply was written with; 0 where nothing was left out."""
    for row in range(len(turns) - 1, -1, -1):
        reply = turns[row]
        if isinstance(reply, Reply) and reply.left_out is not None:
            if not reply.left_out:
                return 0
            read = read_turns(turns[:row])
            return read[min(reply.left_out, len(read) - 1)].row if read else 0
    return 0
