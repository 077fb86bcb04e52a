"""What the user asked last, as prompts for the lab: read when it is wanted, kept nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.store.values import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.engine.types import Message
    from app.store.store import Store

NUM_PROMPTS = 20


def latest_prompts(store: Store) -> tuple[str, ...]:
    """The last prompts over all conversations, the newest first; called in the store's thread."""
    found: list[tuple[float, str]] = []
    for row in sorted(store.conversations(), key=lambda row: row.updated_at, reverse=True)[:NUM_PROMPTS]:
        found += [
            (message.created_at, message.text)
            for message in store.conversation(row.id).messages
            if message.role is Role.USER and message.text.strip()
        ]
    found.sort(key=lambda each: each[0], reverse=True)
    return _distinct(text for _, text in found)


def prompts_of(messages: Iterable[Message]) -> tuple[str, ...]:
    """The last prompts of one conversation, the newest first."""
    asked = [message.content for message in messages if message.role == "user" and message.content.strip()]
    return _distinct(reversed(asked))


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))[:NUM_PROMPTS]
