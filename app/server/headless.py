"""The engine without a window: `galley serve` has it to itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.client import EngineClient
from app.engine.commands import Load, Reply
from app.engine.events import EngineDied, LoadCancelled, LoadFailed, PairLoaded

if TYPE_CHECKING:
    from app.engine.events import EngineEvent
    from app.engine.types import LoadSettings, PairInfo, ReplyRequest


class HeadlessEngine:
    """An engine process for a server. `poll` is called from one thread, everything else from any."""

    def __init__(self) -> None:
        self._client = EngineClient()
        self._pair: PairInfo | None = None
        self._is_loading = False

    @property
    def pair(self) -> PairInfo | None:
        """What is loaded. It stays so when the engine dies: the next request brings it back."""
        return self._pair

    @property
    def is_loading(self) -> bool:
        """Whether a pair is on its way."""
        return self._is_loading

    @property
    def pid(self) -> int | None:
        """Process id of the engine, or None when none runs."""
        return self._client.pid

    def load(self, settings: LoadSettings) -> None:
        """Queue a load; `poll` tells what becomes of it."""
        self._is_loading = True
        self._client.submit(Load(settings))

    def reply(self, request: ReplyRequest) -> None:
        """Queue a reply."""
        self._client.submit(Reply(request))

    def cancel(self, request_id: int | None = None) -> None:
        """End a reply; without an id, whatever runs."""
        self._client.cancel(request_id)

    def poll(self) -> list[EngineEvent]:
        """Wait for events, or for `wake`."""
        events = self._client.poll()
        for event in events:
            if isinstance(event, PairLoaded):
                self._pair = event.pair
            elif isinstance(event, LoadFailed | LoadCancelled):
                self._pair = event.still_loaded
            if isinstance(event, PairLoaded | LoadFailed | LoadCancelled | EngineDied):
                self._is_loading = False
        return events

    def wake(self) -> None:
        """Let a waiting `poll` return."""
        self._client.wake()

    def close(self) -> None:
        """End the engine. Nobody may be in `poll` then or call it later."""
        self._client.close()
