"""The values of the store: conversations, the tree of their messages, and what a search finds.

All are frozen. Identities are random, so that what is exported and imported again never collides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.errors import Notice


class Role(StrEnum):
    """Who speaks."""

    USER = "user"
    ASSISTANT = "assistant"


class MessageState(StrEnum):
    """How far a message came.

    A reply that is still `WRITING` when the store is opened was cut off by the program's death: it becomes
    `INTERRUPTED`.
    """

    WRITING = "writing"
    COMPLETE = "complete"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """One node of a conversation's tree. Siblings are the branches; their order is that of their making."""

    id: str
    conversation_id: str
    parent_id: str | None
    """The message it answers; None at the root."""
    role: Role
    text: str
    state: MessageState
    created_at: float
    """Seconds since 1970, UTC."""
    figures: Mapping[str, object] = field(default_factory=dict)
    """What is known of the making of a reply: counts, seconds, seed, settings, reasons, as JSON values."""
    rounds: bytes = b""
    """The rounds of a reply, packed by `app.store.rounds`; empty where none are known."""


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A conversation without its messages: what a list shows."""

    id: str
    title: str
    """Empty until the user names it or the first message does."""
    title_is_own: bool
    """Whether the user wrote the title; such a title is never replaced."""
    created_at: float
    updated_at: float
    num_messages: int
    """On all branches; `Store.branch_lengths` counts the one on screen."""
    pinned: bool = False
    archived: bool = False
    folder: str = ""
    draft: str = ""
    """What was written into the message field and not sent."""
    system_prompt: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    """Sampling, speculation and pair, where they differ from the program's; JSON values."""
    active_leaf: str | None = None
    """The last message of the branch on screen."""


@dataclass(frozen=True, slots=True)
class StoredConversation:
    """A conversation with all its branches, parents before children."""

    row: ConversationRow
    messages: tuple[StoredMessage, ...]

    def branch(self) -> tuple[StoredMessage, ...]:
        """Return the messages from the root to the active leaf."""
        by_id = {message.id: message for message in self.messages}
        path: list[StoredMessage] = []
        at = self.row.active_leaf
        while at is not None and at in by_id:
            path.append(by_id[at])
            at = by_id[at].parent_id
        return tuple(reversed(path))


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings under a name, for other conversations."""

    name: str
    settings: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A message that holds what was searched for. The excerpt's spans are character ranges of what matched."""

    conversation_id: str
    message_id: str
    title: str
    role: Role
    excerpt: str
    spans: tuple[tuple[int, int], ...]
    created_at: float


@dataclass(frozen=True, slots=True)
class Opening:
    """What was found and done while the store was opened."""

    notices: tuple[Notice, ...] = ()
    """What the user should know: replies cut off, conversations set aside, migrations done."""
    interrupted: tuple[str, ...] = ()
    """Ids of the replies that the program's death cut off; they are `INTERRUPTED` now."""
    interrupted_in: frozenset[str] = frozenset()
    """Ids of the conversations that these replies belong to."""
