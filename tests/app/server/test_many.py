"""Two hundred requests of eight programs at once, well-behaved and not: every answer right, nothing left behind."""

from __future__ import annotations

import gc
import json
import os
import random
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import psutil
import pytest

from app.server.config import Limits
from tests.support.served import KEY, SECONDS, Served, chat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NUM_CLIENTS = 8
NUM_EACH = 25
NUM_WARMING_UP = 4
PROMPTS = ("Tell me more.", "The proof of the page", "And the ink is red.")
SEEDS = (1, 2)
MAX_TOKENS = 8
GARBAGE = (b"", b"{", b"[]", b'{"messages": 1}', b'{"messages": [{"role": "owl", "content": ""}]}', b"\xff\xfe")
MOST_GROWTH = 24 << 20
"""Bytes that two hundred requests may add to the process: what Python and its allocator keep for themselves."""


@pytest.fixture(scope="module")
def served(tiny_target: Path, tiny_draft: Path) -> Iterator[Served]:
    """A server with room for all of them."""
    with Served(tiny_target, tiny_draft, limits=Limits(most_waiting=200, most_waiting_each=100)) as running:
        yield running


class Program:
    """One of the programs; what it does is drawn, and the same each time.

    Args:
        served: What it asks.
        number: Of the program.
        expected: The right answers, by prompt and seed.
    """

    def __init__(self, served: Served, number: int, expected: dict[tuple[str, int], str]) -> None:
        self._served = served
        self._dice = random.Random(number)
        self._expected = expected
        self._name = f"program-{number}"
        self.problems: list[str] = []
        self.num_right = 0

    def run(self, num: int) -> None:
        """Ask, one thing after the other."""
        doings = (self._whole, self._whole, self._stream, self._stream, self._leave, self._garbage, self._slow)
        with self._served.client(**{"User-Agent": self._name}) as self._client:
            for _ in range(num):
                doing: Callable[[], None] = self._dice.choice(doings)
                try:
                    doing()
                except (httpx.HTTPError, OSError, ValueError, LookupError) as error:
                    self.problems.append(f"{self._name}: {error!r} in {doing.__name__}")

    def _body(self, **more: object) -> tuple[dict[str, Any], str]:
        prompt, seed = self._dice.choice(PROMPTS), self._dice.choice(SEEDS)
        return chat(prompt, seed=seed, max_tokens=MAX_TOKENS, **more), self._expected[prompt, seed]

    def _check(self, said: str, expected: str) -> None:
        self.num_right += said == expected
        if said != expected:
            self.problems.append(f"{self._name}: {said!r} is not {expected!r}")

    def _whole(self) -> None:
        body, expected = self._body()
        answer = self._client.post("/v1/chat/completions", json=body)
        self._check(answer.json()["choices"][0]["message"]["content"], expected)

    def _stream(self) -> None:
        body, expected = self._body(stream=True)
        with self._client.stream("POST", "/v1/chat/completions", json=body) as answer:
            lines = [line.removeprefix("data: ") for line in answer.iter_lines() if line]
        if lines[-1] != "[DONE]":
            self.problems.append(f"{self._name}: a stream ended with {lines[-1]}")
        said = "".join(json.loads(line)["choices"][0]["delta"].get("content", "") for line in lines[:-1])
        self._check(said, expected)

    def _leave(self) -> None:
        """Ask for much and hang up, at once or after the first bytes."""
        with self._bare({**self._body()[0], "max_tokens": 400, "stream": True}) as bare:
            if self._dice.random() < 0.5:
                bare.recv(64)

    def _garbage(self) -> None:
        content = self._dice.choice(GARBAGE)
        head = {"Content-Type": "application/json"}
        answer = self._client.post("/v1/chat/completions", content=content, headers=head)
        if answer.status_code != 400:
            self.problems.append(f"{self._name}: {content!r} was answered with {answer.status_code}")

    def _slow(self) -> None:
        """Read an answer a few bytes at a time."""
        body, expected = self._body()
        data = b""
        with self._bare(body) as bare:
            while not data.endswith(b"}}") or data.count(b"{") != data.count(b"}"):
                data += bare.recv(7)
        self._check(json.loads(data.partition(b"\r\n\r\n")[2])["choices"][0]["message"]["content"], expected)

    def _bare(self, body: dict[str, Any]) -> socket.socket:
        data = json.dumps(body).encode()
        bare = socket.create_connection(("127.0.0.1", self._served.port), timeout=SECONDS)
        bare.sendall(
            f"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\n"
            f"User-Agent: {self._name}\r\nContent-Type: application/json\r\nConnection: close\r\n"
            f"Content-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        return bare


def crowd(served: Served, expected: dict[tuple[str, int], str], num: int) -> list[Program]:
    programs = [Program(served, number, expected) for number in range(NUM_CLIENTS)]
    threads = [threading.Thread(target=program.run, args=(num,)) for program in programs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    served.until(lambda: not served.server.serving.replies)
    return programs


def num_files() -> int:
    return len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0


def test_every_answer_is_right_and_nothing_is_left(served: Served) -> None:
    expected = {}
    for prompt in PROMPTS:
        for seed in SEEDS:
            answer = served.post("/v1/chat/completions", chat(prompt, seed=seed, max_tokens=MAX_TOKENS)).json()
            expected[prompt, seed] = answer["choices"][0]["message"]["content"]
    crowd(served, expected, NUM_WARMING_UP)  # what is made once is there now
    process = psutil.Process()
    gc.collect()
    served.events.clear()
    served.news.clear()
    files, threads, memory = num_files(), threading.active_count(), process.memory_info().rss
    programs = crowd(served, expected, NUM_EACH)
    assert [problem for program in programs for problem in program.problems] == []
    assert all(program.num_right > NUM_EACH // 3 for program in programs)
    served.events.clear()
    served.news.clear()
    gc.collect()
    assert threading.active_count() == threads
    served.until(lambda: num_files() <= files)
    assert process.memory_info().rss - memory < MOST_GROWTH
    with served.client() as client:
        text = client.get("/metrics").text
    assert 'num_requests_running{engine="0",model_name="Tiny target"} 0' in text
