"""What loads took, remembered by the content of models: across runs, the last load only, and never too much of it."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

import pytest

from app.models import memory_record
from app.models.library import Library
from app.models.memory_record import MemoryRecord, MemoryRecords, MemorySizes

if TYPE_CHECKING:
    from pathlib import Path

RECORD = MemoryRecord(MemorySizes(100, 20, 3), MemorySizes(100, 20, 4), 4096, "f16", "q8_0", False, 1_790_000_000)


def test_the_last_load_of_a_model_is_known_in_the_next_run(tmp_path: Path) -> None:
    library = Library(tmp_path / "models.json")
    library.loads.note("a", RECORD)
    library.loads.note("b", RECORD)
    later = dataclasses.replace(RECORD, context_tokens=8192, as_draft=True)
    library.loads.note("a", later)
    library.save()
    assert Library(tmp_path / "models.json").loads.all == {"b": RECORD, "a": later}


def test_nothing_is_written_where_nothing_is_new(tmp_path: Path) -> None:
    library = Library(tmp_path / "models.json")
    library.save()
    assert not (tmp_path / "models.json").exists()


def test_the_oldest_loads_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_record, "MAX_RECORDS", 2)
    records = MemoryRecords()
    for key in ("a", "b", "a", "c"):
        records.note(key, RECORD)
    assert list(records.all) == ["a", "c"]
    kept = {key: RECORD.to_json() for key in "abc"}
    assert len(MemoryRecords(kept).all) == 2


@pytest.mark.parametrize(
    ("index", "value"),
    [
        (0, [1, 2]),
        (0, [1, 2, -3]),
        (1, [True, 2, 3]),
        (1, None),
        (2, 4096.0),
        (3, ""),
        (3, 5),
        (4, "f16" * 9),
        (5, 1),
        (6, 1 << 70),
    ],
)
def test_what_makes_no_sense_in_the_file_is_left_out(index: int, value: object) -> None:
    fields = json.loads(json.dumps(RECORD.to_json()))
    assert MemoryRecord.from_json(fields) == RECORD
    fields[index] = value
    assert MemoryRecords({"good": RECORD.to_json(), "bad": fields, "worse": 7}).all == {"good": RECORD}


def test_a_file_of_something_else_holds_nothing() -> None:
    assert MemoryRecords([1, 2]).all == MemoryRecords("x").all == MemoryRecords(None).all == {}
