"""A run's table and answers for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.language import said, spelled
from app.errors import Notice
from app.lab.findings import LANGUAGES, findings
from app.lab.report_words import bound
from app.lab.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.lab.averages import Mean
    from app.lab.rows import Row
    from app.lab.summary_values import Group

_COLUMNS = (
    *("bench_page_setting", "bench_page_prompts", "bench_page_rate", "bench_page_speedup", "bench_page_total_speedup"),
    *("bench_page_acceptance", "bench_page_tau", "bench_page_break_even"),
)
_MISSING = "–"


def table(rows: Sequence[Row]) -> str:
    """One line a setting, then the answers in sentences; ends with a line's end."""
    summary = summarise(rows)
    cells = [[said(Notice(code)) for code in _COLUMNS], *(_cells(group) for group in summary.groups)]
    widths = [max(len(row[index]) for row in cells) for index in range(len(_COLUMNS))]
    lines = [
        "  ".join(
            cell.ljust(width) if index == 0 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
    found = [said(notice) for notice in findings(summary, _language)]
    return "\n".join([*lines, *(["", *found] if found else [])]) + "\n"


def _cells(group: Group) -> list[str]:
    return [
        group.setting,
        str(group.num_prompts),
        _MISSING if group.tokens_per_second is None else spelled(f"{group.tokens_per_second:.1f}"),
        _interval(None if group.is_off else group.speedup),
        _interval(None if group.is_off else group.total_speedup),
        _share(group.acceptance_rate),
        _MISSING if group.block_efficiency is None else spelled(f"{group.block_efficiency:.2f}"),
        _share(group.break_even),
    ]


def _interval(mean: Mean | None) -> str:
    if mean is None:
        return _MISSING
    if mean.low is None or mean.high is None:
        return spelled(f"{mean.value:.2f}")
    return spelled(f"{mean.value:.2f} ({mean.low:.2f}–{bound(mean.high)})")


def _share(share: float | None) -> str:
    return _MISSING if share is None else said(Notice("percents", {"number": f"{share * 100:.0f}"}))


def _language(code: str) -> str:
    return said(Notice(LANGUAGES[code])) if code in LANGUAGES else code
