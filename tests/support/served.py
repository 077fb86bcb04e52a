"""A real server over a real engine with a tiny pair, on a port of its own, for tests that ask it like any program."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Self

import httpx

from app.engine.events import LoadFailed, PairLoaded
from app.engine.types import LoadSettings, ModelSpec
from app.server.config import Limits, ServerConfig
from app.server.headless import HeadlessEngine
from app.server.serving import Server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

    from app.engine.events import EngineEvent
    from app.server.served import Serving

KEY = "a-key-of-the-tests"
SECONDS = 60.0
"""A generous bound for everything: a test that waits so long has failed."""


class Served:
    """A context manager: server and engine end with the block.

    Args:
        target: Model file.
        draft: Model file, or none.
        limits: Of the server.
        config: More fields of `ServerConfig`.
        load: More fields of `LoadSettings`.
    """

    def __init__(
        self,
        target: Path | None,
        draft: Path | None = None,
        limits: Limits | None = None,
        load: dict[str, Any] | None = None,
        **config: object,
    ) -> None:
        self.engine = HeadlessEngine()
        self.events: list[EngineEvent] = []
        self.news: list[Serving] = []
        self._changed = threading.Condition()
        self._target, self._draft, self._load = target, draft, load or {}
        self._ends = threading.Event()
        self._config = ServerConfig(KEY, port=0, limits=limits or Limits(), **config)  # type: ignore[arg-type]
        self.server = Server(self.engine, self._config, self._on_news)

    def __enter__(self) -> Self:
        if self._target is not None:
            draft = None if self._draft is None else ModelSpec(str(self._draft))
            values = {"context_tokens": 2048, "max_draft_tokens": 16, **self._load}
            self.engine.load(LoadSettings(ModelSpec(str(self._target)), draft, **values))
            while not any(isinstance(event, PairLoaded | LoadFailed) for event in self.events):
                self.events += self.engine.poll()
        self.server.start()
        self._drain = threading.Thread(target=self._poll, name="drain")
        self._drain.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.server.stop()
        self._ends.set()
        self.engine.wake()
        self._drain.join()
        self.engine.close()

    @property
    def url(self) -> str:
        """Base of the API."""
        return f"{self.server.address}/v1"

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server.address.rpartition(":")[2])

    def client(self, **headers: str) -> httpx.Client:
        """A plain HTTP client that has the key."""
        sent = {"Authorization": f"Bearer {KEY}", **headers}
        return httpx.Client(base_url=self.server.address, headers=sent, timeout=SECONDS, trust_env=False)

    def post(self, path: str, body: dict[str, Any], **headers: str) -> httpx.Response:
        """Ask once."""
        with self.client(**headers) as client:
            return client.post(path, json=body)

    def until(self, done: Callable[[], bool]) -> None:
        """Wait until something is so that engine or server tell of."""
        with self._changed:
            assert self._changed.wait_for(done, SECONDS), "it did not happen"

    def _poll(self) -> None:
        while not self._ends.is_set():
            events = self.engine.poll()
            self.server.on_events(events)
            with self._changed:
                self.events += events
                self._changed.notify_all()

    def _on_news(self, serving: Serving) -> None:
        with self._changed:
            self.news.append(serving)
            self._changed.notify_all()


def chat(text: object = "Tell me more.", **more: object) -> dict[str, Any]:
    """A request with one message."""
    return {"model": "any", "messages": [{"role": "user", "content": text}], **more}
