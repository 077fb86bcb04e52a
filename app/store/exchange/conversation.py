"""Makes a stored conversation of what a foreign one says about itself and of its tree."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.store.exchange.fields import derived_id
from app.store.exchange.tree import build_tree
from app.store.values import ConversationRow, StoredConversation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.store.exchange.fields import Json
    from app.store.exchange.tree import Node
    from app.store.exchange.values import ImportFormat

Imported = tuple[StoredConversation, tuple[str, ...]]
"""A conversation, and the kinds of everything that was left out of it."""


def foreign_conversation(
    source: ImportFormat,
    own_id: str,
    nodes: Mapping[str, Node],
    current: str | None,
    *,
    title: str,
    created_at: float | None,
    updated_at: float | None,
    system_prompt: str = "",
    pinned: bool = False,
    archived: bool = False,
) -> Imported:
    """Put a conversation together.

    Args:
        source: Whose it is.
        own_id: What the other program calls it; the same one becomes the same conversation at every import.
        nodes: Its tree.
        current: The node on screen last.
        title: Empty where it has none.
        created_at: When it began; None takes its first message's time.
        updated_at: When it was last written to; None takes its last message's time.
        system_prompt: What the model was told beforehand.
        pinned: Whether it was kept on top.
        archived: Whether it was put away.

    Raises:
        UserError: If its tree is none.
    """
    conversation_id = derived_id(source, own_id)
    times = [node.turn.created_at for node in nodes.values() if node.turn is not None and node.turn.created_at]
    begun = created_at if created_at is not None else min(times, default=updated_at or 0.0)
    tree = build_tree(nodes, current, conversation_id=conversation_id, created_at=begun, source=source)
    ended = updated_at if updated_at is not None else max(message.created_at for message in tree.messages)
    row = ConversationRow(
        id=conversation_id,
        title=title,
        title_is_own=bool(title),
        created_at=begun,
        updated_at=ended,
        num_messages=len(tree.messages),
        pinned=pinned,
        archived=archived,
        system_prompt=system_prompt,
        active_leaf=tree.active_leaf,
    )
    return StoredConversation(row, tree.messages), tree.left_out


def id_of_content(value: Json) -> str:
    """What stands for an id where the file gives none."""
    return derived_id(json.dumps(value, sort_keys=True))
