"""What was recorded, as other programs read it."""

from __future__ import annotations

import csv
import locale
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import EnvironmentFault
from app.hardware.record import Table, machine_table, save_table
from tests.support import machine_samples

if TYPE_CHECKING:
    from pathlib import Path

TABLE = Table("Some figures", ("time [s]", "name", "share [0-1]"), ((0.5, 'with "quotes", and a comma', None),))


def test_a_table_is_read_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "figures.csv"
    save_table(TABLE, path)
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows == [["time [s]", "name", "share [0-1]"], ["0.5", 'with "quotes", and a comma', ""]]
    assert [each.name for each in tmp_path.iterdir()] == ["figures.csv"]


def test_a_machine_is_recorded_with_units_and_plain_numbers() -> None:
    first, second = machine_samples.machine(50.0), machine_samples.machine(51.5)
    table = machine_table((first, second))
    cells = [dict(zip(table.header, row, strict=True)) for row in table.rows]
    assert cells[0]["time [UTC]"] == "2030-03-17T17:47:30.000Z"
    assert (cells[0]["elapsed [s]"], cells[1]["elapsed [s]"]) == (0.0, 1.5)
    large = "GPU 0 (NVIDIA RTX 6000 Ada Generation)"
    assert cells[1][f"{large} memory used [B]"] == second.devices[0].used_bytes
    assert cells[1][f"{large} power limit [W]"] == 300.0
    assert cells[0]["engine resident [B]"] == first.engine_bytes
    assert cells[0]["processors energy counter [J]"] is None
    assert all("[" in heading for heading in table.header)


def test_a_card_that_was_there_for_a_while_leaves_empty_cells() -> None:
    both, alone = machine_samples.machine(1.0), machine_samples.machine(2.0, devices=1)
    table = machine_table((alone, both, alone))
    column = next(place for place, name in enumerate(table.header) if "2000" in name and "memory total" in name)
    assert [row[column] for row in table.rows] == [None, 16 << 30, None]


def test_no_look_yet_is_a_table_without_rows() -> None:
    table = machine_table(())
    assert table.rows == ()
    assert table.as_csv().startswith("time [UTC],elapsed [s],")


def test_numbers_are_the_same_in_every_language() -> None:
    text = machine_table((replace(machine_samples.machine(), seconds=1.0),)).as_csv()
    before = locale.setlocale(locale.LC_NUMERIC)
    try:
        for name in ("nl_NL.UTF-8", "de_DE.UTF-8", "C.UTF-8"):
            try:
                locale.setlocale(locale.LC_NUMERIC, name)
            except locale.Error:
                continue  # not every machine has every language
            assert machine_table((replace(machine_samples.machine(), seconds=1.0),)).as_csv() == text
    finally:
        locale.setlocale(locale.LC_NUMERIC, before)


def test_a_place_that_cannot_be_written_is_said_and_leaves_what_was_there(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault) as caught:
        save_table(TABLE, tmp_path / "nowhere" / "figures.csv")
    assert "nowhere" in sentence(caught.value.notice)
    assert "there is no such file or folder" in sentence(caught.value.notice)
    folder = tmp_path / "taken.csv"
    folder.mkdir()
    with pytest.raises(EnvironmentFault):
        save_table(TABLE, folder)
    assert [each.name for each in tmp_path.iterdir()] == ["taken.csv"]
