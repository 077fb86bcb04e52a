"""What a run found, in sentences: the answers that somebody who reads no table is after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.types import SpeculationMode
from app.errors import Notice
from app.lab.summary_values import RULE_OF_THUMB

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.errors import Value
    from app.lab.summary_values import Group, LanguageGap, Summary, TemperatureSweep

_WILD = 99.0
"""Upper bound of an interval that says nothing."""
LANGUAGES = {"en": "language_en", "nl": "language_nl"}
"""Codes of the catalogue for languages that it has a name for."""


def findings(summary: Summary, name_of: Callable[[str], str]) -> list[Notice]:
    """The answers, what matters most first.

    Args:
        summary: Of the run.
        name_of: Names a language in words.
    """
    found = [*_best(summary), *_break_even(summary), *_kinds(summary, name_of)]
    for gap in summary.gaps:
        if summary.best is None or gap.setting == _shown_gap(summary):
            found += _gap(gap, name_of)
    for sweep in summary.sweeps:
        found.append(_sweep(sweep))
    found += _texts(summary)
    failed = sum(group.num_failed for group in summary.groups)
    if failed:
        code = "bench_found_failed_one" if failed == 1 else "bench_found_failed"
        found.append(Notice(code, {"num": failed}))
    return found


def speculating(summary: Summary) -> list[Group]:
    """Galley's settings that drafted, the fastest first."""
    groups = [
        group
        for group in summary.groups
        if group.source == "galley" and not group.is_off and group.speedup is not None and group.acceptance_rate
    ]
    return sorted(groups, key=lambda group: 0.0 if group.speedup is None else -group.speedup.value)


def _best(summary: Summary) -> list[Notice]:
    best = summary.best
    if best is None or best.speedup is None or all(group.is_off for group in summary.groups):
        return []
    if best.is_off or best.speedup.value <= 1.0:
        return [Notice("bench_found_no_gain")]
    values: dict[str, Value] = {"setting": best.setting, "speedup": best.speedup.value}
    if best.speedup.low is None or best.speedup.high is None:
        return [Notice("bench_found_best_once", values)]
    bounds = {"low": best.speedup.low, "high": min(best.speedup.high, _WILD)}
    code = "bench_found_best" if best.is_certain_gain else "bench_found_best_uncertain"
    return [Notice(code, {**values, **bounds})]


def _break_even(summary: Summary) -> list[Notice]:
    """Of the fastest that used the draft model, where there was one: lookup costs nothing, and says nothing of it."""
    known = [each for each in speculating(summary) if each.break_even is not None]
    drafting = [each for each in known if each.speculation.mode is not SpeculationMode.LOOKUP]
    group = next(iter(drafting or known), None)
    if group is None or group.break_even is None or group.acceptance_rate is None:
        return []
    rule = {"rule_low": RULE_OF_THUMB[0] * 100, "rule_high": RULE_OF_THUMB[1] * 100}
    if group.break_even > 1.0:
        return [Notice("bench_found_never_even", {"setting": group.setting, **rule})]
    values: dict[str, Value] = {
        "setting": group.setting,
        "percent": group.break_even * 100,
        "accepted": group.acceptance_rate * 100,
        **rule,
    }
    return [Notice("bench_found_even", values)]


def _kinds(summary: Summary, name_of: Callable[[str], str]) -> list[Notice]:
    """Where most and where least is gained; a single prompt of a kind says too little of it."""
    known = [kind for kind in summary.kinds if kind.best and kind.best.speedup and kind.best.speedup.num > 1]
    if len(known) < 2 or summary.best is None or summary.best.is_off:
        return []
    ordered = sorted(known, key=lambda kind: -kind.gain)
    most, least = ordered[0], ordered[-1]
    values: dict[str, Value] = {
        "most": _kind_name(most.category, most.language, name_of),
        "most_speedup": most.gain,
        "least": _kind_name(least.category, least.language, name_of),
        "least_speedup": least.gain,
    }
    return [Notice("bench_found_kinds", values)]


def _shown_gap(summary: Summary) -> str:
    """The setting whose languages are compared in a sentence: the fastest that drafted."""
    fastest = speculating(summary)
    return fastest[0].setting if fastest else ""


def _gap(gap: LanguageGap, name_of: Callable[[str], str]) -> list[Notice]:
    mean = gap.acceptance
    if mean is None or mean.low is None or mean.high is None:
        return []
    values: dict[str, Value] = {
        "setting": gap.setting,
        "language": name_of(gap.language),
        "reference": name_of(gap.reference),
        "points": abs(mean.value) * 100,
        "low": max(mean.low, -1.0) * 100,  # shares differ by no more, whatever a few prompts suggest
        "high": min(mean.high, 1.0) * 100,
    }
    if mean.low > 0.0:
        return [Notice("bench_found_language_more", values)]
    return [Notice("bench_found_language_less" if mean.high < 0.0 else "bench_found_language_same", values)]


def _sweep(sweep: TemperatureSweep) -> Notice:
    highest = sweep.points[-1].temperature
    if not sweep.ever_gains:
        return Notice("bench_found_no_temperature", {"setting": sweep.name})
    if sweep.ends_at is None:
        return Notice("bench_found_any_temperature", {"setting": sweep.name, "temperature": highest})
    return Notice("bench_found_temperature", {"setting": sweep.name, "temperature": sweep.ends_at})


def _texts(summary: Summary) -> list[Notice]:
    same = sum(group.same_texts for group in summary.groups)
    compared = sum(group.compared_texts for group in summary.groups)
    return [Notice("bench_found_texts", {"same": same, "compared": compared})] if compared else []


def _kind_name(category: str, language: str, name_of: Callable[[str], str]) -> str:
    return f"{category}, {name_of(language)}" if language else category
