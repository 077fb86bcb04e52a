"""The addresses of the API and what answers there."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, Router

from app.server import translate
from app.server.answers import OWNER, Shape, model_entry
from app.server.body import Arriving, check_head
from app.server.client import client_of
from app.server.errors import ApiError, no_model
from app.server.metrics import CONTENT_TYPE
from app.server.replying import Answering
from app.server.schema import Asked, ChatRequest, CompletionRequest, read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Message, Receive, Scope, Send

    from app.engine.types import PairInfo, SamplingSettings, SpeculationSettings
    from app.server.config import ServerConfig
    from app.server.desk import Desk
    from app.server.engine import Engine
    from app.server.guard import Guard
    from app.server.metrics import Metrics
    from app.server.translate import Wanted

_REFUSALS = {
    404: ApiError(
        404,
        "There is nothing at this address. Galley answers at /v1/chat/completions, /v1/completions and /v1/models.",
        "not_found",
    ),
    405: ApiError(405, "This address takes another method: the header Allow names it.", "method_not_allowed"),
}
_EVERY_ANSWER = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
_TOO_SLOW = 408
_LARGE_BYTES = 64 << 10
Kind = TypeVar("Kind", bound=Asked)


class Api:
    """Everything behind the socket, as an application of ASGI.

    Args:
        engine: What is loaded.
        config: How to serve.
        guard: Lets requests in.
        desk: Where replies queue.
        metrics: Counts.
    """

    def __init__(self, engine: Engine, config: ServerConfig, guard: Guard, desk: Desk, metrics: Metrics) -> None:
        self._engine = engine
        self._config = config
        self._guard = guard
        self._desk = desk
        self._metrics = metrics
        self._created = int(time.time())
        self._router = Router(
            [
                Route("/health", self._health),
                Route("/metrics", self._figures),
                Route("/v1/models", self._models),
                Route("/v1/models/{name:path}", self._model),
                Route("/v1/chat/completions", self._chat, methods=["POST"]),
                Route("/v1/completions", self._completion, methods=["POST"]),
            ],
            redirect_slashes=False,
        )

    def set_defaults(self, sampling: SamplingSettings, speculation: SpeculationSettings) -> None:
        """What holds where a request says nothing."""
        self._config = replace(self._config, sampling=sampling, speculation=speculation)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; whatever is refused is refused in OpenAI's shape."""
        scope["app"] = self  # so that the router raises what it does not find
        arriving = Arriving(receive)
        request = Request(scope)
        sending = _Sending(send, self._guard.allowance(request.headers))
        try:
            if request.method == "OPTIONS" and "origin" in request.headers:
                self._guard.check_preflight(request.headers)
                answer = Response(status_code=204, headers=self._guard.preflight(request.headers))
                await answer(scope, arriving, send)
                return
            self._guard.check(scope["path"], request.headers)
            await self._router(scope, arriving, sending)
        except HTTPException as error:
            await self._refuse(_REFUSALS[error.status_code], scope, arriving, sending, error.headers)
        except ApiError as error:
            await self._refuse(error, scope, arriving, sending, error.headers)
        except ClientDisconnect:
            return

    async def _refuse(
        self, error: ApiError, scope: Scope, arriving: Arriving, send: Send, headers: Mapping[str, str] | None
    ) -> None:
        """Say no. A connection on which more of the request may come is closed behind the answer."""
        self._metrics.refused()
        self._desk.tell()
        has_body = scope["method"] in ("POST", "PUT", "PATCH")
        if has_body and error.status != _TOO_SLOW:
            await arriving.drop()
        more = {"Connection": "close"} if has_body and not arriving.is_complete else {}
        answer = JSONResponse(error.body(), error.status, headers={**(headers or {}), **more})
        await answer(scope, arriving, send)

    async def _health(self, _request: Request) -> Response:
        if self._engine.pair is None:
            raise no_model(is_loading=self._engine.is_loading)
        return JSONResponse({"status": "ok"})

    async def _figures(self, _request: Request) -> Response:
        pair = self._engine.pair
        name = "" if pair is None else pair.target.name
        text = self._metrics.text(name, self._desk.num_running, self._desk.num_waiting)
        return PlainTextResponse(text, media_type=CONTENT_TYPE)

    async def _models(self, _request: Request) -> Response:
        pair = self._engine.pair
        listed = [] if pair is None else [model_entry(pair, self._created)]
        return JSONResponse({"object": "list", "data": listed})

    async def _model(self, _request: Request) -> Response:
        """Whatever name is asked for, it is the loaded model that answers."""
        return JSONResponse(model_entry(self._pair(), self._created))

    async def _chat(self, request: Request) -> Answering:
        asked = await self._read(ChatRequest, request)
        pair = self._pair()
        return self._answering("chat", asked, translate.chat(asked, self._config, pair), pair, request)

    async def _completion(self, request: Request) -> Answering:
        asked = await self._read(CompletionRequest, request)
        pair = self._pair()
        return self._answering("completion", asked, translate.completion(asked, self._config, pair), pair, request)

    async def _read(self, kind: type[Kind], request: Request) -> Kind:
        check_head(request.headers, self._config.limits)
        arriving = request.receive
        if not isinstance(arriving, Arriving):
            raise TypeError("requests come through `__call__`")
        body = await arriving.read(self._config.limits)
        if len(body) < _LARGE_BYTES:
            return read(kind, body)
        return await asyncio.to_thread(read, kind, body)  # others need not wait for it

    def _pair(self) -> PairInfo:
        pair = self._engine.pair
        if pair is None:
            raise no_model(is_loading=self._engine.is_loading)
        return pair

    def _answering(self, kind: str, asked: Asked, wanted: Wanted, pair: PairInfo, request: Request) -> Answering:
        options = asked.stream_options
        return Answering(
            desk=self._desk,
            wanted=wanted,
            client=client_of(request, asked.user),
            shape=Shape.new(kind, pair.target.name or OWNER),
            stream=bool(asked.stream),
            include_usage=options is not None and bool(options.include_usage),
        )


class _Sending:
    """ASGI's `send` with what every answer carries: nobody keeps it, or takes it for something else.

    Args:
        send: Of the server.
        allowance: Headers by which an allowed page may read the answer; none for everybody else.
    """

    def __init__(self, send: Send, allowance: Mapping[str, str]) -> None:
        self._send = send
        headers = {**_EVERY_ANSWER, **allowance}
        self._headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *self._headers]}
        await self._send(message)
