"""Bytes that are nearly HTTP: each is answered or hung up on, and none is a bug."""

from __future__ import annotations

import json
import random
import socket
import sys
from typing import TYPE_CHECKING

import pytest

from app.server.config import Limits
from tests.support.served import KEY, Served, chat

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

NUM_MUTATED = 150
HEAD = f"Host: localhost\r\nAuthorization: Bearer {KEY}\r\nConnection: close\r\n"
JSON_HEAD = f"{HEAD}Content-Type: application/json\r\n"
BODY = json.dumps(chat(max_tokens=2))
GOOD = f"POST /v1/chat/completions HTTP/1.1\r\n{JSON_HEAD}Content-Length: {len(BODY)}\r\n\r\n{BODY}"
ODD = {
    f"HEAD /health HTTP/1.1\r\n{HEAD}\r\n": 200,
    f"GET /v1/models/%00%ff%2f..%2f HTTP/1.1\r\n{HEAD}\r\n": 200,
    f"GET /health HTTP/1.1\r\n{HEAD}Upgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n": 200,
    f"GET http://evil.example/health HTTP/1.1\r\n{HEAD}\r\n": 404,
    f"CONNECT localhost:443 HTTP/1.1\r\n{HEAD}\r\n": 404,
    f"OPTIONS * HTTP/1.1\r\n{HEAD}\r\n": 404,
    f"TRACE / HTTP/1.1\r\n{HEAD}\r\n": 404,
    f"OPTIONS /v1/models HTTP/1.1\r\nOrigin: https://evil.example\r\n{HEAD}\r\n": 403,
    "GET /health HTTP/1.0\r\n\r\n": 403,
    f"GET /health HTTP/1.1\r\n{HEAD}Host: localhost\r\n\r\n": 400,
    f"POST /v1/completions HTTP/1.1\r\n{JSON_HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!": 400,
    f"POST /v1/completions HTTP/1.1\r\n{JSON_HEAD}Content-Length: -1\r\n\r\n": 400,
    "GET /\u00e9 HTTP/1.1\r\nHost: localhost\r\n\r\n": 400,
}


@pytest.fixture(scope="module")
def served(tiny_target: Path) -> Iterator[Served]:
    """A server that waits for nobody for long."""
    with Served(tiny_target, limits=Limits(body_seconds=0.3)) as running:
        yield running


@pytest.fixture
def bugs(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """What the server handed on as a bug."""
    found: list[BaseException] = []

    def note(_kind: type[BaseException], error: BaseException, _frames: TracebackType | None) -> None:
        found.append(error)

    monkeypatch.setattr(sys, "excepthook", note)
    return found


def answer(served: Served, *pieces: bytes, half_closed: bool = False, whole: bool = True) -> bytes:
    """What comes back until the end of the connection, or the first of it."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=30.0) as bare:
        data = b""
        try:
            for piece in pieces:
                bare.sendall(piece)
            if half_closed:
                bare.shutdown(socket.SHUT_WR)
            while (piece := bare.recv(1 << 16)) and whole:
                data += piece
        except ConnectionError:
            return data
        return data


def mutated(dice: random.Random) -> bytes:
    data = bytearray(dice.choice([GOOD, *ODD]).encode("latin-1"))
    for _ in range(dice.choice((1, 1, 2, 4))):
        at = dice.randrange(len(data) + 1)
        doing = dice.randrange(3)
        if doing == 0:
            data[at : at + 1] = bytes([dice.randrange(256)])
        elif doing == 1:
            data[at:at] = dice.randbytes(3)
        else:
            del data[at : at + dice.randrange(20)]
    return bytes(data)


@pytest.mark.parametrize(("request_text", "status"), ODD.items(), ids=[text[:30] for text in ODD])
def test_odd_requests_have_their_answers(
    served: Served, bugs: list[BaseException], request_text: str, status: int
) -> None:
    assert answer(served, request_text.encode("latin-1")).split(b" ")[1] == str(status).encode()
    assert bugs == []


def test_a_body_that_is_not_what_it_says_ends_the_connection(served: Served, bugs: list[BaseException]) -> None:
    chunked = f"POST /v1/completions HTTP/1.1\r\n{JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nZZ\r\n"
    assert answer(served, chunked.encode()) == b""
    assert bugs == []


def test_damaged_requests_are_no_bug_and_harm_nobody(served: Served, bugs: list[BaseException]) -> None:
    dice = random.Random(7)
    for _ in range(NUM_MUTATED):
        data = mutated(dice)
        cut = dice.randrange(len(data) + 1)
        answer(served, data[:cut], data[cut:], half_closed=dice.random() < 0.8, whole=False)
    assert bugs == []
    assert answer(served, GOOD.encode()).startswith(b"HTTP/1.1 200 OK")
