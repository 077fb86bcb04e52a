"""What a run's table says: by setting, by kind of text and language, by temperature; and where speculation breaks even.

Each prompt counts once: its repeats come down to their median first.
"""

from __future__ import annotations

import itertools
import statistics
from typing import TYPE_CHECKING

from app.lab.averages import difference, geometric_mean
from app.lab.rows import added, by_position, cost_split, mean_accepted
from app.lab.summary_values import Group, Kind, LanguageGap, Summary, TemperaturePoint, TemperatureSweep

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.lab.averages import Mean
    from app.lab.rows import Row

REFERENCE_LANGUAGE = "en"
_LEAST_DRAFTED = 20
"""Drafted tokens under which nobody can say what they cost."""


def summarise(rows: Sequence[Row]) -> Summary:
    """Find out what the rows of a run say."""
    groups = tuple(_groups(rows))
    kinds = []
    for category, language in dict.fromkeys((row.prompt.category, row.prompt.language) for row in rows):
        mine = [row for row in rows if (row.prompt.category, row.prompt.language) == (category, language)]
        kinds.append(_kind(category, language, tuple(_groups(mine))))
    return Summary(groups, tuple(kinds), tuple(_gaps(rows)), tuple(_sweeps(groups)), _fastest(groups))


def _groups(rows: Sequence[Row]) -> list[Group]:
    """Settings in their order. What is off is put together over the loads it was measured in."""
    keys = dict.fromkeys((row.side.endpoint, row.side.name) for row in rows)
    return [_group([row for row in rows if (row.side.endpoint, row.side.name) == key]) for key in keys]


def _group(rows: Sequence[Row]) -> Group:
    good = [row for row in rows if not row.measured.error]
    measured = [row.measured for row in good]
    side, setting = rows[0].side, rows[0].side.setting
    drafted = sum(each.num_drafted for each in measured)
    tested = sum(each.num_tested for each in measured)
    rounds = sum(each.num_rounds for each in measured)
    accepted = sum(each.num_accepted for each in measured)
    lengths = added([each.accepted_lengths for each in measured])
    split = cost_split(measured)
    texts = [row.same_text for row in good if row.same_text is not None]
    drafts = {row.draft for row in rows}
    return Group(
        setting=side.name,
        source="endpoint" if side.endpoint >= 0 else "galley",
        draft=next(iter(drafts)) if len(drafts) == 1 and not setting.is_off else "",
        temperature=setting.sampling.temperature,
        is_off=setting.is_off,
        speculation=setting.speculation,
        num_prompts=len({row.prompt.prompt_id for row in good}),
        num_failed=len(rows) - len(good),
        tokens_per_second=_median_of(good, "tokens_per_second"),
        first_token_seconds=_median_of(good, "first_token_seconds"),
        speedup=geometric_mean(list(_by_prompt(good, "speedup").values())),
        total_speedup=geometric_mean(list(_by_prompt(good, "total_speedup").values())),
        acceptance_rate=accepted / drafted if drafted else None,
        alpha=accepted / tested if tested else None,
        block_efficiency=sum(each.completion_tokens for each in measured if each.num_rounds) / rounds
        if rounds
        else None,
        mean_accepted=mean_accepted(lengths),
        accepted_per_position=by_position(lengths, added([each.drafted_lengths for each in measured])),
        draft_share=_number(split["draft_share"]),
        verify_share=_number(split["verify_share"]),
        overhead_share=_number(split["overhead_share"]),
        break_even=_break_even(good),
        same_texts=sum(texts),
        compared_texts=len(texts),
    )


def _break_even(rows: Iterable[Row]) -> float | None:
    """What rounds cost more than tokens without speculation, ÷ what was drafted: both summed over the rows.

    A round of `c` plain tokens' time is worth it when it emits more than `c` tokens: 1 + accepted > c.
    """
    extra = drafted = 0.0
    for row in rows:
        if row.extra_cost is not None:
            extra += row.extra_cost * row.measured.num_rounds
            drafted += row.measured.num_drafted
    return max(0.0, extra) / drafted if drafted >= _LEAST_DRAFTED else None


def _by_prompt(rows: Sequence[Row], name: str) -> dict[str, float]:
    """The median over the repeats of each prompt, of a property of the row or of what was measured."""
    values: dict[str, list[float]] = {}
    for row in rows:
        value = getattr(row, name) if hasattr(row, name) else getattr(row.measured, name)
        if value is not None:
            values.setdefault(row.prompt.prompt_id, []).append(value)
    return {prompt_id: statistics.median(each) for prompt_id, each in values.items()}


def _median_of(rows: Sequence[Row], name: str) -> float | None:
    values = [value for value in _by_prompt(rows, name).values() if value > 0.0]
    return statistics.median(values) if values else None


def _fastest(groups: Sequence[Group]) -> Group | None:
    """The fastest of Galley's own settings, the plain one where nothing is faster; first come in a draw."""
    ours = [group for group in groups if group.source == "galley" and group.speedup is not None]
    return max(ours, key=lambda group: 0.0 if group.speedup is None else group.speedup.value, default=None)


def _kind(category: str, language: str, groups: tuple[Group, ...]) -> Kind:
    best = _fastest(groups)
    as_good: list[Group] = []
    if best is not None and best.speedup is not None:
        for group in groups:
            if group is best or group.source != "galley" or group.speedup is None:
                continue
            high = group.speedup.high
            if group.is_off:  # has no interval of its own: it is what the others are measured against
                high = 1.0 if best.is_certain_gain else best.speedup.value
            if high is not None and high >= best.speedup.value:
                as_good.append(group)
    return Kind(category, language, groups, best, tuple(as_good))


def _gaps(rows: Sequence[Row]) -> list[LanguageGap]:
    """Each language against English (or the one that comes first), for every setting that drafts."""
    languages = [each for each in dict.fromkeys(row.prompt.language for row in rows) if each]
    if len(languages) < 2:
        return []
    reference = REFERENCE_LANGUAGE if REFERENCE_LANGUAGE in languages else languages[0]
    gaps = []
    for endpoint, name in dict.fromkeys((row.side.endpoint, row.side.name) for row in rows):
        mine = [row for row in rows if (row.side.endpoint, row.side.name) == (endpoint, name)]
        if not any(row.measured.num_drafted for row in mine):
            continue
        gaps += [
            LanguageGap(
                name,
                language,
                reference,
                _gap(mine, language, reference, "acceptance_rate"),
                _gap(mine, language, reference, "speedup"),
            )
            for language in languages
            if language != reference
        ]
    return gaps


def _gap(rows: Sequence[Row], language: str, reference: str, name: str) -> Mean | None:
    def values(which: str) -> list[tuple[str, float]]:
        mine = [row for row in rows if row.prompt.language == which and not row.measured.error]
        categories = {row.prompt.prompt_id: row.prompt.category for row in mine}
        return [(categories[prompt_id], value) for prompt_id, value in _by_prompt(mine, name).items()]

    return difference(values(language), values(reference))


def _sweeps(groups: Sequence[Group]) -> list[TemperatureSweep]:
    """Settings that speculate in the same way, by temperature."""
    sweeps = []
    speculating = [group for group in groups if group.source == "galley" and not group.is_off and group.speedup]
    for speculation, draft in dict.fromkeys((group.speculation, group.draft) for group in speculating):
        mine = [group for group in speculating if (group.speculation, group.draft) == (speculation, draft)]
        by_temperature = {group.temperature: group for group in mine}
        if len(by_temperature) < 2 or len(by_temperature) != len(mine):
            continue
        points = tuple(
            TemperaturePoint(temperature, group.speedup, group.acceptance_rate)
            for temperature, group in sorted(by_temperature.items())
            if group.speedup is not None
        )
        name = ", ".join(dict.fromkeys([speculation.mode.value, *([draft] if draft else [])]))
        sweeps.append(TemperatureSweep(name, points, _end_of_gain(points)))
    return sweeps


def _end_of_gain(points: Sequence[TemperaturePoint]) -> float | None:
    """Where the line through the speed-ups falls to 1 and does not rise above it again."""
    for before, after in reversed(list(itertools.pairwise(points))):
        if before.speedup.value > 1.0 >= after.speedup.value:
            share = (before.speedup.value - 1.0) / (before.speedup.value - after.speedup.value)
            return before.temperature + share * (after.temperature - before.temperature)
        if after.speedup.value > 1.0:
            return None
    return None


def _number(value: object) -> float | None:
    return value if isinstance(value, float) else None
