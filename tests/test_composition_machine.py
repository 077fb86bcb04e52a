"""The machine in the program: what the driver says is on screen, what it took is kept, and nobody looks in vain."""

from __future__ import annotations

import csv
import os
import time
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.runtime.telemetry_worker import GLANCE_INTERVAL_MS, IDLE_INTERVAL_MS, INTERVAL_MS
from app.viewmodels.reply import Phase
from tests.support.fixed_keys import FixedKeys
from tests.support.nvml import build_driver, driver_here
from tests.support.offscreen import quiet_platform
from tests.support.program import LONG, SHORT, endless_pair, running, write_settings
from widgets.transcript.figure_sections import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program

pytestmark = quiet_platform

GIB = 1 << 30
CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
SMALL = f"name.1 NVIDIA T400\nuuid.1 GPU-bbbb\nused.1 {GIB}\ntotal.1 {4 * GIB}\ntemperature.1 40\n"


def large(used_gib: float = 3.0, millijoules: int = 5_000_000) -> str:
    return (
        f"name.0 NVIDIA RTX 6000 Ada\nuuid.0 GPU-aaaa\nused.0 {int(used_gib * GIB)}\ntotal.0 {48 * GIB}\n"
        f"reserved.0 {600 << 20}\nutilization.0 87\nmemory_utilization.0 44\npower.0 251500\npower_limit.0 300000\n"
        f"temperature.0 71\nenergy.0 {millijoules}\ncompute.0 {os.getpid()} {GIB}\n"
    )


class Driver:
    """The script of the driver in this process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.say(f"count 2\n{large()}{SMALL}")

    def say(self, script: str) -> None:
        """Change the machine, all at once."""
        fresh = self.path.with_suffix(".new")
        fresh.write_text(script)
        fresh.replace(self.path)


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_driver(tmp_path_factory.mktemp("driver-here"))


@pytest.fixture
def driver(library: Path, tmp_path: Path) -> Iterator[Driver]:
    made = Driver(tmp_path / "nvml-script")
    with driver_here(library, made.path):
        yield made


def open_page(program: Program) -> None:
    QTest.keyClick(program.galley.window, Qt.Key.Key_H, CTRL_SHIFT)
    assert program.galley.window.page is program.galley.machine.page


def seen_since(program: Program, moment: float) -> bool:
    latest = program.galley.history.latest
    return latest is not None and latest.seconds >= moment


def save_as(program: Program, path: Path) -> None:
    """Answer the open dialog."""
    dialogs = program.galley.window.findChildren(QFileDialog)
    dialogs[-1].fileSelected.emit(str(path))
    dialogs[-1].close()


def test_two_cards_are_on_the_page_and_one_vanishes_and_comes_back(
    qtbot: QtBot, tmp_path: Path, driver: Driver
) -> None:
    with running(qtbot, tmp_path / "home") as program:
        page = program.galley.machine.page
        open_page(program)
        program.until(lambda: list(page.device_sections) == ["GPU-aaaa", "GPU-bbbb"])
        section = page.device_sections["GPU-aaaa"]
        assert section.memory.text == "3.0 / 48.0 GB"
        assert section.power.text == "252 / 300 W"
        assert section.holders.lines[0][0] == "Galley, this window"
        driver.say(f"count 2\n{large(7.5)}{SMALL}")
        program.until(lambda: section.memory.text == "7.5 / 48.0 GB")
        driver.say(f"count 1\n{large(7.5)}")
        program.until(lambda: page.trouble.text() == "NVIDIA T400 is no longer there.")
        program.until(lambda: page.device_sections["GPU-bbbb"].memory.text == "–")
        assert section.memory.text == "7.5 / 48.0 GB"
        driver.say(f"count 2\n{large(7.5)}{SMALL}")
        program.until(lambda: page.device_sections["GPU-bbbb"].memory.text == "1.0 / 4.0 GB")
        assert page.trouble.isHidden()
        QTest.keyClick(program.galley.window, Qt.Key.Key_Escape)
        assert program.galley.window.page is None


def test_a_driver_that_dies_is_said_beside_the_curves_and_recovers(
    qtbot: QtBot, tmp_path: Path, driver: Driver
) -> None:
    with running(qtbot, tmp_path / "home") as program:
        panel = program.galley.proof_panel
        program.until(lambda: panel.plots.memory.title_text == "VRAM")
        driver.say("count !1\ninit !9\n")
        program.until(lambda: "stopped answering" in panel.plots.trouble.text())
        assert panel.plots.trouble.isVisible()
        assert panel.plots.memory.title_text == "RAM"
        driver.say(f"count 2\n{large()}{SMALL}")
        program.until(lambda: panel.plots.memory.title_text == "VRAM")
        assert panel.plots.trouble.isHidden()


def test_without_a_driver_the_page_says_so_and_nothing_is_in_the_way(
    qtbot: QtBot, tmp_path: Path, driver: Driver
) -> None:
    driver.say("count 0\n")
    with running(qtbot, tmp_path / "home") as program:
        open_page(program)
        page = program.galley.machine.page
        program.until(lambda: page.trouble.text() == "The NVIDIA driver finds no GPU.")
        assert program.galley.proof_panel.plots.trouble.isHidden()
        program.until(lambda: page.host_section.ram.text != "–")


def test_what_a_reply_took_is_among_its_figures_and_is_kept(
    qtbot: QtBot, tmp_path: Path, driver: Driver, tiny_folder: Path
) -> None:
    home, keys = tmp_path / "home", FixedKeys()
    write_settings(home, LONG)
    target, draft = endless_pair(tiny_folder)
    with running(qtbot, home, target, draft, keys=keys) as program:
        program.loaded(target)
        driver.say(f"count 1\n{large()}compute.0 {program.galley.engine.engine_pid} {GIB}\n")
        reply = program.writing(program.send("Go on."))
        program.until(lambda: bool(program.galley.machine.meter.running))
        engine = program.galley.engine.engine_pid
        driver.say(f"count 1\n{large(millijoules=5_012_250)}compute.0 {engine} {GIB}\n")
        program.press(Qt.Key.Key_Escape)
        program.over(reply)
        program.until(lambda: reply.energy is not None)
        assert reply.energy is not None
        assert reply.energy.gpu_joules == 12.25
        assert "energy, GPU: 12.3 J · " in as_text(reply) or "energy, GPU: 12.2 J · " in as_text(reply)
        program.until(lambda: program.galley.keeping.is_kept(program.galley.conversations.active))
    with running(qtbot, home, keys=keys) as program:
        kept = program.last
        assert kept.phase is Phase.STOPPED
        assert kept.energy is not None
        assert kept.energy.gpu_joules == 12.25


def test_without_a_counter_no_energy_is_told(qtbot: QtBot, tmp_path: Path, driver: Driver, tiny_ending: Path) -> None:
    driver.say(f"count 1\n{SMALL.replace('.1', '.0')}")
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        reply = program.ask("How much?")
        asked = time.monotonic()
        program.galley.telemetry.look()
        program.until(lambda: seen_since(program, asked))
        assert reply.energy is None or reply.energy.gpu_joules is None
        assert "energy, GPU" not in as_text(reply)


def test_what_was_recorded_is_saved_and_a_place_that_cannot_be_written_is_said(
    qtbot: QtBot, tmp_path: Path, driver: Driver
) -> None:
    with running(qtbot, tmp_path / "home") as program:
        page = program.galley.machine.page
        open_page(program)
        program.until(lambda: len(program.galley.history.samples) > 2)
        page.save_button.click()
        save_as(program, tmp_path / "nowhere" / "machine.csv")
        program.until(lambda: "cannot be written: there is no such file or folder" in page.note.text())
        page.save_button.click()
        path = tmp_path / "machine.csv"
        save_as(program, path)
        program.until(lambda: page.note.text() == f"Saved as {path}")
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert float(rows[0]["GPU 0 (NVIDIA RTX 6000 Ada) power [W]"]) == 251.5
        assert int(rows[-1]["RAM total [B]"]) > 0


def test_a_curve_of_the_panel_is_saved_and_told_above_the_message_box(
    qtbot: QtBot, tmp_path: Path, driver: Driver, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("How fast?")
        plot = program.galley.proof_panel.plots.throughput
        plot.menu.fill()
        next(action for action in plot.menu.actions() if action.text().startswith("Save")).trigger()
        path = tmp_path / "speed.csv"
        save_as(program, path)
        program.until(path.exists)
        program.until(lambda: f"Saved as {path}" in program.galley.notices.label.text())
        assert path.read_text().startswith("decode time [s],tokens per second [1/s]\n0.")


def test_the_machine_is_looked_at_as_closely_as_somebody_looks(qtbot: QtBot, tmp_path: Path, driver: Driver) -> None:
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        galley.window.resize(1280, 820)
        assert galley.telemetry.interval_ms == IDLE_INTERVAL_MS
        open_page(program)
        assert galley.telemetry.interval_ms == INTERVAL_MS
        galley.window.show_page(None)
        galley.window.resize(900, 700)  # the panel folds away, the bar of the memory stays
        program.until(lambda: galley.telemetry.interval_ms == GLANCE_INTERVAL_MS)
        galley.window.showMinimized()
        program.until(lambda: galley.telemetry.interval_ms == 0)
        asked = time.monotonic()
        galley.telemetry.look()  # what was under way before has come when this has
        program.until(lambda: seen_since(program, asked))
        with qtbot.assertNotEmitted(galley.telemetry.sampled, wait=700):
            pass
        galley.window.showNormal()
        with qtbot.waitSignal(galley.telemetry.sampled):
            program.until(lambda: galley.telemetry.interval_ms > 0)
