"""What a client did wrong, or what Galley cannot do for it, in the shape in which OpenAI's clients expect it.

These sentences are read by programs and by those who write them, so they are English whatever the window speaks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.catalogue import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.errors import Notice

Json = dict[str, object]

BUSY_SECONDS = 5
"""After how long a client may try again that was told to."""
_TYPES = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}
_INPUT = frozenset(
    {
        "prompt_empty",
        "prompt_too_long",
        "tokenize_failed",
        "template_failed",
        "template_too_slow",
        "template_too_large",
        "context_full",
    }
)
"""Reasons of the engine for which the request has to change."""
_CONSTRAINTS = ("grammar_", "schema_")
"""Begins of the codes for grammars and schemas that cannot be used."""
_CODES = {"prompt_too_long": "context_length_exceeded", "context_full": "context_length_exceeded"}


class ApiError(Exception):
    """An answer other than 200.

    Args:
        status: Of HTTP.
        message: One sentence.
        code: For programs.
        param: The field that is wrong, such as `messages.0.content`.
        headers: To be sent along.
    """

    def __init__(
        self,
        status: int,
        message: str,
        code: str | None = None,
        param: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, code, param)  # never the message: it may be logged, and may quote what was sent
        self.status = status
        self.message = message
        self.code = code
        self.param = param
        self.headers = dict(headers or {})

    def body(self) -> Json:
        """OpenAI's shape."""
        kind = _TYPES.get(self.status, "server_error" if self.status >= 500 else "invalid_request_error")
        return {"error": {"message": self.message, "type": kind, "param": self.param, "code": self.code}}


def bad(param: str | None, message: str, code: str | None = "invalid_value") -> ApiError:
    """A field that cannot be used."""
    return ApiError(400, message, code, param)


def unsupported(param: str, what: str) -> ApiError:
    """A field for something that Galley does not do."""
    return ApiError(400, f"Galley does not support {what}. Leave out `{param}`.", "unsupported_parameter", param)


def busy(message: str) -> ApiError:
    """Too much is asked for at once."""
    return _later(429, message, "queue_full")


def no_model(*, is_loading: bool = False) -> ApiError:
    """Nothing is loaded, or not yet."""
    if is_loading:
        return _later(503, "Galley is still loading the model.", "model_loading")
    return _later(503, "No model is loaded in Galley. Load one there.", "model_not_loaded")


def stopped_by_user() -> ApiError:
    """The user of the window ended the reply."""
    return ApiError(503, "The reply was stopped in Galley's window.", "stopped_by_user")


def shutting_down() -> ApiError:
    """The server is turned off."""
    return ApiError(503, "Galley's server has been turned off.", "server_stopped")


def paused() -> ApiError:
    """The server takes nothing just now."""
    return _later(503, "Galley takes no requests just now.", "server_paused")


def engine_died(notice: Notice) -> ApiError:
    """The engine's process ended in the middle; the next request starts another one."""
    return ApiError(503, sentence(notice), "engine_died", headers={"Retry-After": "1"})


def _later(status: int, message: str, code: str) -> ApiError:
    """What may go well in a moment: said in the sentence for people, in a header for programs."""
    told = f"{message} Ask again in {BUSY_SECONDS} seconds."
    return ApiError(status, told, code, headers={"Retry-After": str(BUSY_SECONDS)})


def reply_failed(notice: Notice, prompt_field: str, constraint_field: str) -> ApiError:
    """The engine could not begin or go on: by what was asked, or by itself.

    Args:
        notice: Why.
        prompt_field: The field that holds the prompt.
        constraint_field: The field that holds a grammar or schema, if any does.
    """
    if notice.code == "no_model_loaded":
        return no_model()
    if notice.code in _INPUT:
        return bad(prompt_field, sentence(notice), _CODES.get(notice.code, notice.code))
    if notice.code.startswith(_CONSTRAINTS):
        return bad(constraint_field, sentence(notice), notice.code)
    return ApiError(500, sentence(notice), notice.code)
