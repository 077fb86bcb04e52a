"""A run with the real engine: it measures every cell, pauses, is cancelled and gone on with, and outlives deaths."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.errors import UserError
from app.lab.bench_run import BenchRun
from app.lab.grid import Grid
from app.lab.record import Record
from app.lab.rows import rows_of
from app.lab.suites import SuitePrompt, chats_suite
from tests.support.lab_runs import TWO, named, plan_for

if TYPE_CHECKING:
    from pathlib import Path

    from app.lab.measurement import Measurement
    from app.lab.progress import Progress

RUN: dict[str, object] = {"machine": {}}


def test_every_cell_is_measured_with_all_its_figures(tiny_target: Path, tiny_draft: Path) -> None:
    plan = plan_for("drafters", target=tiny_target, draft=tiny_draft, repeat=2)
    told: list[Measurement] = []
    run = BenchRun(plan, on_cell=told.append)
    assert run.run()
    assert [each.key for each in told] == [cell.key for cell in plan.cells()]
    assert run.measurements == {each.key: each for each in told}
    for each in told:
        assert each.error == ""
        assert each.completion_tokens
        assert each.tokens_per_second
        assert each.decode_seconds < each.total_seconds <= each.wall_seconds
        assert (each.num_drafted > 0) == (sum(each.drafted_lengths.values()) > 0)
        assert each.seed == 1 + each.repeat
    rows = rows_of(plan, run.measurements)
    assert {row.speedup for row in rows if row.side.setting.is_off} == {1.0}
    assert all(row.speedup for row in rows)
    assert {row.draft for row in rows} == {"draft"}


def test_a_reply_begins_with_empty_caches_every_time(tiny_target: Path, tiny_draft: Path) -> None:
    """A setting must not gain from what the one before it has read, or has written."""
    run = BenchRun(plan_for("drafters", target=tiny_target, draft=tiny_draft, repeat=2))
    assert run.run()
    assert {each.reused_tokens for each in run.measurements.values()} == {0}
    assert min(each.prompt_tokens for each in run.measurements.values()) > 10


def test_a_run_that_was_cancelled_goes_on_where_it_stopped(tmp_path: Path, tiny_target: Path, tiny_draft: Path) -> None:
    plan = plan_for("drafters", target=tiny_target, draft=tiny_draft)
    with Record.create(tmp_path, dict(RUN)) as record:
        run = BenchRun(plan, record, on_cell=lambda measured: run.cancel() if len(run.measurements) == 3 else None)
        assert not run.run()
    with Record.resume(tmp_path, dict(RUN)) as record:
        assert len(record.kept) == 3
        seen: list[Progress] = []
        again = BenchRun(plan, record, on_progress=seen.append)
        before = dict(again.measurements)
        assert again.run()
    assert seen[0].done == 3
    assert seen[0].seconds_left is not None, "what is known from before says how long the rest will take"
    assert seen[-1] == replace(seen[-1], done=plan.num_cells, total=plan.num_cells, seconds_left=0.0, cell=None)
    assert {key: again.measurements[key] for key in before} == before
    assert len(again.measurements) == plan.num_cells


def test_a_cancel_in_mid_reply_drops_that_cell_only(tiny_target: Path) -> None:
    plan = plan_for("quick", target=tiny_target, draft=None, max_tokens=400)
    started = threading.Event()

    def on_progress(progress: Progress) -> None:
        if progress.done == 1:
            started.set()

    run = BenchRun(plan, on_progress=on_progress)
    outcome: list[bool] = []
    thread = threading.Thread(target=lambda: outcome.append(run.run()))
    thread.start()
    assert started.wait(60)
    run.cancel()
    thread.join(30)
    assert not thread.is_alive()
    assert outcome == [False]
    assert len(run.measurements) in (1, 2)


def test_a_run_that_is_cancelled_before_it_begins_measures_nothing(tiny_target: Path) -> None:
    run = BenchRun(plan_for("quick", target=tiny_target, draft=None))
    run.cancel()
    assert not run.run()
    assert run.measurements == {}


def test_a_pause_lasts_until_it_is_ended(tiny_target: Path) -> None:
    plan = plan_for("quick", target=tiny_target, draft=None)
    paused, measured_more = threading.Event(), threading.Event()

    def on_cell(_measured: Measurement) -> None:
        if len(run.measurements) == 1:
            run.pause()
            paused.set()
        else:
            measured_more.set()

    run = BenchRun(plan, on_cell=on_cell)
    thread = threading.Thread(target=run.run)
    thread.start()
    assert paused.wait(60)
    assert run.paused
    assert not measured_more.wait(0.3)
    run.go_on()
    thread.join(60)
    assert len(run.measurements) == plan.num_cells


def test_a_pause_can_be_cancelled(tiny_target: Path) -> None:
    run = BenchRun(plan_for("quick", target=tiny_target, draft=None))
    run.pause()
    thread = threading.Thread(target=run.run)
    thread.start()
    run.cancel()
    thread.join(30)
    assert not thread.is_alive()


def test_an_engine_that_dies_costs_one_cell(tiny_target: Path, tiny_draft: Path) -> None:
    plan = plan_for("drafters", target=tiny_target, draft=tiny_draft)

    def on_cell(_measured: Measurement) -> None:
        pid = run.engine_pid
        if len(run.measurements) == 2 and pid is not None:
            os.kill(pid, signal.SIGKILL)

    run = BenchRun(plan, on_cell=on_cell)
    assert run.run()
    errors = [each for each in run.measurements.values() if each.error]
    assert len(errors) <= 1
    assert len(run.measurements) == plan.num_cells
    last = list(run.measurements.values())[-1]
    assert last.completion_tokens


def test_a_prompt_that_does_not_fit_is_a_cell_that_failed(tiny_target: Path) -> None:
    suite = replace(TWO, prompts=(SuitePrompt("huge", "code", "en", "word " * 3000), TWO.prompts[0]))
    run = BenchRun(plan_for("quick", suite, tiny_target, None))
    assert run.run()
    failed = {each.prompt_id for each in run.measurements.values() if each.error}
    assert failed == {"huge"}
    assert all("tokens" in each.error for each in run.measurements.values() if each.error)


def test_a_model_that_is_not_there_is_said(tmp_path: Path) -> None:
    run = BenchRun(plan_for("quick", target=tmp_path / "none.gguf", draft=None))
    with pytest.raises(UserError):
        run.run()
    assert run.measurements == {}


def test_other_draft_models_are_loaded_in_turn(tiny_target: Path, tiny_draft: Path, tiny_stranger: Path) -> None:
    grid = Grid("mine", (named("good"), named("bad", draft=str(tiny_stranger))))
    plan = plan_for(grid, target=tiny_target, draft=tiny_draft)
    roles: list[str] = []
    run = BenchRun(plan, on_load=lambda role, _fraction: roles.append(role))
    assert run.run()
    assert {row.draft for row in rows_of(plan, run.measurements)} == {"draft", "stranger"}
    assert "draft" in roles


def test_of_a_private_suite_nothing_but_figures_is_kept(tmp_path: Path, tiny_target: Path) -> None:
    secret = "My results came back positive."
    plan = plan_for("quick", chats_suite([secret]), tiny_target, None)
    with Record.create(tmp_path, dict(RUN)) as record:
        run = BenchRun(plan, record)
        assert run.run()
    assert {each.digest for each in run.measurements.values()} == {""}
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"results" not in written
