"""Reads what a client sends, and no more than is allowed, for no longer than is allowed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

from app.server.errors import ApiError

if TYPE_CHECKING:
    from starlette.datastructures import Headers
    from starlette.types import Message, Receive

    from app.server.config import Limits

JSON_TYPE = "application/json"
_DROPPED_BYTES = 64 << 20
_DROPPED_SECONDS = 2.0


class Arriving:
    """A request's body on its way; stands in for ASGI's `receive`.

    Args:
        receive: Of the server.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.is_complete = False
        """Whether nothing more can come."""

    async def __call__(self) -> Message:
        """The next piece, or that the client has gone."""
        message = await self._receive()
        if message["type"] != "http.request" or not message.get("more_body", False):
            self.is_complete = True
        return message

    async def read(self, limits: Limits) -> bytes:
        """All of it.

        Raises:
            ApiError: 408 or 413.
            ClientDisconnect: The client has gone.
        """
        body = bytearray()
        try:
            async with asyncio.timeout(limits.body_seconds):
                while not self.is_complete:
                    message = await self()
                    if message["type"] != "http.request":
                        raise ClientDisconnect
                    body += message.get("body", b"")
                    if len(body) > limits.body_bytes:
                        raise _too_large(limits)
        except TimeoutError:
            raise ApiError(408, "The request came too slowly.", "request_too_slow") from None
        return bytes(body)

    async def drop(self) -> None:
        """Let what a refused client still sends run into nothing for a moment, so that it gets to read why."""
        dropped = 0
        try:
            async with asyncio.timeout(_DROPPED_SECONDS):
                while not self.is_complete and dropped < _DROPPED_BYTES:
                    dropped += len((await self()).get("body", b""))
        except TimeoutError:
            return


def check_head(headers: Headers, limits: Limits) -> None:
    """Refuse by its head what is not JSON, or too large.

    A web page can send other types without asking the browser first, so none of them is read.

    Raises:
        ApiError: 413 or 415.
    """
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON_TYPE:
        raise ApiError(415, f"Send the request as {JSON_TYPE}.", "unsupported_media_type")
    length = headers.get("content-length", "")
    if length.isdigit() and (len(length) > 18 or int(length) > limits.body_bytes):
        raise _too_large(limits)


def _too_large(limits: Limits) -> ApiError:
    return ApiError(413, f"A request may have at most {limits.body_bytes} bytes.", "request_too_large")
