"""Cyclic garbage goes in the main thread, whoever made it."""

from __future__ import annotations

import gc
import threading
from typing import TYPE_CHECKING

import pytest

from app.runtime.garbage import GarbageCollector, due_generation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

THRESHOLDS = (700, 10, 10)
NUM_CYCLES = 5000


@pytest.fixture
def collecting() -> Iterator[None]:
    """Python collects by itself, as it does in a program; the tests around this one keep it from that."""
    gc.enable()
    yield
    gc.disable()


class Cycle:
    """Garbage that only the collector finds, and that says in which thread it went."""

    def __init__(self, gone: list[int]) -> None:
        self._gone = gone
        self.itself = self

    def __del__(self) -> None:
        self._gone.append(threading.get_ident())


def _make_in_a_thread(gone: list[int]) -> None:
    def make() -> None:
        for _ in range(NUM_CYCLES):
            Cycle(gone)

    thread = threading.Thread(target=make)
    thread.start()
    thread.join()


@pytest.mark.usefixtures("collecting")
def test_python_alone_collects_in_the_thread_that_allocates() -> None:
    gone: list[int] = []
    _make_in_a_thread(gone)
    assert set(gone) - {threading.get_ident()}, "the danger is there; else this module has no purpose"
    gc.collect()


@pytest.mark.usefixtures("collecting")
def test_a_threads_garbage_goes_in_the_main_thread(qtbot: QtBot) -> None:
    collector = GarbageCollector(interval_milliseconds=5)
    gone: list[int] = []
    _make_in_a_thread(gone)
    assert not gone
    qtbot.waitUntil(lambda: len(gone) == NUM_CYCLES)
    assert set(gone) == {threading.get_ident()}
    collector.stop()
    assert gc.isenabled(), "it is as it was"


def test_it_leaves_off_what_was_off(qtbot: QtBot) -> None:
    assert not gc.isenabled()
    GarbageCollector(interval_milliseconds=5).stop()
    assert not gc.isenabled()


@pytest.mark.parametrize(
    ("counts", "generation"),
    [
        ((700, 0, 0), None),
        ((701, 0, 0), 0),
        ((701, 11, 10), 1),
        ((701, 11, 11), 1),
        ((10, 3, 11), 2),
        ((701, 11, 51), 2),
    ],
)
def test_the_whole_program_is_looked_through_in_a_quiet_moment(
    counts: tuple[int, int, int], generation: int | None
) -> None:
    assert due_generation(counts, THRESHOLDS) == generation


def test_nothing_is_collected_where_collecting_is_switched_off() -> None:
    assert due_generation((9000, 90, 90), (0, 10, 10)) is None
