from __future__ import annotations

from itertools import pairwise

from app.viewmodels.hardware_history import SPAN_SECONDS, HardwareHistory
from tests.support.scripted_engine import sample


def recorded(seconds: float, every: float = 0.5) -> HardwareHistory:
    history = HardwareHistory()
    for step in range(int(seconds / every) + 1):
        history.on_sample(sample(step * every))
    return history


def test_an_hour_is_kept_and_no_more() -> None:
    history = recorded(5000)
    assert history.samples[-1] == history.latest
    age = history.samples[-1].seconds - history.samples[0].seconds
    assert SPAN_SECONDS - 20 < age <= SPAN_SECONDS


def test_the_last_minute_is_whole_and_what_is_older_is_thinner() -> None:
    history = recorded(5000)
    seconds = [each.seconds for each in history.samples]
    gaps = [later - earlier for earlier, later in pairwise(seconds)]
    assert seconds == sorted(seconds)
    assert set(gaps[-100:]) == {0.5}
    assert max(gaps) <= 10.5  # no hole anywhere
    assert len(seconds) < 1200


def test_whoever_samples_faster_than_is_useful_fills_no_memory() -> None:
    assert len(recorded(120, every=0.01).samples) < 1400


def test_a_part_of_the_time_can_be_asked_for() -> None:
    history = recorded(100)
    assert [each.seconds for each in history.since(98.6, 99.6)] == [99.0, 99.5]


def test_everybody_is_told_of_every_sample() -> None:
    history, signals = HardwareHistory(), []
    history.changed.connect(lambda: signals.append(1))
    for second in range(7):
        history.on_sample(sample(float(second)))
    assert len(signals) == 7
