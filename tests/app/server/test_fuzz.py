"""Whatever is asked, the server answers in its own shape and never with a bug."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.server.config import ServerConfig
from app.server.errors import ApiError
from app.server.schema import ChatRequest, CompletionRequest, read
from app.server.translate import chat as chat_wanted
from app.server.translate import completion as completion_wanted
from tests.support.served import KEY
from tests.support.toy_pair_info import TOY_PAIR

if TYPE_CHECKING:
    import httpx

FIELDS = sorted(
    {
        str(field.validation_alias or name)
        for kind in (ChatRequest, CompletionRequest)
        for name, field in kind.model_fields.items()
    }
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(
        ["", "\0", "user", "system", "tool", "text", "off", "draft", "json_object", "json_schema", "\u202e€😀"]
    ),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.one_of(st.sampled_from(["role", "content", "type", "text", "schema", "65"]), st.text(max_size=4)),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=8,
)
MESSAGES = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant", "system"]), "content": st.text(max_size=20)}),
    min_size=1,
    max_size=3,
)
BODIES = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4)
PROPER: dict[str, st.SearchStrategy[Any]] = {
    "temperature": st.sampled_from([0, 0.7, 1, 100.0]),
    "top_k": st.integers(-1, 300),
    "top_p": st.sampled_from([0, 0.1, 1]),
    "min_p": st.sampled_from([0, 0.5, 1]),
    "repeat_penalty": st.sampled_from([0.001, 1.1, 100.0]),
    "repeat_last_n": st.integers(-1, 99),
    "presence_penalty": st.sampled_from([-100, 2, 100.0]),
    "dry_multiplier": st.sampled_from([0, 1, 100.0]),
    "seed": st.integers(-(2**63), 2**64 - 1),
    "n": st.integers(1, 2),
    "stream": st.booleans(),
    "stop": st.one_of(st.text(min_size=1, max_size=3), st.lists(st.text(min_size=1, max_size=3), max_size=3)),
    "logit_bias": st.dictionaries(
        st.integers(0, 299).map(str), st.sampled_from([-1000, -100, 0, 1.5, 1000]), max_size=3
    ),
    "speculative.mode": st.sampled_from(["auto", "off", "draft", "lookup"]),
    "speculative.n_max": st.integers(0, 128),
    "speculative.n_min": st.integers(0, 20),
    "speculative.p_min": st.sampled_from([0, 0.5, 1]),
    "speculative.fixed": st.booleans(),
    "speculative.verification": st.sampled_from(["coupled", "rejection", "match"]),
    "response_format": st.sampled_from([{"type": "text"}, {"type": "json_object"}]),
}


def post(client: httpx.Client, path: str, body: object) -> httpx.Response:
    sent = json.dumps(body, ensure_ascii=True).encode()
    return client.post(path, content=sent, headers={"Content-Type": "application/json"})


def is_an_answer(answer: httpx.Response) -> None:
    """200 or a refusal that says what to change, in OpenAI's shape."""
    assert answer.status_code in (200, 400), answer.text
    if answer.status_code == 400:
        error = answer.json()["error"]
        assert set(error) == {"message", "type", "param", "code"}
        assert error["type"] == "invalid_request_error"
        assert error["message"]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=BODIES, messages=st.one_of(MESSAGES, VALUES))
def test_no_request_to_chat_is_a_bug(client: httpx.Client, body: dict[str, Any], messages: object) -> None:
    is_an_answer(post(client, "/v1/chat/completions", {"messages": messages, **body, "max_tokens": 2}))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=BODIES, prompt=st.one_of(st.text(max_size=20), VALUES))
def test_no_request_to_complete_is_a_bug(client: httpx.Client, body: dict[str, Any], prompt: object) -> None:
    is_an_answer(post(client, "/v1/completions", {"prompt": prompt, **body, "max_tokens": 2}))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.fixed_dictionaries({}, optional=PROPER), messages=MESSAGES)
def test_every_proper_request_is_answered(client: httpx.Client, body: dict[str, Any], messages: object) -> None:
    answer = post(client, "/v1/chat/completions", {"messages": messages, **body, "max_tokens": 3})
    assert answer.status_code == 200, answer.text


@settings(max_examples=150)
@given(body=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5), messages=VALUES, prompt=VALUES)
def test_reading_and_translating_end_with_a_request_or_a_refusal(
    body: dict[str, Any], messages: object, prompt: object
) -> None:
    config = ServerConfig(KEY)
    sent = json.dumps({"messages": messages, "prompt": prompt, **body}).encode()
    for kind, translate in ((ChatRequest, chat_wanted), (CompletionRequest, completion_wanted)):
        status = 400
        try:
            wanted = translate(read(kind, sent), config, TOY_PAIR)  # type: ignore[arg-type]
            assert wanted.requests
            assert all(request.private for request in wanted.requests)
        except ApiError as error:
            status = error.status
        assert status == 400


@settings(max_examples=200)
@given(sent=st.binary(max_size=60))
def test_bytes_that_are_nothing_are_refused(sent: bytes) -> None:
    with pytest.raises(ApiError):
        read(ChatRequest, sent)
