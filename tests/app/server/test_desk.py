"""The queue for the one engine, with an engine that says exactly what a test lets it say."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest

from app.engine.events import EngineDied, ReplyFailed, ReplyFinished, ReplyStarted, RoundDecoded
from app.engine.types import (
    EmittedToken,
    FinishReason,
    Mark,
    ReplyRequest,
    ReplySummary,
    ReplyTiming,
    Round,
    SamplingSettings,
    SpeculationMode,
    SpeculationStatus,
)
from app.errors import Notice
from app.server.client import Client
from app.server.config import Limits
from app.server.desk import Desk
from app.server.errors import ApiError
from app.server.metrics import Metrics
from app.server.served import FIRST_REQUEST_ID, Phase, Serving
from tests.support.toy_pair_info import TOY_PAIR

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from app.engine.types import PairInfo
    from app.errors import Value
    from app.server.ticket import Ticket

STATUS = SpeculationStatus(SpeculationMode.OFF, SpeculationMode.OFF)
TIMING = ReplyTiming(0.1, 0.0, 0.5, 0.2, 0.6, 0.4)


class Engine:
    """Remembers what it was asked."""

    def __init__(self, pair: PairInfo | None = TOY_PAIR) -> None:
        self.pair = pair
        self.is_loading = False
        self.asked: list[int] = []
        self.cancelled: list[int] = []

    def reply(self, request: ReplyRequest) -> None:
        """Begin."""
        self.asked.append(request.request_id)

    def cancel(self, request_id: int) -> None:
        """Stop."""
        self.cancelled.append(request_id)


class Room:
    """A desk and its engine."""

    def __init__(self, limits: Limits | None = None, pair: PairInfo | None = TOY_PAIR) -> None:
        self.engine = Engine(pair)
        self.news: list[Serving] = []
        self.told = asyncio.Event()
        self.metrics = Metrics()
        self.desk = Desk(self.engine, limits or Limits(), self.metrics, self._on_news)

    @contextmanager
    def ticket(self, name: str, *, goes_on: bool = False) -> Iterator[Ticket]:
        """Queue for a client of this name."""
        client = Client(("", name, ""), name)
        with self.desk.ticket(ReplyRequest(0), client, "chat", "Toy", goes_on=goes_on) as made:
            yield made

    def _on_news(self, serving: Serving) -> None:
        self.news.append(serving)
        self.told.set()

    @property
    def now(self) -> int:
        """What the engine was asked last."""
        return self.engine.asked[-1]

    def start(self) -> None:
        """The engine reads the prompt."""
        self.desk.on_events([ReplyStarted(self.now, 7, 2, STATUS)])

    def write(self, text: str) -> None:
        """The engine writes a token."""
        token = EmittedToken(1, text, Mark.PLAIN, 1.0)
        self.desk.on_events([RoundDecoded(self.now, Round(0, None, (), 0, (token,), 0.0, 0.1, 0.1))])

    def finish(self, reason: FinishReason = FinishReason.STOP, request_id: int | None = None) -> None:
        """The engine's last word."""
        summary = ReplySummary(reason, "", 7, 2, SamplingSettings(seed=1), STATUS, TIMING)
        self.desk.on_events([ReplyFinished(self.now if request_id is None else request_id, summary)])


def run(test: Coroutine[None, None, None]) -> None:
    """Within a loop, as in the server's thread."""
    asyncio.run(test)


async def text_of(ticket: Ticket) -> str:
    return "".join([piece async for piece in ticket.texts()])


def test_the_engine_has_one_reply_at_a_time_and_clients_take_turns() -> None:
    async def test() -> None:
        room = Room()
        with ExitStack() as stack:
            tickets = [stack.enter_context(room.ticket(name)) for name in ("a", "a", "a", "b", "c", "b")]
            owners = {ticket.request_id: ticket.client.label for ticket in tickets}
            assert room.desk.serving().replies[0].request_id == tickets[0].request_id
            assert [each.client for each in room.desk.serving().replies] == ["a", "a", "b", "c", "a", "b"]
            assert [each.position for each in room.desk.serving().replies] == [0, 1, 2, 3, 4, 5]
            for num in range(1, 7):
                assert len(room.engine.asked) == num
                room.finish()
            assert [owners[asked] for asked in room.engine.asked] == ["a", "a", "b", "c", "a", "b"]
            assert room.desk.num_running == room.desk.num_waiting == 0
        assert room.engine.cancelled == []
        assert room.metrics.totals.requests == 6

    run(test())


def test_ids_are_never_the_windows_and_never_come_back() -> None:
    async def test() -> None:
        seen = []
        for _ in range(2):
            room = Room()
            with room.ticket("a") as ticket:
                room.finish()
            seen.append(ticket.request_id)
        assert seen[1] > seen[0] >= FIRST_REQUEST_ID

    run(test())


def test_what_the_engine_writes_reaches_the_client_and_nobody_else() -> None:
    async def test() -> None:
        room = Room()
        with room.ticket("a") as first, room.ticket("b") as second:
            assert first.phase is Phase.ASKED
            room.start()
            await first.started()
            room.write("Proof")
            room.desk.on_events([RoundDecoded(1, Round(0, None, (), 0, (), 0.0, 0.1, 0.1))])  # the window's own
            room.write(" read")
            room.finish()
            room.start()
            room.write("Ink")
            room.finish()
            assert await text_of(first) == "Proof read"
            assert await text_of(second) == "Ink"
            assert first.summary is not None
            assert first.tally.num_emitted == 2

    run(test())


def test_the_next_begins_when_the_engine_has_let_go_of_one_that_was_given_up() -> None:
    async def test() -> None:
        room = Room()
        with room.ticket("b") as waiting:
            pass
        assert room.engine.cancelled == [waiting.request_id]
        with room.ticket("a") as behind:
            assert behind.phase is Phase.WAITING
            assert room.engine.asked == [waiting.request_id]
            room.finish(FinishReason.CANCELLED)
            assert room.engine.asked[-1] == behind.request_id
            room.finish()
        assert room.engine.cancelled == [waiting.request_id], "what has ended is not cancelled"
        assert (room.metrics.totals.requests, room.metrics.totals.stopped) == (1, 1)

    run(test())


def test_one_that_waits_is_given_up_without_the_engine() -> None:
    async def test() -> None:
        room = Room()
        with room.ticket("a"):
            with room.ticket("b"):
                assert room.desk.num_waiting == 1
            assert room.desk.num_waiting == 0
            room.finish()
        assert len(room.engine.asked) == 1

    run(test())


@pytest.mark.parametrize(
    ("code", "status", "told", "param"),
    [
        ("prompt_too_long", 400, "context_length_exceeded", "messages"),
        ("template_failed", 400, "template_failed", "messages"),
        ("schema_not_json", 400, "schema_not_json", "response_format"),
        ("no_model_loaded", 503, "model_not_loaded", None),
        ("decode_failed", 500, "decode_failed", None),
    ],
)
def test_why_the_engine_could_not_is_told(code: str, status: int, told: str, param: str | None) -> None:
    values: dict[str, Value] = {"tokens": 9, "capacity": 8, "status": 1, "cause": "it", "line": 1, "column": 1}

    async def test() -> None:
        room = Room()
        with room.ticket("a") as ticket:
            room.desk.on_events([ReplyFailed(room.now, Notice(code, values))])
            with pytest.raises(ApiError) as caught:
                await ticket.started()
            with pytest.raises(ApiError):
                await text_of(ticket)
        assert (caught.value.status, caught.value.code, caught.value.param) == (status, told, param)
        assert room.metrics.totals.failed == 1

    run(test())


def test_the_engines_death_ends_the_reply_it_died_in_and_no_other() -> None:
    async def test() -> None:
        room = Room()
        notice = Notice("engine_killed", {"signal": "SIGKILL"})
        with room.ticket("a") as first, room.ticket("b") as second:
            room.desk.on_events([EngineDied(notice, (), None)])  # in something else
            room.start()
            room.write("Proof")
            room.desk.on_events([EngineDied(notice, (), first.request_id)])
            await first.started()
            with pytest.raises(ApiError) as caught:
                await text_of(first)
            assert (caught.value.status, caught.value.code) == (503, "engine_died")
            assert room.now == second.request_id
            room.finish()

    run(test())


def test_whoever_waits_too_long_is_sent_away() -> None:
    async def test() -> None:
        room = Room(Limits(wait_seconds=0.01))
        with room.ticket("a") as asked, room.ticket("b") as waiting:
            for ticket in (waiting, asked):  # the engine may be the window's for a long time
                with pytest.raises(ApiError) as caught:
                    await ticket.started()
                assert caught.value.status == 429
                assert "Retry-After" in caught.value.headers
            assert room.engine.cancelled == [asked.request_id]
        room.finish(FinishReason.CANCELLED, asked.request_id)
        with room.ticket("a") as begun:
            room.start()
            await asyncio.wait((asyncio.ensure_future(begun.started()),))
            room.finish()
            assert await text_of(begun) == ""

    run(test())


def test_nothing_is_taken_without_room_a_model_or_when_it_is_over() -> None:
    def refused(room: Room, name: str = "a") -> int:
        with pytest.raises(ApiError) as caught, room.ticket(name):
            pass
        return caught.value.status

    async def test() -> None:
        assert refused(Room(pair=None)) == 503
        room = Room(Limits(most_waiting=2, most_waiting_each=1))
        with room.ticket("a"), room.ticket("a"):
            assert refused(room) == 429
            with room.ticket("b"):
                assert refused(room, "c") == 429
                with room.ticket("a", goes_on=True):
                    assert room.desk.num_waiting == 3, "an answer that has begun is not broken off for want of room"
            room.desk.set_paused(True)
            assert refused(room, "c") == 503
            room.desk.set_paused(False)
            with room.ticket("c"):
                room.desk.close()
                assert refused(room, "d") == 503
                assert room.engine.cancelled == [room.now]

    run(test())


def test_the_listener_is_told_of_many_changes_once() -> None:
    async def test() -> None:
        room = Room()
        with room.ticket("a"):
            room.start()
            for _ in range(50):
                room.write("x")
            assert room.news == []
            await room.told.wait()
            (news,) = room.news
            (reply,) = news.replies
            assert (reply.tokens, reply.phase, reply.prompt_tokens) == (50, Phase.WRITING, 7)
            assert reply.tokens_per_second == pytest.approx(10.0)
            assert reply.acceptance_rate is None
            room.finish()
        room.desk.end_news()
        assert room.news[-1].replies == ()
        assert room.news[-1].totals.tokens == 50

    run(test())
