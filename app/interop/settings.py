"""The settings that other programs can name, each with the section it belongs to and the values it can have."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from app.engine.types import KvType, SamplingSettings, SpeculationMode, SpeculationSettings, Verification
from app.interop.reading import (
    MAX_DRAFT_TOKENS,
    MAX_TOKENS,
    member,
    read_devices,
    read_flash,
    read_layers,
    read_max_tokens,
    read_path,
    read_seed,
    read_shares,
    read_switch,
    read_temperature,
    read_text,
    read_threads,
    read_top_k,
    read_top_p,
    real,
    whole,
)
from app.interop.values import ForeignSettings, Program
from app.settings.engine_schema import MAX_CONTEXT_TOKENS, LoadDefaults, PlacementDefaults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from app.engine.types import LoadSettings


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a setting belongs, and how its value is read from text; the reader raises `UserError`."""

    section: str
    read: Callable[[str], Any]


_DRAFTED = whole(0, MAX_DRAFT_TOKENS)
_LAST_N = whole(-1, MAX_TOKENS)

SETTINGS: dict[str, Setting] = {
    "target": Setting("", read_path),
    "draft": Setting("", read_path),
    "max_tokens": Setting("", read_max_tokens),
    "system_prompt": Setting("", read_text),
    "context_tokens": Setting("load", whole(0, MAX_CONTEXT_TOKENS)),
    "gpu_layers": Setting("load", read_layers),
    "draft_gpu_layers": Setting("load", read_layers),
    "devices": Setting("load", read_devices),
    "split": Setting("load", read_shares),
    "kv_type_k": Setting("load", member(KvType)),
    "kv_type_v": Setting("load", member(KvType)),
    "draft_kv_type_k": Setting("load", member(KvType)),
    "draft_kv_type_v": Setting("load", member(KvType)),
    "flash_attention": Setting("load", read_flash),
    "threads": Setting("load", read_threads),
    "use_mmap": Setting("load", read_switch),
    "use_mlock": Setting("load", read_switch),
    "reproducible": Setting("load", read_switch),
    "temperature": Setting("sampling", read_temperature),
    "top_k": Setting("sampling", read_top_k),
    "top_p": Setting("sampling", read_top_p),
    "min_p": Setting("sampling", real(0.0, 1.0)),
    "repeat_penalty": Setting("sampling", real(1e-3, 100.0)),
    "frequency_penalty": Setting("sampling", real(-100.0, 100.0)),
    "presence_penalty": Setting("sampling", real(-100.0, 100.0)),
    "penalty_last_n": Setting("sampling", _LAST_N),
    "dry_multiplier": Setting("sampling", real(0.0, 100.0)),
    "dry_base": Setting("sampling", real(1.0, 100.0)),
    "dry_allowed_length": Setting("sampling", whole(0, MAX_TOKENS)),
    "dry_penalty_last_n": Setting("sampling", _LAST_N),
    "seed": Setting("sampling", read_seed),
    "mode": Setting("speculation", member(SpeculationMode)),
    "draft_max": Setting("speculation", _DRAFTED),
    "draft_min": Setting("speculation", _DRAFTED),
    "draft_p_min": Setting("speculation", real(0.0, 1.0)),
    "fixed_draft_length": Setting("speculation", read_switch),
    "shared_lookup": Setting("speculation", read_switch),
    "verification": Setting("speculation", member(Verification)),
}
"""By name; `logit_bias` and `stop` are lists and are read one by one."""


def defaults() -> dict[str, Any]:
    """The values that hold where nothing is said, by name; enumerations are plain strings, tuples are lists."""
    load = {**LoadDefaults().values(), **PlacementDefaults().values()}
    named = {**load, **asdict(SamplingSettings()), **asdict(SpeculationSettings()), "max_tokens": None}
    return {name: _plain(value) for name, value in named.items() if name in SETTINGS or name == "logit_bias"}


def without_effect(values: Mapping[str, Any]) -> frozenset[str]:
    """Names of settings that change nothing beside the others.

    Args:
        values: All of them, by name.
    """
    idle: set[str] = set()
    drafts = values.get("draft") is not None and values["mode"] in ("auto", "draft")
    if not drafts:
        idle |= {"draft_gpu_layers", "draft_kv_type_k", "draft_kv_type_v", "draft_p_min"}
    if not drafts and values["mode"] not in ("auto", "lookup"):
        idle |= {"draft_max", "draft_min", "fixed_draft_length", "shared_lookup", "verification"}
    if not values["dry_multiplier"]:
        idle |= {"dry_base", "dry_allowed_length", "dry_penalty_last_n"}
    if values["repeat_penalty"] == 1 and not values["presence_penalty"] and not values["frequency_penalty"]:
        idle.add("penalty_last_n")
    return frozenset(idle)


def of_pair(
    load: LoadSettings,
    sampling: SamplingSettings,
    speculation: SpeculationSettings,
    *,
    max_tokens: int | None = None,
    system_prompt: str | None = None,
    stop: Iterable[str] = (),
    program: Program = Program.LLAMA_CPP,
) -> ForeignSettings:
    """The settings of a pair that is loaded or could be, complete, to be written for another program."""
    draft = load.draft
    loaded = {name: getattr(load, name) for name in ("context_tokens", "devices", "split", "flash_attention")}
    loaded |= {name: getattr(load, name) for name in ("threads", "reproducible", "use_mmap", "use_mlock")}
    loaded |= {name: getattr(load, name) for name in ("kv_type_k", "kv_type_v", "draft_kv_type_k", "draft_kv_type_v")}
    loaded |= {"gpu_layers": load.target.gpu_layers, "draft_gpu_layers": None if draft is None else draft.gpu_layers}
    return ForeignSettings(
        program=program,
        target=load.target.path,
        draft=None if draft is None else draft.path,
        load={name: _plain(value) for name, value in loaded.items()},
        sampling={name: _plain(value) for name, value in asdict(sampling).items()},
        speculation={name: _plain(value) for name, value in asdict(speculation).items()},
        max_tokens=max_tokens,
        system_prompt=system_prompt,
        stop=tuple(stop),
    )


def _plain(value: object) -> Any:  # noqa: ANN401 - each setting has its own type
    """As JSON has it."""
    if isinstance(value, str):
        return str(value)
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value
