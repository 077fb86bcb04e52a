"""The worker between a real engine process and the window's event loop."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import TYPE_CHECKING

import psutil
import pytest
from PySide6.QtCore import QObject, QThread, Slot

from app.engine.events import (
    EngineDied,
    LoadCancelled,
    PairLoaded,
    ReplyFinished,
    RoundDecoded,
)
from app.engine.race_events import RaceFinished, RaceStepped
from app.engine.types import FinishReason
from app.lab.comparison import against_off
from app.runtime.engine_worker import BATCH_SECONDS, EngineWorker
from tests.support.engine_talk import SECONDS, request, settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.engine.events import EngineEvent

WAIT = int(SECONDS * 1000)


class Listener(QObject):
    """Stands where the window's models stand: in the main thread."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[EngineEvent]] = []
        self.times: list[float] = []
        self.threads: set[QThread] = set()

    @Slot(list)
    def on_events(self, events: list[EngineEvent]) -> None:
        self.batches.append(events)
        self.times.append(time.monotonic())
        self.threads.add(QThread.currentThread())

    @property
    def events(self) -> list[EngineEvent]:
        return [event for batch in self.batches for event in batch]

    def has(self, *kinds: type, request_id: int | None = None) -> bool:
        return any(
            isinstance(event, kinds) and (request_id is None or getattr(event, "request_id", None) == request_id)
            for event in self.events
        )


@pytest.fixture
def listener(qapp: QObject) -> Listener:
    return Listener()


@pytest.fixture
def worker(listener: Listener) -> Iterator[EngineWorker]:
    worker = EngineWorker()
    worker.events_arrived.connect(listener.on_events)
    worker.start()
    yield worker
    worker.stop()


def test_nothing_runs_before_it_is_needed(worker: EngineWorker) -> None:
    assert worker.engine_pid is None


def test_a_reply_arrives_in_order_in_the_main_thread_and_in_batches(
    qtbot: QtBot, worker: EngineWorker, listener: Listener, tiny_target: Path, tiny_draft: Path
) -> None:
    worker.load(settings(tiny_target, tiny_draft))
    qtbot.waitUntil(lambda: listener.has(PairLoaded), timeout=WAIT)
    assert worker.engine_pid is not None
    worker.reply(request(1, max_tokens=300))
    worker.reply(request(2))
    qtbot.waitUntil(lambda: listener.has(ReplyFinished, request_id=2), timeout=WAIT)
    rounds = [event for event in listener.events if isinstance(event, RoundDecoded)]
    first = [event.round.index for event in rounds if event.request_id == 1]
    assert first == list(range(len(first)))
    assert [event.request_id for event in rounds] == sorted(event.request_id for event in rounds)
    assert listener.threads == {QThread.currentThread()}
    assert all(listener.batches), "an empty batch would wake the window for nothing"
    spanned = listener.times[-1] - listener.times[0]
    assert len(listener.batches) <= spanned / BATCH_SECONDS + 2


def test_stopping_ends_only_the_reply_that_is_named(
    qtbot: QtBot, worker: EngineWorker, listener: Listener, tiny_target: Path
) -> None:
    worker.load(settings(tiny_target))
    worker.reply(request(1, max_tokens=None))
    worker.reply(request(2))
    worker.reply(request(3))
    assert worker.withdraw(2)
    qtbot.waitUntil(lambda: listener.has(RoundDecoded, request_id=1), timeout=WAIT)
    worker.cancel(1)
    qtbot.waitUntil(lambda: listener.has(ReplyFinished, request_id=3), timeout=WAIT)
    reasons = {
        event.request_id: event.summary.finish_reason for event in listener.events if isinstance(event, ReplyFinished)
    }
    assert set(reasons) == {1, 3}
    assert reasons[1] is FinishReason.CANCELLED
    assert reasons[3] is not FinishReason.CANCELLED


def test_stopping_a_load(qtbot: QtBot, worker: EngineWorker, listener: Listener, tiny_target: Path) -> None:
    worker.load(settings(tiny_target))
    worker.cancel_load()
    qtbot.waitUntil(lambda: listener.has(LoadCancelled, PairLoaded), timeout=WAIT)
    worker.load(settings(tiny_target))
    qtbot.waitUntil(lambda: listener.has(PairLoaded), timeout=WAIT)


def test_a_death_arrives_and_the_next_message_is_answered(
    qtbot: QtBot, worker: EngineWorker, listener: Listener, tiny_target: Path
) -> None:
    worker.load(settings(tiny_target))
    qtbot.waitUntil(lambda: listener.has(PairLoaded), timeout=WAIT)
    pid = worker.engine_pid
    assert pid is not None
    worker.reply(request(1, max_tokens=None))
    qtbot.waitUntil(lambda: listener.has(RoundDecoded), timeout=WAIT)
    os.kill(pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: listener.has(EngineDied, request_id=1), timeout=WAIT)
    worker.reply(request(2))
    qtbot.waitUntil(lambda: listener.has(ReplyFinished, request_id=2), timeout=WAIT)
    assert worker.engine_pid not in (None, pid)


def test_a_race_arrives_as_events_and_is_stopped_like_a_reply(
    qtbot: QtBot, worker: EngineWorker, listener: Listener, tiny_target: Path
) -> None:
    worker.load(settings(tiny_target))
    for number, repeats in ((1, 1), (2, 1000)):
        worker.race(against_off(request(number), None, num_repeats=repeats))
    qtbot.waitUntil(lambda: listener.has(RaceFinished, request_id=1), timeout=WAIT)
    qtbot.waitUntil(lambda: listener.has(RaceStepped, request_id=2), timeout=WAIT)
    worker.cancel(2)
    qtbot.waitUntil(lambda: listener.has(RaceFinished, request_id=2), timeout=WAIT)
    ends = [event for event in listener.events if isinstance(event, RaceFinished)]
    assert [end.cancelled for end in ends] == [False, True]


def test_stopping_the_worker_in_mid_reply_leaves_neither_process_nor_thread(
    qtbot: QtBot, listener: Listener, tiny_target: Path
) -> None:
    worker = EngineWorker()
    worker.events_arrived.connect(listener.on_events)
    worker.start()
    worker.load(settings(tiny_target))
    worker.reply(request(1, max_tokens=None))
    qtbot.waitUntil(lambda: listener.has(RoundDecoded), timeout=WAIT)
    pid = worker.engine_pid
    assert pid is not None
    before = threading.active_count()
    worker.stop()
    worker.stop()
    assert not psutil.pid_exists(pid)
    assert threading.active_count() <= before


def test_a_worker_that_was_never_started_can_be_stopped(qapp: QObject) -> None:
    EngineWorker().stop()
