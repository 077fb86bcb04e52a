"""What the API gives away: nothing; and the privacy page sees its socket for what it is."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.privacy.sockets import OpenSocket, SocketFamily, open_sockets
from app.privacy.verdict import concerns
from app.server.config import ServerConfig
from app.server.headless import HeadlessEngine
from app.server.serving import Server
from tests.support.served import KEY, chat

if TYPE_CHECKING:
    import httpx
    import pytest

    from tests.support.served import Served

SECRET = "Sesquipedalian"


def listening(port: int) -> list[OpenSocket]:
    return [
        each for each in open_sockets().of(SocketFamily.INTERNET) if each.here.endswith(f":{port}") and not each.there
    ]


def test_the_privacy_page_sees_a_socket_that_only_this_machine_reaches(served: Served) -> None:
    (seen,) = listening(served.port)
    assert seen.here == f"127.0.0.1:{served.port}"
    assert seen.stays_on_machine
    assert concerns((), open_sockets()) == ()


def test_the_privacy_page_warns_of_one_that_others_reach() -> None:
    engine = HeadlessEngine()
    server = Server(engine, ServerConfig(KEY, host="0.0.0.0", port=0))
    try:
        server.start()
        (seen,) = listening(int(server.address.rpartition(":")[2]))
        assert not seen.stays_on_machine
        assert [notice.code for notice in concerns((), open_sockets())] == ["concern_network"]
    finally:
        server.stop()
        engine.close()
    assert listening(int(server.address.rpartition(":")[2])) == []


def test_nothing_that_is_asked_or_answered_is_logged(
    client: httpx.Client, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    with caplog.at_level(logging.DEBUG):
        for path, body in (
            ("/v1/chat/completions", chat(SECRET, max_tokens=3)),
            ("/v1/chat/completions", chat(SECRET, max_tokens=3, stream=True)),
            ("/v1/chat/completions", {"messages": SECRET}),
            (f"/v1/{SECRET}", {}),
        ):
            client.post(path, json=body)
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith(("httpcore", "httpx"))]
    assert SECRET not in "".join(ours)
    assert SECRET not in "".join(capfd.readouterr())


def test_a_refusal_never_repeats_what_was_sent(client: httpx.Client) -> None:
    for body in (
        {"messages": SECRET},
        {"messages": [{"role": SECRET, "content": SECRET}]},
        {**chat(SECRET), "temperature": SECRET},
        {**chat(SECRET), "stop": [1, SECRET]},
        {**chat(SECRET), "logit_bias": {SECRET: 1}},
        {**chat(SECRET), "speculative": {"mode": SECRET}},
    ):
        answer = client.post("/v1/chat/completions", json=body)
        assert answer.status_code == 400
        assert SECRET not in answer.text
