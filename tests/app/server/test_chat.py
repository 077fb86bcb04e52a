"""The API as the official client and plain HTTP see it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import openai
import pytest

from app.__main__ import main
from tests.support.served import KEY, chat
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx

    from tests.support.served import Served

QUESTION: Any = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Tell me a story."}]
ENDLESS = {str(token): -100 for token in END_IDS}


@pytest.fixture
def official(served: Served) -> Iterator[openai.OpenAI]:
    """OpenAI's own client."""
    with openai.OpenAI(base_url=served.url, api_key=KEY, max_retries=0) as made:
        yield made


def streamed(client: httpx.Client, path: str, body: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of a stream, which has to end as it should."""
    with client.stream("POST", path, json={**body, "stream": True}) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in answer.iter_lines() if line]
    assert lines.pop() == "data: [DONE]"
    return [json.loads(line.removeprefix("data: ")) for line in lines]


# The official client.


def test_a_reply_in_one_piece(official: openai.OpenAI) -> None:
    reply = official.chat.completions.create(model="any", messages=QUESTION, max_tokens=12, seed=5)
    (choice,) = reply.choices
    assert reply.model == "Tiny target", "any name is accepted, and the real one returned"
    assert reply.object == "chat.completion"
    assert choice.message.role == "assistant"
    assert choice.message.content
    assert choice.finish_reason == "length"
    assert reply.usage is not None
    assert reply.usage.completion_tokens == 12
    assert reply.usage.total_tokens == reply.usage.prompt_tokens + 12


def test_a_stream_says_the_same_piece_by_piece(official: openai.OpenAI) -> None:
    whole = official.chat.completions.create(model="any", messages=QUESTION, max_completion_tokens=30, seed=5)
    stream = official.chat.completions.create(
        model="any",
        messages=QUESTION,
        max_completion_tokens=30,
        seed=5,
        stream=True,
        stream_options={"include_usage": True},
    )
    chunks = list(stream)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == whole.choices[0].message.content
    assert chunks[0].choices[0].delta.role == "assistant"
    assert len({chunk.id for chunk in chunks}) == 1
    assert len([chunk for chunk in chunks if chunk.choices]) > 5, "it came in pieces"
    last, counts = chunks[-2:]
    assert last.choices[0].finish_reason == "length"
    assert counts.choices == []
    assert counts.usage is not None
    assert counts.usage.completion_tokens == 30


def test_a_prompt_is_sent_as_it_is(official: openai.OpenAI) -> None:
    whole = official.completions.create(model="any", prompt="The proof", max_tokens=9, seed=2, echo=True)
    assert whole.object == "text_completion"
    assert whole.choices[0].text.startswith("The proof")
    pieces = official.completions.create(model="any", prompt="The proof", max_tokens=9, seed=2, stream=True)
    assert "The proof" + "".join(piece.choices[0].text for piece in pieces) == whole.choices[0].text


def test_the_models_there_are(official: openai.OpenAI) -> None:
    assert [model.id for model in official.models.list()] == ["Tiny target"]
    assert official.models.retrieve("whatever").id == "Tiny target"


def test_tools_are_declined_politely(official: openai.OpenAI) -> None:
    tool: Any = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}
    with pytest.raises(openai.BadRequestError) as caught:
        official.chat.completions.create(model="any", messages=QUESTION, tools=[tool])
    assert (caught.value.param, caught.value.code) == ("tools", "unsupported_parameter")
    assert "does not support tools" in caught.value.message


def test_a_wrong_key_is_no_key(served: Served) -> None:
    stranger = openai.OpenAI(base_url=served.url, api_key="another-key", max_retries=0)
    with stranger, pytest.raises(openai.AuthenticationError):
        stranger.models.list()


def test_a_field_that_cannot_be_is_named(official: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        official.chat.completions.create(model="any", messages=QUESTION, temperature=-1)
    assert caught.value.param == "temperature"


def test_a_prompt_that_does_not_fit_says_both_numbers(official: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        official.completions.create(model="any", prompt="x" * 3000)
    assert (caught.value.code, caught.value.param) == ("context_length_exceeded", "prompt")
    assert "3000" in caught.value.message
    assert "2048" in caught.value.message
    with pytest.raises(openai.BadRequestError):
        official.completions.create(model="any", prompt="x" * 3000, stream=True)


# What it does not send.


def test_the_answer_has_llama_cpps_figures(client: httpx.Client) -> None:
    body = chat(
        max_tokens=24, seed=1, **{"speculative.mode": "draft", "speculative.n_max": 3, "speculative.fixed": True}
    )
    answer = client.post("/v1/chat/completions", json=body).json()
    timings = answer["timings"]
    assert timings["predicted_n"] == 24
    assert timings["draft_n"] > timings["draft_n_accepted"] > 0
    assert timings["predicted_per_second"] == pytest.approx(1000 * 24 / timings["predicted_ms"])
    assert timings["prompt_n"] + timings["cache_n"] == answer["usage"]["prompt_tokens"]
    if timings["prompt_n"] > 1:
        read = timings["prompt_n"] - 1
        assert timings["prompt_per_second"] == pytest.approx(1000 * read / timings["prompt_ms"])
    assert answer["speculation"]["mode"] == "draft"
    assert streamed(client, "/v1/chat/completions", body)[-1]["timings"]["draft_n"] == timings["draft_n"]


def test_a_prompt_that_is_still_in_the_cache_took_no_time_and_has_no_rate(client: httpx.Client) -> None:
    """All of it but its last token, which the reply's first round reads."""
    body = {"prompt": "The proof was read, and read once more.", "max_tokens": 3, "seed": 1}
    first, again = (client.post("/v1/completions", json=body).json()["timings"] for _ in range(2))
    assert first["prompt_n"] > 10
    assert first["prompt_ms"] > 0
    assert first["prompt_per_second"] == pytest.approx(1000 * (first["prompt_n"] - 1) / first["prompt_ms"])
    assert (again["prompt_n"], again["prompt_ms"], again["prompt_per_second"]) == (1, 0.0, None)
    assert again["cache_n"] == first["cache_n"] + first["prompt_n"] - 1


@pytest.mark.parametrize("fields", [{"speculative.mode": "off"}, {"speculative": {"n_max": 0}}])
def test_speculation_can_be_switched_off_and_changes_no_text(client: httpx.Client, fields: dict[str, Any]) -> None:
    drafting = client.post("/v1/chat/completions", json=chat(max_tokens=30, seed=8)).json()
    without = client.post("/v1/chat/completions", json=chat(max_tokens=30, seed=8, **fields)).json()
    assert without["speculation"]["mode"] == "off"
    assert without["timings"]["draft_n"] == 0
    assert without["choices"] == drafting["choices"]


def test_several_choices_are_what_their_seeds_write(client: httpx.Client) -> None:
    body = chat(max_tokens=10, seed=40, n=3, temperature=1.0)
    answer = client.post("/v1/chat/completions", json=body).json()
    texts = [choice["message"]["content"] for choice in answer["choices"]]
    assert [choice["index"] for choice in answer["choices"]] == [0, 1, 2]
    single = client.post("/v1/chat/completions", json={**body, "n": 1, "seed": 41}).json()
    assert texts[1] == single["choices"][0]["message"]["content"]
    assert answer["speculation"]["seed"] == 40
    again = client.post("/v1/chat/completions", json={**body, "seed": None}).json()
    repeated = client.post("/v1/chat/completions", json={**body, "seed": again["speculation"]["seed"]}).json()
    assert repeated["choices"] == again["choices"], "the seed that is told brings all of them back"
    assert answer["usage"]["completion_tokens"] == 30
    assert answer["usage"]["prompt_tokens"] == single["usage"]["prompt_tokens"], "one prompt counts once"
    said = ["", "", ""]
    for event in streamed(client, "/v1/chat/completions", body):
        said[event["choices"][0]["index"]] += event["choices"][0]["delta"].get("content", "")
    assert said == texts


def test_prompts_come_back_in_their_order(client: httpx.Client) -> None:
    body = {"prompt": ["The ink", "A page"], "max_tokens": 6, "seed": 3, "echo": True}
    texts = [choice["text"] for choice in client.post("/v1/completions", json=body).json()["choices"]]
    assert [text[:6] for text in texts] == ["The in", "A page"]


def test_a_stop_ends_the_reply_and_is_not_in_it(client: httpx.Client) -> None:
    whole = client.post("/v1/chat/completions", json=chat(max_tokens=60, seed=3)).json()["choices"][0]["message"]
    word = whole["content"][20:24]
    for body in (chat(max_tokens=60, seed=3, stop=word), chat(max_tokens=60, seed=3, stop=["never there", word])):
        (choice,) = client.post("/v1/chat/completions", json=body).json()["choices"]
        assert choice["finish_reason"] == "stop"
        assert choice["message"]["content"] == whole["content"].partition(word)[0]
        said = "".join(
            event["choices"][0]["delta"].get("content", "") for event in streamed(client, "/v1/chat/completions", body)
        )
        assert said == choice["message"]["content"]


@pytest.mark.parametrize("bias", [{"65": 1000}, [[65, 1000]]])
def test_a_bias_forces_a_token(client: httpx.Client, bias: object) -> None:
    answer = client.post("/v1/chat/completions", json=chat(max_tokens=5, logit_bias=bias)).json()
    assert answer["choices"][0]["message"]["content"] == "AAAAA"


def test_a_reply_ends_where_the_context_is_full(client: httpx.Client) -> None:
    body = {"prompt": "x" * 2030, "logit_bias": ENDLESS}
    answer = client.post("/v1/completions", json=body).json()
    assert answer["choices"][0]["finish_reason"] == "length"
    assert answer["usage"]["total_tokens"] in (2048, 2049)


def test_parts_of_text_are_one_text(client: httpx.Client) -> None:
    parts = [{"type": "text", "text": "Tell me"}, {"type": "text", "text": "more."}]
    inparts = {"messages": [{"role": "user", "content": parts}], "max_tokens": 10, "seed": 4}
    whole = {"messages": [{"role": "user", "content": "Tell me\nmore."}], "max_tokens": 10, "seed": 4}
    answers = [client.post("/v1/chat/completions", json=body).json() for body in (inparts, whole)]
    assert answers[0]["choices"] == answers[1]["choices"]
    assert answers[1]["usage"]["prompt_tokens_details"]["cached_tokens"] > 0, "the cache holds the prompt"


def test_the_answer_is_json_where_that_is_asked_for(client: httpx.Client) -> None:
    schema = {"type": "object", "properties": {"ink": {"enum": ["red", "set"]}}, "required": ["ink"]}
    asked = {"type": "json_schema", "json_schema": {"name": "proof", "schema": schema}}
    answer = client.post("/v1/chat/completions", json=chat(max_tokens=200, response_format=asked, temperature=0)).json()
    assert json.loads(answer["choices"][0]["message"]["content"])["ink"] in ("red", "set")
    refused = client.post("/v1/chat/completions", json=chat(grammar="root ::= nothing-there"))
    assert (refused.status_code, refused.json()["error"]["param"]) == (400, "grammar")


def test_characters_at_which_some_clients_end_a_line_arrive_whole(client: httpx.Client) -> None:
    body = chat(grammar='root ::= "a\\u2028b\\u0085c"', max_tokens=40)
    assert client.post("/v1/chat/completions", json=body).json()["choices"][0]["message"]["content"] == "a\u2028b\x85c"
    events = streamed(client, "/v1/chat/completions", body)
    assert "".join(event["choices"][0]["delta"].get("content", "") for event in events) == "a\u2028b\x85c"


# The same as the command line.


@pytest.mark.parametrize("temperature", ["0", "0.9"])
def test_the_text_is_that_of_galley_generate(
    client: httpx.Client,
    tiny_target: Path,
    tiny_draft: Path,
    capfd: pytest.CaptureFixture[str],
    temperature: str,
) -> None:
    capfd.readouterr()
    options = ("--prompt", "Tell me a story.", "--system", "Be kind.", "--seed", "9", "--max-tokens", "80")
    models = ("--target", str(tiny_target), "--draft", str(tiny_draft), "--context", "2048")
    assert main(["generate", *models, *options, "--temperature", temperature, "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    body = {"messages": QUESTION, "seed": 9, "max_tokens": 80, "temperature": float(temperature)}
    answer = client.post("/v1/chat/completions", json=body).json()
    assert answer["choices"][0]["message"]["content"] == report["text"]
    assert answer["usage"]["completion_tokens"] == report["completion_tokens"]
    assert answer["usage"]["prompt_tokens"] == report["prompt_tokens"]
