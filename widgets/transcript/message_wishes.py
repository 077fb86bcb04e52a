"""What can be asked of a message in the conversation, as one value that travels from its card to who does it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.viewmodels.transcript import AttachedSpan


class Wish(Enum):
    """What is asked."""

    SAY_INSTEAD = auto()
    """Say another text in place of a message of the user's."""
    ANSWER = auto()
    """Write a reply to a message that has none."""
    REWRITE = auto()
    """Write a reply anew."""
    REWRITE_SAME_SEED = auto()
    GO_ON = auto()
    """Go on with a reply that ended early."""
    WITHDRAW = auto()
    """Take back what waits for its turn."""
    OTHER_VERSION = auto()
    """Show the version before or behind this one."""
    SHOW_TREE = auto()
    """Show all versions of the conversation."""
    DELETE = auto()
    LEAVE_OUT_OLDEST = auto()
    """Ask a question again that was too long with what was said before it, without the oldest of that."""
    EXPLAIN = auto()
    """Show the topic of the guide, in `text`, that explains why a reply failed."""


@dataclass(frozen=True, slots=True)
class MessageRequest:
    """A wish about a message."""

    wish: Wish
    message_id: str
    text: str = ""
    """What to say instead,"""
    attached: tuple[AttachedSpan, ...] = ()
    """and which parts of it are files."""
    step: int = 0
    """How many versions further; back where it is negative."""
