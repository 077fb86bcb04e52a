"""`galley bench`: a suite under several settings, kept cell by cell, with a report at the end."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.bench_options import (
    arguments_of,
    command_of,
    sampling_settings,
)
from app.cli.bench_table import table
from app.cli.benching import plan_of
from app.cli.generate import Interrupt
from app.cli.language import report_words, role_name, said
from app.cli.terminal import ProgressLine, say, write_json, write_text
from app.engine.inspection import inspect
from app.engine.inspection_values import Inspection
from app.errors import Notice, UserError
from app.lab.bench_run import BenchRun
from app.lab.endpoint_side import EndpointSide
from app.lab.machine import Digests, HashingStopped
from app.lab.record import Record, read_header
from app.lab.report_files import report_json, write_report
from app.lab.rows import rows_of
from app.lab.run_header import ARGUMENTS, make_header
from app.settings.paths import find_folders, lab_folder

if TYPE_CHECKING:
    from argparse import Namespace

    from app.errors import Value
    from app.lab.bench_plan import BenchPlan
    from app.lab.progress import Progress
    from app.lab.record import Header

OK, FAILED, INTERRUPTED = 0, 1, 130
_MINUTE, _HOUR = 60, 3600
_ENDPOINT_KEY = "GALLEY_ENDPOINT_KEY"
"""The variable with the key that a measured server wants; nobody else on the machine can read it there."""


def bench(options: Namespace) -> int:
    """Run the command and return the exit status.

    Raises:
        UserError: The input cannot be used, or, as `EnvironmentFault`, the machine cannot do it. What is measured by
            then is kept, and said.
    """
    if options.resume is None:
        return _Bench(options, None).run()
    folder = Path(options.resume).expanduser()
    begun = _begun_with(read_header(folder), folder)
    begun.json = options.json
    return _Bench(begun, folder).run()


class _Bench:
    """One run from the options to the report.

    Args:
        options: What to measure.
        folder: Of a run to go on with; None begins one.
    """

    def __init__(self, options: Namespace, folder: Path | None) -> None:
        self._options = options
        self._resumed = folder
        self._progress = ProgressLine()
        self._run: BenchRun | None = None
        self._stopped = False

    def run(self) -> int:
        """Prepare, measure, report."""
        plan = plan_of(self._options, None if self._resumed is None else read_header(self._resumed))
        with Interrupt(self._stop):
            try:
                header = self._header(plan)
            except HashingStopped:
                self._progress.clear()
                return INTERRUPTED
            with self._record(header) as record:
                return self._measure(plan, record)

    def _stop(self) -> None:
        self._stopped = True
        if self._run is not None:
            self._run.cancel()

    def _header(self, plan: BenchPlan) -> Header:
        digests = Digests(
            lambda name, fraction: self._show("bench_hashing", file=name, percent=round(fraction * 100)),
            lambda: self._stopped,
        )
        return make_header(
            plan,
            sampling_settings(self._options),
            inspect(Inspection()).backend if plan.loads else None,
            digests,
            command=command_of(self._options),
            arguments=arguments_of(self._options, with_folders=True),
        )

    def _record(self, header: Header) -> Record:
        if self._resumed is not None:
            return Record.resume(self._resumed, header)
        if self._options.output is not None:
            return Record.create(Path(self._options.output).expanduser(), header)
        return Record.create(_fresh_folder(lab_folder(find_folders()), self._options.suite), header)

    def _measure(self, plan: BenchPlan, record: Record) -> int:
        run = BenchRun(
            plan,
            record,
            on_progress=self._on_progress,
            on_load=lambda role, fraction: self._show("loading", role=role_name(role), percent=round(fraction * 100)),
            servers=[
                EndpointSide(each, plan, self._options.endpoint_timeout, os.environ.get(_ENDPOINT_KEY, ""))
                for each in plan.endpoints
            ],
        )
        self._run = run
        if self._stopped:
            run.cancel()
        try:
            complete = run.run()
        except UserError:
            self._progress.clear()
            if run.measurements:
                write_report(record.folder, record.header, plan, run.measurements, report_words())
                self._say_kept("bench_kept", run, plan, record)
            raise
        self._progress.clear()
        page = write_report(record.folder, record.header, plan, run.measurements, report_words())
        if self._options.json:
            report = report_json(record.header, plan, run.measurements)
            write_json(json.dumps(report, ensure_ascii=False))
        else:
            write_text(table(rows_of(plan, run.measurements)))
        if not complete:
            self._say_kept("bench_stopped", run, plan, record)
        say(said(Notice("bench_report", {"path": str(page)})))
        if not complete:
            return INTERRUPTED
        if all(each.error for each in run.measurements.values()):
            say(said(Notice("bench_all_failed", {"error": next(iter(run.measurements.values())).error})))
            return FAILED
        return OK

    def _say_kept(self, code: str, run: BenchRun, plan: BenchPlan, record: Record) -> None:
        values: dict[str, Value] = {"done": len(run.measurements), "total": plan.num_cells, "path": str(record.folder)}
        say(said(Notice(code, values)))

    def _on_progress(self, progress: Progress) -> None:
        if progress.cell is None:
            return
        values: dict[str, Value] = {
            "done": progress.done,
            "total": progress.total,
            "setting": progress.cell.side.name,
            "prompt": progress.cell.prompt.prompt_id,
        }
        if progress.seconds_left is None:
            self._show("bench_progress", **values)
        else:
            self._show("bench_progress_left", left=duration(progress.seconds_left), **values)

    def _show(self, code: str, **values: Value) -> None:
        self._progress.show(said(Notice(code, values)))


def duration(seconds: float) -> str:
    """How long, in the two largest units that matter."""
    whole = max(0, round(seconds))
    if whole >= _HOUR:
        return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE} min"
    return f"{whole // _MINUTE} min {whole % _MINUTE} s" if whole >= _MINUTE else f"{whole} s"


def _begun_with(header: Header, folder: Path) -> Namespace:
    """The options that a run was begun with.

    Raises:
        UserError: `bench_folder_no_run`.
    """
    from app.cli.arguments import parse

    arguments = header.get(ARGUMENTS)
    if (
        not isinstance(arguments, list)
        or arguments[:1] != ["bench"]
        or not all(isinstance(each, str) for each in arguments)
    ):
        raise UserError("bench_folder_no_run", path=str(folder))
    return parse(arguments)


def _fresh_folder(parent: Path, suite: str) -> Path:
    """A folder that is not there yet, named by time and suite."""
    stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{Path(suite).stem}"
    folder, number = parent / stem, 1
    while folder.exists():
        number += 1
        folder = parent / f"{stem}-{number}"
    return folder
