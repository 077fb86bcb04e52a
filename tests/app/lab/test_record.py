"""A run on disk: it survives a program that dies, goes on only as the same run, and holds no text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.catalogue import sentence
from app.errors import EnvironmentFault, Notice, UserError
from app.lab.measurement import Measurement, failed, measurement_from_json
from app.lab.record import CELLS, HEADER, Record, read_cells
from tests.support.lab_runs import measured, plan_for

PLAN = plan_for()
FIRST, SECOND = list(PLAN.cells())[:2]
RUN: dict[str, object] = {"machine": {"processor": "X", "cores": 2}, "created": "today", "command": "galley bench"}


def begun(folder: Path) -> Path:
    with Record.create(folder, dict(RUN)) as record:
        record.add(measured(FIRST, drafted=30, accepted=20))
    return folder


def test_what_is_measured_is_there_after_a_restart(tmp_path: Path) -> None:
    folder = begun(tmp_path / "run")
    with Record.resume(folder, {**RUN, "created": "tomorrow", "command": "other"}) as record:
        assert record.kept == {FIRST.key: measured(FIRST, drafted=30, accepted=20)}
        record.add(measured(SECOND))
    assert [each.key for each in read_cells(folder)] == [FIRST.key, SECOND.key]


def test_a_line_that_was_broken_off_costs_only_its_own_cell(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    with (folder / CELLS).open("ab") as file:
        file.write(b'{"load": 0, "endpo')
    with Record.resume(folder, dict(RUN)) as record:
        assert list(record.kept) == [FIRST.key]
        record.add(measured(SECOND))
    assert [each.key for each in read_cells(folder)] == [FIRST.key, SECOND.key]


@pytest.mark.parametrize(
    "line",
    [b"null", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"load": "0"}'],
)
def test_lines_of_others_are_left_out(tmp_path: Path, line: bytes) -> None:
    folder = begun(tmp_path)
    with (folder / CELLS).open("ab") as file:
        file.write(line + b"\n")
    assert len(read_cells(folder)) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("decode_seconds", "fast"),
        ("decode_seconds", float("nan")),
        ("num_rounds", True),
        ("num_rounds", 1.5),
        ("setting", None),
        ("accepted_lengths", {"x": 1}),
        ("accepted_lengths", [1]),
        ("break_even", "half"),
    ],
)
def test_a_value_of_another_kind_makes_the_cell_unknown(name: str, value: object) -> None:
    entry = measured(FIRST).to_json()
    assert measurement_from_json(json.loads(json.dumps(entry))) == measured(FIRST)
    assert measurement_from_json({**entry, name: value}) is None


def test_a_cell_that_failed_is_measured_again(tmp_path: Path) -> None:
    with Record.create(tmp_path, dict(RUN)) as record:
        record.add(failed(FIRST.key, Notice("prompt_empty")))
        record.add(measured(SECOND))
    with Record.resume(tmp_path, dict(RUN)) as record:
        assert list(record.kept) == [SECOND.key]


def test_another_machine_cannot_go_on_with_a_run(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    with pytest.raises(UserError) as caught:
        Record.resume(folder, {**RUN, "machine": {"processor": "Y", "cores": 2}})
    assert "(machine: processor)" in sentence(caught.value.notice)


def test_a_folder_with_a_run_is_not_written_over(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    before = (folder / HEADER).read_bytes()
    with pytest.raises(UserError) as caught:
        Record.create(folder, dict(RUN))
    assert caught.value.notice.code == "bench_folder_taken"
    assert (folder / HEADER).read_bytes() == before


@pytest.mark.parametrize("content", [None, "", "[]", '{"format": 99}'])
def test_a_folder_without_a_run_is_said(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / HEADER).write_text(content)
    with pytest.raises(UserError) as caught:
        Record.resume(tmp_path, dict(RUN))
    assert "holds no run" in sentence(caught.value.notice)


def test_two_programs_never_write_to_one_run(tmp_path: Path) -> None:
    with Record.create(tmp_path, dict(RUN)), pytest.raises(UserError) as caught:
        Record.resume(tmp_path, dict(RUN))
    assert caught.value.notice.code == "bench_folder_in_use"
    Record.resume(tmp_path, dict(RUN)).close()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentFault) as caught:
        Record.create(tmp_path / "file" / "run", dict(RUN))
    assert "a part of the path is a file" in sentence(caught.value.notice)


def test_a_full_disk_is_said() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no full device")
    record = Record.__new__(Record)
    record.folder, record.kept = full, {}
    with full.open("ab", buffering=0) as file:
        record._file = file  # type: ignore[assignment]
        with pytest.raises(EnvironmentFault) as caught:
            record.add(measured(FIRST))
    assert "the disk is full" in sentence(caught.value.notice)
    assert record.kept == {}


def test_nobody_else_may_read_the_folder(tmp_path: Path) -> None:
    folder = begun(tmp_path / "run")
    assert folder.stat().st_mode & 0o077 == 0


def test_rates_that_divide_by_nothing_are_none() -> None:
    nothing = Measurement(0, -1, "off", "a", 0)
    assert nothing.tokens_per_second is nothing.acceptance_rate is nothing.alpha is nothing.block_efficiency is None
