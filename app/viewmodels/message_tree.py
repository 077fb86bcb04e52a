"""A conversation's tree of messages: who answers whom, and which one way down is on screen.

It knows ids and nothing of what the messages say. Which way was seen last below each message is remembered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Id = str | None
"""A message; None is the place above all of them."""


class MessageTree:
    """Messages by their ids. What is concealed is there for nobody but `reveal` and `remove`.

    An id that is none of the tree's is a `KeyError` everywhere.
    """

    def __init__(self) -> None:
        self._parents: dict[str, Id] = {}
        self._children: dict[Id, list[str]] = {None: []}
        self._chosen: dict[Id, str] = {}
        """The child through which one went last."""
        self._concealed: set[str] = set()

    def __contains__(self, message_id: object) -> bool:
        return message_id in self._parents

    def __len__(self) -> int:
        return len(self._parents)

    @property
    def branch(self) -> tuple[str, ...]:
        """The messages on screen, from the first to the last."""
        return tuple(self._down_from(None))

    @property
    def leaf(self) -> Id:
        """The last message on screen."""
        branch = self.branch
        return branch[-1] if branch else None

    def add(self, message_id: str, parent: Id) -> None:
        """Put a message below another one, as its latest version, and bring it on screen.

        Raises:
            ValueError: If it is there already.
        """
        self._put(message_id, parent)
        self.select(message_id)

    def fill(self, messages: Iterable[tuple[str, Id]], leaf: Id) -> None:
        """Take many messages, each with the one it answers, parents before children.

        Args:
            messages: In the order of their making.
            leaf: The last one on screen; None shows the newest.

        Raises:
            ValueError: If one is there already.
        """
        for message_id, parent in messages:
            self._put(message_id, parent)
            self._chosen[parent] = message_id
        if leaf is not None:
            self.select(leaf)

    def parent_of(self, message_id: str) -> Id:
        """The message that this one answers."""
        return self._parents[message_id]

    def children_of(self, message_id: Id) -> tuple[str, ...]:
        """The versions of the answer to a message, the oldest first."""
        return tuple(child for child in self._children[message_id] if child not in self._concealed)

    def versions_of(self, message_id: str) -> tuple[str, ...]:
        """A message and its siblings, the oldest first."""
        return self.children_of(self._parents[message_id])

    def path_to(self, message_id: Id) -> tuple[str, ...]:
        """The messages from the first one down to this one."""
        path: list[str] = []
        at = message_id
        while at is not None:
            path.append(at)
            at = self._parents[at]
        return tuple(reversed(path))

    def is_concealed(self, message_id: str) -> bool:
        """Whether a message, or one above it, is concealed."""
        return not self._concealed.isdisjoint(self.path_to(message_id))

    def below(self, message_id: str) -> tuple[str, ...]:
        """A message and everything that follows it on any branch, parents before children."""
        found = [message_id]
        for each in found:
            found += self._children[each]
        return tuple(found)

    def select(self, message_id: str) -> None:
        """Bring a message on screen, and below it what was seen there last."""
        for step in self.path_to(message_id):
            self._chosen[self._parents[step]] = step

    def conceal(self, message_id: str) -> None:
        """Take a message and all below it away as if it were gone; its neighbour comes on screen in its place."""
        parent = self._parents[message_id]
        versions = self._children[parent]
        self._concealed.add(message_id)
        if self._chosen.get(parent) != message_id:
            return
        place = versions.index(message_id)
        near = [*reversed(versions[:place]), *versions[place + 1 :]]
        neighbour = next((each for each in near if each not in self._concealed), None)
        if neighbour is None:
            del self._chosen[parent]
        else:
            self._chosen[parent] = neighbour

    def reveal(self, message_id: str) -> None:
        """Bring back what was concealed, and show it."""
        self._concealed.discard(message_id)
        self.select(message_id)

    def remove(self, message_id: str) -> tuple[str, ...]:
        """Forget a message and all below it; returns their ids."""
        self.conceal(message_id)
        gone = self.below(message_id)
        self._children[self._parents[message_id]].remove(message_id)
        for each in gone:
            del self._parents[each], self._children[each]
            self._chosen.pop(each, None)
            self._concealed.discard(each)
        return gone

    def _put(self, message_id: str, parent: Id) -> None:
        if message_id in self._parents:
            text = f"{message_id} is in the tree already"
            raise ValueError(text)
        self._children[parent].append(message_id)
        self._children[message_id] = []
        self._parents[message_id] = parent

    def _down_from(self, message_id: Id) -> Iterator[str]:
        """The messages below one, each time through the child that was chosen last."""
        at = message_id
        while (chosen := self._chosen.get(at)) is not None:
            yield chosen
            at = chosen
