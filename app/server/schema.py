"""What a request may say: OpenAI's fields, llama.cpp's beside them, each with its bounds.

A request's fields that nobody here knows are passed over, as llama.cpp's server does; what is known and cannot be done
is refused by name in `translate`. None always means that the field was not given.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.engine.types import SpeculationMode, Verification  # noqa: TC001 - pydantic looks them up
from app.server.refusals import empty, refusal

MAX_MESSAGES = 4096
MAX_PROMPTS = 64
_MOST = 2**31 - 1
_MOST_TOP_K = 1_000_000
_MOST_DRAFTED = 128
_LONGEST_USER = 256

Count = Annotated[int, Field(ge=-1, le=_MOST)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Penalty = Annotated[float, Field(ge=-100.0, le=100.0)]
Kind = TypeVar("Kind", bound=BaseModel)


class Part(BaseModel):
    """Base of everything in a request."""

    model_config = ConfigDict(
        strict=True, frozen=True, extra="ignore", allow_inf_nan=False, hide_input_in_errors=True, use_enum_values=False
    )


class StreamOptions(Part):
    """How to stream."""

    include_usage: bool | None = None


class MessageIn(Part):
    """One turn."""

    role: str
    content: object = None
    """A text, or parts of the type `text`."""
    tool_calls: object = None
    function_call: object = None


class Speculative(Part):
    """How to speculate, as an object; the same fields can be given flat, with a point in their name.

    Nobody else has an object of this name, so what is not known in it is a slip.
    """

    model_config = ConfigDict(extra="forbid")

    mode: SpeculationMode | None = None
    n_max: Annotated[int, Field(ge=0, le=_MOST_DRAFTED)] | None = None
    n_min: Annotated[int, Field(ge=0, le=_MOST_DRAFTED)] | None = None
    p_min: Share | None = None
    fixed: bool | None = None
    verification: Verification | None = None


class Asked(Part):
    """What both kinds of completions may say."""

    model: str | None = None
    user: Annotated[str, Field(max_length=_LONGEST_USER)] | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: Annotated[int, Field(ge=1, le=128)] | None = None
    stop: object = None
    max_tokens: Count | None = None
    n_predict: Count | None = None

    temperature: Annotated[float, Field(ge=0.0, le=100.0)] | None = None
    top_p: Share | None = None
    top_k: Annotated[int, Field(ge=-1, le=_MOST_TOP_K)] | None = None
    min_p: Share | None = None
    repeat_penalty: Annotated[float, Field(ge=1e-3, le=100.0)] | None = None
    repeat_last_n: Count | None = None
    frequency_penalty: Penalty | None = None
    presence_penalty: Penalty | None = None
    dry_multiplier: Annotated[float, Field(ge=0.0, le=100.0)] | None = None
    dry_base: Annotated[float, Field(ge=1.0, le=100.0)] | None = None
    dry_allowed_length: Annotated[int, Field(ge=0, le=_MOST)] | None = None
    dry_penalty_last_n: Count | None = None
    logit_bias: object = None
    seed: Annotated[int, Field(ge=-(2**63), lt=2**64)] | None = None

    grammar: str | None = None
    json_schema: object = None
    response_format: object = None
    cache_prompt: bool | None = None
    """Taken and passed over: the longest common prefix is always used again."""

    speculative: Speculative | None = None
    speculative_mode: SpeculationMode | None = Field(None, validation_alias="speculative.mode")
    speculative_n_max: Annotated[int, Field(ge=0, le=_MOST_DRAFTED)] | None = Field(
        None, validation_alias="speculative.n_max"
    )
    speculative_n_min: Annotated[int, Field(ge=0, le=_MOST_DRAFTED)] | None = Field(
        None, validation_alias="speculative.n_min"
    )
    speculative_p_min: Share | None = Field(None, validation_alias="speculative.p_min")
    speculative_fixed: bool | None = Field(None, validation_alias="speculative.fixed")
    speculative_verification: Verification | None = Field(None, validation_alias="speculative.verification")

    logprobs: object = None
    top_logprobs: object = None
    n_probs: object = None
    ignore_eos: object = None


class ChatRequest(Asked):
    """`POST /v1/chat/completions`."""

    messages: Annotated[list[MessageIn], Field(min_length=1, max_length=MAX_MESSAGES, fail_fast=True)]
    max_completion_tokens: Count | None = None
    tools: object = None
    functions: object = None
    tool_choice: object = None
    function_call: object = None
    modalities: object = None
    audio: object = None
    web_search_options: object = None


class CompletionRequest(Asked):
    """`POST /v1/completions`: a prompt that is sent as it is."""

    prompt: object = None
    echo: bool | None = None
    suffix: str | None = None
    best_of: Annotated[int, Field(ge=1, le=128)] | None = None


_KNOWN = {"speculative": tuple(Speculative.model_fields)}


def read(kind: type[Kind], body: bytes) -> Kind:
    """Read a body.

    Raises:
        ApiError: 400, naming the first field that is wrong.
    """
    if not body.strip():
        raise empty()
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise refusal(error.errors(include_url=False, include_input=False)[0], _KNOWN) from None
