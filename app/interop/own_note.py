"""A comment by which Galley's own exports come back whole: what the other program has no word for stands in it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.errors import UserError
from app.interop.reading import read_bias
from app.interop.settings import SETTINGS, defaults
from app.interop.values import ForeignSettings, Taken

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOTE = re.compile(r"\A\s*(?:#[^\n]*\n)*?[ \t]*#[ \t]*galley:[ \t]*(\{[^\n]*\})[ \t]*(?:\n|\Z)")
_NULL = frozenset({"max_tokens", "gpu_layers", "draft_gpu_layers", "flash_attention", "threads", "seed"})
"""Settings that may be left open."""
OPTION = "# galley:"


def missing(wished: ForeignSettings, read: ForeignSettings) -> dict[str, Any]:
    """The settings that another program's words did not bring back, by name.

    Args:
        wished: Complete settings.
        read: What came of reading them as written.
    """
    wanted = {**defaults(), **wished.values()}
    back = {**defaults(), **read.values()}
    names = (*SETTINGS, "logit_bias", "stop")
    return {name: wanted[name] for name in names if name in wanted and not _same(wanted[name], back.get(name))}


def comment(settings: Mapping[str, Any]) -> str:
    """The comment's line, without the line's end; `settings` by name, as JSON has them."""
    return f"{OPTION} {json.dumps(dict(settings))}"


def with_note(settings: ForeignSettings, text: str) -> ForeignSettings:
    """Settings with what the comment in their text says put in; values that cannot be are left out."""
    found = _NOTE.match(text)
    if found is None:
        return settings
    try:
        content = json.loads(found[1])
    except (ValueError, RecursionError):
        return settings
    values: dict[str, Any] = {}
    for name in sorted(content.keys() & SETTINGS.keys()):
        value, right = _checked(name, content[name])
        if right and _may_be(name, content[name]):
            values[name] = value
    changes: dict[str, Any] = {name: values[name] for name in values if not SETTINGS[name].section}
    for section in ("load", "sampling", "speculation"):
        named = {name: value for name, value in values.items() if SETTINGS[name].section == section}
        changes[section] = {**getattr(settings, section), **named}
    biases = _biases(content.get("logit_bias"))
    if biases:
        changes["sampling"]["logit_bias"] = biases
        values["logit_bias"] = biases
    stops = content.get("stop")
    if isinstance(stops, list) and all(isinstance(stop, str) and stop for stop in stops):
        changes["stop"] = tuple(stops)
        values["stop"] = stops
    taken = tuple(Taken(OPTION, json.dumps(value), name) for name, value in values.items())
    kept = tuple(each for each in settings.taken if each.setting not in values)
    return replace(settings, **changes, taken=(*kept, *taken))


def _may_be(name: str, value: object) -> bool:
    return value is not None or name in _NULL


def _checked(name: str, value: object) -> tuple[Any, bool]:
    """The value, and whether the setting can have it."""
    if value is None:
        return None, True
    if name in ("devices", "split"):
        if value == []:
            return [], True
        value = ",".join(str(each) for each in value) if isinstance(value, list) else ""
    if name in ("gpu_layers", "draft_gpu_layers") and value == -1:
        return -1, True
    try:
        return SETTINGS[name].read(str(value)), True
    except UserError:
        return None, False


def _biases(content: object) -> list[list[Any]]:
    found = []
    for each in content if isinstance(content, list) else ():
        if isinstance(each, list) and len(each) == 2 and all(isinstance(part, int | float) for part in each):
            try:
                found.append(list(read_bias(f"{each[0]}={each[1]}")))
            except UserError:
                continue
    return found


def _same(one: object, other: object) -> bool:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(_same(*pair) for pair in zip(one, other, strict=True))
    return one == other
