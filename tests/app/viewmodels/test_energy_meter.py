"""A reply's energy is measured between two looks that are near to its ends."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from app.hardware.energy import ReplyEnergy
from app.viewmodels.energy_meter import EnergyMeter
from tests.support import machine_samples


class Machine:
    """A card whose counter stands where it is told; looks come when they are let."""

    def __init__(self, meter: EnergyMeter) -> None:
        self.meter = meter
        self.joules = 1000.0
        self.looks = 0
        self.measured: dict[int, ReplyEnergy] = {}
        meter.look_requested.connect(self.count)
        meter.measured.connect(self.measured.__setitem__)

    def count(self) -> None:
        self.looks += 1

    def look(self, late: float = 0.0) -> None:
        device = replace(machine_samples.device(50.0), energy_joules=self.joules)
        sample = replace(machine_samples.machine(), seconds=time.monotonic() + late, devices=(device,))
        self.meter.on_sample(sample)


@pytest.fixture
def machine() -> Machine:
    return Machine(EnergyMeter(late_seconds=5.0))


def test_a_reply_takes_what_the_counter_rose_by(machine: Machine) -> None:
    machine.meter.start(7)
    assert machine.looks == 1
    machine.look()
    machine.joules += 3
    machine.look()  # in its middle
    machine.joules += 9
    machine.meter.end(7)
    assert machine.looks == 2
    machine.look()
    assert machine.measured == {7: ReplyEnergy(12.0)}
    machine.joules += 50
    machine.look()
    assert machine.measured == {7: ReplyEnergy(12.0)}


def test_a_look_from_before_its_begin_is_not_its_begin(machine: Machine) -> None:
    machine.meter.start(7)
    machine.look(late=-1.0)
    machine.joules += 100
    machine.look()
    machine.joules += 4
    machine.meter.end(7)
    machine.look()
    assert machine.measured == {7: ReplyEnergy(4.0)}


@pytest.mark.parametrize("late_at", ["begin", "end"])
def test_a_driver_that_answers_late_measures_nothing(machine: Machine, late_at: str) -> None:
    machine.meter.start(7)
    machine.look(late=60.0 if late_at == "begin" else 0.0)
    machine.joules += 4
    machine.meter.end(7)
    machine.look(late=60.0)
    assert machine.measured == {}


def test_a_reply_that_was_over_before_the_first_look_is_not_guessed(machine: Machine) -> None:
    machine.meter.start(7)
    machine.meter.end(7)
    machine.look()
    machine.joules += 9
    machine.look()
    assert machine.measured == {}


def test_without_a_counter_nothing_is_told(machine: Machine) -> None:
    machine.meter.start(7)
    machine.meter.on_sample(replace(machine_samples.machine(devices=0), seconds=time.monotonic()))
    machine.meter.end(7)
    machine.meter.on_sample(replace(machine_samples.machine(devices=0), seconds=time.monotonic()))
    assert machine.measured == {}


def test_replies_one_after_the_other_are_told_apart(machine: Machine) -> None:
    for request_id, joules in ((1, 5.0), (2, 8.0)):
        machine.meter.start(request_id)
        machine.look()
        machine.joules += joules
        machine.meter.end(request_id)
        machine.look()
    assert machine.measured == {1: ReplyEnergy(5.0), 2: ReplyEnergy(8.0)}


def test_what_an_engine_died_in_is_given_up(machine: Machine) -> None:
    machine.meter.start(7)
    machine.look()
    machine.meter.give_up()
    machine.joules += 4
    machine.meter.end(7)
    machine.look()
    assert machine.measured == {}


def test_an_end_of_something_that_never_began_is_no_news(machine: Machine) -> None:
    machine.meter.end(3)
    assert machine.looks == 0
