from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app.runtime.idle_watch import IdleWatch
from tests.support.offscreen import quiet_platform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


class Clock:
    """Goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def watch(qapp: object, clock: Clock) -> Iterator[IdleWatch]:
    made = IdleWatch(clock)
    yield made
    made.stop()


def test_it_says_so_when_the_time_is_over(watch: IdleWatch, clock: Clock, qtbot: QtBot) -> None:
    watch.set_minutes(5)
    clock.now += 299
    watch._on_timeout()
    with qtbot.waitSignal(watch.idle):
        clock.now += 1
        watch._on_timeout()


def test_a_key_begins_the_time_anew(watch: IdleWatch, clock: Clock, qtbot: QtBot) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    qtbot.waitExposed(field)
    watch.watch(field.windowHandle())
    watch.set_minutes(5)
    clock.now += 299
    QTest.keyClick(field.windowHandle(), Qt.Key.Key_A)
    clock.now += 299
    with qtbot.assertNotEmitted(watch.idle):
        watch._on_timeout()
    clock.now += 1
    with qtbot.waitSignal(watch.idle):
        watch._on_timeout()


def test_no_minutes_never_lock(watch: IdleWatch, clock: Clock, qtbot: QtBot) -> None:
    watch.set_minutes(5)
    watch.set_minutes(0)
    clock.now += 10_000
    with qtbot.assertNotEmitted(watch.idle):
        watch._on_timeout()
