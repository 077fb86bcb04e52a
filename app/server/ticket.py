"""A reply that a client has asked for, from its place in the queue to its last word."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from app.engine.metrics import Tally
from app.engine.types import ReplySummary
from app.server.errors import ApiError
from app.server.served import Phase, Served

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from app.engine.events import ReplyStarted
    from app.engine.types import ReplyRequest, Round
    from app.server.client import Client


class Ticket:
    """One reply. Whoever serves the client reads `texts`; the desk writes.

    Text that nobody reads yet waits here, a reply's length at most: the engine never waits for a slow client.

    Args:
        request: With the reply's own id.
        client: Who asked.
        kind: `chat` or `completion`.
        model: What writes it.
        constraint_field: The field of the client's request that holds what the reply has to keep to.
    """

    def __init__(self, request: ReplyRequest, client: Client, kind: str, model: str, constraint_field: str) -> None:
        self.request = request
        self.client = client
        self.kind = kind
        self.model = model
        self.constraint_field = constraint_field
        self.since = time.monotonic()
        self.phase = Phase.WAITING
        self.tally = Tally()
        self.prompt_tokens = 0
        self.is_abandoned = False
        """The engine was told to stop; its last word has not come."""
        self.patience: asyncio.TimerHandle | None = None
        """Ends the reply if its turn does not come."""
        self.summary: ReplySummary | None = None
        """What only the end can say; there once `texts` has ended."""
        self._started = asyncio.Event()
        self._news: asyncio.Queue[str | ReplySummary | ApiError] = asyncio.Queue()
        self._end: ReplySummary | ApiError | None = None

    @property
    def request_id(self) -> int:
        """Its id with the engine."""
        return self.request.request_id

    @property
    def prompt_field(self) -> str:
        """The field of the client's request that holds the prompt."""
        return "messages" if self.kind == "chat" else "prompt"

    async def started(self) -> None:
        """Wait until the engine has begun.

        Raises:
            ApiError: It was refused or stopped before.
        """
        await self._started.wait()
        if isinstance(self._end, ApiError) and not self.tally.num_rounds:
            raise self._end

    async def texts(self) -> AsyncGenerator[str, None]:
        """What becomes visible with each round, where anything does.

        Raises:
            ApiError: The reply failed or was stopped.
        """
        while True:
            news = await self._news.get()
            if isinstance(news, ApiError):
                raise news
            if isinstance(news, ReplySummary):
                self.summary = news
                return
            yield news

    def begun(self, event: ReplyStarted) -> None:
        """The engine reads the prompt."""
        self.phase = Phase.PREFILL
        self.prompt_tokens = event.prompt_tokens
        self.patience_ends()
        self._started.set()

    def decoded(self, decoded: Round) -> None:
        """Some tokens have come."""
        self.phase = Phase.WRITING
        self.tally.add(decoded)
        text = "".join(token.text for token in decoded.emitted)
        if text and self._end is None:
            self._news.put_nowait(text)

    def end(self, end: ReplySummary | ApiError) -> None:
        """The last word; what comes after it is not heard."""
        if self._end is None:
            self._end = end
            self._news.put_nowait(end)
            self._started.set()

    def patience_ends(self) -> None:
        """Its turn has come, or it wants none any more."""
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def served(self, position: int) -> Served:
        """What is shown of it."""
        tally = self.tally
        return Served(
            request_id=self.request_id,
            client=self.client.label,
            kind=self.kind,
            model=self.model,
            since=self.since,
            phase=self.phase,
            position=position,
            prompt_tokens=self.prompt_tokens,
            tokens=tally.num_emitted,
            drafted=tally.num_drafted,
            accepted=tally.num_accepted,
            decode_seconds=tally.decode_seconds,
        )
