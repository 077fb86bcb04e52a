"""Whose turn it is: clients take turns, and each client's own requests go in the order in which they came.

So one program with a hundred requests makes another one wait for a single one of them.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

Item = TypeVar("Item")


class Turns(Generic[Item]):
    """What waits, by client. The client that was served last comes last."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[Item]] = {}

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    def num_of(self, client: Hashable) -> int:
        """How many of one client wait."""
        return len(self._waiting.get(client, ()))

    def add(self, client: Hashable, item: Item) -> None:
        """Put one behind the client's others; a client that has none waiting comes behind all others."""
        self._waiting.setdefault(client, deque()).append(item)

    def take(self) -> Item | None:
        """The next one; None when nobody waits."""
        for client in self._waiting:
            items = self._waiting.pop(client)
            item = items.popleft()
            if items:
                self._waiting[client] = items  # behind the others
            return item
        return None

    def remove(self, client: Hashable, item: Item) -> bool:
        """Take one out; False when it does not wait."""
        items = self._waiting.get(client, deque())
        if item not in items:
            return False
        items.remove(item)
        if not items:
            del self._waiting[client]
        return True

    def __iter__(self) -> Iterator[Item]:
        """All of them, in the order in which they will be taken if nobody else comes."""
        rounds = [tuple(items) for items in self._waiting.values()]
        for index in range(max(map(len, rounds), default=0)):
            for items in rounds:
                if index < len(items):
                    yield items[index]
