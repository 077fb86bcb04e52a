"""A conversation as state: its turns on every branch, those on screen in order, and which has just changed.

Views hold no text of their own; they read the rows and listen to the signals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.engine.events import EngineDied, EngineEvent, ReplyEvent, ReplyStarted
from app.viewmodels.conversation_list import new_id
from app.viewmodels.message_tree import MessageTree
from app.viewmodels.reply import Reply, Speedup
from app.viewmodels.request_messages import first_row_read, read_turns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from app.engine.types import Message
    from app.hardware.energy import ReplyEnergy


@dataclass(frozen=True, slots=True)
class AttachedSpan:
    """A file that was attached: the part of the message's text that came from it, wrapping included."""

    name: str
    begin: int
    end: int
    """Characters of the message's text."""


@dataclass(frozen=True, slots=True)
class UserTurn:
    """What the user wrote, as the model reads it."""

    text: str
    message_id: str = ""
    """Its own id where it is kept."""
    attached: tuple[AttachedSpan, ...] = ()
    """In the order of the text, never overlapping."""


Turn = UserTurn | Reply


class Transcript(QObject):
    """The turns of one conversation: a tree, of which one branch is on screen."""

    turn_added = Signal(int)
    """Row of the new turn; it is the last."""
    branch_changed = Signal(int)
    """First row from which on other turns may stand on screen, or other versions of them exist."""
    reply_changed = Signal(int)
    """Row of the reply; at most once per reply and batch."""
    first_read_changed = Signal(int)
    """Row of the first turn that still fits into the context; 0 where all of them do."""
    replaced = Signal()
    """All turns are others than before."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree = MessageTree()
        self._turns: dict[str, Turn] = {}
        self._replies: dict[int, Reply] = {}
        """By request, on every branch."""
        self._rows: list[Turn] = []
        self._row_of: dict[str, int] = {}
        self._first_read = 0

    @property
    def rows(self) -> list[Turn]:
        """The turns on screen in order. Read only."""
        return self._rows

    @property
    def tree(self) -> MessageTree:
        """Who answers whom. Read only."""
        return self._tree

    @property
    def last_reply(self) -> Reply | None:
        """The reply at the very end, if the last turn is one."""
        last = self._rows[-1] if self._rows else None
        return last if isinstance(last, Reply) else None

    @property
    def is_active(self) -> bool:
        """Whether any reply on screen is queued or being written."""
        return any(isinstance(turn, Reply) and not turn.phase.is_over for turn in self._rows)

    @property
    def leaf_id(self) -> str | None:
        """Id of the last turn, which the next one answers."""
        return self._rows[-1].message_id if self._rows else None

    @property
    def first_read(self) -> int:
        """Row of the first turn that the last reply was written with; what stands above did not fit."""
        return self._first_read

    def turn_of(self, message_id: str) -> Turn | None:
        """A turn of any branch."""
        return self._turns.get(message_id)

    def row_of(self, message_id: str) -> int | None:
        """Where a turn stands on screen; None where it does not."""
        return self._row_of.get(message_id)

    def versions_of(self, turn: Turn) -> tuple[int, int]:
        """Which of how many versions a turn is, counted from 1."""
        versions = self._tree.versions_of(turn.message_id)
        return versions.index(turn.message_id) + 1, len(versions)

    def add_user(self, text: str, message_id: str = "", attached: tuple[AttachedSpan, ...] = ()) -> None:
        """Append what the user wrote."""
        self.add(UserTurn(text, message_id or new_id(), attached), self.leaf_id)

    def begin_reply(self, request_id: int, message_id: str = "") -> Reply:
        """Append a reply that waits for its events."""
        reply = Reply(request_id, message_id or new_id())
        self.add(reply, self.leaf_id)
        return reply

    def add(self, turn: Turn, parent_id: str | None) -> None:
        """Put a turn below another one and on screen; what stood there stays as another version.

        Raises:
            KeyError: If there is no such turn to put it below.
        """
        shown = self._tree.path_to(parent_id)
        if parent_id != self.leaf_id:
            if parent_id is not None:
                self._tree.select(parent_id)
            self._show([self._turns[each] for each in shown])
        self._tree.add(turn.message_id, parent_id)
        self._hold(turn)
        self._row_of[turn.message_id] = len(self._rows)
        self._rows.append(turn)
        self.turn_added.emit(len(self._rows) - 1)

    def reply_of(self, request_id: int) -> Reply | None:
        """The reply to a request, on whichever branch it is; None where it stands in no branch."""
        return self._replies.get(request_id)

    def set_speedup(self, request_id: int, speedup: Speedup | None) -> None:
        """Give a reply the factor to show beside its figures; one of several goes gets none, it is the last's only."""
        reply = self.reply_of(request_id)
        if reply is not None and reply.speedup != speedup and reply.num_goes == 1:
            reply.speedup = speedup
            self.tell_changed(reply)

    def set_energy(self, request_id: int, energy: ReplyEnergy) -> Reply | None:
        """Give a reply what it took, and return it; one of several goes gets none, it is the last's only."""
        reply = self.reply_of(request_id)
        if reply is None or reply.num_goes > 1:
            return None
        reply.energy = energy
        self.tell_changed(reply)
        return reply

    def tell_changed(self, reply: Reply) -> None:
        """Somebody else has changed a reply."""
        row = self._row_of.get(reply.message_id)
        if row is not None:
            self.reply_changed.emit(row)

    def messages(self, before: int | None = None) -> tuple[Message, ...]:
        """Return what the model reads of the turns that a request goes on from.

        Args:
            before: The request whose reply has its place already; None goes on from the end of what is on screen.
        """
        turns = self._rows
        if before is not None:
            path = self._tree.path_to(self._replies[before].message_id)
            turns = [self._turns[each] for each in path[:-1]]
        return tuple(read.message for read in read_turns(turns))

    def select(self, message_id: str) -> bool:
        """Bring the branch of a turn on screen; returns whether another one was."""
        self._tree.select(message_id)
        return self._show_branch()

    def conceal(self, message_id: str) -> None:
        """Take a turn and all below it away, until it is revealed or removed."""
        self._change_at(message_id, self._tree.conceal)

    def reveal(self, message_id: str) -> None:
        """Bring back what was concealed."""
        self._change_at(message_id, self._tree.reveal)

    def remove(self, message_id: str) -> tuple[str, ...]:
        """Forget a turn and all below it; returns their ids. What the engine still says of them is ignored."""
        gone: tuple[str, ...] = ()

        def remove(message_id: str) -> None:
            nonlocal gone
            gone = self._tree.remove(message_id)

        self._change_at(message_id, remove)
        for each in gone:
            turn = self._turns.pop(each)
            if isinstance(turn, Reply):
                del self._replies[turn.request_id]
        return gone

    def replace(self, turns: Sequence[Turn]) -> None:
        """Hold other turns, each below the one before; events of replies that are gone are ignored."""
        known = [turn if turn.message_id else _with_id(turn) for turn in turns]
        above = [None, *(turn.message_id for turn in known)]
        self.fill(zip(known, above, strict=False), None)

    def fill(self, turns: Iterable[tuple[Turn, str | None]], leaf: str | None) -> None:
        """Hold other turns.

        Args:
            turns: Each with the one it answers, parents before children, in the order of their making.
            leaf: The last one on screen; None shows the newest.
        """
        self._tree, self._turns, self._replies = MessageTree(), {}, {}
        parents = []
        for turn, parent in turns:
            self._hold(turn)
            parents.append((turn.message_id, parent))
        self._tree.fill(parents, leaf)
        self._set_rows([self._turns[each] for each in self._tree.branch])
        self.replaced.emit()
        self._note_first_read()

    @Slot(list)
    def on_events(self, events: list[EngineEvent]) -> None:
        """Take in one batch of the engine's events."""
        changed: dict[int, Reply] = {}
        has_begun = False
        for event in events:
            if not isinstance(event, ReplyEvent | EngineDied):
                continue
            reply = None if event.request_id is None else self._replies.get(event.request_id)
            if reply is not None and reply.apply(event):
                changed[reply.request_id] = reply
                has_begun = has_begun or isinstance(event, ReplyStarted)
        for reply in changed.values():
            self.tell_changed(reply)
        if has_begun:
            self._note_first_read()

    def _hold(self, turn: Turn) -> None:
        self._turns[turn.message_id] = turn
        if isinstance(turn, Reply):
            self._replies[turn.request_id] = turn

    def _change_at(self, message_id: str, change: Callable[[str], None]) -> None:
        """Change the tree at a turn; its place is told also where only the number of its versions is another."""
        row = len(self._tree.path_to(message_id)) - 1
        parent = self._tree.parent_of(message_id)
        change(message_id)
        if not self._show_branch() and (parent is None or parent in self._row_of):
            self.branch_changed.emit(row)

    def _show_branch(self) -> bool:
        return self._show([self._turns[each] for each in self._tree.branch])

    def _show(self, turns: list[Turn]) -> bool:
        """Put turns on screen; those that stand there already are not told."""
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(turns, self._rows, strict=False)))
        if same == len(turns) == len(self._rows):
            return False
        self._set_rows(turns)
        self.branch_changed.emit(same)
        self._note_first_read()
        return True

    def _set_rows(self, turns: list[Turn]) -> None:
        self._rows = turns
        self._row_of = {turn.message_id: row for row, turn in enumerate(turns)}

    def _note_first_read(self) -> None:
        first = first_row_read(self._rows)
        if first != self._first_read:
            self._first_read = first
            self.first_read_changed.emit(first)


def _with_id(turn: Turn) -> Turn:
    """The same turn under an id of its own."""
    if isinstance(turn, UserTurn):
        return replace(turn, message_id=new_id())
    turn.message_id = new_id()
    return turn
