"""NVIDIA GPUs through the real binding, with a small library in the driver's place."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.support.nvml import ScriptedMachine, build_driver

if TYPE_CHECKING:
    from pathlib import Path

GIB = 1 << 30

LARGE = f"""
name.0 NVIDIA RTX 6000 Ada
uuid.0 GPU-aaaa
used.0 {3 * GIB}
total.0 {48 * GIB}
utilization.0 87
power.0 251500
temperature.0 71
"""
SMALL = f"""
name.1 NVIDIA T400
uuid.1 GPU-bbbb
used.1 {1 * GIB}
total.1 {4 * GIB}
temperature.1 40
"""
BOTH = f"count 2{LARGE}{SMALL}"


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_driver(tmp_path_factory.mktemp("driver"))


@pytest.fixture
def machine(tmp_path: Path, driver: Path) -> ScriptedMachine:
    return ScriptedMachine(tmp_path, driver)


def test_every_figure_is_told_in_its_unit(machine: ScriptedMachine) -> None:
    (reading,) = machine.step(BOTH).read()
    assert reading.absent is None
    assert reading.devices[0] == {
        "name": "NVIDIA RTX 6000 Ada",
        "used_bytes": 3 * GIB,
        "total_bytes": 48 * GIB,
        "engine_bytes": None,
        "utilization": 0.87,
        "power_watts": 251.5,
        "temperature_celsius": 71.0,
    }


def test_a_figure_that_a_card_does_not_offer_is_left_out_alone(machine: ScriptedMachine) -> None:
    (reading,) = machine.step(BOTH).read()
    small = reading.devices[1]
    assert (small["utilization"], small["power_watts"]) == (None, None)
    assert (small["used_bytes"], small["temperature_celsius"]) == (GIB, 40.0)


def test_memory_that_rises_is_seen_rising(machine: ScriptedMachine) -> None:
    for used in (1, 2, 3):
        machine.step(f"count 1{LARGE}".replace(f"used.0 {3 * GIB}", f"used.0 {used * GIB}"))
    assert [reading.devices[0]["used_bytes"] // GIB for reading in machine.read()] == [1, 2, 3]


@pytest.mark.parametrize("listed", ["compute", "graphics"])
def test_the_engines_share_is_found_whatever_it_computes_with(machine: ScriptedMachine, listed: str) -> None:
    machine.engine_pid = os.getpid()
    script = f"{BOTH}{listed}.0 {os.getpid()} {2 * GIB}\ncompute.0 1 {GIB}\n"
    (reading,) = machine.step(script).read()
    assert [device["engine_bytes"] for device in reading.devices] == [2 * GIB, 0]
    assert reading.engine_bytes is not None
    assert reading.engine_bytes > 0


def test_a_share_that_the_driver_does_not_tell_is_none_and_not_zero(machine: ScriptedMachine) -> None:
    machine.engine_pid = os.getpid()
    unknown = f"compute.0 {os.getpid()} {2**64 - 1}\n"
    refused = "compute.1 !4\ngraphics.1 !4\n"
    (reading,) = machine.step(BOTH + unknown + refused).read()
    assert [device["engine_bytes"] for device in reading.devices] == [None, None]


def test_a_gpu_without_memory_of_its_own_shows_the_computers(machine: ScriptedMachine) -> None:
    (reading,) = machine.step("count 1\nname.0 NVIDIA GB10\n").read()
    assert reading.absent is None
    assert reading.devices[0]["total_bytes"] == reading.ram_total_bytes


def test_a_machine_without_a_driver_says_so_and_shows_its_ram(tmp_path: Path) -> None:
    (reading,) = ScriptedMachine(tmp_path, None).step("").read()
    assert reading.devices == []
    assert reading.sentence == "There is no NVIDIA driver on this machine."
    assert 0 < reading.ram_used_bytes < reading.ram_total_bytes


def test_a_driver_that_is_installed_later_is_found(tmp_path: Path, driver: Path) -> None:
    machine = ScriptedMachine(tmp_path, None).step("").step(BOTH, install=driver)
    before, after = machine.read()
    assert before.absent == "gpu_no_driver"
    assert (after.absent, len(after.devices)) == (None, 2)


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("init !9", "gpu_driver_not_loaded"),
        ("init !4", "gpu_no_permission"),
        ("init !18", "gpu_driver_updated"),
        ("init !999", "gpu_driver_failed"),
        ("count 0", "gpu_none"),
    ],
)
def test_each_way_not_to_start_has_its_own_sentence(machine: ScriptedMachine, script: str, code: str) -> None:
    (reading,) = machine.step(script).read()
    assert (reading.devices, reading.absent) == ([], code)
    assert reading.sentence


def test_a_driver_that_dies_is_told_and_comes_back(machine: ScriptedMachine) -> None:
    machine.step(BOTH).step("count !1\ninit !9").step("init !9").step(BOTH)
    assert [(len(reading.devices), reading.absent) for reading in machine.read()] == [
        (2, None),
        (0, "gpu_driver_gone"),
        (0, "gpu_driver_gone"),
        (2, None),
    ]


def test_a_driver_that_dies_between_two_figures_is_told(machine: ScriptedMachine) -> None:
    machine.step(BOTH).step(BOTH.replace("temperature.1 40", "temperature.1 !1"))
    assert machine.read()[1].absent == "gpu_driver_gone"


def test_a_card_that_vanishes_leaves_the_other_and_is_named(machine: ScriptedMachine) -> None:
    alone = f"count 1{LARGE}"
    first, second, third = machine.step(BOTH).step(alone).step(BOTH).read()
    assert first.absent is None
    assert [device["name"] for device in second.devices] == ["NVIDIA RTX 6000 Ada"]
    assert second.sentence == "NVIDIA T400 is no longer there."
    assert (third.absent, len(third.devices)) == (None, 2)


@pytest.mark.parametrize(
    ("broken", "code"),
    [("used.1 !15", "gpu_lost"), ("used.1 !4", "gpu_no_permission_for"), ("used.1 !999", "gpu_silent")],
)
def test_a_card_that_stops_answering_leaves_the_other(machine: ScriptedMachine, broken: str, code: str) -> None:
    machine.step(BOTH).step(BOTH.replace(f"used.1 {GIB}", broken)).step(BOTH)
    _, second, third = machine.read()
    assert [device["name"] for device in second.devices] == ["NVIDIA RTX 6000 Ada"]
    assert second.absent == code
    assert "T400" in (second.sentence or "")
    assert third.absent is None


def test_a_card_that_may_not_be_opened_is_no_reason_to_leave_out_the_other(machine: ScriptedMachine) -> None:
    (reading,) = machine.step(BOTH + "handle.1 !4\n").read()
    assert len(reading.devices) == 1
    assert reading.absent == "gpu_no_permission_for"


def test_a_driver_that_does_not_answer_is_left_alone_for_a_while(machine: ScriptedMachine) -> None:
    machine.retry_seconds = 3600
    for _ in range(5):
        machine.step(f"init !9\nlog {machine.log_path}")
    assert {reading.absent for reading in machine.read()} == {"gpu_driver_not_loaded"}
    assert machine.log_path.read_text().split() == ["init"]


def test_the_driver_is_let_go_of_at_the_end(machine: ScriptedMachine) -> None:
    machine.step(f"{BOTH}log {machine.log_path}\n").step(f"{BOTH}log {machine.log_path}\n").read()
    assert machine.log_path.read_text().split() == ["init", "shutdown"]


def test_a_name_that_is_no_text_does_not_stop_the_reading(machine: ScriptedMachine) -> None:
    (reading,) = machine.step(f"count 1\nused.0 1\ntotal.0 {GIB}\n").read()
    assert reading.devices[0]["name"] == "NVIDIA GPU"
