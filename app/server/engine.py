"""How the server reaches the engine, whoever has it: a command in the terminal, or the window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from app.engine.types import PairInfo, ReplyRequest


class Engine(Protocol):
    """Writes replies. Called from the server's thread only; what it tells is handed to `Server.on_events`.

    Every reply ends with `ReplyFinished`, `ReplyFailed`, or the `EngineDied` that names it.
    """

    @property
    def pair(self) -> PairInfo | None:
        """What is loaded."""
        ...

    @property
    def is_loading(self) -> bool:
        """Whether a pair is on its way."""
        ...

    def reply(self, request: ReplyRequest) -> None:
        """Queue a reply."""
        ...

    def cancel(self, request_id: int) -> None:
        """End a reply, even if it still waits."""
        ...
