"""The form that a reply is to keep to on the command line: its file, and whether the reply came to the form's end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.engine.grammar.gbnf import read_gbnf
from app.engine.grammar.matcher import Matcher
from app.engine.grammar.schema import read_schema
from app.engine.types import FinishReason
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.types import ReplyRequest, ReplySummary

_CUTS = {
    FinishReason.LENGTH: "form_cut_by_length",
    FinishReason.CONTEXT: "form_cut_by_context",
    FinishReason.STOP: "form_cut_by_stop",
}


def read_constraint(path: str | None, check: Callable[[str], object]) -> str:
    """The grammar or schema in a file; nothing where none is named.

    Args:
        path: The file.
        check: Refuses what cannot be used.

    Raises:
        UserError: `constraint_not_read`, `constraint_empty`, or what `check` raises.
    """
    if path is None:
        return ""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError("constraint_not_read", path=path, cause=error.strerror or str(error)) from error
    except ValueError as error:  # no text, or a name that no file can have
        raise UserError("constraint_not_text", path=path) from error
    if not text.strip():
        raise UserError("constraint_empty", path=path)
    check(text)
    return text


def cut_short(request: ReplyRequest, summary: ReplySummary, text: str, context_tokens: int) -> Notice | None:
    """Why a reply ended before its form did; None where it is complete, has none, or was cancelled.

    Args:
        request: Names the form.
        summary: Why the reply ended.
        text: The whole reply.
        context_tokens: How many the context holds.
    """
    code = _CUTS.get(summary.finish_reason)
    if code is None or not (request.grammar or request.json_schema):
        return None
    rules = read_gbnf(request.grammar) if request.grammar else read_schema(request.json_schema)
    behind = Matcher(rules).start.walk(text)
    if behind is not None and behind.can_end:
        return None
    return Notice(code, {"tokens": request.max_tokens or 0, "capacity": context_tokens})
