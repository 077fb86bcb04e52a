"""The server: a socket, a thread of its own, and what the rest of the program may do to it from any thread."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import functools
import logging
import socket
import sys
import threading
from typing import TYPE_CHECKING

import uvicorn

from app.errors import EnvironmentFault, UserError
from app.server.api import Api
from app.server.config import LOOPBACK, url_of
from app.server.connection import Connection
from app.server.desk import Desk
from app.server.engine import Engine
from app.server.guard import Guard
from app.server.metrics import Metrics
from app.server.served import FIRST_REQUEST_ID, Serving

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.events import EngineEvent
    from app.engine.types import SamplingSettings, SpeculationSettings
    from app.server.config import ServerConfig

__all__ = ["Engine", "Server"]

_KEEP_ALIVE_SECONDS = 15
_LAST_ANSWERS_SECONDS = 1
_JOIN_SECONDS = 10.0
_MOST_HEAD_BYTES = 32 << 10
_UNREAD_BYTES = 64 << 10
"""What the system keeps for a client that does not read; left to itself it keeps megabytes."""


class Server:
    """Serves what is loaded to other programs.

    Args:
        engine: Writes the replies; asked from the server's thread.
        config: How to serve.
        listener: Told from the server's thread who is being served, ten times a second at most and after every change.
    """

    def __init__(self, engine: Engine, config: ServerConfig, listener: Callable[[Serving], None] | None = None) -> None:
        if not config.key:
            raise ValueError("a server needs a key")
        self._config = config
        self._listener = listener
        self._metrics = Metrics()
        self._guard = Guard(config)
        self._desk = Desk(engine, config.limits, self._metrics, self._on_news)
        self._api = Api(engine, config, self._guard, self._desk, self._metrics)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._uvicorn: uvicorn.Server | None = None
        self._serving = Serving()
        self._address = ""
        self._is_up = threading.Event()

    @property
    def address(self) -> str:
        """Where this machine reaches it, such as `http://127.0.0.1:8080`; empty before it was started."""
        return self._address

    @property
    def is_running(self) -> bool:
        """Whether it listens."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def serving(self) -> Serving:
        """Who is being served, as the listener was told last."""
        return self._serving

    def start(self) -> None:
        """Listen, and serve in a thread of its own. Once only.

        Raises:
            UserError: `server_address_unknown`.
            EnvironmentFault: `server_port_taken`, `server_not_listening`.
        """
        if self._thread is not None:
            raise RuntimeError("a server is started once")
        listening = _listen(self._config.host, self._config.port)
        self._address = _url(listening)
        self._thread = threading.Thread(target=self._run, args=(listening,), name="galley-server", daemon=True)
        self._thread.start()
        self._is_up.wait()

    def stop(self) -> None:
        """End every reply and every connection; returns when the thread has ended."""
        self._call(self._begin_stop)
        if self._thread is not None:
            self._thread.join(_JOIN_SECONDS)

    def on_events(self, events: list[EngineEvent]) -> None:
        """Hand over what the engine tells, all of it; what concerns nobody here is passed over."""
        ours = [event for event in events if (getattr(event, "request_id", None) or 0) >= FIRST_REQUEST_ID]
        if ours:
            self._call(self._desk.on_events, ours)

    def stop_request(self, request_id: int) -> None:
        """End a reply; its client is told that it was stopped here."""
        self._call(self._desk.stop, request_id)

    def stop_all(self) -> None:
        """End all replies, those that wait included."""
        self._call(self._desk.stop_all)

    def set_key(self, key: str) -> None:
        """Let this key in from now on, and no other."""
        if not key:
            raise ValueError("a server needs a key")
        self._call(self._guard.set_key, key)

    def set_defaults(self, sampling: SamplingSettings, speculation: SpeculationSettings) -> None:
        """What holds from now on where a request says nothing."""
        self._call(self._api.set_defaults, sampling, speculation)

    def pause(self) -> None:
        """Take no requests until `resume`; what was taken goes on."""
        self._call(self._desk.set_paused, True)

    def resume(self) -> None:
        """Take requests again."""
        self._call(self._desk.set_paused, False)

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        """Let the server's thread do something; before there is one, it is done here."""
        if self._loop is None:
            function(*arguments)
            return
        with contextlib.suppress(RuntimeError):  # it has ended meanwhile
            self._loop.call_soon_threadsafe(function, *arguments)

    def _on_news(self, serving: Serving) -> None:
        self._serving = serving
        if self._listener is not None:
            self._listener(serving)

    def _begin_stop(self) -> None:
        self._desk.close()
        if self._uvicorn is not None:
            self._uvicorn.should_exit = True

    def _run(self, listening: socket.socket) -> None:
        try:
            asyncio.run(self._serve(listening))
        finally:
            self._is_up.set()
            listening.close()

    async def _serve(self, listening: socket.socket) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(_on_problem)
        config = uvicorn.Config(
            self._api,
            loop="asyncio",
            http=functools.partial(Connection, self._config.limits),  # type: ignore[arg-type]
            ws="none",
            lifespan="off",
            interface="asgi3",
            workers=1,
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=_KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=_LAST_ANSWERS_SECONDS,
            h11_max_incomplete_event_size=_MOST_HEAD_BYTES,
        )
        _leave_out_messages()
        self._uvicorn = server = uvicorn.Server(config)
        self._is_up.set()
        try:
            await server.serve([listening])
        finally:
            for connection in list(server.server_state.connections):
                connection.transport.abort()
            await asyncio.sleep(0)
            self._desk.end_news()


class _Bugs(logging.Handler):
    """Hands a bug that uvicorn caught to whoever catches bugs; uvicorn would print what it says, which may quote."""

    def emit(self, record: logging.LogRecord) -> None:
        """Pass on the exception; whatever else uvicorn has to say is said to nobody."""
        kind, error, frames = record.exc_info or (None, None, None)
        if kind is not None and error is not None and not isinstance(error, asyncio.CancelledError):
            sys.excepthook(kind, error, frames)


def _on_problem(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """Hand on a bug that nobody caught; the system's trouble with a socket is none, and asyncio tries again."""
    error = context.get("exception")
    if isinstance(error, BaseException) and not isinstance(error, OSError):
        sys.excepthook(type(error), error, error.__traceback__)


def _leave_out_messages() -> None:
    logger = logging.getLogger("uvicorn.error")
    logger.handlers = [_Bugs()]
    logger.setLevel(logging.ERROR)
    logger.propagate = False


def _listen(host: str, port: int) -> socket.socket:
    address = LOOPBACK if host == "localhost" else host
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        listening = socket.create_server((address, port), family=family, backlog=128)
    except socket.gaierror as error:
        raise UserError("server_address_unknown", address=host) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise EnvironmentFault("server_port_taken", address=host, port=port) from error
        if error.errno == errno.EADDRNOTAVAIL:
            raise UserError("server_address_unknown", address=host) from error
        cause = error.strerror or str(error)
        raise EnvironmentFault("server_not_listening", address=host, port=port, cause=cause) from error

    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD_BYTES)  # connections have it from here
    return listening


def _url(listening: socket.socket) -> str:
    """An address to ask at: what listens at all of them is asked at loopback."""
    host, port = listening.getsockname()[:2]
    return url_of({"0.0.0.0": LOOPBACK, "::": "::1"}.get(host, host), port)
