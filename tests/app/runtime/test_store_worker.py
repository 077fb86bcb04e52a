"""The store's thread: order, what the disk refuses, what is refused for good, and the end."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject, Slot

from app.errors import Notice, UserError
from app.runtime.store_queue import FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, Operation, StoreQueue
from app.runtime.store_worker import StoreWorker
from app.store.store import Store
from tests.support.fixed_keys import KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

FULL = UserError("store_full", path="/home/somebody")


class Log(QObject):
    """What is told, in the order in which it is told, and in which thread."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []
        self.threads: set[int] = set()

    @Slot(object)
    def note(self, value: object) -> None:
        self.told.append(value)
        self.threads.add(threading.get_ident())


@pytest.fixture
def log(qapp: QObject) -> Log:
    return Log()


@pytest.fixture
def worker(qapp: QObject) -> Iterator[StoreWorker]:
    worker = StoreWorker()
    worker.start()
    yield worker
    worker.stop()


def add(title: str) -> Callable[[Store], str]:
    """A change that returns the title it has written."""
    return lambda store: store.add_conversation(title=title).title


class Disk:
    """Takes changes, or refuses them."""

    def __init__(self) -> None:
        self.is_full = False

    def guarded(self, title: str) -> Callable[[Store], str]:
        def work(store: Store) -> str:
            if self.is_full:
                raise FULL
            return add(title)(store)

        return work


def titles(folder: Path) -> list[str]:
    with Store.open(folder, KEY) as store:
        return sorted(row.title for row in store.conversations())


# In a thread.


def test_changes_are_made_elsewhere_in_order_and_told_here(
    worker: StoreWorker, log: Log, tmp_path: Path, qtbot: QtBot
) -> None:
    threads: set[int] = set()

    def look(store: Store) -> list[str]:
        threads.add(threading.get_ident())
        return [row.title for row in store.conversations()]

    for title in ("a", "b", "c"):
        worker.write(add(title), log.note, log.note)  # before there is a store: they wait for it
    worker.open(lambda: Store.open(tmp_path, KEY))
    worker.read(look, log.note, log.note)
    qtbot.waitUntil(lambda: len(log.told) == 4)
    assert log.told[:3] == ["a", "b", "c"]
    assert sorted(log.told[3]) == ["a", "b", "c"]  # type: ignore[call-overload]
    assert log.threads == {threading.get_ident()}
    assert threads.isdisjoint(log.threads)


def test_a_store_that_cannot_be_opened_says_why(worker: StoreWorker, tmp_path: Path, qtbot: QtBot) -> None:
    with Store.open(tmp_path, KEY), qtbot.waitSignal(worker.opening_failed) as failed:
        worker.open(lambda: Store.open(tmp_path, KEY))
    assert failed.args is not None
    assert failed.args[0].code == "store_in_use"


def test_reading_without_a_store_fails_and_writing_waits_for_the_next_one(
    worker: StoreWorker, log: Log, tmp_path: Path, qtbot: QtBot
) -> None:
    worker.read(lambda store: store.conversations(), log.note, log.note)
    qtbot.waitUntil(lambda: log.told == [Notice("store_not_open")])
    worker.open(lambda: Store.open(tmp_path, KEY))
    with qtbot.waitSignal(worker.closed):
        worker.close()
    worker.write(add("later"), log.note, log.note)
    worker.open(lambda: Store.open(tmp_path, KEY))
    qtbot.waitUntil(lambda: log.told[-1] == "later")


def test_what_the_disk_refuses_waits_in_order_and_is_written_when_it_has_room(
    worker: StoreWorker, log: Log, tmp_path: Path, qtbot: QtBot
) -> None:
    disk = Disk()
    troubles: list[object] = []
    waiting: list[Notice] = []
    worker.trouble_changed.connect(troubles.append)
    worker.open(lambda: Store.open(tmp_path, KEY))
    disk.is_full = True
    for title in ("a", "b"):
        worker.write(disk.guarded(title), log.note, log.note, waiting.append)
    qtbot.waitUntil(lambda: len(waiting) == 2)
    assert log.told == []
    assert troubles == [FULL.notice]
    assert worker.trouble == FULL.notice
    disk.is_full = False
    qtbot.waitUntil(lambda: log.told == ["a", "b"])  # it comes back to it by itself
    assert troubles == [FULL.notice, None]
    assert len(waiting) == 2


def test_reading_goes_on_while_writes_wait(worker: StoreWorker, log: Log, tmp_path: Path, qtbot: QtBot) -> None:
    disk = Disk()
    worker.open(lambda: Store.open(tmp_path, KEY))
    worker.write(add("there"), log.note, log.note)
    disk.is_full = True
    worker.write(disk.guarded("not yet"), log.note, log.note)
    worker.read(lambda store: len(store.conversations()), log.note, log.note)
    qtbot.waitUntil(lambda: log.told == ["there", 1])


def test_the_end_writes_what_waits_and_says_what_is_left(tmp_path: Path, log: Log, qtbot: QtBot) -> None:
    disk = Disk()
    worker = StoreWorker()
    worker.start()
    worker.open(lambda: Store.open(tmp_path, KEY))
    disk.is_full = True
    worker.write(disk.guarded("a"), log.note, log.note)
    qtbot.waitUntil(lambda: worker.trouble is not None)
    disk.is_full = False
    worker.write(disk.guarded("b"), log.note, log.note)
    assert worker.stop() == 0
    assert titles(tmp_path) == ["a", "b"]

    worker = StoreWorker()
    worker.start()
    worker.open(lambda: Store.open(tmp_path, KEY))
    disk.is_full = True
    for title in ("c", "d"):
        worker.write(disk.guarded(title), log.note, log.note)
    assert worker.stop() == 2
    assert titles(tmp_path) == ["a", "b"]


def test_a_worker_that_was_never_started_has_nothing_to_end(qapp: QObject) -> None:
    assert StoreWorker().stop() == 0


# The queue by itself.


def queue_and_log() -> tuple[StoreQueue, list[object]]:
    told: list[object] = []

    def tell(callback: Callable[[object], None], value: object) -> None:
        callback(value)
        told.append(value)

    return StoreQueue(tell), told


def nothing(_value: object) -> None:
    pass


def test_each_refusal_doubles_the_pause_up_to_a_bound(tmp_path: Path) -> None:
    queue, _told = queue_and_log()
    disk = Disk()
    disk.is_full = True
    with Store.open(tmp_path, KEY) as store:
        queue.open(store)
        queue.run(Operation(disk.guarded("a"), nothing, nothing, is_write=True))
        pauses = [queue.pause_seconds]
        for _ in range(8):
            queue.write_waiting()
            pauses.append(queue.pause_seconds)
        assert pauses[:3] == [FIRST_PAUSE_SECONDS, 2 * FIRST_PAUSE_SECONDS, 4 * FIRST_PAUSE_SECONDS]
        assert pauses[-1] == LONGEST_PAUSE_SECONDS
        disk.is_full = False
        queue.write_waiting()
        assert (len(queue), queue.trouble, queue.pause_seconds) == (0, None, FIRST_PAUSE_SECONDS)


def test_what_is_refused_for_good_holds_nothing_up(tmp_path: Path) -> None:
    queue, told = queue_and_log()

    def damaged(_store: Store) -> None:
        raise UserError("store_damaged", path="x")

    with Store.open(tmp_path, KEY) as store:
        queue.open(store)
        queue.run(Operation(damaged, nothing, nothing, is_write=True))
        queue.run(Operation(add("b"), nothing, nothing, is_write=True))
    assert told == [Notice("store_damaged", {"path": "x"}), "b"]


def test_a_bug_is_told_and_goes_on_to_whoever_catches_bugs(tmp_path: Path) -> None:
    queue, told = queue_and_log()
    with Store.open(tmp_path, KEY) as store:
        queue.open(store)
        with pytest.raises(KeyError):
            queue.run(Operation(lambda each: each.append_reply("none", ""), nothing, nothing, is_write=True))
        queue.run(Operation(add("b"), nothing, nothing, is_write=True))
    assert told == [Notice("store_bug"), "b"]


def test_what_waits_can_be_given_up(tmp_path: Path) -> None:
    queue, told = queue_and_log()
    queue.run(Operation(add("a"), nothing, nothing, is_write=True))
    assert len(queue) == 1
    queue.discard()
    with Store.open(tmp_path, KEY) as store:
        queue.open(store)
    assert told == []
