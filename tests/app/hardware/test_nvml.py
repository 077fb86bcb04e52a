"""NVIDIA GPUs through the real binding, with a small library in the driver's place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.nvml import ScriptedMachine, build_driver

GIB = 1 << 30

LARGE = f"""
name.0 NVIDIA RTX 6000 Ada
uuid.0 GPU-aaaa
used.0 {3 * GIB}
total.0 {48 * GIB}
utilization.0 87
power.0 251500
temperature.0 71
reserved.0 629145600
memory_utilization.0 44
power_limit.0 300000
energy.0 5000250
reasons.0 4
"""
SMALL = f"""
name.1 NVIDIA T400
uuid.1 GPU-bbbb
used.1 {GIB // 8}
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
    device = reading.devices[0]
    assert device["name"] == "NVIDIA RTX 6000 Ada"
    assert (device["used_bytes"], device["total_bytes"], device["reserved_bytes"]) == (3 * GIB, 48 * GIB, 600 << 20)
    assert device["engine_bytes"] is None
    assert (device["utilization"], device["memory_utilization"]) == (0.87, 0.44)
    assert (device["power_watts"], device["power_limit_watts"]) == (251.5, 300.0)
    assert device["temperature_celsius"] == 71.0
    assert device["energy_joules"] == 5000.25
    assert device["slowdowns"] == ["power"]
    assert (device["key"], device["maker"]) == ("GPU-aaaa", "nvidia")


def test_a_figure_that_a_card_does_not_offer_is_left_out_alone(machine: ScriptedMachine) -> None:
    (reading,) = machine.step(BOTH).read()
    small = reading.devices[1]
    for name in ("utilization", "memory_utilization", "power_watts", "power_limit_watts", "energy_joules"):
        assert small[name] is None
    assert small["slowdowns"] == []
    assert (small["used_bytes"], small["temperature_celsius"]) == (GIB // 8, 40.0)


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


def test_what_the_driver_reserves_is_told_apart_where_it_can_be(machine: ScriptedMachine) -> None:
    new, old = machine.step(BOTH).step(f"{BOTH}memory_v2 !13\n").read()
    assert (new.devices[0]["used_bytes"], new.devices[0]["reserved_bytes"]) == (3 * GIB, 600 << 20)
    assert (old.devices[0]["used_bytes"], old.devices[0]["reserved_bytes"]) == (3 * GIB + (600 << 20), None)


def test_whoever_holds_memory_is_named_most_first(machine: ScriptedMachine) -> None:
    here, gone = os.getpid(), 2**22 + 1
    lists = f"graphics.0 {here} {GIB}\ncompute.0 {here} {GIB // 2}\ncompute.0 {gone} {2 * GIB}\n"
    (reading,) = machine.step(BOTH + lists).read()
    unseen, seen = reading.devices[0]["holders"]
    assert (unseen["pid"], unseen["name"], unseen["used_bytes"]) == (gone, "", 2 * GIB)
    assert (seen["pid"], seen["used_bytes"]) == (here, GIB)
    assert seen["name"] == Path(f"/proc/{here}/comm").read_text().strip()
    assert reading.devices[1]["holders"] == []


def test_a_process_with_several_contexts_is_one_holder(machine: ScriptedMachine) -> None:
    (reading,) = machine.step(f"{BOTH}compute.0 7 {GIB}\ncompute.0 7 {GIB}\n").read()
    assert [each["used_bytes"] for each in reading.devices[0]["holders"]] == [2 * GIB]


@pytest.mark.parametrize(("code", "words"), [(4, "not allowed to see"), (3, "does not tell which programs")])
def test_why_holders_are_not_told_is_a_sentence(machine: ScriptedMachine, code: int, words: str) -> None:
    (reading,) = machine.step(f"{BOTH}compute.0 !{code}\ngraphics.0 !{code}\n").read()
    assert reading.devices[0]["holders"] is None
    assert words in (reading.holders_sentences[0] or "")
    assert reading.absent is None  # all else is read


@pytest.mark.parametrize("listed", ["", "compute.0 4194305 1000000\n"], ids=["nobody", "processes of another system"])
def test_in_a_container_the_engines_share_is_unknown(machine: ScriptedMachine, listed: str) -> None:
    machine.engine_pid = os.getpid()
    (reading,) = machine.step(BOTH + listed).read()
    assert reading.devices[0]["engine_bytes"] is None


def test_an_idle_card_that_lists_nobody_holds_nothing_of_the_engine(machine: ScriptedMachine) -> None:
    machine.engine_pid = os.getpid()
    (reading,) = machine.step(BOTH.replace(f"used.0 {3 * GIB}", "used.0 1048576")).read()
    assert reading.devices[0]["engine_bytes"] == 0


@pytest.mark.parametrize(("bits", "why"), [(0x20, ["heat"]), (0x88, ["power", "hardware"]), (0x1, [])])
def test_why_a_card_is_slowed_down(machine: ScriptedMachine, bits: int, why: list[str]) -> None:
    (reading,) = machine.step(BOTH.replace("reasons.0 4", f"reasons.0 {bits}")).read()
    assert reading.devices[0]["slowdowns"] == why


@pytest.mark.parametrize("figure", ["utilization", "power", "temperature", "power_limit", "energy", "reasons"])
@pytest.mark.parametrize("code", [3, 4, 999])
def test_a_figure_that_fails_takes_no_other_with_it(machine: ScriptedMachine, figure: str, code: int) -> None:
    lines = [f"{figure}.0 !{code}" if line.startswith(f"{figure}.0 ") else line for line in BOTH.splitlines()]
    whole, broken = machine.step(BOTH).step("\n".join(lines)).read()
    lost = {name for name, value in whole.devices[0].items() if broken.devices[0][name] != value}
    fields = {"power": "power_watts", "temperature": "temperature_celsius", "power_limit": "power_limit_watts"}
    fields |= {"energy": "energy_joules", "reasons": "slowdowns"}
    also = {"memory_utilization"} if figure == "utilization" else set()  # one call tells both
    assert lost == {fields.get(figure, figure)} | also
    assert broken.absent is None


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
    machine.step(BOTH).step(BOTH.replace(f"used.1 {GIB // 8}", broken)).step(BOTH)
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


def test_a_reloaded_driver_is_shut_down_and_started_anew(machine: ScriptedMachine) -> None:
    log = f"log {machine.log_path}\n"
    machine.step(BOTH + log).step(f"{log}count !1").step(BOTH + log)
    assert machine.read()[2].absent is None
    assert machine.log_path.read_text().split() == ["init", "shutdown", "init", "shutdown"]
