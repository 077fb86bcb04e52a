from __future__ import annotations

from app.store.keys.idle import IdleLock, awake_clock


def test_it_is_time_after_the_minutes_without_a_sign_of_life() -> None:
    idle = IdleLock(5, now=1000.0)
    assert idle.seconds_left(1000.0) == 300.0
    assert not idle.is_due(1299.9)
    idle.note_activity(1200.0)
    assert not idle.is_due(1300.0)
    assert idle.seconds_left(1300.0) == 200.0
    assert idle.is_due(1500.0)


def test_zero_minutes_never_lock() -> None:
    idle = IdleLock(0, now=0.0)
    assert idle.seconds_left(1e9) is None
    assert not idle.is_due(1e9)


def test_turning_it_on_does_not_lock_at_once() -> None:
    idle = IdleLock(0, now=0.0)
    idle.set_minutes(1, now=1000.0)
    assert idle.seconds_left(1000.0) == 60.0


def test_a_sign_of_life_from_the_past_takes_nothing_back() -> None:
    idle = IdleLock(1, now=100.0)
    idle.note_activity(50.0)
    assert idle.seconds_left(100.0) == 60.0


def test_the_clock_goes_forward() -> None:
    assert awake_clock() <= awake_clock()
