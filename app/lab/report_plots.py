"""The sections of a report that show something: each a heading, a caption and a plot, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.lab.charts import (
    MARKS,
    Dot,
    DotRow,
    Line,
    dot_plot,
    legend_bar,
    legend_mark,
    line_plot,
    stacked_bars,
)
from app.lab.findings import speculating
from app.lab.report_words import MISSING, safe
from app.lab.summary_values import RULE_OF_THUMB

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.lab.averages import Mean
    from app.lab.report_words import Words
    from app.lab.summary_values import Group, Kind, Summary

_MANY = 40
"""Settings from which on the plots show the fastest only."""


def settings_section(words: Words, summary: Summary) -> str:
    """Speed-up by setting."""
    groups = _fastest_first([group for group in summary.groups if group.speedup is not None and not group.is_off])
    rows = [
        DotRow(group.setting, (_dot(group.speedup),), words.times(group.speedup)) for group in groups if group.speedup
    ]
    if not rows:
        return ""
    drawn = dot_plot(words.plain("bench_page_settings"), rows, reference=1.0, unit=" ×", spell=words.spelled)
    return words.section("bench_page_settings", "bench_page_settings_caption", f'<div class="card">{drawn}</div>')


def kinds_section(words: Words, summary: Summary) -> str:
    """One row a kind of text, one mark a language: the best setting there."""
    languages = list(dict.fromkeys(kind.language for kind in summary.kinds))[: len(MARKS)]
    rows = []
    for category in dict.fromkeys(kind.category for kind in summary.kinds):
        mine = [kind for kind in summary.kinds if kind.category == category and kind.language in languages]
        dots = [
            _dot(kind.best.speedup, languages.index(kind.language))
            for kind in mine
            if kind.best is not None and kind.best.speedup is not None
        ]
        if dots:
            rows.append(DotRow(category, tuple(dots), " / ".join(words.number(dot.value, 2) for dot in dots)))
    if len(rows) < 2 and len(summary.kinds) < 2:
        return ""
    drawn = ""
    if rows:
        keys = "".join(
            f"<li>{legend_mark(index)}{safe(words.language(language))}</li>"
            for index, language in enumerate(languages)
            if language
        )
        plot = dot_plot(words.plain("bench_page_kinds"), rows, reference=1.0, unit=" ×", spell=words.spelled)
        drawn = f'<div class="card">{f"<ul class=keys>{keys}</ul>" if keys else ""}{plot}</div>'
    return words.section("bench_page_kinds", "bench_page_kinds_caption", drawn + _kind_table(words, summary.kinds))


def acceptance_section(words: Words, summary: Summary) -> str:
    """Acceptance against break-even, and by position."""
    groups = speculating(summary)
    parts = []
    judged = [group for group in groups if group.break_even is not None][:12]
    if judged:
        rows = []
        for group in judged:
            accepted, even = group.acceptance_rate or 0.0, group.break_even or 0.0
            dots = (Dot(accepted * 100, mark=0), Dot(min(1.0, even) * 100, mark=3))
            rows.append(
                DotRow(group.setting, dots, words.percents(f"{accepted * 100:.0f} / {min(9.99, even) * 100:.0f}"))
            )
        band = (RULE_OF_THUMB[0] * 100, RULE_OF_THUMB[1] * 100)
        plot = dot_plot(
            words.plain("bench_page_even"),
            [*rows],
            reference=None,
            unit=words.percents(""),
            spell=words.spelled,
            band=band,
            least=0.0,
            apart=False,
        )
        keys = (
            f"<ul class=keys><li>{legend_mark(0)}{words.say('bench_page_accepted')}</li>"
            f"<li>{legend_mark(3)}{words.say('bench_page_even_mark')}</li><li>{words.say('bench_page_band')}</li></ul>"
        )
        parts.append(
            words.section("bench_page_even", "bench_page_even_caption", f'<div class="card">{keys}{plot}</div>')
        )
    lines = [
        Line(group.setting, tuple((index, share * 100) for index, share in enumerate(group.accepted_per_position, 1)))
        for group in sorted(groups, key=lambda group: -len(group.accepted_per_position))
        if len(group.accepted_per_position) > 1
    ][: len(MARKS)]
    if lines:
        plot = line_plot(
            words.plain("bench_page_positions"),
            lines,
            x_label=words.plain("bench_page_position"),
            unit=words.percents(""),
            spell=words.spelled,
            least=0.0,
            most=100.0,
        )
        parts.append(
            words.section("bench_page_positions", "bench_page_positions_caption", f'<div class="card">{plot}</div>')
        )
    return "".join(parts)


def temperature_section(words: Words, summary: Summary) -> str:
    """Speed-up by temperature."""
    lines = [
        Line(
            sweep.name,
            tuple((point.temperature, point.speedup.value) for point in sweep.points),
            tuple(
                (
                    point.speedup.value if point.speedup.low is None else point.speedup.low,
                    point.speedup.value if point.speedup.high is None else point.speedup.high,
                )
                for point in sweep.points
            ),
        )
        for sweep in summary.sweeps
    ][: len(MARKS)]
    if not lines:
        return ""
    name = words.plain("bench_page_temperature")
    plot = line_plot(name, lines, x_label=words.plain("bench_page_temperature_axis"), unit=" ×", reference=1.0)
    return words.section("bench_page_temperature", "bench_page_temperature_caption", f'<div class="card">{plot}</div>')


def costs_section(words: Words, summary: Summary) -> str:
    """Where the time goes."""
    rows = []
    for group in summary.groups[:_MANY]:
        shares = (group.draft_share, group.verify_share, group.overhead_share)
        if None not in shares:
            known = [share or 0.0 for share in shares]
            rows.append((group.setting, known, f"{known[0] * 100:.0f} / {known[1] * 100:.0f} / {known[2] * 100:.0f}"))
    if not rows:
        return ""
    names = ("bench_page_draft_share", "bench_page_verify_share", "bench_page_own_share")
    keys = "".join(f"<li>{legend_bar(index)}{words.say(name)}</li>" for index, name in enumerate(names))
    plot = stacked_bars(words.plain("bench_page_costs"), rows)
    return words.section(
        "bench_page_costs", "bench_page_costs_caption", f'<div class="card"><ul class=keys>{keys}</ul>{plot}</div>'
    )


def _kind_table(words: Words, kinds: Sequence[Kind]) -> str:
    columns = (
        "bench_page_category",
        "bench_page_language",
        "bench_page_best",
        "bench_page_speedup",
        "bench_page_acceptance",
        "bench_page_as_good",
    )
    rows = []
    for kind in kinds:
        if kind.best is None:
            continue
        as_good = ", ".join(group.setting for group in kind.as_good[:4]) + (" …" if len(kind.as_good) > 4 else "")
        rows.append(
            (
                kind.category,
                words.language(kind.language) if kind.language else MISSING,
                kind.best.setting,
                words.interval(kind.best.speedup),
                words.percent(kind.best.acceptance_rate),
                as_good or MISSING,
            )
        )
    return words.table(columns, rows, left=(1, 2, 5)) if rows else ""


def _fastest_first(groups: Sequence[Group]) -> list[Group]:
    """In the order of the grid, or, where these are many, the fastest of them."""
    if len(groups) <= _MANY:
        return list(groups)
    return sorted(groups, key=lambda group: 0.0 if group.speedup is None else -group.speedup.value)[:_MANY]


def _dot(mean: Mean, mark: int = 0) -> Dot:
    return Dot(mean.value, mean.low, mean.high, mark)
