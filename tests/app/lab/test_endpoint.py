"""Servers: what good ones are measured as, and one clear line for each way of being none."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from app.catalogue import sentence
from app.errors import EnvironmentFault, UserError
from app.lab.bench_plan import Endpoint, make_plan
from app.lab.endpoint import parse_address
from app.lab.endpoint_side import EndpointSide
from app.lab.engine_side import Stopped
from app.lab.grid import Grid
from app.lab.measurement import SERVER_CLOCK, STREAM_CLOCK
from tests.support.lab_runs import GREEDY, TWO
from tests.support.talking_server import HANG, HEAD, JSON_HEAD, TalkingServer, delta, events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.lab.bench_plan import BenchPlan
    from app.lab.measurement import Measurement
    from app.lab.suites import Suite

DONE = b"data: [DONE]\n\n"
MODELS = JSON_HEAD + json.dumps({"data": [{"id": "tiny"}]}).encode()
USAGE = {"choices": [], "usage": {"prompt_tokens": 12, "completion_tokens": 5}}
TIMINGS = {
    "prompt_n": 12,
    "prompt_ms": 50.0,
    "predicted_n": 9,
    "predicted_ms": 400.0,
    "draft_n": 8,
    "draft_n_accepted": 6,
}
GOOD = HEAD + events(delta("One"), delta(" two"), delta(" three"), delta("", "stop"), USAGE) + DONE
PAUSE = 0.02
PACED = (HEAD + events(delta("One")), PAUSE, events(delta(" two"), delta(" three"), delta("", "stop"), USAGE) + DONE)


def plan_for(server: TalkingServer, suite: Suite = TWO) -> BenchPlan:
    return make_plan(suite, Grid("quick", ()), None, GREEDY, endpoints=(Endpoint("peer", server.url),), max_tokens=20)


def measure(server: TalkingServer, patience: float = 5.0, suite: Suite = TWO) -> Measurement:
    plan = plan_for(server, suite)
    side = EndpointSide(plan.endpoints[0], plan, patience)
    side.open()
    return side.measure(next(plan.cells()))


def saying(*answers: bytes | float | None) -> Callable[[str, dict[str, Any]], Iterable[bytes | float | None]]:
    """A well-behaved list of models, and these bytes for every reply."""
    return lambda path, _body: (MODELS,) if path.endswith("/models") else answers


def refusal(*answers: bytes | float | None, patience: float = 5.0) -> str:
    with TalkingServer(saying(*answers)) as server:
        with pytest.raises(EnvironmentFault) as caught:
            measure(server, patience)
        said = sentence(caught.value.notice)
        assert server.url in said
        assert "\n" not in said
        return said


# Good ones.


def test_a_stream_is_measured_by_its_arrival() -> None:
    with TalkingServer(saying(*PACED)) as server:
        measured = measure(server)
    assert measured.clock == STREAM_CLOCK
    assert (measured.completion_tokens, measured.prompt_tokens) == (5, 12)
    assert measured.finish_reason == "stop"
    assert 0 < measured.first_token_seconds <= measured.total_seconds <= measured.wall_seconds
    assert measured.num_rounds == 0, "nobody says how many passes it took"
    assert measured.block_efficiency is None


def test_the_timings_of_llama_cpp_are_used() -> None:
    with TalkingServer(
        saying(HEAD + events(delta("One two"), {**delta("", "length"), "timings": TIMINGS}) + DONE)
    ) as server:
        measured = measure(server)
    assert measured.clock == SERVER_CLOCK
    assert measured.completion_tokens == 9
    assert measured.tokens_per_second == pytest.approx(8 / 0.4), "from the first token to the last there are eight more"
    assert measured.prefill_seconds == pytest.approx(0.05)
    assert measured.acceptance_rate == pytest.approx(6 / 8)
    assert measured.block_efficiency == pytest.approx(9 / 3)


def test_a_reply_that_comes_all_at_once_has_no_speed() -> None:
    with TalkingServer(saying(GOOD)) as server:
        measured = measure(server)
    assert "sent the whole reply at once" in measured.error
    assert measured.tokens_per_second is None


def test_pieces_are_counted_where_nobody_counts_tokens() -> None:
    with TalkingServer(
        saying(HEAD + events(delta("a")), PAUSE, events(delta("b"), delta("c", "stop")) + DONE)
    ) as server:
        assert measure(server).completion_tokens == 3


def test_a_stream_may_end_without_saying_so() -> None:
    with TalkingServer(
        saying(HEAD + b": ping\n\n" + events(delta("a")), PAUSE, events(delta("b", "stop"))[:-2])
    ) as server:
        assert measure(server).completion_tokens == 2


def test_pieces_may_come_in_pieces() -> None:
    halves: list[bytes | float] = [GOOD[index : index + 7] for index in range(0, len(GOOD), 7)]
    halves.insert(len(HEAD) // 7 + 20, PAUSE)
    with TalkingServer(saying(*halves)) as server:
        assert measure(server).completion_tokens == 5


def test_chunked_answers_are_read() -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    body = GOOD.removeprefix(HEAD)
    with TalkingServer(saying(head, b"%x\r\n" % len(body), body[:120], PAUSE, body[120:], b"\r\n0\r\n\r\n")) as server:
        assert measure(server).completion_tokens == 5


def test_thinking_counts_as_writing() -> None:
    thought = {"choices": [{"delta": {"reasoning_content": "Hm"}, "finish_reason": None}]}
    with TalkingServer(saying(HEAD + events(thought), PAUSE, events(delta("Yes", "stop")) + DONE)) as server:
        assert measure(server).completion_tokens == 2


def test_a_server_that_does_not_stream_but_tells_its_timings_will_do() -> None:
    whole = {"choices": [{"message": {"content": "One"}, "finish_reason": "stop"}], "timings": TIMINGS}
    with TalkingServer(saying(JSON_HEAD + json.dumps(whole).encode())) as server:
        assert measure(server).clock == SERVER_CLOCK


def test_the_server_is_asked_what_the_engine_is_asked() -> None:
    with TalkingServer(saying(GOOD)) as server:
        measure(server)
        (_, warm), (path, body) = server.asked[1:]
    assert path == "/v1/chat/completions"
    assert body["messages"] == [{"role": "user", "content": TWO.prompts[0].text}]
    assert (body["model"], body["temperature"], body["seed"], body["max_tokens"]) == ("tiny", 0.0, 1, 20)
    assert body["stream"] is True
    assert body["cache_prompt"] is False
    assert warm["max_tokens"] < body["max_tokens"], "the first reply is slow, and not measured"


def test_parameters_that_a_server_does_not_know_are_left_out() -> None:
    refused = b"HTTP/1.1 400 Bad Request\r\n\r\n" + b'{"error": {"message": "unknown: top_k"}}'

    def say(path: str, body: dict[str, Any]) -> Iterable[bytes | float]:
        if path.endswith("/models"):
            return (MODELS,)
        return (refused,) if "top_k" in body else PACED

    with TalkingServer(say) as server:
        assert measure(server).completion_tokens == 5


def test_a_server_without_a_list_of_models_is_asked_all_the_same() -> None:
    def say(path: str, _body: dict[str, Any]) -> Iterable[bytes]:
        return (b"HTTP/1.1 404 Not Found\r\n\r\n",) if path.endswith("/models") else (GOOD,)

    with TalkingServer(say) as server:
        measure(server)
        assert server.asked[-1][1]["model"] == "default"


def test_a_prompt_that_the_server_refuses_is_a_cell_that_failed() -> None:
    calls: list[str] = []

    def say(path: str, _body: dict[str, Any]) -> Iterable[bytes]:
        calls.append(path)
        if len(calls) < 3:
            return (MODELS,) if path.endswith("/models") else (GOOD,)
        return (b"HTTP/1.1 400 Bad Request\r\n\r\n" + b'{"error": "the prompt is too long"}',)

    with TalkingServer(say) as server:
        measured = measure(server)
    assert "refused (status 400): the prompt is too long" in measured.error
    assert measured.tokens_per_second is None


def test_a_private_suite_leaves_no_digest() -> None:
    with TalkingServer(saying(*PACED)) as server:
        plain = measure(server)
        private = measure(server, suite=replace(TWO, private=True))
    assert plain.digest
    assert private.digest == ""


# Bad ones.


def test_nobody_there() -> None:
    with TalkingServer(saying(GOOD)) as server:
        plan = plan_for(server)
    with pytest.raises(EnvironmentFault) as caught:
        EndpointSide(plan.endpoints[0], plan, 5.0).open()
    assert "No server listens" in sentence(caught.value.notice)


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ((HANG,), "was silent for 0.3 seconds"),
        ((HEAD, HANG), "was silent"),
        ((HEAD + events(delta("One")), HANG), "was silent"),
        ((HEAD, *((b": still here\n\n", PAUSE) * 100)), "was silent"),
        ((), "broke off"),
        ((HEAD + events(delta("One")),), "broke off"),
        ((HEAD + events(delta("One"))[:-9],), "broke off"),
        ((b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n" + events(delta("One")),), "broke off"),
        ((b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ndat",), "broke off"),
        ((HEAD,), "without a single token"),
        ((HEAD + DONE,), "without a single token"),
        ((HEAD + events(delta("", "stop")) + DONE,), "without a single token"),
        ((b"SSH-2.0-OpenSSH_9.2\r\n",), "does not speak the OpenAI protocol"),
        ((b"\x16\x03\x01\x00" * 9 + b"\n",), "does not speak the OpenAI protocol"),
        ((JSON_HEAD + b"<html>Hello</html>",), "does not speak the OpenAI protocol. It said: <html>Hello</html>"),
        ((JSON_HEAD + b"[1, 2]",), "does not speak"),
        ((JSON_HEAD + b"{oops",), "does not speak"),
        ((JSON_HEAD + b"{" * 100_000,), "does not speak"),
        ((HEAD + b"data: {oops\n\n",), "does not speak"),
        ((HEAD + b"data: 7\n\n",), "does not speak"),
        ((HEAD + b"hello\n\n",), "does not speak"),
        ((HEAD + b"data: \xff\xfe\n\n",), "does not speak"),
        ((HEAD + events({"error": {"message": "out\nof memory"}}),), "failed: out of memory"),
        ((HEAD + b'error: {"code": 500, "message": "slot gone"}\n\n',), "failed: slot gone"),
        (
            (JSON_HEAD + json.dumps({"choices": [{"message": {"content": "x"}, "finish_reason": "stop"}]}).encode(),),
            "does not stream",
        ),
        ((HEAD + events(*[delta("x")] * 500),), "goes on beyond"),
    ],
)
def test_what_is_no_reply_is_said(answers: tuple[bytes | float | None, ...], said: str) -> None:
    assert said in refusal(*answers, patience=0.3 if "silent" in said else 5.0)


@pytest.mark.parametrize("piece", [{}, {"choices": 5}, {"choices": ["x"]}, {"choices": [{"delta": 3}]}, {"usage": [1]}])
def test_pieces_of_another_shape_are_passed_over(piece: dict[str, Any]) -> None:
    with TalkingServer(saying(HEAD + events(delta("a"), piece), PAUSE, events(delta("b", "stop")) + DONE)) as server:
        assert measure(server).completion_tokens == 2


@pytest.mark.parametrize(
    "timings",
    [
        {**TIMINGS, "predicted_ms": float("inf")},
        {**TIMINGS, "predicted_ms": -1},
        {**TIMINGS, "predicted_ms": "fast"},
        {**TIMINGS, "predicted_n": True, "draft_n_accepted": 10**30, "draft_n": -3},
    ],
)
def test_figures_that_cannot_be_are_not_taken(timings: dict[str, Any]) -> None:
    with TalkingServer(
        saying(HEAD + events(delta("a")), PAUSE, events({**delta("b", "stop"), "timings": timings}) + DONE)
    ) as server:
        measured = measure(server)
    assert measured.completion_tokens in (2, 9)
    assert measured.acceptance_rate in (None, 0.75)


def test_a_status_that_means_trouble_is_said_at_once() -> None:
    with TalkingServer(
        lambda *_: (b"HTTP/1.1 503 Unavailable\r\n\r\n" + b'{"error": {"message": "Loading model"}}',)
    ) as server:
        plan = plan_for(server)
        with pytest.raises(UserError) as caught:
            EndpointSide(plan.endpoints[0], plan, 5.0).open()
    assert "refused (status 503): Loading model" in sentence(caught.value.notice)


def test_nobody_is_followed_to_elsewhere() -> None:
    moved = b"HTTP/1.1 302 Found\r\nLocation: http://example.com/v1/models\r\n\r\n"
    with TalkingServer(lambda *_: (moved,)) as server:
        plan = plan_for(server)
        with pytest.raises(UserError) as caught:
            EndpointSide(plan.endpoints[0], plan, 5.0).open()
    assert "status 302" in sentence(caught.value.notice)


def test_a_server_that_hangs_can_be_left_at_once() -> None:
    with TalkingServer(saying(HEAD + events(delta("One")), HANG)) as server:
        plan = plan_for(server)
        side = EndpointSide(plan.endpoints[0], plan, 60.0)
        side.open()
        left = threading.Event()

        def leave() -> None:
            assert server.hangs.wait(30)
            side.cancel()
            left.set()

        thread = threading.Thread(target=leave)
        thread.start()
        with pytest.raises(Stopped):
            side.measure(next(plan.cells()))
        thread.join()
        assert left.is_set()


# Addresses.


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:8080", ("127.0.0.1", 8080, "")),
        ("http://localhost:8080/", ("localhost", 8080, "")),
        ("localhost:1234/v1", ("localhost", 1234, "")),
        ("http://127.1.2.3/api/v1/", ("127.1.2.3", 80, "/api")),
        ("http://[::1]:11434/v1/chat/completions", ("::1", 11434, "")),
    ],
)
def test_addresses_of_this_machine(url: str, expected: tuple[str, int, str]) -> None:
    address = parse_address(url)
    assert (address.host, address.port, address.base) == expected


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.com:8080", "endpoint_not_here"),
        ("http://192.168.1.5:8080", "endpoint_not_here"),
        ("http://0.0.0.0:8080", "endpoint_not_here"),
        ("http://127.0.0.1.example.com", "endpoint_not_here"),
        ("http://localhost.example.com", "endpoint_not_here"),
        ("http://127.0.0.1@example.com", "endpoint_not_an_address"),
        ("http://me:secret@127.0.0.1", "endpoint_not_an_address"),
        ("https://127.0.0.1:8080", "endpoint_not_an_address"),
        ("file:///etc/passwd", "endpoint_not_an_address"),
        ("http://127.0.0.1:99999", "endpoint_not_an_address"),
        ("http://127.0.0.1:port", "endpoint_not_an_address"),
        ("http://127.0.0.1/a b", "endpoint_not_an_address"),
        ("http://127.0.0.1/\r\nX: y", "endpoint_not_an_address"),
        ("http://[::1", "endpoint_not_an_address"),
        ("http://", "endpoint_not_an_address"),
        ("", "endpoint_not_an_address"),
    ],
)
def test_other_addresses_are_refused(url: str, code: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_address(url)
    assert caught.value.notice.code == code
    assert "\n" not in sentence(caught.value.notice)
