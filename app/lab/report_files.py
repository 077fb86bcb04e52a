"""A run's report as files: JSON with everything, the table as CSV, and the page."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from app.catalogue import sentence
from app.errors import EnvironmentFault, Notice
from app.lab.findings import LANGUAGES, findings
from app.lab.record import write_whole
from app.lab.report_html import report_html
from app.lab.rows import rows_of
from app.lab.run_header import shared
from app.lab.summary import summarise
from app.lab.summary_values import RULE_OF_THUMB
from app.models.naming import shown_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from app.lab.averages import Mean
    from app.lab.bench_plan import BenchPlan
    from app.lab.measurement import Measurement
    from app.lab.report_words import Words
    from app.lab.rows import Row
    from app.lab.summary_values import Group, Summary

HTML, JSON, CSV = "report.html", "report.json", "rows.csv"

Report = dict[str, object]
_FORMULA_STARTS = ("=", "+", "-", "@")


def report_json(
    header: Mapping[str, object], plan: BenchPlan, measurements: Mapping[tuple[int, int, str, str, int], Measurement]
) -> Report:
    """Everything of a run, as scripts rely on it: always English, always these keys."""
    rows = rows_of(plan, measurements)
    return {
        **shared(dict(header)),
        "complete": len(measurements) >= plan.num_cells,
        "measured": len(measurements),
        "total": plan.num_cells,
        "rows": [row.to_json() for row in rows],
        "summary": summary_json(summarise(rows)),
    }


def summary_json(summary: Summary) -> Report:
    """A summary as plain values."""
    return {
        "findings": [sentence(notice) for notice in findings(summary, _english)],
        "best": None if summary.best is None else summary.best.setting,
        "rule_of_thumb": list(RULE_OF_THUMB),
        "settings": [_group(group) for group in summary.groups],
        "kinds": [
            {
                "category": kind.category,
                "language": kind.language,
                "best": None if kind.best is None else kind.best.setting,
                "as_good": [group.setting for group in kind.as_good],
                "settings": [_group(group) for group in kind.groups],
            }
            for kind in summary.kinds
        ],
        "languages": [
            {
                "setting": gap.setting,
                "language": gap.language,
                "reference": gap.reference,
                "acceptance_difference": _mean(gap.acceptance),
                "speedup_difference": _mean(gap.speedup),
            }
            for gap in summary.gaps
        ],
        "temperature": [
            {
                "setting": sweep.name,
                "ends_at": sweep.ends_at,
                "points": [
                    {
                        "temperature": point.temperature,
                        "speedup": _mean(point.speedup),
                        "acceptance_rate": point.acceptance_rate,
                    }
                    for point in sweep.points
                ],
            }
            for sweep in summary.sweeps
        ],
    }


def write_report(
    folder: Path,
    header: Mapping[str, object],
    plan: BenchPlan,
    measurements: Mapping[tuple[int, int, str, str, int], Measurement],
    words: Words | None = None,
) -> Path:
    """Write the three files into a folder and return the page's path.

    Only the page is in the reader's language: `words`.

    Raises:
        EnvironmentFault: `bench_folder_failed`.
    """
    rows = rows_of(plan, measurements)
    num, total = len(measurements), plan.num_cells
    page = report_html(shared(dict(header)), summarise(rows), measured=num, total=total, words=words)
    report = report_json(header, plan, measurements)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(folder / JSON, json.dumps(report, ensure_ascii=False, indent=1) + "\n")
        write_whole(folder / CSV, rows_csv(rows))
        write_whole(folder / HTML, page)
    except OSError as error:
        cause = error.strerror or str(error)
        raise EnvironmentFault("bench_folder_failed", path=shown_path(folder), cause=cause) from error
    return folder / HTML


def rows_csv(rows: Sequence[Row]) -> str:
    """The table; lists stand in one field with spaces between. Empty where nothing was measured."""
    out = io.StringIO()
    entries = [row.to_json() for row in rows]
    if entries:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(entries[0])
        for entry in entries:
            writer.writerow([_field(value) for value in entry.values()])
    return out.getvalue()


def _field(value: object) -> object:
    """A value for a spreadsheet: a text must not become a formula there."""
    if isinstance(value, list):
        return " ".join(f"{each:.4f}" for each in value)
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS):
        return f"'{value}"
    return value


def _group(group: Group) -> Report:
    return {
        "setting": group.setting,
        "source": group.source,
        "draft": group.draft or None,
        "temperature": group.temperature,
        "off": group.is_off,
        "prompts": group.num_prompts,
        "failed": group.num_failed,
        "tokens_per_second": group.tokens_per_second,
        "ttft_s": group.first_token_seconds,
        "speedup": _mean(group.speedup),
        "speedup_total": _mean(group.total_speedup),
        "acceptance_rate": group.acceptance_rate,
        "alpha": group.alpha,
        "block_efficiency": group.block_efficiency,
        "mean_accepted": group.mean_accepted,
        "accepted_per_position": list(group.accepted_per_position),
        "break_even_acceptance": group.break_even,
        "draft_share": group.draft_share,
        "verify_share": group.verify_share,
        "overhead_share": group.overhead_share,
        "same_texts": group.same_texts,
        "compared_texts": group.compared_texts,
    }


def _mean(mean: Mean | None) -> Report | None:
    return None if mean is None else mean.to_json()


def _english(code: str) -> str:
    return sentence(Notice(LANGUAGES[code])) if code in LANGUAGES else code
