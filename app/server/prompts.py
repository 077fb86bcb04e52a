"""What a client wrote, as the turns of a conversation or as prompts that are sent as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.types import Message
from app.server.errors import bad, unsupported
from app.server.schema import MAX_PROMPTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.server.schema import MessageIn

_ROLES = {"system": "system", "developer": "system", "user": "user", "assistant": "assistant"}
_TEXT_PARTS = ("text", "input_text", "output_text")


def messages_of(turns: Sequence[MessageIn]) -> tuple[Message, ...]:
    """The turns. What several system turns at the head say is one system turn: many templates take no second one.

    Raises:
        ApiError: 400.
    """
    messages: list[Message] = []
    for index, turn in enumerate(turns):
        param = f"messages.{index}"
        if turn.tool_calls or turn.function_call:
            raise unsupported(f"{param}.tool_calls", "tools")
        if turn.role not in _ROLES:
            if turn.role in ("tool", "function"):
                raise unsupported(f"{param}.role", "tools")
            raise bad(f"{param}.role", f"`{param}.role` is one of: {', '.join(_ROLES)}.")
        content = "" if turn.content is None and turn.role == "assistant" else turn.content
        message = Message(_ROLES[turn.role], _text(content, f"{param}.content"))
        if message.role == "system" and messages and all(each.role == "system" for each in messages):
            message = Message("system", f"{messages.pop().content}\n\n{message.content}")
        messages.append(message)
    return tuple(messages)


def prompts_of(given: object) -> list[str]:
    """One prompt, or several.

    Raises:
        ApiError: 400.
    """
    if given is None:
        raise bad("prompt", "`prompt` is missing.", "missing_required_parameter")
    prompts = [given] if isinstance(given, str) else given
    if not isinstance(prompts, list) or not prompts:
        raise bad("prompt", "`prompt` is a text or a list of texts.")
    if not all(isinstance(each, str) for each in prompts):
        if all(isinstance(each, int | list) for each in prompts):
            raise unsupported("prompt", "prompts in token ids")
        raise bad("prompt", "`prompt` is a text or a list of texts.")
    if len(prompts) > MAX_PROMPTS:
        raise bad("prompt", f"At most {MAX_PROMPTS} prompts are taken at once.")
    if not all(prompts):
        raise bad("prompt", "A prompt is empty.")
    return prompts


def _text(content: object, param: str) -> str:
    """A text, or the texts of its parts one after the other."""
    if isinstance(content, str):
        return content
    if content is None:
        raise bad(param, f"`{param}` is missing.", "missing_required_parameter")
    if not isinstance(content, list):
        raise bad(param, f"`{param}` is a text or a list of parts.")
    texts = []
    for index, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        text = part.get("text") if isinstance(part, dict) else part
        if isinstance(part, dict) and kind not in _TEXT_PARTS:
            raise unsupported(f"{param}.{index}", "parts of messages that are not text")
        if not isinstance(text, str):
            raise bad(f"{param}.{index}", f"`{param}.{index}` has no text.")
        texts.append(text)
    return "\n".join(texts)
