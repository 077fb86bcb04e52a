"""What a short test of a pair comes to: one piece of advice with its evidence, from what was measured by then."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from app.engine.types import SpeculationMode
from app.lab.rows import rows_of
from app.lab.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.engine.types import SpeculationSettings
    from app.lab.averages import Mean
    from app.lab.bench_plan import BenchPlan
    from app.lab.measurement import Measurement
    from app.lab.rows import Row
    from app.lab.summary_values import Group

WORTH_IT = 1.05
"""A gain below this is neither felt nor told apart from a machine's moods."""
_LEAD = 1.03
"""By how much something less adaptable must be faster than `auto` to be advised instead."""


class Use(Enum):
    """What is advised."""

    DRAFT = "draft"
    LOOKUP = "lookup"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class PairAdvice:
    """The advice and what it stands on.

    Attributes:
        speculation: The setting that the figures are of: the advised one, else the draft's best.
        speedup: Of that setting over all prompts.
        by_kind: Its speed-up by kind of text.
        acceptance_rate: Of that setting; None where nothing was drafted.
        break_even: The acceptance from which on it pays; None where too little was drafted.
        draft_speedup: What the draft reached at best, where something else is advised.
    """

    use: Use
    speculation: SpeculationSettings
    speedup: Mean
    by_kind: tuple[tuple[str, float], ...]
    acceptance_rate: float | None
    break_even: float | None
    draft_speedup: float
    num_prompts: int


def advice_of(plan: BenchPlan, measurements: Mapping[tuple[int, int, str, str, int], Measurement]) -> PairAdvice | None:
    """What to do with a pair; None where too little was measured to say anything."""
    rows = _fair(plan, rows_of(plan, measurements))
    summary = summarise(rows)
    groups = [group for group in summary.groups if not group.is_off and group.speedup is not None]
    drafting = [group for group in groups if group.speculation.mode is not SpeculationMode.LOOKUP]
    if not any(group.acceptance_rate is not None for group in drafting):
        return None  # too early to say, or the pair was loaded without its draft
    best = max(drafting, key=_worth)
    lookup = next((group for group in groups if group.speculation.mode is SpeculationMode.LOOKUP), None)
    use, shown = Use.NEITHER, best
    if lookup is not None and _speed(lookup) >= WORTH_IT and _speed(lookup) * _LEAD > _speed(best):
        use, shown = Use.LOOKUP, lookup  # as fast without a second model in memory
    elif _speed(best) >= WORTH_IT:
        use = Use.DRAFT
    if shown.speedup is None:
        return None
    return PairAdvice(
        use,
        shown.speculation,
        shown.speedup,
        _by_kind(rows, shown.setting),
        shown.acceptance_rate,
        shown.break_even,
        _speed(best),
        shown.num_prompts,
    )


def _fair(plan: BenchPlan, rows: Sequence[Row]) -> list[Row]:
    """Of a test that ran out of time, the prompts that every setting answered, if there is one."""
    answered: dict[str, int] = {}
    for row in rows:
        if not row.measured.error:
            answered[row.prompt.prompt_id] = answered.get(row.prompt.prompt_id, 0) + 1
    whole = {name for name, num in answered.items() if num == len(plan.sides)}
    return [row for row in rows if row.prompt.prompt_id in whole] if whole else list(rows)


def _by_kind(rows: Sequence[Row], setting: str) -> tuple[tuple[str, float], ...]:
    found = []
    for category in dict.fromkeys(row.prompt.category for row in rows):
        of_kind = summarise([row for row in rows if row.prompt.category == category])
        found += [
            (category, group.speedup.value)
            for group in of_kind.groups
            if group.setting == setting and group.speedup is not None
        ]
    return tuple(found)


def _speed(group: Group) -> float:
    return 0.0 if group.speedup is None else group.speedup.value


def _worth(group: Group) -> float:
    """Its speed-up; `auto` is worth a little more, because it finds its way where texts are others."""
    return _speed(group) * (_LEAD if group.speculation.mode is SpeculationMode.AUTO else 1.0)
