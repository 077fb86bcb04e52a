"""What a reply took, out of counters and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.hardware.energy import ReplyEnergy, energy_between
from tests.support import machine_samples
from tests.support.machine_samples import GIB

if TYPE_CHECKING:
    from app.hardware.samples import DeviceSample, HostSample, MachineSample


def card(joules: float | None, key: str = "a", engine: int | None = GIB) -> DeviceSample:
    return replace(machine_samples.device(), key=key, energy_joules=joules, engine_bytes=engine)


def seen(*cards: DeviceSample, cpu_joules: float | None = None) -> MachineSample:
    host: HostSample = replace(machine_samples.host(), energy_joules=cpu_joules)
    return replace(machine_samples.machine(), devices=cards, host=host)


def test_the_difference_of_the_counters_is_what_it_took() -> None:
    energy = energy_between(seen(card(100.25), cpu_joules=5.0), seen(card(112.5), cpu_joules=9.0))
    assert energy == ReplyEnergy(12.25, 4.0)


def test_several_cards_add_up_and_one_that_the_engine_does_not_use_does_not_count() -> None:
    before = seen(card(1.0, "a"), card(10.0, "b"), card(100.0, "c", engine=0))
    after = seen(card(3.0, "a"), card(14.0, "b"), card(900.0, "c", engine=0))
    assert energy_between(before, after).gpu_joules == 6.0


def test_a_card_whose_share_is_not_told_counts() -> None:
    assert energy_between(seen(card(1.0, engine=None)), seen(card(2.5, engine=None))).gpu_joules == 1.5


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((card(None),), (card(None),)),
        ((card(5.0),), (card(None),)),
        ((card(50.0),), (card(2.0),)),  # the driver was loaded anew meanwhile
        ((), (card(2.0),)),  # the card came in the middle
        ((card(1.0), card(None, "b")), (card(2.0), card(None, "b"))),  # a part would look like all
        ((card(1.0),), (card(1.0),)),  # the counter has not moved yet
        ((), ()),
    ],
)
def test_what_is_not_known_whole_is_not_told(before: tuple[DeviceSample, ...], after: tuple[DeviceSample, ...]) -> None:
    energy = energy_between(seen(*before), seen(*after))
    assert energy.gpu_joules is None
    assert not energy.is_known


def test_a_sampler_that_looks_at_no_host_knows_no_energy() -> None:
    bare = replace(seen(), host=None)
    assert not energy_between(bare, bare).is_known
