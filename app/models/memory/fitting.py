"""Finds the way of loading that fits: layers for the devices, and the smallest change where something does not fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from app.models.memory.kv_cache import CacheTypes
from app.models.memory.plan import MemoryPlan, largest_context, make_plan, with_context

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.models.memory.machine import Machine
    from app.models.memory.need import Common, Loading

LEAST_USEFUL_CONTEXT = 1024
SQUEEZED_BITS = 4.0
"""Fewer bits a weight than this cost a model more than a draft brings."""
_SMALL = CacheTypes("q8_0", "q8_0")
_ROUND_TO = 1024
_FEWER = 8


class ChangeKind(StrEnum):
    """What would be given up."""

    CONTEXT = "context"
    """Some of the context."""
    CACHE_TYPE = "cache_type"
    """A little exactness: both caches in q8_0, which needs flash attention."""
    LAYERS = "layers"
    """Speed: fewer layers on devices."""
    DRAFT_LAYERS = "draft_layers"
    """The draft's speed: it is computed by the processor."""
    DRAFT = "draft"
    """The draft model."""
    EVERYTHING = "everything"
    """All of these where none is enough by itself."""


@dataclass(frozen=True, slots=True)
class Change:
    """A way to make a plan fit, and the plan that it makes."""

    kind: ChangeKind
    plan: MemoryPlan


def auto_layers(
    target: Loading, draft: Loading | None, common: Common, machine: Machine, *, keep_draft: bool = False
) -> MemoryPlan:
    """Put onto the devices as much as fits: the draft first, because it runs oftenest, then the target's last layers.

    Args:
        target: The target; its number of layers is chosen here.
        draft: The draft.
        common: What both are loaded with.
        machine: The devices.
        keep_draft: Leave the draft's layers as they are.
    """
    if not machine.devices:
        none = None if draft is None else replace(draft, gpu_layers=0)
        return make_plan(replace(target, gpu_layers=0), none, common, machine)
    if draft is not None and not keep_draft:
        bare = replace(target, gpu_layers=0)
        draft = next(
            tried
            for tried in _fewer_and_fewer(draft)
            if make_plan(bare, tried, common, machine).fits_devices or not tried.gpu_layers
        )
    for tried in _fewer_and_fewer(target):
        plan = make_plan(tried, draft, common, machine)
        if plan.fits_devices or not tried.gpu_layers:
            return plan
    return plan


def changes(plan: MemoryPlan) -> tuple[Change, ...]:
    """What would make a plan fit, the smallest change first; each is enough by itself. Empty where nothing is."""
    if plan.fits:
        return ()
    single = tuple(change for change in _single_changes(plan) if change.plan.fits)
    if single:
        return single
    everything = _everything(plan)
    return (Change(ChangeKind.EVERYTHING, everything),) if everything.fits else ()


def next_smaller(plan: MemoryPlan) -> Change | None:
    """What to try when memory ran out although the plan may have said that it fits; None when nothing is left."""
    found = changes(plan)
    if found:
        return found[0]
    if plan.num_layers_on_devices:
        fewer = max(0, plan.num_layers_on_devices - max(1, plan.target.shape.num_layers // _FEWER))
        return Change(ChangeKind.LAYERS, _with_layers(plan, fewer))
    if plan.context_tokens >= 2 * LEAST_USEFUL_CONTEXT:
        return Change(ChangeKind.CONTEXT, with_context(plan, plan.context_tokens // 2))
    if plan.draft is not None:
        return Change(ChangeKind.DRAFT, _without_draft(plan))
    return None


def room_for_draft(plan: MemoryPlan) -> Change | None:
    """What would make room for a draft that was left out for want of memory, what costs least first.

    Args:
        plan: Of both models; it may say that they fit, and yet they did not.

    Returns:
        A change that keeps the draft; None where none would do.
    """
    draft = plan.draft
    if draft is None:
        return None
    if draft.gpu_layers and plan.machine.devices:
        elsewhere = make_plan(plan.target, replace(draft, gpu_layers=0), plan.common, plan.machine)
        if elsewhere.fits:
            return Change(ChangeKind.DRAFT_LAYERS, elsewhere)
    kept = [change for change in changes(plan) if change.kind in (ChangeKind.CONTEXT, ChangeKind.CACHE_TYPE)]
    if kept:
        return kept[0]
    if plan.fits and plan.context_tokens >= 2 * LEAST_USEFUL_CONTEXT:
        return Change(ChangeKind.CONTEXT, with_context(plan, plan.context_tokens // 2))
    return None


def is_squeezed(plan: MemoryPlan) -> bool:
    """Whether the target was made so small that a draft beside it is hardly worth it."""
    return plan.draft is not None and 0 < plan.target.shape.bits_per_weight < SQUEEZED_BITS


def _single_changes(plan: MemoryPlan) -> Iterator[Change]:
    tokens = largest_context(plan) // _ROUND_TO * _ROUND_TO
    if LEAST_USEFUL_CONTEXT <= tokens < plan.context_tokens:
        yield Change(ChangeKind.CONTEXT, with_context(plan, tokens))
    if not _has_small_types(plan):
        yield Change(ChangeKind.CACHE_TYPE, _with_small_types(plan))
    if plan.num_layers_on_devices:
        fewer = auto_layers(plan.target, plan.draft, plan.common, plan.machine)
        if fewer.num_layers_on_devices < plan.num_layers_on_devices or fewer.draft != plan.draft:
            yield Change(ChangeKind.LAYERS, fewer)
    if plan.draft is not None:
        yield Change(ChangeKind.DRAFT, _without_draft(plan))


def _everything(plan: MemoryPlan) -> MemoryPlan:
    small = _with_small_types(_without_draft(plan))
    if small.machine.devices:
        short = replace(small.common, context_tokens=min(small.context_tokens, LEAST_USEFUL_CONTEXT))
        placed = auto_layers(small.target, None, short, small.machine)
        small = _with_layers(placed, min(placed.target.gpu_layers, plan.num_layers_on_devices))
    tokens = min(plan.context_tokens, largest_context(small) // _ROUND_TO * _ROUND_TO)
    return with_context(small, max(tokens, LEAST_USEFUL_CONTEXT))


def _fewer_and_fewer(loading: Loading) -> Iterator[Loading]:
    return (replace(loading, gpu_layers=number) for number in range(loading.shape.num_layers + 1, -1, -1))


def _has_small_types(plan: MemoryPlan) -> bool:
    return plan.target.types.are_small and (plan.draft is None or plan.draft.types.are_small)


def _with_small_types(plan: MemoryPlan) -> MemoryPlan:
    target, draft = plan.target, plan.draft
    if not target.types.are_small:
        target = replace(target, types=_SMALL)
    if draft is not None and not draft.types.are_small:
        draft = replace(draft, types=_SMALL)
    return make_plan(target, draft, replace(plan.common, flash_attention=True), plan.machine)


def _with_layers(plan: MemoryPlan, gpu_layers: int) -> MemoryPlan:
    return make_plan(replace(plan.target, gpu_layers=gpu_layers), plan.draft, plan.common, plan.machine)


def _without_draft(plan: MemoryPlan) -> MemoryPlan:
    return make_plan(plan.target, None, plan.common, plan.machine)
