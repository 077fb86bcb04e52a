"""Gives conversations new ids, for copies beside what has the old ones.

The new ids derive from the old ones and from what is copied, so that copying the same thing again gives the same copy.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.store.exchange.fields import derived_id
from app.store.values import StoredConversation

if TYPE_CHECKING:
    from collections.abc import Iterable


def id_of_copy(conversation: StoredConversation) -> str:
    """The id that a copy of this version of a conversation has."""
    return derived_id("copy", conversation.row.id, repr(float(conversation.row.updated_at)))


def as_copy(conversation: StoredConversation, new_id: str) -> StoredConversation:
    """The conversation under an id of its own, and all its messages under theirs."""
    row = conversation.row
    new_ids = {message.id: derived_id(new_id, message.id) for message in conversation.messages}
    return StoredConversation(
        replace(row, id=new_id, active_leaf=_renamed(row.active_leaf, new_ids)),
        tuple(
            replace(
                message,
                id=new_ids[message.id],
                conversation_id=new_id,
                parent_id=_renamed(message.parent_id, new_ids),
            )
            for message in conversation.messages
        ),
    )


def message_ids(conversations: Iterable[StoredConversation]) -> set[str]:
    """The ids of all messages."""
    return {message.id for conversation in conversations for message in conversation.messages}


def _renamed(old_id: str | None, new_ids: dict[str, str]) -> str | None:
    return new_ids.get(old_id) if old_id is not None else None
