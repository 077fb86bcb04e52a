"""The sampler of the machine that the tests run on, whatever it has."""

from __future__ import annotations

import os

from app.catalogue import sentence
from app.hardware.sampler import MachineSampler


def test_a_sample_of_this_machine_is_whole() -> None:
    sampler = MachineSampler()
    first, second = sampler.sample(os.getpid()), sampler.sample(None)
    sampler.close()
    assert second.seconds > first.seconds
    assert first.engine_bytes is not None
    assert 0 < first.engine_bytes < first.ram_total_bytes
    assert second.engine_bytes is None
    assert first.devices or (first.absent is not None and sentence(first.absent))
