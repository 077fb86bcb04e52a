"""From what a client asks to what the engine is asked: OpenAI's words and llama.cpp's into Galley's settings.

Whatever is known and cannot be done is refused with the name of its field, never passed over in silence.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.engine.types import ReplyRequest, SamplingSettings, SpeculationMode, SpeculationSettings
from app.server.errors import bad, unsupported
from app.server.prompts import messages_of, prompts_of
from app.server.schema import Speculative

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.types import PairInfo
    from app.server.config import ServerConfig
    from app.server.schema import Asked, ChatRequest, CompletionRequest

MAX_BIAS = 1000.0
MAX_STOPS = 16
MAX_STOP_CHARACTERS = 1024
_ANY_OBJECT = '{"type": "object"}'
_NO_TOOLS = ("none", "auto")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a request comes to: one reply of the engine for each of its choices, in order."""

    requests: tuple[ReplyRequest, ...]
    """Without ids."""
    begins: tuple[str, ...]
    """What each choice's text begins with: the prompt where it is to be echoed, else nothing."""
    constraint_field: str
    """The field of the client's request that holds what the reply has to keep to, where one does."""


def chat(asked: ChatRequest, config: ServerConfig, pair: PairInfo) -> Wanted:
    """What `/v1/chat/completions` asks for.

    Raises:
        ApiError: 400.
    """
    if asked.tools:
        raise unsupported("tools", "tools")
    if asked.functions:
        raise unsupported("functions", "functions")
    if asked.tool_choice is not None and asked.tool_choice not in _NO_TOOLS:
        raise unsupported("tool_choice", "tools")
    if asked.function_call is not None and asked.function_call not in _NO_TOOLS:
        raise unsupported("function_call", "functions")
    if asked.audio is not None or (asked.modalities is not None and asked.modalities != ["text"]):
        raise unsupported("audio" if asked.audio is not None else "modalities", "anything but text")
    if asked.web_search_options is not None:
        raise unsupported("web_search_options", "searching the web: it stays on this machine")
    messages = messages_of(asked.messages)
    most = next((each for each in (asked.max_completion_tokens, asked.max_tokens) if each is not None), None)
    request = replace(_common(asked, config, pair, most), messages=messages)
    return _choices(asked, config, [request])


def completion(asked: CompletionRequest, config: ServerConfig, pair: PairInfo) -> Wanted:
    """What `/v1/completions` asks for.

    Raises:
        ApiError: 400.
    """
    if asked.suffix:
        raise unsupported("suffix", "writing what comes in between")
    if asked.best_of is not None and asked.best_of != (asked.n or 1):
        raise unsupported("best_of", "choosing among more replies than it gives")
    common = _common(asked, config, pair, asked.max_tokens)
    requests = [replace(common, raw_prompt=prompt) for prompt in prompts_of(asked.prompt)]
    return _choices(asked, config, requests, echo=bool(asked.echo))


def _choices(asked: Asked, config: ServerConfig, requests: Sequence[ReplyRequest], *, echo: bool = False) -> Wanted:
    """Every request as often as `n` says; the seed, drawn where none is given, goes up by one with each."""
    num = asked.n or 1
    most = config.limits.most_choices
    if num * len(requests) > most:
        raise bad("n", f"At most {most} choices are written for one request.")
    wanted, begins = [], []
    for request in requests:
        seed = request.sampling.seed
        if seed is None and num > 1:
            seed = secrets.randbits(63)
        for index in range(num):
            varied = None if seed is None else (seed + index) % 2**64
            wanted.append(replace(request, sampling=replace(request.sampling, seed=varied)))
            begins.append(request.raw_prompt or "" if echo else "")
    return Wanted(tuple(wanted), tuple(begins), _constraint_field(asked))


def _common(asked: Asked, config: ServerConfig, pair: PairInfo, most: int | None) -> ReplyRequest:
    if asked.stream_options is not None and not asked.stream:
        raise bad("stream_options", "`stream_options` needs `stream`.")
    for name in ("logprobs", "top_logprobs", "n_probs"):
        if getattr(asked, name):
            raise unsupported(name, "log-probabilities; the window shows them")
    if asked.ignore_eos:
        raise unsupported("ignore_eos", "going on behind a reply's end")
    grammar, schema = _constraint(asked)
    return ReplyRequest(
        request_id=0,
        sampling=_sampling(asked, config.sampling, pair.target.vocabulary_size),
        speculation=_speculation(asked, config.speculation),
        max_tokens=_most_tokens(asked, most, config.limits.most_tokens),
        stop=_stops(asked.stop),
        grammar=grammar,
        json_schema=schema,
        private=True,
    )


def _most_tokens(asked: Asked, given: int | None, ceiling: int | None) -> int | None:
    most = given if given is not None else asked.n_predict
    if most == 0:
        raise bad("max_tokens", "At least one token has to be written.")
    if most is None or most < 0:
        return ceiling
    return most if ceiling is None else min(most, ceiling)


def _sampling(asked: Asked, default: SamplingSettings, vocabulary_size: int) -> SamplingSettings:
    given = {
        "temperature": asked.temperature,
        "top_k": None if asked.top_k is None else max(0, asked.top_k),
        "top_p": asked.top_p,
        "min_p": asked.min_p,
        "repeat_penalty": asked.repeat_penalty,
        "penalty_last_n": asked.repeat_last_n,
        "frequency_penalty": asked.frequency_penalty,
        "presence_penalty": asked.presence_penalty,
        "dry_multiplier": asked.dry_multiplier,
        "dry_base": asked.dry_base,
        "dry_allowed_length": asked.dry_allowed_length,
        "dry_penalty_last_n": asked.dry_penalty_last_n,
        "logit_bias": None if asked.logit_bias is None else _biases(asked.logit_bias, vocabulary_size),
        "seed": None if asked.seed is None or asked.seed == -1 else asked.seed % 2**64,
    }
    return replace(default, **{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]


def _speculation(asked: Asked, default: SpeculationSettings) -> SpeculationSettings:
    nested = asked.speculative or Speculative()
    given = {
        "mode": asked.speculative_mode or nested.mode,
        "draft_max": _first(asked.speculative_n_max, nested.n_max),
        "draft_min": _first(asked.speculative_n_min, nested.n_min),
        "draft_p_min": _first(asked.speculative_p_min, nested.p_min),
        "fixed_draft_length": _first(asked.speculative_fixed, nested.fixed),
        "verification": asked.speculative_verification or nested.verification,
    }
    settings = replace(default, **{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    if settings.draft_max == 0:
        return replace(settings, mode=SpeculationMode.OFF)
    return settings


def _first(*values: float | None) -> float | None:
    return next((value for value in values if value is not None), None)


def _stops(given: object) -> tuple[str, ...]:
    stops = [given] if isinstance(given, str) else given
    if stops is None:
        return ()
    if not isinstance(stops, list) or not all(isinstance(each, str) for each in stops):
        raise bad("stop", "`stop` is a text or a list of texts.")
    if len(stops) > MAX_STOPS or any(len(each) > MAX_STOP_CHARACTERS for each in stops):
        raise bad("stop", f"`stop` takes at most {MAX_STOPS} texts of {MAX_STOP_CHARACTERS} characters.")
    if not all(stops):
        raise bad("stop", "A text to stop at is empty.")
    return tuple(stops)


def _biases(given: object, vocabulary_size: int) -> tuple[tuple[int, float], ...]:
    """OpenAI's object from id to bias, or llama.cpp's list of pairs; `false` forbids a token there."""
    if isinstance(given, dict):
        pairs = [(_token_id(name), bias) for name, bias in given.items()]
    elif isinstance(given, list) and all(isinstance(each, list) and len(each) == 2 for each in given):
        pairs = [(name if isinstance(name, int) else _token_id(name), bias) for name, bias in given]
    else:
        raise bad("logit_bias", "`logit_bias` is an object from token ids to numbers.")
    return tuple((_known(token, vocabulary_size), _bias(bias)) for token, bias in pairs)


def _token_id(name: object) -> int:
    if isinstance(name, str) and name.isascii() and name.isdigit() and len(name) < 10:
        return int(name)
    raise bad("logit_bias", "`logit_bias` names tokens by their ids.")


def _known(token: object, vocabulary_size: int) -> int:
    if not isinstance(token, int) or isinstance(token, bool) or not 0 <= token < vocabulary_size:
        raise bad("logit_bias", f"`logit_bias` names a token that the model does not have: it has {vocabulary_size}.")
    return token


def _bias(bias: object) -> float:
    if bias is False:
        return -MAX_BIAS
    if isinstance(bias, bool) or not isinstance(bias, int | float) or not -MAX_BIAS <= bias <= MAX_BIAS:
        raise bad("logit_bias", f"A bias is a number from {-MAX_BIAS:g} to {MAX_BIAS:g}.")
    return float(bias)


def _constraint(asked: Asked) -> tuple[str, str]:
    """Grammar and JSON schema; at most one is not empty."""
    schema = "" if asked.json_schema is None else _schema_text("json_schema", asked.json_schema)
    answer = asked.response_format
    if answer is not None:
        if not isinstance(answer, dict):
            raise bad("response_format", "`response_format` is an object with a `type`.")
        if schema or asked.grammar:
            raise bad("response_format", "`response_format` excludes `grammar` and `json_schema`.")
        schema = _answer_schema(answer)
    if schema and asked.grammar:
        raise bad("grammar", "`grammar` and `json_schema` exclude each other.")
    return asked.grammar or "", schema


def _constraint_field(asked: Asked) -> str:
    if asked.grammar:
        return "grammar"
    return "response_format" if asked.json_schema is None else "json_schema"


def _answer_schema(answer: dict[str, object]) -> str:
    kind = answer.get("type")
    if kind == "text":
        return ""
    if kind == "json_object":
        given = answer.get("schema")
        return _ANY_OBJECT if given is None else _schema_text("response_format.schema", given)
    if kind == "json_schema":
        wrapped = answer.get("json_schema")
        given = wrapped.get("schema") if isinstance(wrapped, dict) else answer.get("schema")
        if given is None:
            raise bad("response_format.json_schema.schema", "The JSON schema is missing.", "missing_required_parameter")
        return _schema_text("response_format.json_schema.schema", given)
    raise bad("response_format.type", "`response_format.type` is one of: text, json_object, json_schema.")


def _schema_text(param: str, schema: object) -> str:
    if not isinstance(schema, dict | bool):
        raise bad(param, "A JSON schema is an object.")
    return json.dumps(schema, ensure_ascii=False)
