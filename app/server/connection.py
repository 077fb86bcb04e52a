"""One connection, with limits that uvicorn leaves to proxies: there is no proxy before a server on loopback.

A head that dribbles in, a reader that takes nothing, requests sent before the last one is answered: each ends the
connection, so that none of them can hold a place for ever.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.server.errors import ApiError

if TYPE_CHECKING:
    import asyncio

    from uvicorn.config import Config
    from uvicorn.server import ServerState

    from app.server.config import Limits


class Connection(H11Protocol):
    """A connection of uvicorn's that does not wait for ever.

    Args:
        limits: What it may take.
        config: uvicorn's.
        server_state: uvicorn's.
        app_state: uvicorn's.
    """

    def __init__(
        self,
        limits: Limits,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.access_log = False  # whoever listens to all loggers would get the addresses that are asked for
        self._limits = limits
        self._head_timer: asyncio.TimerHandle | None = None
        self._reader_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, if there is room for one more."""
        super().connection_made(transport)
        if len(self.connections) > self._limits.connections:
            transport.abort()
            return
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._cancel_head_timer()
        self._cancel_reader_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what came; a request that comes while another one is answered ends both."""
        if self._is_answering:
            self.transport.abort()
            return
        super().data_received(data)
        if self._is_answering and self.conn.trailing_data[0]:
            self.transport.abort()  # reading stops until the answer is out, so its leaving would not be noticed
        elif self.conn.their_state is h11.IDLE:
            self._expect_head()
        else:
            self._cancel_head_timer()

    @property
    def _is_answering(self) -> bool:
        """Whether a request is here entirely and its answer is not out."""
        return self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body

    def pause_writing(self) -> None:
        """The reader is slow: give it some time."""
        super().pause_writing()
        self._expect_reader()

    def resume_writing(self) -> None:
        """The reader goes on."""
        self._cancel_reader_timer()
        super().resume_writing()

    def on_response_complete(self) -> None:
        """An answer is out; what is not taken of it within the reader's time is let go."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._expect_reader()

    def timeout_keep_alive_handler(self) -> None:
        """No further request came; the last answer may not be taken entirely."""
        if self.transport.get_write_buffer_size():
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        else:
            super().timeout_keep_alive_handler()

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP, in OpenAI's shape."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()  # in the middle of a request: whoever answers it is told that the client has gone
            return
        body = json.dumps(ApiError(400, "What came cannot be read as HTTP.", "invalid_http").body()).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _expect_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self._limits.body_seconds, self._on_late)

    def _cancel_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _expect_reader(self) -> None:
        if self._reader_timer is None:
            self._reader_timer = self.loop.call_later(self._limits.reader_seconds, self._on_late_reader)

    def _cancel_reader_timer(self) -> None:
        if self._reader_timer is not None:
            self._reader_timer.cancel()
            self._reader_timer = None

    def _on_late(self) -> None:
        self.transport.abort()

    def _on_late_reader(self) -> None:
        self._reader_timer = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()
