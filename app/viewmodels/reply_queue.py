"""The replies that are asked for, in order: the first is with the engine, the others wait and can be taken back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class _Asked:
    """A reply that is asked for."""

    key: str
    seed: int | None
    is_kept: bool = False


class ReplyQueue:
    """Knows which request belongs to which conversation, until its end."""

    def __init__(self) -> None:
        self._asked: dict[int, _Asked] = {}
        self._begun = 0

    def __len__(self) -> int:
        return len(self._asked)

    def __contains__(self, request_id: object) -> bool:
        return request_id in self._asked

    @property
    def requests(self) -> tuple[int, ...]:
        """All of them, the first one first."""
        return tuple(self._asked)

    def add(self, request_id: int, key: str, seed: int | None) -> None:
        """Put a request at the end.

        Args:
            request_id: Its id.
            key: The conversation.
            seed: What to draw with; None leaves that to the settings.
        """
        self._asked[request_id] = _Asked(key, seed)

    def key_of(self, request_id: int) -> str:
        """The conversation of a request.

        Raises:
            KeyError: If there is none.
        """
        return self._asked[request_id].key

    def seed_of(self, request_id: int) -> int | None:
        """What a request is to draw with, where that is not the settings' business."""
        return self._asked[request_id].seed

    def of(self, key: str) -> tuple[int, ...]:
        """The requests of a conversation."""
        return tuple(each for each, asked in self._asked.items() if asked.key == key)

    def is_begun(self, request_id: int) -> bool:
        """Whether the engine was given it."""
        return request_id == self._begun

    def note_kept(self, request_id: int) -> None:
        """What a request is about is on disk, or has to wait for it."""
        if request_id in self._asked:
            self._asked[request_id].is_kept = True

    def begin_next(self) -> int | None:
        """Return the request that is the engine's turn now, once; None where there is none."""
        first = next(iter(self._asked.items()), None)
        if first is None or not first[1].is_kept or self.is_begun(first[0]):
            return None
        self._begun = first[0]
        return first[0]

    def end(self, request_id: int) -> str | None:
        """Take a request out; returns its conversation, None where it had ended."""
        asked = self._asked.pop(request_id, None)
        return None if asked is None else asked.key
