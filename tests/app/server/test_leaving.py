"""A client that goes away takes its work with it; the user of the window can end it too."""

from __future__ import annotations

import json
import socket
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from app.engine.events import PrefillProgressed, ReplyFinished, ReplyStarted, RoundDecoded
from app.engine.types import FinishReason, ReplyRequest
from app.server.config import Limits
from app.server.served import FIRST_REQUEST_ID, Phase
from tests.support.served import KEY, Served, chat
from tests.support.tiny_models import TinyModel
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENDLESS = {str(token): -100 for token in END_IDS}
MOST_SECONDS = 0.3
WINDOWS_ID = 1


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a pair whose replies take seconds."""
    slow = TinyModel(name="Slow", num_layers=12).write(tmp_path_factory.mktemp("slow") / "slow.gguf")
    limits = Limits(most_waiting=3, most_waiting_each=2)
    with Served(slow, limits=limits, load={"context_tokens": 4096}) as running:
        yield running


_open: list[socket.socket] = []


@pytest.fixture(autouse=True)
def _hang_up() -> Iterator[None]:
    """Close what a failing test left open."""
    yield
    while _open:
        _open.pop().close()


class Caller:
    """A bare connection with one request on it."""

    def __init__(
        self,
        served: Served,
        path: str = "/v1/chat/completions",
        agent: str = "caller/1",
        room: int | None = None,
        **body: object,
    ) -> None:
        self._socket = socket.socket()
        _open.append(self._socket)
        self._socket.settimeout(60.0)
        if room is not None:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self._socket.connect(("127.0.0.1", served.port))
        asked = chat(logit_bias=ENDLESS, **body) if "prompt" not in body else {"logit_bias": ENDLESS, **body}
        data = json.dumps(asked).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\nUser-Agent: {agent}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        self._socket.sendall(head.encode() + data)

    def read(self) -> bytes:
        """Whatever is there."""
        return self._socket.recv(1 << 16)

    def answer(self) -> tuple[int, dict[str, Any]]:
        """Status and body of an answer in one piece."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += self.read()
        head, _, body = data.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        while len(body) < length:
            body += self.read()
        return int(head.split(b" ")[1]), json.loads(body)

    def leave(self) -> None:
        """Hang up."""
        self._socket.close()


def last_id(served: Served) -> int:
    return max((event.request_id for event in served.events if isinstance(event, ReplyStarted)), default=0)


def seen(served: Served, kind: type, after: int) -> list[Any]:
    return [event for event in served.events if isinstance(event, kind) and getattr(event, "request_id", 0) > after]


def ends_idle(served: Served) -> bool:
    return bool(served.news) and not served.news[-1].replies


def cancelled_within(served: Served, after: int, left: float) -> float:
    """Wait until the engine has stopped a reply, and return how long that took since `left`."""
    served.until(lambda: bool(seen(served, ReplyFinished, after)))
    took = time.monotonic() - left
    (end,) = seen(served, ReplyFinished, after)
    assert end.summary.finish_reason is FinishReason.CANCELLED
    served.until(lambda: ends_idle(served))
    return took


@pytest.mark.parametrize("stream", [True, False])
def test_leaving_while_it_writes_stops_the_engine_at_once(served: Served, stream: bool) -> None:
    took = []
    for _attempt in range(3):  # a busy machine may let a thread wait; the best of three is the server's own time
        before = last_id(served)
        caller = Caller(served, stream=stream)
        served.until(lambda since=before: len(seen(served, RoundDecoded, since)) > 2)  # type: ignore[misc]
        caller.leave()
        took.append(cancelled_within(served, before, time.monotonic()))
        if took[-1] < MOST_SECONDS:
            break
    assert min(took) < MOST_SECONDS


def test_leaving_while_the_prompt_is_read_stops_the_engine_at_once(served: Served) -> None:
    took = []
    for attempt in range(3):
        before = last_id(served)
        caller = Caller(served, "/v1/completions", prompt=f"{attempt}" + "x" * 4000)
        served.until(lambda since=before: bool(seen(served, PrefillProgressed, since)))  # type: ignore[misc]
        caller.leave()
        took.append(cancelled_within(served, before, time.monotonic()))
        if took[-1] < MOST_SECONDS:
            break
    assert not seen(served, RoundDecoded, before), "it was still reading"
    assert min(took) < MOST_SECONDS


def test_leaving_while_it_waits_asks_the_engine_nothing(served: Served) -> None:
    before = last_id(served)
    first = Caller(served)
    served.until(lambda: len(seen(served, RoundDecoded, before)) > 1)
    second = Caller(served, agent="other/2")
    served.until(lambda: len(served.news[-1].replies) == 2)
    writing, waiting = served.news[-1].replies
    assert (writing.phase, writing.position) == (Phase.WRITING, 0)
    assert (waiting.phase, waiting.position) == (Phase.WAITING, 1)
    assert waiting.client.startswith("other/2 :")
    assert waiting.request_id > writing.request_id >= FIRST_REQUEST_ID
    second.leave()
    served.until(lambda: len(served.news[-1].replies) == 1)
    first.leave()
    served.until(lambda: ends_idle(served))
    assert len(seen(served, ReplyStarted, before)) == 1, "the engine never heard of the second"


def test_a_reader_of_nothing_stops_nobody_else(served: Served) -> None:
    before = last_id(served)
    lazy = Caller(served, stream=True, max_tokens=400)
    served.until(lambda: len(seen(served, RoundDecoded, before)) > 2)
    answer = served.post("/v1/chat/completions", chat(max_tokens=3), **{"User-Agent": "another"})
    assert answer.status_code == 200
    lazy.leave()
    served.until(lambda: ends_idle(served))


def test_a_reader_that_takes_nothing_is_let_go(tiny_target: Path) -> None:
    with Served(tiny_target, limits=Limits(reader_seconds=0.3)) as impatient:
        lazy = Caller(impatient, room=2048, stream=True)
        impatient.until(lambda: bool(seen(impatient, ReplyFinished, 0)))
        (end,) = seen(impatient, ReplyFinished, 0)
        assert end.summary.finish_reason is FinishReason.CANCELLED, "it ended before the context was full"
        lazy.leave()


def test_the_user_ends_a_reply_and_the_client_is_told(served: Served) -> None:
    before = last_id(served)
    whole = Caller(served)
    served.until(lambda: len(seen(served, RoundDecoded, before)) > 2)
    first = last_id(served)
    stream = Caller(served, stream=True, agent="other/2")
    served.until(lambda: len(served.news[-1].replies) == 2)
    served.server.stop_request(first)
    status, body = whole.answer()
    assert (status, body["error"]["code"]) == (503, "stopped_by_user")
    served.until(lambda: len(seen(served, RoundDecoded, first)) > 2)
    data = stream.read()
    served.server.stop_all()
    while not data.endswith(b"0\r\n\r\n"):
        data += stream.read()
    assert b" 200 OK" in data
    assert b'"content":' in data, "what was written had come"
    assert b'"code":"stopped_by_user"' in data
    assert b"[DONE]" not in data
    for caller in (whole, stream):
        caller.leave()
    served.until(lambda: ends_idle(served))


def test_the_queue_is_bounded_for_all_and_for_each(served: Served) -> None:
    callers = [Caller(served, agent=agent) for agent in ("a", "a", "a")]
    served.until(lambda: len(served.news[-1].replies) == 3)
    hoarder = served.post("/v1/chat/completions", chat(), **{"User-Agent": "a"})
    assert (hoarder.status_code, hoarder.json()["error"]["code"]) == (429, "queue_full")
    assert int(hoarder.headers["retry-after"]) > 0
    assert f"Ask again in {hoarder.headers['retry-after']} seconds." in hoarder.json()["error"]["message"]
    callers.append(Caller(served, agent="b"))
    served.until(lambda: len(served.news[-1].replies) == 4)
    late = served.post("/v1/chat/completions", chat(stream=True), **{"User-Agent": "c"})
    assert late.status_code == 429
    for caller in callers:
        caller.leave()
    served.until(lambda: ends_idle(served))


def test_the_window_waits_for_one_reply_and_the_api_for_one_of_the_window(served: Served) -> None:
    before = last_id(served)
    first = Caller(served)
    served.until(lambda: bool(seen(served, RoundDecoded, before)))
    second = Caller(served, max_tokens=5, agent="other/2")
    served.until(lambda: len(served.news[-1].replies) == 2)
    served.engine.reply(ReplyRequest(WINDOWS_ID, raw_prompt="The window's own words.", max_tokens=30))
    first.leave()
    assert second.answer()[0] == 200
    started = [event.request_id for event in served.events if isinstance(event, ReplyStarted)][-3:]
    assert started[1] == WINDOWS_ID
    assert before < started[0] < started[2]
    second.leave()
    served.until(lambda: ends_idle(served))


def test_a_paused_server_takes_nothing_new(served: Served) -> None:
    served.server.pause()
    with served.client() as client:
        paused = client.post("/v1/chat/completions", json=chat())
        assert (paused.status_code, paused.json()["error"]["code"]) == (503, "server_paused")
        served.server.resume()
        assert client.post("/v1/chat/completions", json=chat(max_tokens=2)).status_code == 200


def test_a_turn_that_does_not_come_is_refused(tiny_target: Path) -> None:
    with Served(tiny_target, limits=Limits(wait_seconds=0.2)) as served:
        first = Caller(served)
        served.until(lambda: bool(seen(served, RoundDecoded, 0)))
        waiting = served.post("/v1/chat/completions", chat(), **{"User-Agent": "other"})
        assert waiting.status_code == 429
        assert "turn did not come" in waiting.json()["error"]["message"]
        first.leave()


def test_turning_it_off_ends_what_is_being_written(tiny_target: Path) -> None:
    with Served(tiny_target) as served:
        caller = Caller(served)
        served.until(lambda: bool(seen(served, RoundDecoded, 0)))
        began = time.monotonic()
        served.server.stop()
        assert time.monotonic() - began < 5.0
        assert not served.server.is_running
        status, body = caller.answer()
        assert (status, body["error"]["code"]) == (503, "server_stopped")
        assert caller.read() == b""
        caller.leave()
        with pytest.raises(httpx.ConnectError):
            served.post("/v1/chat/completions", chat())
