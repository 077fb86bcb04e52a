"""What `galley selftest` says of one part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.catalogue import sentence
from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one part. Without what is `needed` the program is of no use."""

    name: str
    ok: bool
    outcome: str | Notice | tuple[Notice, ...]
    """What was found: a name or a figure as it is, or sentences."""
    needed: bool = True

    @property
    def detail(self) -> str:
        """The outcome in English."""
        return self.written(sentence)

    def written(self, write: Callable[[Notice], str]) -> str:
        """The outcome, with sentences as `write` writes them."""
        if isinstance(self.outcome, str):
            return self.outcome
        notices = (self.outcome,) if isinstance(self.outcome, Notice) else self.outcome
        return " ".join(write(notice) for notice in notices)
