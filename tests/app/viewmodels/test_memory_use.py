from __future__ import annotations

import dataclasses

import pytest

from app.viewmodels.memory_use import memory_use, reading_of
from tests.support.scripted_engine import GIGABYTE, pair, sample


def test_segments_and_the_rest_add_up_to_what_is_in_use() -> None:
    use = memory_use(sample(0.0, engine=4.4, used=5.1), pair())
    assert use.on_devices
    assert use.total == 8 * GIGABYTE
    assert use.used == pytest.approx(5.1 * GIGABYTE, rel=0.02)
    loaded = pair()
    held = loaded.target.total_bytes + (0 if loaded.draft is None else loaded.draft.total_bytes)
    assert use.other == pytest.approx(5.1 * GIGABYTE - held, abs=10)


def test_without_a_card_the_machines_memory_counts() -> None:
    use = memory_use(sample(0.0, devices=False), pair())
    assert (use.on_devices, use.total) == (False, 32 * GIGABYTE)


def test_a_card_that_the_engine_does_not_use_does_not_count() -> None:
    looked = sample(0.0)
    idle = dataclasses.replace(looked.devices[0], engine_bytes=0)
    assert not reading_of(dataclasses.replace(looked, devices=(idle,))).on_devices


def test_a_driver_that_does_not_tell_shares_is_believed_for_the_whole() -> None:
    looked = sample(0.0, used=5.1)
    silent = dataclasses.replace(looked.devices[0], engine_bytes=None)
    use = memory_use(dataclasses.replace(looked, devices=(silent,)), pair())
    assert use.on_devices
    assert use.used == pytest.approx(5.1 * GIGABYTE, rel=0.01)


def test_a_pair_that_lies_on_the_card_in_part_shows_that_part() -> None:
    use = memory_use(sample(0.0, engine=2.2, used=3.0), pair())
    assert use.resident_share == pytest.approx(0.5, abs=0.01)
    assert use.used == pytest.approx(3.0 * GIGABYTE, rel=0.01)


def test_nothing_loaded_leaves_only_the_others() -> None:
    use = memory_use(sample(0.0, engine=None, used=1.2), None)
    assert use.used == use.other == int(1.2 * GIGABYTE)
