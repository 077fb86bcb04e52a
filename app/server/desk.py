"""Where requests queue for the one engine: one reply at a time, clients in turn, nobody waits for ever.

Everything here happens in the server's thread; events of the engine are brought there.
"""

from __future__ import annotations

import asyncio
import itertools
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from app.engine.events import (
    EngineDied,
    PrefillProgressed,
    ReplyFailed,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
)
from app.engine.types import FinishReason
from app.server import errors
from app.server.served import FIRST_REQUEST_ID, Phase, Serving
from app.server.ticket import Ticket
from app.server.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from app.engine.events import EngineEvent
    from app.engine.types import ReplyRequest, ReplySummary
    from app.server.client import Client
    from app.server.config import Limits
    from app.server.engine import Engine
    from app.server.metrics import Metrics

_NEWS_SECONDS = 0.1
_ids = itertools.count(FIRST_REQUEST_ID)
"""Of all servers of this run: the engine may still speak of what an earlier one asked for."""


class Desk:
    """The queue.

    Args:
        engine: Writes the replies.
        limits: Of the queue.
        metrics: Counts.
        listener: Is told who is being served, ten times a second at most.
    """

    def __init__(self, engine: Engine, limits: Limits, metrics: Metrics, listener: Callable[[Serving], None]) -> None:
        self._engine = engine
        self._limits = limits
        self._metrics = metrics
        self._listener = listener
        self._turns: Turns[Ticket] = Turns()
        self._current: Ticket | None = None
        self._news: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._is_paused = False

    @property
    def num_running(self) -> int:
        """Replies that the engine has: one or none."""
        return int(self._current is not None)

    @property
    def num_waiting(self) -> int:
        """Replies that wait for their turn."""
        return len(self._turns)

    @contextmanager
    def ticket(
        self,
        request: ReplyRequest,
        client: Client,
        kind: str,
        model: str,
        constraint_field: str = "response_format",
        *,
        goes_on: bool = False,
    ) -> Iterator[Ticket]:
        """Queue a reply. Leaving the block ends it, whatever it is doing.

        Args:
            request: What to write; its id is given here.
            client: Who asks.
            kind: `chat` or `completion`.
            model: What writes it.
            constraint_field: The field that holds what the reply has to keep to, where one does.
            goes_on: It is a further choice of an answer that has begun, and finds room in any case.

        Raises:
            ApiError: 429 when too many wait, 503 when nothing is taken any more.
        """
        self._require_open()
        if not goes_on:
            self._require_room(client)
        ticket = Ticket(replace(request, request_id=next(_ids)), client, kind, model, constraint_field)
        self._turns.add(client.identity, ticket)
        ticket.patience = asyncio.get_running_loop().call_later(self._limits.wait_seconds, self._on_patience, ticket)
        self._begin_next()
        self.tell()
        try:
            yield ticket
        finally:
            self._leave(ticket)

    def on_events(self, events: Iterable[EngineEvent]) -> None:
        """Take in what the engine tells; what is said of others' replies is none of ours."""
        for event in events:
            ticket = self._current
            if ticket is None or getattr(event, "request_id", None) != ticket.request_id:
                continue
            self._on_event(event, ticket)

    def stop(self, request_id: int) -> None:
        """End a reply because the user wants it; the client is told."""
        for ticket in self._all():
            if ticket.request_id == request_id:
                self._fail(ticket, errors.stopped_by_user())

    def stop_all(self) -> None:
        """End everything because the user wants it."""
        for ticket in self._all():
            self._fail(ticket, errors.stopped_by_user())

    def close(self) -> None:
        """End everything, and take nothing any more."""
        self._is_closed = True
        for ticket in self._all():
            self._fail(ticket, errors.shutting_down())

    def set_paused(self, paused: bool) -> None:
        """Take nothing for a while, or take requests again."""
        self._is_paused = paused

    def tell(self) -> None:
        """Let the listener know soon that something is different."""
        if self._news is None:
            self._news = asyncio.get_running_loop().call_later(_NEWS_SECONDS, self._tell_now)

    def end_news(self) -> None:
        """Tell once more, and not again."""
        if self._news is not None:
            self._news.cancel()
        self._tell_now()

    def serving(self) -> Serving:
        """Who is being served, and what has been."""
        return Serving(
            tuple(ticket.served(position) for position, ticket in enumerate(self._all(), self._current is None)),
            self._metrics.totals,
        )

    def _require_open(self) -> None:
        if self._is_closed:
            raise errors.shutting_down()
        if self._engine.pair is None:
            raise errors.no_model(is_loading=self._engine.is_loading)

    def _require_room(self, client: Client) -> None:
        if self._is_paused:
            raise errors.paused()
        if self._current is None:
            return
        if len(self._turns) >= self._limits.most_waiting:
            raise errors.busy(f"{len(self._turns)} requests wait already, which is as many as may.")
        if self._turns.num_of(client.identity) >= self._limits.most_waiting_each:
            most = self._limits.most_waiting_each
            raise errors.busy(f"{most} requests of this client wait already, which is as many as it may have waiting.")

    def _all(self) -> list[Ticket]:
        return [*([self._current] if self._current is not None else []), *self._turns]

    def _begin_next(self) -> None:
        if self._current is not None:
            return
        self._current = self._turns.take()
        if self._current is not None:
            self._current.phase = Phase.ASKED
            self._engine.reply(self._current.request)

    def _on_event(self, event: EngineEvent, ticket: Ticket) -> None:
        if isinstance(event, ReplyStarted):
            ticket.begun(event)
        elif isinstance(event, PrefillProgressed):
            ticket.phase = Phase.PREFILL
        elif isinstance(event, RoundDecoded):
            ticket.decoded(event.round)
        elif isinstance(event, ReplyFinished):
            self._metrics.finished(event.summary, ticket.tally)
            by_user = event.summary.finish_reason is FinishReason.CANCELLED
            self._end(ticket, errors.stopped_by_user() if by_user else event.summary)
        elif isinstance(event, ReplyFailed):
            self._metrics.failed()
            self._end(ticket, errors.reply_failed(event.notice, ticket.prompt_field, ticket.constraint_field))
        elif isinstance(event, EngineDied):
            self._metrics.failed()
            self._end(ticket, errors.engine_died(event.notice))
        self.tell()

    def _end(self, ticket: Ticket, end: ReplySummary | errors.ApiError) -> None:
        self._current = None
        ticket.end(end)
        self._begin_next()

    def _leave(self, ticket: Ticket) -> None:
        """Nobody wants it any more, or it is done."""
        ticket.patience_ends()
        if self._turns.remove(ticket.client.identity, ticket):
            self._metrics.stopped()
        elif ticket is self._current and not ticket.is_abandoned:
            ticket.is_abandoned = True  # the engine's last word on it lets the next one begin
            self._engine.cancel(ticket.request_id)
        self.tell()

    def _fail(self, ticket: Ticket, error: errors.ApiError) -> None:
        ticket.end(error)
        self._leave(ticket)

    def _on_patience(self, ticket: Ticket) -> None:
        if ticket.phase in (Phase.WAITING, Phase.ASKED):
            seconds = f"{self._limits.wait_seconds:g}"
            self._fail(ticket, errors.busy(f"The request's turn did not come within {seconds} seconds."))

    def _tell_now(self) -> None:
        self._news = None
        self._listener(self.serving())
