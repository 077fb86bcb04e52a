"""Requests that cannot be used are told what they have to be, in sentences of Galley's own and in OpenAI's shape."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.server.config import ServerConfig
from app.server.errors import ApiError
from app.server.schema import ChatRequest, CompletionRequest, read
from app.server.translate import chat as chat_wanted
from app.server.translate import completion as completion_wanted
from tests.support.served import KEY, chat
from tests.support.toy_pair_info import TOY_PAIR

if TYPE_CHECKING:
    import httpx

ODD: tuple[object, ...] = (-(2**70), 2**70, 1.5, "\0", [], [[]], {}, {"x": 1}, True, ["x" * 5000], [{}])


def assert_is_own_sentence(message: str) -> None:
    """No library's words, which say what went wrong in it and not what to send."""
    assert message.endswith(".")
    assert message[0].isupper() or message[0] == "`"
    for word in ("Input should", "valid ", "Field required", "EOF", "parsing", "expected", "as it is"):
        assert word not in message.replace("valid JSON", "")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"temperature": -1}, "`temperature` has to be at least 0."),
        ({"temperature": "hot"}, "`temperature` has to be a number."),
        ({"top_p": 1.5}, "`top_p` has to be at most 1."),
        ({"top_k": 1.5}, "`top_k` has to be a whole number."),
        ({"seed": 2**64}, "`seed` has to be less than 18446744073709551616."),
        ({"stream": "yes"}, "`stream` has to be true or false."),
        ({"user": "u" * 300}, "`user` takes at most 256 characters."),
        ({"messages": []}, "`messages` must not be empty."),
        ({"messages": "Hello"}, "`messages` has to be a list."),
        ({"messages": ["Hello"]}, "`messages.0` has to be an object."),
        ({"messages": [{"content": "x"}]}, "`messages.0.role` is missing."),
        ({"messages": [{"role": 1}]}, "`messages.0.role` has to be a text."),
        ({"messages": [{"role": "user"}]}, "`messages.0.content` is missing."),
        ({"speculative.mode": "fast"}, "`speculative.mode` has to be one of: auto, draft, lookup, off."),
        ({"speculative": 3}, "`speculative` has to be an object."),
    ],
)
def test_a_field_that_cannot_be_is_told_what_it_has_to_be(
    client: httpx.Client, fields: dict[str, object], words: str
) -> None:
    answer = client.post("/v1/chat/completions", json=chat(**fields) if "messages" not in fields else fields)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["message"] == words
    assert error["param"] == words.split("`")[1]
    assert error["type"] == "invalid_request_error"


@pytest.mark.parametrize("field", ["n_mx", "type", "n_max ", "\n" * 500])
def test_a_slip_in_the_object_for_speculation_is_told_with_what_there_is(client: httpx.Client, field: str) -> None:
    """Passed over in silence, it would look as if it had been followed."""
    answer = client.post("/v1/chat/completions", json=chat(speculative={"mode": "off", field: 3}))
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] == "unknown_parameter"
    assert error["param"].startswith("speculative.")
    assert len(error["param"]) < 100
    assert "may hold: mode, n_max, n_min, p_min, fixed, verification." in error["message"]


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("json_schema", {"type": "text"}, "“type” at #"),
        ("response_format", {"type": "json_schema", "schema": {"items": {"not": {}}}}, "“not” at #/items"),
        ("grammar", "root ::= [z-a]", "“z-a” (line 1, column 11)"),
    ],
)
def test_a_form_that_cannot_be_kept_to_is_told_by_its_own_field(
    client: httpx.Client, field: str, value: object, words: str
) -> None:
    answer = client.post("/v1/chat/completions", json=chat(max_tokens=2, **{field: value}))
    error = answer.json()["error"]
    assert (answer.status_code, error["param"]) == (400, field)
    assert words in error["message"]


def test_no_field_is_refused_in_the_words_of_a_library() -> None:
    config = ServerConfig(KEY)
    for kind in (ChatRequest, CompletionRequest):
        for name, field in kind.model_fields.items():
            for value in ODD:
                body = json.dumps({**chat(), "prompt": "x", str(field.validation_alias or name): value}).encode()
                try:
                    if kind is ChatRequest:
                        chat_wanted(read(ChatRequest, body), config, TOY_PAIR)
                    else:
                        completion_wanted(read(CompletionRequest, body), config, TOY_PAIR)
                except ApiError as error:
                    assert_is_own_sentence(error.message)


@pytest.mark.parametrize(
    "body",
    [
        "",
        " \n",
        "{",
        "nonsense",
        "[]",
        '"text"',
        '{"prompt": NaN}',
        '{"prompt": "\\ud800"}',
        '{"prompt": "x", "temperature": 1e999}',
        '{"prompt": "x", "seed": ' + "9" * 5000 + "}",
        '{"prompt": ' + "[" * 9000,
        '{"prompt": ' + "[" * 9000 + "]" * 9000 + "}",
        '{"a":' * 3000 + "1" + "}" * 3000,
        '{"response_format": {"type": "json_schema", "schema": '
        + '{"not":' * 190
        + "{}"
        + "}" * 190
        + '}, "prompt": "x"}',
    ],
)
def test_json_that_cannot_be_used_is_refused(client: httpx.Client, body: str) -> None:
    answer = client.post("/v1/completions", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400, answer.text
    error = answer.json()["error"]
    assert error["type"] == "invalid_request_error"
    assert_is_own_sentence(error["message"])
