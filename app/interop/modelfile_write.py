"""Writes a pair and its settings as a Modelfile, in the words of Ollama's current versions."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.errors import Notice, UserError
from app.interop.modelfile import instructions
from app.interop.modelfile_read import read_modelfile
from app.interop.own_note import comment, missing
from app.interop.paths import Paths
from app.interop.settings import defaults, without_effect
from app.interop.values import Exported
from app.interop.words import not_expressed

if TYPE_CHECKING:
    from app.interop.values import ForeignSettings

_ALL_LAYERS = 999
_ALWAYS = (("temperature", "temperature"), ("top_k", "top_k"), ("top_p", "top_p"), ("min_p", "min_p"))
_TEXTS = {"system_prompt": "--system", "stop": "--stop"}
_WHERE_SET = (
    ("seed", "seed"),
    ("num_predict", "max_tokens"),
    ("repeat_penalty", "repeat_penalty"),
    ("repeat_last_n", "penalty_last_n"),
    ("presence_penalty", "presence_penalty"),
    ("frequency_penalty", "frequency_penalty"),
    ("num_thread", "threads"),
    ("use_mmap", "use_mmap"),
    ("use_mlock", "use_mlock"),
)


def write_modelfile(settings: ForeignSettings) -> Exported:
    """A Modelfile, and what is to be known about it. What Ollama has no word for stands in a comment.

    Raises:
        UserError: `interop_nothing_to_write`, or `interop_unwritable_path` for a name that a Modelfile cannot hold.
    """
    if settings.target is None:
        raise UserError("interop_nothing_to_write")
    absolute = replace(
        settings,
        target=os.path.abspath(settings.target),
        draft=None if settings.draft is None else os.path.abspath(settings.draft),
    )
    lines = _lines(absolute)
    text = "\n".join(lines) + "\n"
    lacking = missing(absolute, read_modelfile(text, Paths()))
    if lacking:
        text = f"{comment(lacking)}\n{text}"
    idle = without_effect({**defaults(), **settings.values()})
    said = {name: value for name, value in lacking.items() if name not in idle}
    if settings.load.get("gpu_layers") == -1:
        said.pop("gpu_layers", None)  # more layers than there are is the same
    texts = [Notice("interop_ollama_quotes", {"option": _TEXTS[name]}) for name in _TEXTS if said.pop(name, None)]
    notes = [*not_expressed("Ollama", said, kept=True), *texts, Notice("interop_ollama_create")]
    if settings.draft is not None:
        notes.append(Notice("interop_ollama_draft"))
    return Exported(text, tuple(notes))


def _lines(settings: ForeignSettings) -> list[str]:
    values = {**defaults(), **settings.values()}
    lines = [f"FROM {_path(settings.target or '')}"]
    drafts = settings.draft is not None and values["mode"] in ("auto", "draft")
    if drafts:
        lines.append(f"DRAFT {_path(settings.draft or '')}")
        lines.append(f"PARAMETER draft_num_predict {values['draft_max']}")
    if values["context_tokens"]:
        lines.append(f"PARAMETER num_ctx {values['context_tokens']}")
    if values["gpu_layers"] is not None:
        lines.append(f"PARAMETER num_gpu {_ALL_LAYERS if values['gpu_layers'] == -1 else values['gpu_layers']}")
    lines += [f"PARAMETER {name} {_number(values[setting])}" for name, setting in _ALWAYS]
    plain = defaults()
    for name, setting in _WHERE_SET:
        if values[setting] != plain[setting] or (setting == "repeat_penalty"):
            lines.append(f"PARAMETER {name} {_number(values[setting])}")
    lines += [line for stop in settings.stop if (line := _quoted("PARAMETER stop", stop)) is not None]
    if settings.system_prompt and (line := _quoted("SYSTEM", settings.system_prompt)) is not None:
        lines.append(line)
    return lines


def _path(path: str) -> str:
    """A file's name as a value: in quotes where a bare one would lose its blanks."""
    for form in (path, f'"{path}"'):
        read = instructions(f"FROM {form}")
        if len(read) == 1 and read[0].value == path and read[0].closed:
            return form
    raise UserError("interop_unwritable_path", path=path)


def _quoted(keyword: str, text: str) -> str | None:
    """A text as a value; None where neither kind of quotes holds it, since those at a line's end close it."""
    for quote in ('"', '"""') if '"' not in text and "\n" not in text else ('"""', '"'):
        line = f"{keyword} {quote}{text}{quote}"
        read = instructions(f"{line}\n#")
        if len(read) == 1 and read[0].value == text and read[0].closed:
            return line
    return None


def _number(value: Any) -> str:  # noqa: ANN401 - numbers of both kinds, and switches
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value}" if isinstance(value, int) else f"{value:.10g}"
