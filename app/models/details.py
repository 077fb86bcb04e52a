"""Everything that a file says about itself, as lines to be read: for whoever wants to know more than the list shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.models.gguf import read_header
from app.models.naming import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.gguf_parse import ArrayPlace, Value

MAX_LINES = 400
MAX_VALUE = 160
_SHOWN_NUMBERS = 8
_TEMPLATE = "tokenizer.chat_template"


@dataclass(frozen=True, slots=True)
class ModelDetails:
    """What a file says. `lines` are keys and values, in the order in which they stand in it."""

    path: Path
    lines: tuple[tuple[str, str], ...]
    template: str
    """The chat template as it stands in the file; empty where there is none."""
    num_tensors: int


def read_details(path: Path) -> ModelDetails:
    """Read a file's metadata: tens of milliseconds.

    Raises:
        UserError: As `read_header`.
    """
    header = read_header(path)
    lines = [(one_line(key), _value(value)) for key, value in header.values.items() if key != _TEMPLATE]
    lines += [(one_line(key), _array(place)) for key, place in header.arrays.items()]
    return ModelDetails(path, tuple(lines[:MAX_LINES]), header.chat_template or "", len(header.tensors))


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        shown = ", ".join(f"{number:g}" for number in value[:_SHOWN_NUMBERS])
        return f"{shown}, … ({len(value)})" if len(value) > _SHOWN_NUMBERS else shown
    text = one_line(str(value))
    return text if len(text) <= MAX_VALUE else f"{text[: MAX_VALUE - 1]}…"


def _array(place: ArrayPlace) -> str:
    return f"[{place.count}]"
