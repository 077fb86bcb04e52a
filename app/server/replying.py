"""Answers one request with what the engine writes, in one piece or as a stream, as long as the client is there.

A client that goes away ends its work at once, wherever it is: the task that answers is cancelled, and leaving a ticket
cancels the reply.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse

from app.server.answers import Shape, Sum
from app.server.errors import ApiError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from starlette.types import Receive, Scope, Send

    from app.engine.types import FinishReason, ReplyRequest
    from app.server.client import Client
    from app.server.desk import Desk
    from app.server.errors import Json
    from app.server.ticket import Ticket
    from app.server.translate import Wanted

STREAM_HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
_END = b"data: [DONE]\n\n"


@dataclass(frozen=True, slots=True)
class Answering:
    """An answer that is to be given: an application of ASGI.

    Args:
        desk: Where to queue.
        wanted: What to write.
        client: For whom.
        shape: How the answer looks.
        stream: Whether it goes out as it comes.
        include_usage: Whether a stream ends with the counts.
    """

    desk: Desk
    wanted: Wanted
    client: Client
    shape: Shape
    stream: bool
    include_usage: bool

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or stop when the client has gone.

        Raises:
            ApiError: Nothing was sent yet, and the answer is that.
        """
        answer = self._stream(send) if self.stream else self._whole(scope, receive, send)
        work = asyncio.ensure_future(answer)
        gone = asyncio.ensure_future(_until_gone(receive))
        try:
            await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            work.cancel()
            await asyncio.gather(work, gone, return_exceptions=True)
        if not work.cancelled():
            work.result()

    async def _whole(self, scope: Scope, receive: Receive, send: Send) -> None:
        total = Sum()
        texts: list[tuple[str, FinishReason]] = []
        for request, begin in zip(self.wanted.requests, self.wanted.begins, strict=True):
            with self._ticket(request, len(texts)) as ticket:
                text = begin + "".join([piece async for piece in ticket.texts()])
            tail, reason = self._finish(ticket, total, len(texts))
            texts.append((text + tail, reason))
        await JSONResponse(self.shape.whole(texts, total))(scope, receive, send)

    async def _stream(self, send: Send) -> None:
        """Send events. Until the engine has begun, an error is an answer of its own; from then on it is an event."""
        total = Sum()
        is_open = False
        for index, request in enumerate(self.wanted.requests):
            try:
                with self._ticket(request, index) as ticket:
                    await ticket.started()
                    if not is_open:
                        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
                        is_open = True
                    await _send_event(send, self.shape.first(index, self.wanted.begins[index]))
                    async for text in ticket.texts():
                        await _send_event(send, self.shape.piece(index, text))
                tail, reason = self._finish(ticket, total, index)
            except ApiError as error:
                if not is_open:
                    raise
                await _send_event(send, error.body())
                await send({"type": "http.response.body", "body": b""})
                return
            if tail:
                await _send_event(send, self.shape.piece(index, tail))
            is_last = index == len(self.wanted.requests) - 1
            await _send_event(send, self.shape.last(index, reason, total if is_last else None))
        if self.include_usage:
            await _send_event(send, self.shape.usage(total))
        await send({"type": "http.response.body", "body": _END})

    def _ticket(self, request: ReplyRequest, index: int) -> AbstractContextManager[Ticket]:
        field, shape = self.wanted.constraint_field, self.shape
        return self.desk.ticket(request, self.client, shape.kind, shape.model, field, goes_on=index > 0)

    def _finish(self, ticket: Ticket, total: Sum, index: int) -> tuple[str, FinishReason]:
        """Count an end; returns the text that was held back, and why it ended."""
        summary = ticket.summary
        if summary is None:  # `texts` ends with it or raises
            raise RuntimeError("a reply ended without its end")
        same_prompt = index > 0 and self.wanted.requests[index - 1].raw_prompt == self.wanted.requests[index].raw_prompt
        total.add(summary, ticket.tally, counts_prompt=not same_prompt)
        return summary.tail, summary.finish_reason


async def _send_event(send: Send, event: Json) -> None:
    """Send an event, in ASCII: some clients end a line at characters that JSON would let stand."""
    data = b"data: " + json.dumps(event, separators=(",", ":")).encode("ascii") + b"\n\n"
    await send({"type": "http.response.body", "body": data, "more_body": True})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
