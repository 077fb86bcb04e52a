"""A grid of one's own as a file in TOML or JSON; a value that is a list is swept over.

What is read is what `setting_to_json` writes, so that a report's settings are a settings file again.
"""

from __future__ import annotations

import itertools
import json
import math
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.engine.types import KvType, SamplingSettings, SpeculationMode, Verification
from app.errors import UserError
from app.lab.grid import MAX_SETTINGS, Grid, Setting, unshared
from app.models.naming import name_from_path, one_line, shown_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from enum import StrEnum

MAX_FILE_BYTES = 1 << 20
_ENTRIES = "settings"


@dataclass(frozen=True, slots=True)
class _Bounds:
    """A number that is allowed."""

    least: float
    most: float
    whole: bool = False


_SPECULATION: dict[str, _Bounds | type[StrEnum] | type[bool]] = {
    "speculation": SpeculationMode,
    "draft_max": _Bounds(1, 128, whole=True),
    "draft_min": _Bounds(0, 128, whole=True),
    "draft_p_min": _Bounds(0.0, 1.0),
    "fixed_draft_length": bool,
    "verification": Verification,
}
_SAMPLING: dict[str, _Bounds] = {
    "temperature": _Bounds(0.0, 100.0),
    "top_k": _Bounds(0, 1_000_000, whole=True),
    "top_p": _Bounds(0.0, 1.0),
    "min_p": _Bounds(0.0, 1.0),
    "repeat_penalty": _Bounds(1e-3, 100.0),
    "frequency_penalty": _Bounds(-100.0, 100.0),
    "presence_penalty": _Bounds(-100.0, 100.0),
    "penalty_last_n": _Bounds(-1, 2**31 - 1, whole=True),
    "dry_multiplier": _Bounds(0.0, 100.0),
    "dry_base": _Bounds(1.0, 100.0),
    "dry_allowed_length": _Bounds(0, 2**31 - 1, whole=True),
    "dry_penalty_last_n": _Bounds(-1, 2**31 - 1, whole=True),
}
_KEYS = ("name", *_SPECULATION, *_SAMPLING, "draft", "kv_type")


def read_grid(path: Path, sampling: SamplingSettings) -> Grid:
    """The grid of a file; paths of draft models in it are meant from where it lies.

    Args:
        path: A file that ends in `.toml` or `.json`.
        sampling: What its settings do not say.

    Raises:
        UserError: The file cannot be used; says which setting and why.
    """
    whole = _parsed(path)
    entries = whole.get(_ENTRIES, whole.get("setting"))
    if not isinstance(entries, list) or not entries:
        raise UserError("grid_no_settings", path=shown_path(path))
    settings: list[Setting] = []
    for index, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise UserError("grid_not_a_table", path=shown_path(path), index=index)
        for swept in _sweep(entry):
            try:
                settings.append(setting_from_json(swept, sampling, path.parent))
            except UserError as error:
                raise UserError("grid_setting_bad", path=shown_path(path), index=index, problem=error.notice) from error
            if len(settings) > MAX_SETTINGS:
                raise UserError("grid_too_many", path=shown_path(path), most=MAX_SETTINGS)
    names = [setting.name for setting in settings]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UserError("grid_name_twice", path=shown_path(path), name=twice)
    return Grid(one_line(shown_path(Path(path.stem))), tuple(settings))


def setting_from_json(entry: Mapping[str, object], sampling: SamplingSettings, folder: Path) -> Setting:
    """A setting of plain values.

    Args:
        entry: Keys and values; lists are not swept over here.
        sampling: What the entry does not say.
        folder: Where a relative path of a draft model begins.

    Raises:
        UserError: `grid_key_unknown` and others.
    """
    for key in entry:
        if key not in _KEYS:
            raise UserError("grid_key_unknown", key=one_line(str(key)), known=", ".join(_KEYS))
    values: dict[str, Any] = {
        key: _checked(key, rule, entry[key]) for key, rule in _SPECULATION.items() if key in entry
    }
    mode = values.pop("speculation", SpeculationMode.AUTO)
    if mode is not SpeculationMode.OFF and values.get("draft_min", 0) > values.get("draft_max", 16):
        raise UserError("grid_min_above_max", least=values["draft_min"], most=values.get("draft_max", 16))
    drawn: dict[str, Any] = {key: _checked(key, rule, entry[key]) for key, rule in _SAMPLING.items() if key in entry}
    kv_type = None
    if entry.get("kv_type") is not None:
        kv_type = KvType(str(_checked("kv_type", KvType, entry["kv_type"])))
    draft = _text("draft", entry.get("draft", ""))
    speculation = unshared(mode=mode, **values)
    name = one_line(_text("name", entry.get("name", ""))) or _named(entry)
    return Setting(
        name, speculation, replace(sampling, **drawn), "" if not draft else str((folder / draft).resolve()), kv_type
    )


def setting_to_json(setting: Setting) -> dict[str, object]:
    """All of a setting as plain values, as a settings file may hold them."""
    speculation, sampling = setting.speculation, setting.sampling
    entry: dict[str, object] = {"name": setting.name, "speculation": speculation.mode.value}
    entry |= {key: getattr(speculation, key) for key in _SPECULATION if key != "speculation"}
    entry["verification"] = speculation.verification.value
    entry |= {key: getattr(sampling, key) for key in _SAMPLING}
    if setting.draft:
        entry["draft"] = setting.draft
    if setting.kv_type is not None:
        entry["kv_type"] = setting.kv_type.value
    return entry


def _parsed(path: Path) -> dict[str, object]:
    """A file's content.

    Raises:
        UserError: It cannot be read, or is neither TOML nor JSON.
    """
    shown = shown_path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise UserError("grid_unreadable", path=shown, cause=error.strerror or str(error)) from error
    if len(data) > MAX_FILE_BYTES:
        raise UserError("grid_too_large", path=shown, most=MAX_FILE_BYTES >> 20)
    try:
        text = data.decode("utf-8-sig")
        whole = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError("grid_not_parsed", path=shown, cause=one_line(str(error))) from error
    if isinstance(whole, list):
        return {_ENTRIES: whole}
    if not isinstance(whole, dict):
        raise UserError("grid_no_settings", path=shown)
    return whole


def _sweep(entry: dict[str, object]) -> Iterator[dict[str, object]]:
    """Every combination of the values that are lists, each with a name that tells it apart."""
    swept = {key: value for key, value in entry.items() if isinstance(value, list) and key != "name"}
    if not swept:
        yield entry
        return
    name = entry.get("name", "")
    for values in itertools.product(*swept.values()):
        chosen = dict(zip(swept, values, strict=True))
        single = {**entry, **chosen}
        if isinstance(name, str) and name:
            single["name"] = f"{name}, {', '.join(_said(key, value) for key, value in chosen.items())}"
        yield single


def _named(entry: Mapping[str, object]) -> str:
    """A name for a setting that has none: what it sets."""
    rest = {key: value for key, value in entry.items() if key not in ("name", "speculation")}
    mode = str(entry.get("speculation", SpeculationMode.AUTO.value))
    return one_line(", ".join([mode, *(_said(key, value) for key, value in rest.items())]))


def _said(key: str, value: object) -> str:
    if key == "draft" and isinstance(value, str):
        return name_from_path(Path(value))
    if isinstance(value, bool):
        return key.replace("_", " ") if value else f"no {key.replace('_', ' ')}"
    if key == "draft_max":
        return f"n={value}"
    return f"{key.removeprefix('draft_').replace('_', '-')} {value}"


def _text(key: str, value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise UserError("grid_value_bad", key=key, value=_shown(value))
    return value


def _checked(key: str, rule: _Bounds | type[StrEnum] | type[bool], value: object) -> object:
    """A value, if the rule allows it.

    Raises:
        UserError: `grid_value_bad`, `grid_value_out_of_range`, `grid_value_not_one_of`.
    """
    if isinstance(rule, _Bounds):
        if isinstance(value, bool) or not isinstance(value, int if rule.whole else int | float):
            raise UserError("grid_value_bad", key=key, value=_shown(value))
        if not math.isfinite(value) or not rule.least <= value <= rule.most:
            raise UserError(
                "grid_value_out_of_range", key=key, value=_shown(value), least=f"{rule.least:g}", most=f"{rule.most:g}"
            )
        return value
    if rule is bool:
        if not isinstance(value, bool):
            raise UserError("grid_value_bad", key=key, value=_shown(value))
        return value
    if not isinstance(value, str) or value not in list(rule):
        raise UserError("grid_value_not_one_of", key=key, value=_shown(value), allowed=", ".join(rule))
    return rule(value)


def _shown(value: object) -> str:
    return one_line(str(value))[:60]
