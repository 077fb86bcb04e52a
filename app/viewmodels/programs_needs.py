"""What serving other programs needs of the keyring and of the server; tests bring their own where that is simpler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.events import EngineEvent
    from app.engine.types import SamplingSettings, SpeculationSettings
    from app.server.config import ServerConfig
    from app.server.served import Serving


class KeyPlace(Protocol):
    """What is needed of `app.store.keys.access_key.AccessKey`. Calls may block and raise `UserError`."""

    def find(self, *, may_ask: bool) -> str | None:
        """Return the key, or None."""
        ...

    def keep(self, key: str) -> None:
        """Keep a key in the place of the old one."""
        ...

    def forget(self, *, may_ask: bool) -> None:
        """Remove the key."""
        ...

    def give_up(self) -> None:
        """End a call that waits in another thread."""
        ...


class ServerHandle(Protocol):
    """What is needed of `app.server.serving.Server`; all but `start` and `stop` from any thread."""

    def start(self) -> None:
        """Listen, or raise `UserError`."""
        ...

    def stop(self) -> None:
        """End everything and wait for it."""
        ...

    def on_events(self, events: list[EngineEvent]) -> None:
        """Take events of the engine."""
        ...

    def stop_request(self, request_id: int) -> None:
        """End one reply."""
        ...

    def stop_all(self) -> None:
        """End every reply."""
        ...

    def set_key(self, key: str) -> None:
        """Let in by another key from now on."""
        ...

    def set_defaults(self, sampling: SamplingSettings, speculation: SpeculationSettings) -> None:
        """What holds where a request says nothing."""
        ...


class MakeServer(Protocol):
    """Makes a server that has not started yet."""

    def __call__(self, config: ServerConfig, listener: Callable[[Serving], None]) -> ServerHandle:
        """Make it; the listener is called in the server's thread."""
        ...
