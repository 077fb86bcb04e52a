"""Puts llama.cpp's own figures in the place of the formulas' where it was asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.models.memory.need import Need, Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.models.memory.plan import MemoryPlan


@dataclass(frozen=True, slots=True)
class Answer:
    """What llama.cpp would allocate for one model: the cache in total, the compute buffers by memory."""

    kv_bytes: int
    compute_bytes: Mapping[str, int]


def checked(plan: MemoryPlan, target: Answer, draft: Answer | None) -> MemoryPlan:
    """The plan with these figures; weights stand in the files, so they stay as they are."""
    draft_need = plan.draft_need
    if draft_need is not None and draft is not None:
        draft_need = _answered(draft_need, draft)
    return replace(plan, target_need=_answered(plan.target_need, target), draft_need=draft_need)


def _answered(need: Need, answer: Answer) -> Need:
    """The cache lies with its layers, so that it is divided among the memories as predicted."""
    parts = {part.memory: part for part in need.parts}
    for memory in answer.compute_bytes:
        parts.setdefault(memory, Part(memory))
    ratio = answer.kv_bytes / need.kv_bytes if need.kv_bytes else 0.0
    filled = tuple(
        replace(part, kv_bytes=round(part.kv_bytes * ratio), compute_bytes=answer.compute_bytes.get(part.memory, 0))
        for part in parts.values()
    )
    return replace(need, parts=filled, is_checked=True)
