"""Who may ask: the right name, no foreign page, and the key."""

from __future__ import annotations

import socket

import httpx
import pytest
from starlette.datastructures import Headers

from app.errors import UserError
from app.server.config import ServerConfig, is_loopback, new_key
from app.server.errors import ApiError
from app.server.guard import Guard
from app.server.headless import HeadlessEngine
from app.server.serving import Server
from tests.support.served import KEY, Served, chat

HEADERS = {"host": "127.0.0.1:8080", "authorization": f"Bearer {KEY}"}


def guard(**config: object) -> Guard:
    return Guard(ServerConfig(KEY, **config))  # type: ignore[arg-type]


def status(guard: Guard, path: str = "/v1/models", **headers: str | None) -> int:
    given = {**HEADERS, **headers}
    try:
        guard.check(path, Headers({name: value for name, value in given.items() if value is not None}))
    except ApiError as error:
        return error.status
    return 200


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080", "127.8.0.1"])
def test_names_of_this_machine_are_let_in(host: str) -> None:
    assert status(guard(), host=host) == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.1.5:8080",
        "",
        None,
        "[::1",
        "[::1]evil.example",
        "0.0.0.0",
    ],
)
def test_a_name_that_only_points_here_is_not(host: str | None) -> None:
    assert status(guard(), host=host) == 403
    assert status(guard(), "/health", host=host) == 403


def test_a_server_for_the_network_answers_to_addresses_and_to_names_it_was_told() -> None:
    outward = guard(host="0.0.0.0", hosts=("Workstation",))
    assert status(outward, host="192.168.1.5:8080") == 200
    assert status(outward, host="workstation:8080") == 200
    assert status(outward, host=f"{socket.gethostname()}:8080") == 200
    assert status(guard(), host=f"{socket.gethostname()}.:8080") == 403
    assert status(outward, host="evil.example") == 403


@pytest.mark.parametrize(
    ("host", "words"),
    [
        ("Studio.example:8080", "“studio.example” is no name"),
        ("Studio.example:8080", "galley serve --allow-host studio.example"),
        ("a; rm -rf ~", "--allow-host NAME"),
        ("x" * 400, "--allow-host NAME"),
        ("", "--allow-host NAME"),
    ],
)
def test_whoever_calls_this_machine_by_another_name_is_told_how_to_allow_it(host: str, words: str) -> None:
    with pytest.raises(ApiError) as caught:
        guard(host="0.0.0.0").check("/v1/models", Headers({**HEADERS, "host": host}))
    assert words in caught.value.message


@pytest.mark.parametrize(
    "given",
    [None, "", KEY, f"Basic {KEY}", "Bearer", "Bearer ", f"Bearer {KEY[:-1]}", f"Bearer {KEY}x", "Bearer \xff\xfe"],
)
def test_without_the_key_nothing_is_said(given: str | None) -> None:
    assert status(guard(), authorization=given) == 401
    assert status(guard(), "/metrics", authorization=given) == 401
    assert status(guard(), "/health", authorization=given) == 200


def test_a_new_key_replaces_the_old_one_at_once() -> None:
    doors, key = guard(), new_key()
    doors.set_key(key)
    assert status(doors) == 401
    assert status(doors, authorization=f"bearer {key}") == 200
    assert len({new_key() for _ in range(50)}) == 50
    assert len(key) > 32


def test_pages_are_let_in_by_name_only() -> None:
    assert status(guard(), origin="https://notes.example") == 403
    assert status(guard(), origin="null") == 403
    allowing = guard(origins=("https://notes.example/",))
    assert status(allowing, origin="https://notes.example") == 200
    assert status(allowing, origin="https://notes.example.evil") == 403
    assert status(allowing, origin="http://notes.example") == 403


def test_loopback_is_known() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.4.5.6", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "192.168.0.1", "::", "example.org", "")))


def test_a_browser_is_told_what_it_may(served: Served) -> None:
    with served.client() as client:
        asked = {"Origin": "https://notes.example", "Access-Control-Request-Method": "POST"}
        refused = client.options("/v1/chat/completions", headers=asked)
        assert refused.status_code == 403
        assert "access-control-allow-origin" not in refused.headers
        assert "access-control-allow-origin" not in client.get("/v1/models").headers


def test_an_allowed_page_reads_answers_and_errors(tiny_target: object) -> None:
    origin = "https://notes.example"
    with Served(tiny_target, origins=(origin,)) as served:  # type: ignore[arg-type]
        with served.client(Origin=origin) as client:
            asked = {
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization,x-stainless-os, x-secret",
            }
            preflight = client.options("/v1/chat/completions", headers=asked)
            assert preflight.status_code == 204
            assert preflight.headers["access-control-allow-headers"] == "authorization, content-type, x-stainless-os"
            for answer in (
                preflight,
                client.get("/v1/models"),
                client.post("/v1/chat/completions", json=chat(max_tokens=2)),
                client.post("/v1/chat/completions", json={}),
            ):
                assert answer.headers["access-control-allow-origin"] == origin
                assert answer.headers["vary"] == "Origin"
        served.server.set_key("another-key")
        with served.client() as client:
            served.until(lambda: client.get("/v1/models").status_code == 401)


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_it_listens_on_a_version_6_address_too() -> None:
    engine = HeadlessEngine()
    server = Server(engine, ServerConfig(KEY, host="::1", port=0))
    try:
        try:
            server.start()
        except UserError:
            pytest.skip("no IPv6 here")
        assert server.address.startswith("http://[::1]:")
        answer = httpx.get(f"{server.address}/v1/models", headers={"Authorization": f"Bearer {KEY}"}, trust_env=False)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    finally:
        server.stop()
        engine.close()
