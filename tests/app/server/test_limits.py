"""What a request may take: size, time, depth, type; and connections that do nothing."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

import httpx
import pytest

from app.engine.types import LoadSettings, ModelSpec
from app.server.config import Limits, ServerConfig
from app.server.headless import HeadlessEngine
from app.server.serving import Server
from tests.support.served import KEY, SECONDS, Served, chat
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD = f"Host: localhost\r\nAuthorization: Bearer {KEY}\r\nContent-Type: application/json\r\n"
LIMITS = Limits(body_bytes=20_000, body_seconds=0.4, connections=12)


@pytest.fixture(scope="module")
def served(tiny_target: Path) -> Iterator[Served]:
    """A server that takes little."""
    with Served(tiny_target, limits=LIMITS) as running:
        yield running


class Bare:
    """A bare connection."""

    def __init__(self, served: Served) -> None:
        self._socket = socket.create_connection(("127.0.0.1", served.port), timeout=30.0)

    def __enter__(self) -> Bare:
        return self

    def __exit__(self, *_error: object) -> None:
        self._socket.close()

    def send(self, text: str) -> Bare:
        """Say something."""
        self._socket.sendall(text.encode("latin-1"))
        return self

    def rest(self) -> str:
        """Everything up to the end of the connection."""
        data = b""
        while True:
            try:
                piece = self._socket.recv(1 << 16)
            except ConnectionResetError:
                piece = b""
            if not piece:
                return data.decode()
            data += piece


def error_of(answer: str) -> tuple[int, str]:
    status = int(answer.split(" ")[1])
    return status, json.loads(answer.partition("\r\n\r\n")[2])["error"]["code"]


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/completions"])
def test_a_body_that_is_too_large_is_refused_before_it_is_read(client: httpx.Client, path: str) -> None:
    answer = client.post(path, json=chat("x" * 30_000))
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "request_too_large")
    assert client.get("/health").status_code == 200


def test_a_body_without_a_length_is_counted(served: Served) -> None:
    with Bare(served) as bare:
        bare.send(f"POST /v1/completions HTTP/1.1\r\n{HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(30):
            bare.send("400\r\n" + "x" * 1024 + "\r\n")
        assert error_of(bare.send("0\r\n\r\n").rest())[0] == 413


def test_a_body_that_dribbles_is_refused(served: Served) -> None:
    with Bare(served) as bare:
        bare.send(f'POST /v1/completions HTTP/1.1\r\n{HEAD}Content-Length: 100\r\n\r\n{{"prompt"')
        assert error_of(bare.rest()) == (408, "request_too_slow")


def test_a_head_that_dribbles_ends_the_connection(served: Served) -> None:
    with Bare(served) as bare:
        assert bare.send("POST /v1/completions HTTP/1.1\r\nHost: loc").rest() == ""
    with Bare(served) as bare:
        assert bare.rest() == "", "nor does one that says nothing at all stay"


def test_what_is_not_http_is_answered_in_the_same_shape(served: Served) -> None:
    with Bare(served) as bare:
        assert error_of(bare.send("\x16\x03\x01 hello\r\n\r\n").rest()) == (400, "invalid_http")
    with Bare(served) as bare:
        bare.send(f"GET /health HTTP/1.1\r\n{HEAD}X-Long: {'x' * 40_000}")
        assert error_of(bare.rest()) == (400, "invalid_http")


def test_two_requests_at_once_on_one_connection_are_none(served: Served) -> None:
    body = json.dumps(chat(logit_bias={str(token): -100 for token in END_IDS}))
    request = f"POST /v1/chat/completions HTTP/1.1\r\n{HEAD}Content-Length: {len(body)}\r\n\r\n{body}"
    with Bare(served) as bare:
        assert bare.send(request + request).rest() == ""
    with Bare(served) as bare:
        bare.send(request)
        served.until(lambda: bool(served.server.serving.replies))
        assert bare.send(request).rest() == ""
    served.until(lambda: not served.server.serving.replies)


def test_too_many_connections_are_too_many(served: Served) -> None:
    with_room = [Bare(served) for _ in range(LIMITS.connections)]
    with Bare(served) as one_more:
        assert one_more.rest() == ""
    for bare in with_room:
        with bare:
            assert bare.rest() == ""
    with served.client() as client:
        assert client.get("/health").status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_page_may_send_without_asking_is_not_read(client: httpx.Client, kind: str) -> None:
    answer = client.post("/v1/completions", content="{}", headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "unsupported_media_type")


def test_other_addresses_and_methods_are_told_so(client: httpx.Client) -> None:
    for path in ("/", "/v1", "/v1/embeddings", "/v1/chat/completions/", "/v1/%2e%2e/etc/passwd", "/v1/\u00e9"):
        missing = client.get(path)
        assert (missing.status_code, missing.json()["error"]["type"]) == (404, "not_found_error")
    wrong = client.get("/v1/chat/completions")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (405, "method_not_allowed")
    assert wrong.headers["allow"] == "POST"
    assert client.delete("/v1/models").status_code == 405


def test_a_server_may_write_no_more_than_it_was_told(tiny_target: Path) -> None:
    with Served(tiny_target, limits=Limits(most_tokens=7, most_choices=2)) as served, served.client() as client:
        for more in ({}, {"max_tokens": 100}, {"max_tokens": -1}):
            answer = client.post(
                "/v1/completions", json={"prompt": "The", "logit_bias": {"258": -100, "259": -100}, **more}
            )
            assert answer.json()["usage"]["completion_tokens"] == 7
        assert client.post("/v1/completions", json={"prompt": "The", "n": 3}).status_code == 400


def test_without_a_model_it_says_so() -> None:
    with Served(None) as served, served.client() as client:
        for answer in (client.get("/health"), client.post("/v1/chat/completions", json=chat())):
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "model_not_loaded")
            assert int(answer.headers["retry-after"]) > 0
        assert client.get("/v1/models").json()["data"] == []


def test_while_a_model_is_loading_it_says_when_to_ask_again(tiny_target: Path) -> None:
    engine = HeadlessEngine()
    server = Server(engine, ServerConfig(KEY, port=0))
    engine.load(LoadSettings(ModelSpec(str(tiny_target))))  # what comes of it is heard with the first `poll`
    try:
        server.start()
        headers = {"Authorization": f"Bearer {KEY}"}
        with httpx.Client(base_url=server.address, headers=headers, timeout=SECONDS, trust_env=False) as client:
            for answer in (client.get("/health"), client.post("/v1/chat/completions", json=chat())):
                error = answer.json()["error"]
                assert (answer.status_code, error["code"]) == (503, "model_loading")
                assert f"Ask again in {answer.headers['retry-after']} seconds." in error["message"]
            while engine.is_loading:
                engine.poll()
            assert client.get("/health").status_code == 200
    finally:
        server.stop()
        engine.close()
