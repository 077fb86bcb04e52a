"""Samples come steadily from another thread, and a hanging driver cannot hold the window."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from app.hardware.sampler import MachineSample, MachineSampler
from app.runtime.telemetry_worker import GLANCE_INTERVAL_MS, Attention, TelemetryWorker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

NEVER_MS = 3_600_000


@dataclass
class CountingSampler:
    """Remembers who called it from where."""

    threads: list[int] = field(default_factory=lambda: [threading.get_ident()])
    pids: list[int | None] = field(default_factory=list)
    closed: int = 0

    def sample(self, engine_pid: int | None) -> MachineSample:
        self.threads.append(threading.get_ident())
        self.pids.append(engine_pid)
        return MachineSample(float(len(self.pids)), 1, 2, engine_pid, (), None)

    def close(self) -> None:
        self.threads.append(threading.get_ident())
        self.closed += 1


class HangingSampler(CountingSampler):
    """Stands in the driver until it is let go."""

    def __init__(self, entered: threading.Event, released: threading.Event) -> None:
        super().__init__()
        self._entered = entered
        self._released = released

    def sample(self, engine_pid: int | None) -> MachineSample:
        self._entered.set()
        self._released.wait()
        return super().sample(engine_pid)


@dataclass
class Made:
    """The samplers that a worker made."""

    samplers: list[CountingSampler] = field(default_factory=list)

    def __call__(self) -> CountingSampler:
        self.samplers.append(CountingSampler())
        return self.samplers[-1]


@pytest.fixture
def made() -> Made:
    return Made()


@pytest.fixture
def quick(qtbot: QtBot, made: Made) -> Iterator[TelemetryWorker]:
    """Samples every 5 ms while active, and at the start only while idle."""
    worker = TelemetryWorker(made, interval_ms=5, idle_interval_ms=NEVER_MS)
    yield worker
    worker.stop()
    assert not worker.is_running


def test_the_first_sample_comes_at_once(qtbot: QtBot, quick: TelemetryWorker) -> None:
    with qtbot.waitSignal(quick.sampled) as caught:
        quick.start()
    assert caught.args is not None
    assert isinstance(caught.args[0], MachineSample)


def test_an_active_worker_goes_on_sampling(qtbot: QtBot, quick: TelemetryWorker) -> None:
    seen: list[float] = []
    quick.sampled.connect(lambda sample: seen.append(sample.seconds))
    quick.start()
    quick.set_active(True)
    qtbot.waitUntil(lambda: len(seen) >= 6)
    assert seen == sorted(seen)


def test_a_worker_starts_idle_and_becomes_active_at_once(qtbot: QtBot, quick: TelemetryWorker) -> None:
    with qtbot.waitSignal(quick.sampled):
        quick.start()
    with qtbot.assertNotEmitted(quick.sampled, wait=50):
        pass
    with qtbot.waitSignal(quick.sampled):
        quick.set_active(True)


def test_a_worker_that_becomes_idle_leaves_the_machine_alone(qtbot: QtBot, quick: TelemetryWorker, made: Made) -> None:
    quick.set_active(True)
    with qtbot.waitSignals([quick.sampled] * 3):
        quick.start()
    quick.set_active(False)
    samples_until_quiet(qtbot, made)


def samples_until_quiet(qtbot: QtBot, made: Made) -> None:
    looks: list[int] = []

    def is_quiet() -> bool:
        looks.append(len(made.samplers[0].pids))
        return len(looks) > 5 and len(set(looks[-5:])) == 1

    qtbot.waitUntil(is_quiet)


def test_somebody_who_looks_closely_gets_the_quick_rate(qtbot: QtBot, quick: TelemetryWorker) -> None:
    quick.set_attention(Attention.CLOSE)
    with qtbot.waitSignals([quick.sampled] * 4):
        quick.start()


def test_nothing_in_sight_means_no_sample_at_all(qtbot: QtBot, made: Made) -> None:
    worker = TelemetryWorker(made, interval_ms=5, idle_interval_ms=5)
    try:
        with qtbot.waitSignals([worker.sampled] * 3):
            worker.start()
        worker.set_attention(Attention.NONE)
        samples_until_quiet(qtbot, made)
        with qtbot.assertNotEmitted(worker.sampled, wait=60):
            pass
        with qtbot.waitSignals([worker.sampled] * 3):
            worker.set_attention(Attention.PLOTS)
    finally:
        worker.stop()


def test_the_engine_at_work_is_sampled_whoever_looks(qtbot: QtBot, quick: TelemetryWorker) -> None:
    quick.set_attention(Attention.NONE)
    quick.set_active(True)
    with qtbot.waitSignals([quick.sampled] * 4):
        quick.start()


def test_the_rate_follows_what_is_in_sight(made: Made) -> None:
    worker = TelemetryWorker(made)
    rates = []
    for attention in (Attention.NONE, Attention.GLANCE, Attention.PLOTS, Attention.CLOSE):
        worker.set_attention(attention)
        rates.append(worker.interval_ms)
    assert rates == [0, GLANCE_INTERVAL_MS, 2000, 500]


def test_a_look_may_be_asked_for_at_any_moment(qtbot: QtBot, quick: TelemetryWorker) -> None:
    quick.set_attention(Attention.NONE)
    with qtbot.waitSignal(quick.sampled):
        quick.start()
    with qtbot.waitSignal(quick.sampled):
        quick.look()
    with qtbot.assertNotEmitted(quick.sampled, wait=30):
        pass


def test_the_engine_watched_is_the_one_sampled(qtbot: QtBot, quick: TelemetryWorker) -> None:
    quick.watch(os.getpid())
    with qtbot.waitSignal(quick.sampled, check_params_cb=lambda sample: sample.engine_bytes == os.getpid()):
        quick.start()
        quick.set_active(True)
    with qtbot.waitSignal(quick.sampled, check_params_cb=lambda sample: sample.engine_bytes is None):
        quick.watch(None)


def test_the_driver_is_touched_by_one_thread_only_and_not_by_the_windows(
    qtbot: QtBot, quick: TelemetryWorker, made: Made
) -> None:
    quick.set_active(True)
    with qtbot.waitSignals([quick.sampled] * 3):
        quick.start()
    quick.stop()
    (sampler,) = made.samplers
    assert sampler.closed == 1
    assert len(set(sampler.threads)) == 1
    assert sampler.threads[0] != threading.get_ident()


def test_nothing_comes_after_stop(qtbot: QtBot, quick: TelemetryWorker) -> None:
    quick.set_active(True)
    with qtbot.waitSignal(quick.sampled):
        quick.start()
    quick.stop()
    with qtbot.assertNotEmitted(quick.sampled, wait=30):
        quick.set_active(False)
        quick.watch(3)


def test_a_worker_that_never_started_stops(qtbot: QtBot, made: Made) -> None:
    worker = TelemetryWorker(made)
    worker.stop()
    worker.stop()
    assert made.samplers == []


def test_a_hanging_driver_does_not_keep_the_window_open(qtbot: QtBot) -> None:
    entered, released = threading.Event(), threading.Event()
    worker = TelemetryWorker(lambda: HangingSampler(entered, released))
    worker.start()
    qtbot.waitUntil(entered.is_set)
    worker.stop()  # comes back although the driver still hangs
    assert worker.is_running
    with qtbot.assertNotEmitted(worker.sampled):
        released.set()
        qtbot.waitUntil(lambda: not worker.is_running)


def test_this_machine_is_sampled(qtbot: QtBot) -> None:
    worker = TelemetryWorker(MachineSampler)
    worker.watch(os.getpid())
    with qtbot.waitSignal(worker.sampled, timeout=20_000) as caught:
        worker.start()
    worker.stop()
    assert caught.args is not None
    assert caught.args[0].ram_total_bytes > 0
