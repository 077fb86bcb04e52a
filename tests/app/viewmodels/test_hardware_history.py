from __future__ import annotations

from app.viewmodels.hardware_history import SPAN_SECONDS, HardwareHistory
from tests.support.scripted_engine import sample


def test_ten_minutes_are_kept() -> None:
    history, signals = HardwareHistory(), []
    history.changed.connect(lambda: signals.append(1))
    for second in range(0, 1200, 2):
        history.on_sample(sample(float(second)))
    assert history.samples[-1].seconds - history.samples[0].seconds == SPAN_SECONDS
    assert history.latest == history.samples[-1]
    assert len(signals) == 600
