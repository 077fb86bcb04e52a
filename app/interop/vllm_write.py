"""Writes a pair and its settings as a line that starts vLLM's server, as far as vLLM has words for them."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.errors import Notice, UserError
from app.interop.command_line import CommandLine
from app.interop.own_note import comment, missing
from app.interop.paths import Paths
from app.interop.settings import defaults, without_effect
from app.interop.shell_words import Word
from app.interop.values import Exported, Program
from app.interop.vllm_read import read_vllm
from app.interop.words import not_expressed

if TYPE_CHECKING:
    from app.interop.values import ForeignSettings

_GENERATION = (
    ("temperature", "temperature"),
    ("top_k", "top_k"),
    ("top_p", "top_p"),
    ("min_p", "min_p"),
    ("repetition_penalty", "repeat_penalty"),
)
_LOOKUP = {"prompt_lookup_max": 5, "prompt_lookup_min": 2}
"""Lengths of the n-grams that vLLM looks for; Galley's own lookup takes the longest there is."""


def write_vllm(settings: ForeignSettings) -> Exported:
    """A command for the Unix shells, with a comment above it for what vLLM has no word for.

    Raises:
        UserError: `interop_nothing_to_write` where no target is named.
    """
    if settings.target is None:
        raise UserError("interop_nothing_to_write")
    absolute = replace(
        settings,
        target=os.path.abspath(settings.target),
        draft=None if settings.draft is None else os.path.abspath(settings.draft),
    )
    groups = _groups(absolute)
    words = tuple(Word(word, quoted=True) for group in groups for word in group)
    lacking = missing(absolute, read_vllm(CommandLine(Program.VLLM, words[2:]), Paths()))
    text = " \\\n  ".join(" ".join(shlex.quote(word) for word in group) for group in groups) + "\n"
    if lacking:
        text = f"{comment(lacking)}\n{text}"
    idle = without_effect({**defaults(), **settings.values()})
    said = {name: value for name, value in lacking.items() if name not in idle}
    return Exported(text, (*not_expressed("vLLM", said, kept=True), Notice("interop_vllm_gguf")))


def _groups(settings: ForeignSettings) -> list[list[str]]:
    values = {**defaults(), **settings.values()}
    found = [["vllm", "serve", settings.target or ""]]
    if values["context_tokens"]:
        found.append(["--max-model-len", f"{values['context_tokens']}"])
    if values["seed"] is not None:
        found.append(["--seed", f"{values['seed']}"])
    speculation = _speculation(settings, values)
    if speculation is not None:
        found.append(["--speculative-config", json.dumps(speculation, ensure_ascii=False)])
    generation = {name: values[setting] for name, setting in _GENERATION}
    if values["max_tokens"] is not None:
        generation["max_new_tokens"] = values["max_tokens"]
    found.append(["--override-generation-config", json.dumps(generation)])
    return found


def _speculation(settings: ForeignSettings, values: dict[str, Any]) -> dict[str, Any] | None:
    """One drafter at a time is all that vLLM has: the draft model where there is one."""
    mode, tokens = values["mode"], values["draft_max"]
    if mode == "off" or not tokens:
        return None
    if settings.draft is not None and mode in ("auto", "draft"):
        return {"method": "draft_model", "model": settings.draft, "num_speculative_tokens": tokens}
    return {"method": "ngram", "num_speculative_tokens": tokens, **_LOOKUP} if mode in ("auto", "lookup") else None
