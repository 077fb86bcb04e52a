"""The settings that a conversation or a preset may have of its own, checked one by one.

They come from the store and from other people's files: a value that cannot be is left out, and takes no other with it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from app.settings.engine_schema import SamplingDefaults, SpeculationDefaults

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.settings.engine_schema import Section

SAMPLING_NAMES = frozenset(SamplingDefaults.model_fields)
SPECULATION_NAMES = frozenset(SpeculationDefaults.model_fields)
MAX_PATH = 4096


def own_values(data: Mapping[str, object]) -> dict[str, Any]:
    """The settings of sampling and speculation among JSON values, by name; enumerations are plain strings.

    The bounds are those of `app.settings.engine_schema`. Nothing is converted: the text "0.2" is no temperature.
    """
    values: dict[str, Any] = {}
    sections: tuple[tuple[frozenset[str], type[Section]], ...] = (
        (SAMPLING_NAMES, SamplingDefaults),
        (SPECULATION_NAMES, SpeculationDefaults),
    )
    for names, section in sections:
        for name in sorted(names & data.keys()):
            try:
                checked = section.model_validate_json(json.dumps({name: data[name]}), strict=True)
            except (ValidationError, TypeError, ValueError):
                continue  # no such value: the program's own holds
            values[name] = checked.values()[name]
    return values


def own_pair(data: Mapping[str, object]) -> tuple[str, str | None] | None:
    """The files of target and draft among JSON values; None where no target is named."""
    target, draft = data.get("target"), data.get("draft")
    if not _is_path(target):
        return None
    return str(target), str(draft) if _is_path(draft) else None


def unknown_values(data: Mapping[str, object]) -> dict[str, object]:
    """What another version of the program wrote and this one does not know; kept for that one."""
    known = SAMPLING_NAMES | SPECULATION_NAMES | {"target", "draft", "system_prompt"}
    return {name: value for name, value in data.items() if name not in known}


def _is_path(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_PATH and "\0" not in value
