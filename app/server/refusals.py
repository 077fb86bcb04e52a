"""Says what is wrong with a request's fields in Galley's own sentences: a library's words say what failed in it.

None of them repeats a value that was sent; names of fields are repeated, up to a length.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.models.naming import one_line
from app.server.errors import ApiError, bad

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic_core import ErrorDetails

_MOST_NAME = 80
_PLACE = re.compile(r"at line (\d+) column (\d+)")
_QUOTED = re.compile(r"'([^']*)'")
_KINDS = {
    "bool_type": "true or false",
    "dict_type": "an object",
    "finite_number": "a number that a computer can hold",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "list_type": "a list",
    "model_type": "an object",
    "string_type": "a text",
}
"""What a field has to be, by what pydantic calls its being something else."""
_BOUNDS = {
    "greater_than": ("gt", "more than {}"),
    "greater_than_equal": ("ge", "at least {}"),
    "less_than": ("lt", "less than {}"),
    "less_than_equal": ("le", "at most {}"),
}
_LENGTHS = {
    "too_short": ("min_length", "must not be empty"),
    "too_long": ("max_length", "takes at most {} entries"),
    "string_too_long": ("max_length", "takes at most {} characters"),
}


def refusal(problem: ErrorDetails, known: Mapping[str, Sequence[str]]) -> ApiError:
    """The error for what pydantic found.

    Args:
        problem: The first thing that is wrong.
        known: For objects in which only some fields are known, those fields.
    """
    kind, context = problem["type"], problem.get("ctx", {})
    if kind == "json_invalid":
        return _no_json(str(context.get("error", "")))
    param = one_line(".".join(str(part) for part in problem["loc"]))[:_MOST_NAME] or None
    name = "The request" if param is None else f"`{param}`"
    if kind == "missing":
        return bad(param, f"{name} is missing.", "missing_required_parameter")
    if kind == "extra_forbidden":
        parent = str(problem["loc"][-2])
        return bad(param, f"{name} is not known. `{parent}` may hold: {', '.join(known[parent])}.", "unknown_parameter")
    return bad(param, f"{name} {_wish(kind, context)}.")


def empty() -> ApiError:
    """The error for a body in which nothing stands."""
    return ApiError(400, "The body is empty. Send a JSON object.", "invalid_json")


def _wish(kind: str, context: Mapping[str, object]) -> str:
    """What a field is asked to be, as the end of a sentence."""
    if kind in _BOUNDS:
        name, words = _BOUNDS[kind]
        return "has to be " + words.format(_number(context.get(name)))
    if kind in _LENGTHS:
        name, words = _LENGTHS[kind]
        return words.format(context.get(name))
    if kind == "enum":
        return "has to be one of: " + ", ".join(_QUOTED.findall(str(context.get("expected", ""))))
    return "has to be " + _KINDS[kind] if kind in _KINDS else "cannot be used as it is"


def _number(bound: object) -> str:
    """A bound as people write it."""
    return f"{bound:g}" if isinstance(bound, float) else str(bound)


def _no_json(problem: str) -> ApiError:
    """The error for a body that is no JSON, by what its reader said."""
    found = _PLACE.search(problem)
    place = "" if found is None else f" (line {found[1]}, column {found[2]})"
    if problem.startswith("recursion limit"):
        message = "The body is nested too deep: at most 200 brackets may be open at a time."
    elif problem.startswith("EOF"):
        message = f"The body breaks off in the middle of its JSON{place}."
    else:
        message = f"The body is not valid JSON{place}."
    return ApiError(400, message, "invalid_json")
