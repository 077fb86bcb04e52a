"""Writes a conversation out as the prompt that a model was trained on, by the template in its file.

Templates are programs from unknown hands: they run in a process with limits (`template_process`), and what they
cannot do (no system turn, typed content) is found out by trying, not by guessing from the model's name.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from app.engine.template_process import TemplateProcess
from app.engine.types import Message
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

CHATML = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)
"""What is used where a file has no template. Many models know it, and any model can read it."""
CHATML_STOPS = ("<|im_end|>", "<|im_start|>")

_EXTRA_CHARACTERS = 1 << 20
_TIMES_INPUT = 4
_PROBE_SYSTEM = "galley-probe-system"
_PROBE_USER = "galley-probe-user"


class ChatTemplate:
    """A model's chat template.

    Args:
        source: The template of the file; None or empty falls back to `CHATML`.
        bos: Text of the beginning-of-sequence token, or nothing.
        eos: Text of the end-of-sequence token, or nothing.
    """

    def __init__(self, source: str | None, bos: str, eos: str) -> None:
        self._is_fallback = not source
        self._source = source or CHATML
        self._tokens = {"bos_token": bos, "eos_token": eos}
        self._process = TemplateProcess()
        self._turn = threading.Lock()

    @property
    def notice(self) -> Notice | None:
        """What the user should know: that the file has no template of its own."""
        return Notice("template_missing") if self._is_fallback else None

    @property
    def stops(self) -> tuple[str, ...]:
        """Stop strings to add to the user's: a model without these as tokens writes them as plain text."""
        return CHATML_STOPS if self._is_fallback else ()

    def render(self, messages: Sequence[Message], add_generation_prompt: bool = True) -> str:
        """Write the conversation out.

        A template without a system turn gets the system text at the head of the first user turn. Threads take turns.

        Args:
            messages: The turns; a system turn comes first if there is one.
            add_generation_prompt: End with the beginning of the assistant's turn.

        Raises:
            UserError: `template_failed`, `template_too_slow`, `template_too_large` or `template_crashed`.
        """
        with self._turn:
            if any(message.role == "system" for message in messages) and not self._takes_system:
                messages = fold_system(messages)
            return self._render(messages, add_generation_prompt, typed=self._wants_typed)

    def close(self) -> None:
        """End the process behind it."""
        self._process.close()

    def _render(self, messages: Sequence[Message], add_generation_prompt: bool, *, typed: bool) -> str:
        num_characters = sum(len(message.content) for message in messages)
        variables: dict[str, Any] = {
            **self._tokens,
            "messages": [_as_dict(message, typed) for message in messages],
            "add_generation_prompt": add_generation_prompt,
            "tools": None,
            "documents": None,
        }
        most = _EXTRA_CHARACTERS + _TIMES_INPUT * num_characters
        return self._process.render(self._source, variables, most)

    @cached_property
    def _wants_typed(self) -> bool:
        """Whether content has to be a list of typed parts, as some templates for pictures and text want it."""
        probe = (Message("user", _PROBE_USER),)
        return not self._shows(_PROBE_USER, probe, typed=False) and self._shows(_PROBE_USER, probe, typed=True)

    @cached_property
    def _takes_system(self) -> bool:
        """Whether a system turn is written out: some templates refuse it, some leave it out in silence."""
        probe = (Message("system", _PROBE_SYSTEM), Message("user", _PROBE_USER))
        return self._shows(_PROBE_SYSTEM, probe, typed=self._wants_typed)

    def _shows(self, text: str, messages: Sequence[Message], *, typed: bool) -> bool:
        try:
            return text in self._render(messages, add_generation_prompt=True, typed=typed)
        except UserError as error:
            if error.notice.code != "template_failed":
                raise
            return False


def fold_system(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The same turns without system turns: their text stands at the head of the first user turn."""
    system = "\n\n".join(message.content for message in messages if message.role == "system")
    others = [message for message in messages if message.role != "system"]
    if not system:
        return tuple(others)
    for index, message in enumerate(others):
        if message.role == "user":
            others[index] = replace(message, content=f"{system}\n\n{message.content}")
            return tuple(others)
    return (Message("user", system), *others)


def _as_dict(message: Message, typed: bool) -> dict[str, Any]:
    content: object = [{"type": "text", "text": message.content}] if typed else message.content
    return {"role": message.role, "content": content}
