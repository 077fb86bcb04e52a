"""The thread that looks for models: what it finds, what it compares, that it notices changes, and that it ends."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QFileSystemWatcher

from app.models.fitting import Room
from app.models.places import own_places
from app.runtime import library_worker
from app.runtime.library_worker import LibraryWorker
from tests.support.model_files import model

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.models.library import Listing
    from app.models.listed_model import ListedModel

MILLISECONDS = 30_000


@pytest.fixture
def worker(qtbot: QtBot, tmp_path: Path) -> Iterator[LibraryWorker]:
    made = LibraryWorker(tmp_path / "cache" / "models.json")
    made.start()
    yield made
    made.stop()


def _scan(worker: LibraryWorker, qtbot: QtBot, folder: Path) -> dict[str, ListedModel]:
    with qtbot.waitSignal(worker.listed, timeout=MILLISECONDS) as listed:
        worker.scan(own_places([folder]), ())
    listing: Listing = listed.args[0]
    return {each.path.stem: each for each in listing.models}


def test_it_lists_in_another_thread_and_tells_in_this_one(worker: LibraryWorker, qtbot: QtBot, tmp_path: Path) -> None:
    model(tmp_path / "models" / "a.gguf")
    threads: list[int] = []
    worker.listed.connect(lambda _listing: threads.append(threading.get_ident()))
    assert list(_scan(worker, qtbot, tmp_path / "models")) == ["a"]
    assert threads == [threading.get_ident()]


def test_it_compares_the_last_target_asked_for(worker: LibraryWorker, qtbot: QtBot, tmp_path: Path) -> None:
    model(tmp_path / "models" / "a.gguf", rows=100)
    model(tmp_path / "models" / "b.gguf", tokenizer__ggml__tokens=["x", "b", "c", "d"])
    found = _scan(worker, qtbot, tmp_path / "models")
    told: list[tuple[str, str, tuple[bool, ...]]] = []
    worker.compared.connect(lambda who, path, options: told.append((who, path.stem, tuple(o.fits for o in options))))
    for who, name in (("one", "a"), ("one", "b"), ("two", "a")):
        worker.compare(who, found[name], tuple(found.values()), Room())
    qtbot.waitUntil(lambda: ("two", "a", (False,)) in told, timeout=MILLISECONDS)
    assert told[-2:] == [("one", "b", (False,)), ("two", "a", (False,))]


def test_the_best_pair_is_found_and_gains_are_remembered_for_later(
    worker: LibraryWorker, qtbot: QtBot, tmp_path: Path
) -> None:
    for name, rows in (("large", 4000), ("small", 400), ("other", 500)):
        model(tmp_path / "models" / f"{name}.gguf", rows=rows)
    found = _scan(worker, qtbot, tmp_path / "models")
    with qtbot.waitSignal(worker.best_found, timeout=MILLISECONDS) as best:
        worker.find_best(tuple(found.values()), Room())
    assert best.args[0].target.path.stem == "large"
    worker.note_gain(found["large"], found["other"], 3.5)
    qtbot.waitUntil(lambda: "3.5" in (tmp_path / "cache" / "models.json").read_text(), timeout=MILLISECONDS)
    worker.stop()
    later = LibraryWorker(tmp_path / "cache" / "models.json")
    later.start()
    try:
        with qtbot.waitSignal(later.compared, timeout=MILLISECONDS) as compared:
            later.compare("me", found["large"], tuple(found.values()), Room())
    finally:
        later.stop()
    gains = [(each.model.path.stem, each.measured_gain) for each in compared.args[2]]
    assert gains == [("other", 3.5), ("small", None)]


def test_everything_that_a_file_says_is_read(worker: LibraryWorker, qtbot: QtBot, tmp_path: Path) -> None:
    path = model(tmp_path / "a.gguf", general__author="Somebody")
    with qtbot.waitSignal(worker.inspected, timeout=MILLISECONDS) as inspected:
        worker.inspect(path)
    details = inspected.args[0]
    assert ("general.author", "Somebody") in details.lines
    assert ("tokenizer.ggml.tokens", "[4]") in details.lines
    assert (details.template, details.num_tensors) == ("{{ messages }}", 2)
    with qtbot.waitSignal(worker.inspection_failed, timeout=MILLISECONDS) as failed:
        worker.inspect(tmp_path / "gone.gguf")
    assert failed.args[1].code == "model_missing"


def test_a_file_that_is_put_into_a_folder_is_noticed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_worker, "SETTLE_MILLISECONDS", 50)
    worker = LibraryWorker(tmp_path / "models.json")
    worker.start()
    try:
        model(tmp_path / "models" / "within" / "a.gguf")
        assert list(_scan(worker, qtbot, tmp_path / "models")) == ["a"]
        with qtbot.waitSignal(worker.folder_changed, timeout=MILLISECONDS):
            model(tmp_path / "models" / "within" / "b.gguf")
        assert list(_scan(worker, qtbot, tmp_path / "models")) == ["a", "b"]
        with qtbot.waitSignal(worker.folder_changed, timeout=MILLISECONDS):
            (tmp_path / "models" / "within" / "b.gguf").unlink()
    finally:
        worker.stop()


def test_it_takes_no_more_watches_than_it_may(
    worker: LibraryWorker, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_worker, "MAX_WATCHED", 3)
    for number in range(6):
        model(tmp_path / "models" / str(number) / "a.gguf")
    _scan(worker, qtbot, tmp_path / "models")
    watcher = worker.findChild(QFileSystemWatcher)
    assert watcher is not None
    assert len(watcher.directories()) == 3
    _scan(worker, qtbot, tmp_path / "elsewhere")
    assert watcher.directories() == []


def test_it_ends_in_the_middle_of_a_search(qtbot: QtBot, tmp_path: Path) -> None:
    for number in range(300):
        model(tmp_path / "models" / f"{number}.gguf")
    worker = LibraryWorker()
    worker.start()
    with qtbot.waitSignal(worker.progressed, timeout=MILLISECONDS):
        worker.scan(own_places([tmp_path / "models"]), ())
    worker.stop()
    assert not worker._thread.isRunning()


def test_a_new_search_ends_the_one_before(worker: LibraryWorker, qtbot: QtBot, tmp_path: Path) -> None:
    for number in range(50):
        model(tmp_path / "one" / f"{number}.gguf")
    model(tmp_path / "two" / "a.gguf")
    listed: list[int] = []
    worker.listed.connect(lambda listing: listed.append(len(listing.models)))
    worker.scan(own_places([tmp_path / "one"]), ())
    worker.scan(own_places([tmp_path / "two"]), ())
    qtbot.waitUntil(lambda: bool(listed), timeout=MILLISECONDS)
    assert listed == [1]
