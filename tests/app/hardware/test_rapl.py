"""The processor's energy from files like those that Linux shows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.hardware.backoff import Backoff
from app.hardware.rapl import Rapl

if TYPE_CHECKING:
    from pathlib import Path

RANGE = 262_143_328_850


class Counters:
    """A folder with zones as the system has them."""

    def __init__(self, sysfs: Path) -> None:
        self.sysfs = sysfs

    def zone(self, place: str, name: str, microjoules: int) -> Path:
        folder = self.sysfs / "class/powercap" / place
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{name}\n")
        (folder / "max_energy_range_uj").write_text(f"{RANGE}\n")
        counter = folder / "energy_uj"
        counter.write_text(f"{microjoules}\n")
        return counter

    def rapl(self) -> Rapl:
        return Rapl(self.sysfs, Backoff(0.0, 0.0))


@pytest.fixture
def counters(tmp_path: Path) -> Counters:
    return Counters(tmp_path)


def test_packages_and_memory_are_added_up_and_parts_are_not_counted_twice(counters: Counters) -> None:
    first = counters.zone("intel-rapl:0", "package-0", 1_000_000)
    second = counters.zone("intel-rapl:1", "package-1", 9_000_000)
    memory = counters.zone("intel-rapl:0:1", "dram", 500_000)
    core = counters.zone("intel-rapl:0:0", "core", 1)
    whole = counters.zone("intel-rapl:2", "psys", 1)
    again = counters.zone("intel-rapl-mmio:0", "package-0", 1)
    rapl = counters.rapl()
    assert rapl.read() == (0.0, None)
    for counter, value in ((first, 3_000_000), (second, 9_500_000), (memory, 750_000)):
        counter.write_text(str(value))
    for counter in (core, whole, again):
        counter.write_text("999000000")
    assert rapl.read() == (2.75, None)


def test_a_counter_that_begins_anew_goes_on(counters: Counters) -> None:
    counter = counters.zone("intel-rapl:0", "package-0", RANGE - 1_000_000)
    rapl = counters.rapl()
    rapl.read()
    counter.write_text("2000000")
    joules, _ = rapl.read()
    assert joules == pytest.approx(3.0, abs=1e-5)


def test_a_machine_without_counters_says_so(counters: Counters) -> None:
    joules, absent = counters.rapl().read()
    assert joules is None
    assert absent is not None
    assert sentence(absent) == "This system offers no energy counter of the processor."


def test_a_counter_for_the_administrator_only_says_what_to_do(
    counters: Counters, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = counters.zone("intel-rapl:0", "package-0", 5)
    counter.chmod(0)
    if os.geteuid() == 0:  # nothing is closed to root: refuse as the system refuses others
        refuse_reading(counter, monkeypatch)
    joules, absent = counters.rapl().read()
    assert joules is None
    assert absent is not None
    assert "administrator" in sentence(absent)
    assert f"sudo chmod a+r {counters.sysfs}/class/powercap/intel-rapl:*/energy_uj" in sentence(absent)


def test_a_counter_that_is_opened_later_is_found(counters: Counters) -> None:
    rapl = counters.rapl()
    assert rapl.read()[0] is None
    counters.zone("intel-rapl:0", "package-0", 5)
    assert rapl.read() == (0.0, None)


def test_a_counter_that_goes_away_is_no_longer_told_and_comes_back(counters: Counters) -> None:
    counter = counters.zone("intel-rapl:0", "package-0", 5)
    rapl = counters.rapl()
    rapl.read()
    counter.unlink()
    assert rapl.read()[0] is None
    counter.write_text("1000005")
    assert rapl.read() == (0.0, None)  # what passed meanwhile is not known


def refuse_reading(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_text = type(path).read_text

    def read(self: Path, *arguments: str, **options: str) -> str:
        if self == path:
            raise PermissionError(13, "Permission denied", str(path))
        return read_text(self, *arguments, **options)

    monkeypatch.setattr(type(path), "read_text", read)
