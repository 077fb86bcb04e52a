"""The values of attached files, and the line between whoever reads one and whoever waits for it."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.errors import Notice


class Kind(StrEnum):
    """What a file is, as far as a card shows it."""

    TEXT = "text"
    MARKDOWN = "markdown"
    CODE = "code"
    TABLE = "table"
    JSON = "json"
    PDF = "pdf"
    PASTED = "pasted"
    """Text that was pasted; it has no file."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that was read."""

    name: str
    """Of the file, without its folder, in one line."""
    kind: Kind
    text: str
    """Lines end with a line feed; no NUL, no half of a character."""
    num_bytes: int
    """Of the file."""
    language: str = ""
    """What stands behind the fence, such as `python`; empty for prose."""
    notes: tuple[Notice, ...] = ()
    """What the user should know of the reading."""


class Watch:
    """One reading: how far it is, and whether anybody still wants it.

    Args:
        on_progress: Called in the thread that reads, with a share from 0 to 1.
    """

    def __init__(self, on_progress: Callable[[float], None] = lambda _share: None) -> None:
        self._on_progress = on_progress
        self._cancelled = threading.Event()

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody wants it any more."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Nobody wants it any more; from any thread."""
        self._cancelled.set()

    def tell(self, share: float) -> None:
        """Say how far it is.

        Raises:
            UserError: `attachment_cancelled`, if nobody wants it any more.
        """
        if self.is_cancelled:
            raise UserError("attachment_cancelled")
        self._on_progress(share)
