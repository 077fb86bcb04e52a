"""What does not answer is asked less and less often, and what comes back is asked at once."""

from __future__ import annotations

import pytest

from app.hardware import backoff as module
from app.hardware.backoff import Backoff


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(module, "time", made)
    return made


def pause(backoff: Backoff, clock: Clock) -> float:
    """Fail once, and say how long it is until the next try."""
    backoff.failed()
    before = clock.seconds
    while not backoff.is_due:
        clock.seconds += 1.0
    return clock.seconds - before


def test_pauses_grow_up_to_a_bound(clock: Clock) -> None:
    backoff = Backoff(2.0, 10.0)
    assert backoff.is_due
    assert [pause(backoff, clock) for _ in range(5)] == [2.0, 4.0, 8.0, 10.0, 10.0]


def test_a_success_makes_it_impatient_again(clock: Clock) -> None:
    backoff = Backoff(2.0, 10.0)
    pause(backoff, clock)
    pause(backoff, clock)
    backoff.succeeded()
    assert backoff.is_due
    assert pause(backoff, clock) == 2.0


def test_without_a_pause_it_is_always_due() -> None:
    backoff = Backoff(0.0, 0.0)
    backoff.failed()
    assert backoff.is_due
