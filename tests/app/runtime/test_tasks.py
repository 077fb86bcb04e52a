from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.errors import Notice, UserError
from app.runtime.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def tasks(qapp: object) -> Iterator[Tasks]:
    made = Tasks()
    yield made
    made.stop()


def unexpected(value: object) -> None:
    raise AssertionError(value)


def test_work_runs_elsewhere_and_its_result_comes_back_here(tasks: Tasks, qtbot: QtBot) -> None:
    threads: list[threading.Thread] = []
    tasks.run(threading.current_thread, threads.append, unexpected)
    tasks.run(lambda: None, lambda _: threads.append(threading.current_thread()), unexpected)
    qtbot.waitUntil(lambda: len(threads) == 2)
    assert threads[0] is not threading.main_thread()
    assert threads[1] is threading.main_thread()


def test_what_a_person_can_act_on_comes_back_as_a_notice(tasks: Tasks, qtbot: QtBot) -> None:
    notices: list[Notice] = []

    def fail() -> None:
        raise UserError("no_draft_model")

    tasks.run(fail, unexpected, notices.append)
    qtbot.waitUntil(lambda: notices == [Notice("no_draft_model")])


def test_one_runs_after_the_other_in_order(tasks: Tasks, qtbot: QtBot) -> None:
    running = threading.Semaphore()
    order: list[int] = []

    def work(number: int) -> int:
        assert running.acquire(blocking=False)
        running.release()
        return number

    for number in range(20):
        tasks.run(lambda number=number: work(number), order.append, unexpected)  # type: ignore[misc]
    qtbot.waitUntil(lambda: order == list(range(20)))


def test_stopping_waits_for_what_runs_and_begins_nothing_more(qtbot: QtBot) -> None:
    tasks = Tasks()
    began, may_end = threading.Event(), threading.Event()
    done: list[str] = []

    def first() -> None:
        began.set()
        may_end.wait(10)
        done.append("first")

    tasks.run(first, lambda _: None, unexpected)
    tasks.run(lambda: done.append("second"), lambda _: None, unexpected)
    assert began.wait(10)
    release = threading.Timer(0.05, may_end.set)
    release.start()
    tasks.stop()
    release.join()
    assert done == ["first"]


def test_a_bug_in_the_work_is_no_silence_and_the_next_work_is_done(tasks: Tasks, qtbot: QtBot) -> None:
    results: list[int] = []
    with qtbot.captureExceptions() as caught:
        tasks.run(lambda: 1 // 0, unexpected, unexpected)
        tasks.run(lambda: 7, results.append, unexpected)
        qtbot.waitUntil(lambda: results == [7])
    assert [kind for kind, _error, _frames in caught] == [ZeroDivisionError]
