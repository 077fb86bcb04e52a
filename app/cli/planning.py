"""Puts together what only all parts know: the files' shapes, the machine's memory, and llama.cpp's own figures.

Command line and window plan with these functions; each may take a second, so the window calls them off its thread.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from app.engine.inspection import Inspector
from app.engine.inspection_values import BackendFacts, Inspection, Trial
from app.engine.types import KvType
from app.errors import UserError
from app.hardware.matching import match_devices
from app.models.gguf import read_header
from app.models.kinds import refusal
from app.models.memory.checking import Answer, checked
from app.models.memory.fitting import auto_layers
from app.models.memory.kv_cache import CacheTypes
from app.models.memory.machine import RAM, DeviceMemory, Machine
from app.models.memory.need import Common, Loading
from app.models.memory.plan import LARGEST_CONTEXT, make_plan
from app.models.memory.repacking import repacked_types
from app.models.memory.shape import read_shape
from app.models.naming import display_name, shown_name
from app.models.preflight import gpu_may_be_there
from app.models.shards import read_parts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.engine.inspection_values import DeviceFacts, TrialResult
    from app.engine.types import LoadSettings, ModelSpec, PairInfo
    from app.hardware.samples import DeviceSample
    from app.models.memory.plan import MemoryPlan
    from app.models.memory.shape import ModelShape

_REPRODUCIBLE_ROWS = 7


class Planner:
    """Plans for this machine. What cannot change while the program runs is looked at once."""

    def __init__(self) -> None:
        self._inspector = Inspector()
        self._backend: BackendFacts | None = None
        self._shapes: dict[tuple[str, int, int], ModelShape] = {}
        self._samples: Sequence[DeviceSample] = ()

    def watch(self, samples: Sequence[DeviceSample]) -> None:
        """Take in what the driver tells of its devices, whenever it was asked; the latest counts."""
        self._samples = samples

    def stop(self) -> None:
        """End what is being asked of llama.cpp."""
        self._inspector.stop()

    def machine(self) -> Machine:
        """The memories as they are now.

        Raises:
            UserError: llama.cpp cannot be asked.
        """
        if self._backend is None or self._backend.offloads:  # only what a GPU has free changes
            self._backend = self._inspector.inspect(Inspection()).backend
        return machine_of(self._backend, self._samples)

    def known_machine(self) -> Machine:
        """The memories, which of them there are being what matters: llama.cpp is asked only if a GPU may be there.

        Raises:
            UserError: llama.cpp cannot be asked.
        """
        if self._backend is not None:
            return machine_of(self._backend, self._samples)
        return self.listed_machine()

    def listed_machine(self) -> Machine:
        """The memories as they are now, without asking llama.cpp where it could only name the machine's own.

        Raises:
            UserError: llama.cpp cannot be asked.
        """
        if self._backend is None and not gpu_may_be_there():
            return machine_of(BackendFacts("", (), (), offloads=False))
        return self.machine()

    def shape(self, path: str) -> ModelShape:
        """The shape of a model; a file that is not touched in between is read once.

        Raises:
            UserError: The file cannot be used.
        """
        file = Path(path)
        try:
            state = file.stat()
        except OSError:
            read_header(file)  # says in words what is wrong
            raise
        key = (path, state.st_mtime_ns, state.st_size)
        if key not in self._shapes:
            self._shapes[key] = _read(file)
        return self._shapes[key]

    def plan(self, settings: LoadSettings, machine: Machine) -> MemoryPlan:
        """Plan with the formulas; layers that are left open go where they fit.

        Raises:
            UserError: A file cannot be used.
        """
        target = _loading(self.shape(settings.target.path), settings, is_target=True)
        draft = None if settings.draft is None else _loading(self.shape(settings.draft.path), settings, is_target=False)
        common = Common(
            context_tokens=settings.context_tokens,
            flash_attention=settings.flash_attention is not False or settings.reproducible,
            maps_file=settings.use_mmap,
            repacks=not settings.reproducible,
            split=settings.split,
        )
        common = make_plan(target, None, common, machine).common
        machine = machine.only(settings.devices)
        if settings.target.gpu_layers is None:
            keep = settings.draft is not None and settings.draft.gpu_layers is not None
            return auto_layers(target, draft, common, machine, keep_draft=keep)
        if draft is not None and settings.draft is not None and settings.draft.gpu_layers is None:
            draft = auto_layers(replace(target, gpu_layers=0), draft, common, machine).draft
        return make_plan(target, draft, common, machine)

    def check(self, plan: MemoryPlan, settings: LoadSettings) -> MemoryPlan:
        """Put llama.cpp's own figures into a plan: every model is opened without its weights.

        Raises:
            UserError: llama.cpp cannot be asked, or refuses a model.
        """
        if plan.context_tokens > LARGEST_CONTEXT:  # even a trial would take a minute
            raise UserError("context_too_large", tokens=plan.context_tokens, largest=LARGEST_CONTEXT)
        settings = settings_of(plan, settings)
        trials = [_trial(settings.target, settings, is_target=True)]
        if settings.draft is not None:
            trials.append(_trial(settings.draft, settings, is_target=False))
        answers = [_answer(result) for result in self._inspector.inspect(Inspection(tuple(trials))).results]
        return checked(plan, answers[0], answers[1] if len(answers) > 1 else None)

    def place(
        self, settings: LoadSettings, loaded: LoadSettings | None = None, held: Mapping[str, int] | None = None
    ) -> LoadSettings:
        """Settle how many layers go to devices where that is left open; what cannot be found out stays open.

        Args:
            settings: What is to be loaded.
            loaded: What is loaded now: the same target stays where it is if it can, because it need not move then.
            held: What that holds, by memory.

        Raises:
            UserError: A file cannot be used.
        """
        draft_is_open = settings.draft is not None and settings.draft.gpu_layers is None
        if (settings.target.gpu_layers is not None and not draft_is_open) or not gpu_may_be_there():
            return settings
        try:
            machine = self.machine().with_freed(held or {})
        except UserError:
            return settings  # the load itself will say what is wrong
        if not machine.devices:
            return settings
        if loaded is not None and _has_target_of(loaded, settings):
            staying = replace(settings, target=replace(settings.target, gpu_layers=loaded.target.gpu_layers))
            plan = self.plan(staying, machine)
            if plan.fits_devices and (plan.draft is None or plan.draft.gpu_layers > plan.draft.shape.num_layers):
                return settings_of(plan, settings)
        return settings_of(self.plan(settings, machine), settings)


def _has_target_of(loaded: LoadSettings, settings: LoadSettings) -> bool:
    """Whether only the draft and where layers go may differ."""
    same = replace(
        settings,
        target=replace(settings.target, gpu_layers=loaded.target.gpu_layers, name=loaded.target.name),
        draft=loaded.draft,
        draft_refusal=loaded.draft_refusal,
        draft_kv_type_k=loaded.draft_kv_type_k,
        draft_kv_type_v=loaded.draft_kv_type_v,
    )
    return same == loaded


def machine_of(backend: BackendFacts, samples: Sequence[DeviceSample] = ()) -> Machine:
    """The memories of a machine: of its GPUs, or of a GPU that shares the machine's own where there is no other.

    Args:
        backend: What llama.cpp says.
        samples: What the driver says besides. Some backends call all memory free that programs of theirs do not hold.
    """
    memory = psutil.virtual_memory()
    ram = DeviceMemory(RAM, "", memory.available, memory.total)
    found = [device for device in backend.devices if device.kind == "gpu"]
    found = found or [device for device in backend.devices if device.kind == "igpu"]
    told = match_devices([(device.name, device.description, device.total_bytes) for device in found], samples)
    devices = tuple(_memory(device, told.get(device.name)) for device in found)
    return Machine(ram, devices, repacked_types(backend.features))


def _memory(device: DeviceFacts, sample: DeviceSample | None) -> DeviceMemory:
    if sample is None:
        return DeviceMemory(device.name, device.description, device.free_bytes, device.total_bytes)
    held = None if sample.engine_bytes is None else max(0, sample.used_bytes - sample.engine_bytes)
    taken = sample.taken_bytes if held is None else held + (sample.reserved_bytes or 0)
    free = min(device.free_bytes, max(0, sample.total_bytes - taken))
    return DeviceMemory(device.name, device.description, free, device.total_bytes, held)


def settings_of(plan: MemoryPlan, settings: LoadSettings) -> LoadSettings:
    """The settings that load what a plan says."""
    draft = settings.draft
    if draft is not None:
        draft = None if plan.draft is None else replace(draft, gpu_layers=plan.draft.gpu_layers)
    draft_types = plan.target.types if plan.draft is None else plan.draft.types
    return replace(
        settings,
        target=replace(settings.target, gpu_layers=plan.target.gpu_layers),
        draft=draft,
        context_tokens=plan.context_tokens,
        kv_type_k=KvType(plan.target.types.keys),
        kv_type_v=KvType(plan.target.types.values),
        draft_kv_type_k=KvType(draft_types.keys),
        draft_kv_type_v=KvType(draft_types.values),
        flash_attention=True
        if plan.common.flash_attention and settings.flash_attention is False
        else settings.flash_attention,
    )


def held_by(pair: PairInfo, *, maps_file: bool) -> dict[str, int]:
    """What a loaded pair would set free, memory by memory; pages of a mapped file count as free already."""
    held: dict[str, int] = {}
    for model in (pair.target, pair.draft):
        if model is None:
            continue
        copies = sum(buffers.weights_bytes for buffers in model.buffers) - model.weights_bytes
        for buffers in model.buffers:
            weights = buffers.weights_bytes
            if buffers.memory == RAM and maps_file:
                weights = max(0, copies)
            held[buffers.memory] = held.get(buffers.memory, 0) + weights + buffers.kv_bytes + buffers.compute_bytes
    return held


def _read(path: Path) -> ModelShape:
    header = read_header(path)
    notice = refusal(header.kind, shown_name(path), header.architecture)
    if notice is not None:
        raise UserError(notice.code, **notice.values)
    return read_shape(read_parts(header), display_name(header))


def _loading(shape: ModelShape, settings: LoadSettings, *, is_target: bool) -> Loading:
    model = settings.target if is_target else settings.draft
    layers = None if model is None else model.gpu_layers
    keys, values = cache_types(settings, is_target=is_target)
    return Loading(
        shape=shape,
        gpu_layers=-1 if layers is None else layers,
        types=CacheTypes(keys.value, values.value),
        num_rows=_num_rows(settings) if is_target else 1,
    )


def _trial(model: ModelSpec, settings: LoadSettings, *, is_target: bool) -> Trial:
    keys, values = cache_types(settings, is_target=is_target)
    return Trial(
        model=model,
        context_tokens=settings.context_tokens,
        num_rows=_num_rows(settings) if is_target else 1,
        kv_type_k=keys,
        kv_type_v=values,
        flash_attention=True if settings.reproducible else settings.flash_attention,
        repacks=not settings.reproducible,
        devices=settings.devices,
        split=settings.split,
    )


def cache_types(settings: LoadSettings, *, is_target: bool) -> tuple[KvType, KvType]:
    """Of keys and values; a reproducible pair keeps its values in a type of its own, as the engine loads it."""
    keys = settings.kv_type_k if is_target else settings.draft_kv_type_k
    if settings.reproducible:
        return keys, KvType.Q8_0 if keys is KvType.Q8_0 else KvType.BF16
    return keys, settings.kv_type_v if is_target else settings.draft_kv_type_v


def _num_rows(settings: LoadSettings) -> int:
    rows = settings.max_draft_tokens + 1
    return min(rows, _REPRODUCIBLE_ROWS) if settings.reproducible else rows


def _answer(result: TrialResult) -> Answer:
    if result.problem is not None:
        raise UserError(result.problem.code, **result.problem.values)
    return Answer(result.kv_bytes, {buffers.memory: buffers.compute_bytes for buffers in result.buffers})
