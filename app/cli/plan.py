"""`galley plan`: what a pair will take, memory by memory, without loading it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.catalogue import sentence
from app.cli.language import said, spelled, translate
from app.cli.planning import Planner
from app.cli.terminal import say, write_json, write_text
from app.engine.types import LoadSettings, ModelSpec
from app.errors import EnvironmentFault, Notice, UserError
from app.hardware.sampler import MachineSampler
from app.models.fitting import check_pair
from app.models.memory.fitting import changes, is_squeezed
from app.models.memory.plan import LARGEST_CONTEXT, largest_context

if TYPE_CHECKING:
    from argparse import Namespace

    from app.hardware.samples import DeviceSample
    from app.models.memory.fitting import Change
    from app.models.memory.machine import DeviceMemory
    from app.models.memory.need import Need
    from app.models.memory.plan import MemoryPlan

    Json = dict[str, object]

_MIB = 1 << 20
_FOR_WANT_OF_ROOM = frozenset({"context_not_made", "context_no_memory", "context_too_large"})


def plan(arguments: Namespace) -> int:
    """Run the command and return the exit status.

    Raises:
        UserError: A file cannot be used, nor loaded like this, or llama.cpp cannot be asked about this machine.
    """
    settings = load_settings(arguments)
    planner = Planner()
    planner.watch(_devices())
    found = planner.plan(settings, planner.machine())
    try:
        found = planner.check(found, settings)
    except UserError as error:
        if not isinstance(error, EnvironmentFault) and error.notice.code not in _FOR_WANT_OF_ROOM:
            raise  # what cannot be loaded needs no plan
        say(said(error.notice))
        if isinstance(error, EnvironmentFault):
            say(said(Notice("plan_not_checked")))
    _say_what_stands_against(settings)
    if arguments.json:
        write_json(json.dumps(report(found), ensure_ascii=False))
    else:
        write_text("\n".join(lines(found)) + "\n")
    return 0


def load_settings(arguments: Namespace) -> LoadSettings:
    """What the options say about loading."""
    kv_type = arguments.kv_type
    draft_type = arguments.draft_kv_type or kv_type
    return LoadSettings(
        target=ModelSpec(arguments.target, arguments.gpu_layers),
        draft=None if arguments.draft is None else ModelSpec(arguments.draft, arguments.draft_gpu_layers),
        context_tokens=arguments.context,
        kv_type_k=kv_type,
        kv_type_v=kv_type,
        draft_kv_type_k=draft_type,
        draft_kv_type_v=draft_type,
        flash_attention={"auto": None, "on": True, "off": False}[arguments.flash_attention],
    )


def report(found: MemoryPlan) -> Json:
    """A plan as JSON; sizes are bytes."""
    return {
        "target": _need(found.target_need, found.target.gpu_layers),
        "draft": None
        if found.draft_need is None or found.draft is None
        else _need(found.draft_need, found.draft.gpu_layers),
        "total": found.total_bytes,
        "devices": [_device(found, memory) for memory in found.machine.memories],
        "fits": _fits(found),
        "context": found.context_tokens,
        "largest_context": largest_context(found),
        "checked": found.is_checked,
        "squeezed": is_squeezed(found),
        "changes": [_change(change) for change in changes(found)],
    }


def lines(found: MemoryPlan) -> list[str]:
    """A plan for a terminal."""
    rows: list[tuple[str, ...]] = [
        (
            "",
            translate("Command line", "weights"),
            translate("Command line", "KV cache"),
            translate("Command line", "buffers"),
            translate("Command line", "together"),
        )
    ]
    needs = (
        (translate("Command line", "target"), found.target_need),
        (translate("Command line", "draft"), found.draft_need),
    )
    rows += [(name, *_sizes(need)) for name, need in needs if need is not None]
    text = ["  ".join(f"{cell:>10}" for cell in row) for row in rows]
    text.append("")
    for memory in found.machine.memories:
        values = {
            "name": memory.name if not memory.description else f"{memory.name} ({memory.description})",
            "needed": _mib(found.needed_bytes(memory.name)),
            "free": _mib(memory.free_bytes),
            "total": _mib(memory.total_bytes),
        }
        text.append(said(Notice("plan_memory", values)))
    code = "plan_fits" if _fits(found) else "plan_does_not_fit"
    text.append(said(Notice(code, {"tokens": found.context_tokens})))
    largest, trained = largest_context(found), found.target.shape.trained_context
    text.append(said(Notice("plan_all_trained" if largest == trained else "plan_largest", {"tokens": largest})))
    text += [said(change_notice(change)) for change in changes(found)]
    if is_squeezed(found):
        text.append(said(Notice("plan_squeezed", {"bits": found.target.shape.bits_per_weight})))
    return text


def change_notice(change: Change) -> Notice:
    """What a change would give up, as a sentence."""
    values = {"tokens": change.plan.context_tokens, "layers": change.plan.num_layers_on_devices}
    return Notice(f"plan_change_{change.kind.value}", values)


def _say_what_stands_against(settings: LoadSettings) -> None:
    """A pair that fits into memory need not fit together."""
    if settings.draft is not None:
        reasons = check_pair(Path(settings.target.path), Path(settings.draft.path)).reasons
        if reasons:
            say(said(Notice("plan_draft_unfit", {"reason": reasons[0]})))


def _devices() -> list[DeviceSample]:
    """What drivers say of their devices; no engine of ours is on them."""
    sampler = MachineSampler()
    try:
        return [replace(device, engine_bytes=0) for device in sampler.sample(None).devices]
    finally:
        sampler.close()


def _fits(found: MemoryPlan) -> bool:
    """In memory, and in what Galley handles at all."""
    return found.fits and found.context_tokens <= LARGEST_CONTEXT


def _need(need: Need, gpu_layers: int) -> Json:
    return {
        "weights": need.weights_bytes,
        "kv": need.kv_bytes,
        "compute": need.compute_bytes,
        "copies": need.copies_bytes,
        "gpu_layers": gpu_layers,
        "by_device": {
            part.memory: {"weights": part.weights_bytes, "kv": part.kv_bytes, "compute": part.compute_bytes}
            for part in need.parts
        },
    }


def _device(found: MemoryPlan, memory: DeviceMemory) -> Json:
    return {
        "name": memory.name,
        "description": memory.description,
        "free": memory.free_bytes,
        "total": memory.total_bytes,
        "held_by_others": memory.others_bytes,
        "needed": found.needed_bytes(memory.name),
    }


def _change(change: Change) -> Json:
    return {
        "kind": change.kind.value,
        "text": sentence(change_notice(change)),
        "context": change.plan.context_tokens,
        "total": change.plan.total_bytes,
    }


def _sizes(need: Need) -> tuple[str, ...]:
    return tuple(_mib(size) for size in (need.weights_bytes, need.kv_bytes, need.compute_bytes, need.total_bytes))


def _mib(num_bytes: int) -> str:
    return f"{spelled(f'{num_bytes / _MIB:,.0f}')} MiB"
