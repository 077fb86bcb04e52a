"""Measured costs between runs: bounded, whole or not at all, of exactly the pair that was measured, and never text."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from app.engine import cost_store
from app.engine.cost_store import MAX_ENTRIES, CostStore, cost_key
from app.engine.draft_length.acceptance import Acceptance
from app.engine.draft_length.costs import CostModel
from app.engine.pacing import Pacing
from app.engine.types import KvType, LoadSettings, ModelSpec
from tests.support.replies import AUTO, EXACT, loaded, raw, run

if TYPE_CHECKING:
    from pathlib import Path


def store(folder: Path) -> CostStore:
    return CostStore(str(folder / "kept" / "costs.json"))


def file_of(folder: Path) -> Path:
    return folder / "kept" / "costs.json"


def test_what_was_put_is_there_in_the_next_run(tmp_path: Path) -> None:
    store(tmp_path).put("a", {"costs": {"target": {"1": 0.25}}})
    assert store(tmp_path).get("a") == {"costs": {"target": {"1": 0.25}}}
    assert store(tmp_path).get("b") is None


def test_without_a_path_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    CostStore("").put("a", 1)
    assert CostStore("").get("a") is None
    assert list(tmp_path.iterdir()) == []


def test_it_keeps_the_pairs_used_last(tmp_path: Path) -> None:
    kept = store(tmp_path)
    for number in range(MAX_ENTRIES):
        kept.put(str(number), number)
    kept.put("0", "again")  # used again: the next one is the oldest now
    kept.put("new", 1)
    assert kept.get("0") == "again"
    assert kept.get("1") is None
    assert kept.get("2") == 2
    assert len(json.loads(file_of(tmp_path).read_text())) == MAX_ENTRIES


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"[1, 2]",
        b"null",
        b'"text"',
        b"[" * 100_000,
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"a": NaN}',
    ],
)
def test_a_damaged_file_holds_nothing_and_is_replaced(tmp_path: Path, damage: bytes) -> None:
    file_of(tmp_path).parent.mkdir()
    file_of(tmp_path).write_bytes(damage)
    kept = store(tmp_path)
    costs = CostModel.from_json(kept.get("a"))
    assert not costs.known
    kept.put("b", 2)
    assert store(tmp_path).get("b") == 2


def test_a_file_that_has_grown_beyond_reason_is_not_read(tmp_path: Path) -> None:
    file_of(tmp_path).parent.mkdir()
    file_of(tmp_path).write_text(json.dumps({"a": "x" * cost_store._MAX_BYTES}))
    assert store(tmp_path).get("a") is None


@pytest.mark.parametrize("digits", [400, 4000])
def test_a_number_too_large_to_be_a_figure_is_none(tmp_path: Path, digits: int) -> None:
    file_of(tmp_path).parent.mkdir()
    huge = "9" * digits
    entry = f'{{"version": 1, "target": {{"1": {huge}, "2": 0.5}}, "draft": {{}}, "single": {{"prefill": {huge}}}}}'
    file_of(tmp_path).write_text(f'{{"a": {{"costs": {entry}, "acceptance": {{"draft": [1, {huge}]}}}}}}')
    kept = store(tmp_path).get("a")
    assert isinstance(kept, dict)
    assert CostModel.from_json(kept["costs"]).to_json()["target"] == {"2": 0.5}
    assert Acceptance.from_json(kept["acceptance"]).to_json() == Acceptance().to_json()


def test_a_file_is_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = store(tmp_path)
    kept.put("a", 1)
    before = file_of(tmp_path).read_bytes()

    def full(*_arguments: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    for module, name in ((os, "replace"), (json, "dump")):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, full)
            kept.put("b", 2)
    assert file_of(tmp_path).read_bytes() == before
    assert [each.name for each in file_of(tmp_path).parent.iterdir()] == ["costs.json"], "nothing is left behind"


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    store(tmp_path).put("a", 1)
    assert store(tmp_path).get("a") is None


def test_only_the_user_can_read_it(tmp_path: Path) -> None:
    store(tmp_path).put("a", 1)
    assert file_of(tmp_path).stat().st_mode & 0o077 == 0
    assert file_of(tmp_path).parent.stat().st_mode & 0o077 == 0


# Keys.


@pytest.fixture
def files(tmp_path: Path) -> LoadSettings:
    for name in ("t.gguf", "d.gguf"):
        (tmp_path / name).write_bytes(name.encode() * 100)
    return LoadSettings(ModelSpec(str(tmp_path / "t.gguf")), ModelSpec(str(tmp_path / "d.gguf")))


def test_the_same_pair_loaded_the_same_way_is_the_same(files: LoadSettings) -> None:
    named = replace(files, target=replace(files.target, name="Another name"), costs_path="elsewhere")
    assert cost_key(files, "cpu", 2) == cost_key(replace(files), "cpu", 2) == cost_key(named, "cpu", 2)


@pytest.mark.parametrize(
    "change",
    [
        {"context_tokens": 512},
        {"kv_type_k": KvType.Q8_0},
        {"kv_type_v": KvType.Q8_0},
        {"draft_kv_type_k": KvType.Q4_0},
        {"draft_kv_type_v": KvType.Q4_0},
        {"flash_attention": True},
        {"flash_attention": False},
        {"reproducible": True},
        {"draft": None},
    ],
)
def test_another_way_of_loading_is_another_key(files: LoadSettings, change: dict[str, Any]) -> None:
    assert cost_key(replace(files, **change), "cpu", 2) != cost_key(files, "cpu", 2)


def test_other_threads_devices_or_layers_are_another_key(files: LoadSettings) -> None:
    on_gpu = replace(files, target=replace(files.target, gpu_layers=3))
    keys = {
        cost_key(files, "cpu", 2),
        cost_key(files, "cpu", 1),
        cost_key(files, "cuda", 2),
        cost_key(on_gpu, "cpu", 2),
        cost_key(replace(files, target=files.draft or files.target, draft=files.target), "cpu", 2),
    }
    assert len(keys) == 5


def test_another_file_of_the_same_name_is_another_key(files: LoadSettings) -> None:
    key, path = cost_key(files, "cpu", 2), files.target.path
    status = os.stat(path)
    with open(path, "rb+") as file:
        file.write(b"!")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    changed = cost_key(files, "cpu", 2)
    with open(path, "ab") as file:
        file.write(b"more")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    longer = cost_key(files, "cpu", 2)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    assert len({key, changed, longer, cost_key(files, "cpu", 2)}) == 4


def test_a_file_that_is_gone_is_like_no_other(files: LoadSettings) -> None:
    os.unlink(files.target.path)
    assert cost_key(files, "cpu", 2) != cost_key(files, "cpu", 2)


# What is in it.


def test_figures_are_kept_and_never_text(tmp_path: Path, tiny_target: Path, tiny_draft: Path) -> None:
    with loaded(tiny_target, tiny_draft, **EXACT) as pair:
        pacing = Pacing(pair)
        for _time in range(3):
            run(pair, raw("The secret is in the red ink", speculation=AUTO, max_tokens=40), pacing)
        store(tmp_path).put(cost_key(pair.settings, "cpu", 1), pacing.to_json())
    kept = json.loads(file_of(tmp_path).read_text())
    names: set[str] = set()
    figures: list[object] = []

    def walk(value: object) -> None:
        if isinstance(value, dict):
            names.update(name for name in value if not name.isdecimal())
            for inside in value.values():
                walk(inside)
        elif isinstance(value, list):
            for inside in value:
                walk(inside)
        else:
            figures.append(value)

    (key,) = kept
    assert len(key) == 64
    walk(kept[key])
    assert all(isinstance(figure, int | float) for figure in figures)
    assert len(figures) > 4
    words = {"costs", "version", "target", "draft", "single", "further", "prefill", "lookup", "overhead", "acceptance"}
    assert names <= words
