"""One file in the list of attachments: what is known of it, and what its card shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.attachments.values import Attachment, Kind, Watch
from app.attachments.wrapping import wrapped

if TYPE_CHECKING:
    from pathlib import Path

    from app.errors import Notice

LEAST_ROOM = 64
"""Tokens below which shortening leaves nothing worth sending."""
CHARACTERS_PER_TOKEN = 3.5
"""Of an estimate, while nobody can count."""


@dataclass(frozen=True, slots=True)
class AttachmentItem:
    """What a card shows of a file."""

    key: int
    name: str
    kind: Kind
    num_bytes: int
    is_read: bool
    share_read: float | None
    """How far the reading is, once it has taken a while."""
    tokens: int
    is_estimate: bool
    room: int | None
    """Tokens that the context still had for it, behind those before it; None where nobody knows."""
    num_lines_left_out: int
    notes: tuple[Notice, ...]

    @property
    def excess(self) -> int:
        """Tokens that it is too long by."""
        return 0 if self.room is None or not self.is_read else max(0, self.tokens - self.room)

    @property
    def can_shorten(self) -> bool:
        """Whether enough of it would be left."""
        return self.excess > 0 and self.room is not None and self.room >= LEAST_ROOM


@dataclass(slots=True, eq=False)
class HeldFile:
    """A file in the list, with what is known of it so far."""

    key: int
    name: str
    path: Path | None = None
    watch: Watch = field(default_factory=Watch)
    whole: Attachment | None = None
    """As it was read."""
    kept: Attachment | None = None
    """As it is sent."""
    is_wanted: bool = True
    share_read: float | None = None
    num_lines_left_out: int = 0
    body_characters: int = 0
    """Of a shortened one, without the sentence that says so."""
    num_characters: int = 0
    """Of it as it stands in the message."""
    counted: int | None = None
    count_id: str = ""
    cuts_left: int = 0
    """While it is being shortened: how often it may be cut once more."""

    @property
    def tokens(self) -> int:
        """As they were counted, else as they are estimated."""
        if self.counted is not None or self.kept is None:
            return self.counted or 0
        return round(self.num_characters / CHARACTERS_PER_TOKEN) + 1

    def keep(self, attachment: Attachment) -> None:
        """Send this; its tokens are not counted yet."""
        self.kept, self.counted = attachment, None
        self.num_characters = len(wrapped(attachment))


def item_of(held: HeldFile, room: int | None) -> AttachmentItem:
    """Return what the card shows, where the context still has so many tokens."""
    attachment = held.kept
    return AttachmentItem(
        key=held.key,
        name=held.name,
        kind=Kind.TEXT if attachment is None else attachment.kind,
        num_bytes=0 if attachment is None else attachment.num_bytes,
        is_read=attachment is not None,
        share_read=held.share_read,
        tokens=held.tokens,
        is_estimate=held.counted is None,
        room=room,
        num_lines_left_out=held.num_lines_left_out,
        notes=() if attachment is None else attachment.notes,
    )
