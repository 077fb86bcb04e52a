"""The page about the machine: every figure of every card, and in plain words what cannot be read."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.errors import Notice
from app.hardware.samples import Holder, Slowdown
from app.viewmodels.hardware_history import HardwareHistory
from app.viewmodels.plot_view import PlotView, Span
from tests.support import machine_samples
from tests.support.machine_samples import ENGINE, GIB
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.machine.page import MachinePage

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.hardware.record import Table
    from app.hardware.samples import MachineSample
    from widgets.machine.device_section import DeviceSection

pytestmark = quiet_platform

LARGE, SMALL = "GPU-large", "GPU-small"


class Scene:
    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.history, self.view = HardwareHistory(), PlotView()
        self.page = MachinePage(Theme(ThemeChoice.LIGHT), self.history, self.view)
        qtbot.addWidget(self.page)
        self.page.resize(1000, 900)
        self.page.show()
        qtbot.waitExposed(self.page)

    def see(self, sample: MachineSample) -> None:
        self.history.on_sample(sample)
        self.qtbot.waitUntil(lambda: not self.page.pacer._timer.isActive())

    def section(self, key: str = LARGE) -> DeviceSection:
        return self.page.device_sections[key]


@pytest.fixture
def scene(qtbot: QtBot) -> Scene:
    return Scene(qtbot)


def test_every_card_stands_there_with_all_its_figures(scene: Scene) -> None:
    scene.see(machine_samples.machine(100.0))
    assert list(scene.page.device_sections) == [LARGE, SMALL]
    section = scene.section()
    assert section.memory.text == "29.6 / 48.0 GB"
    assert (section.load.text, section.memory_load.text) == ("92 %", "65 %")
    assert (section.power.text, section.temperature.text, section.energy.text) == ("267 / 300 W", "52 °C", "0.00 Wh")
    assert "slowed down by its power limit" in section.state.text()
    assert "reserves 0.6 GB" in section.state.text()
    assert all(plot.isVisible() for plot in section.plots)
    assert scene.page.trouble.isHidden()


def test_energy_is_counted_from_the_first_look(scene: Scene) -> None:
    scene.see(machine_samples.machine(100.0))
    scene.see(machine_samples.machine(400.0))
    assert scene.section().energy.text == "15.8 Wh"  # 190 W for 300 s


def test_programs_that_hold_memory_are_named_and_galleys_own_known(scene: Scene) -> None:
    scene.see(machine_samples.machine(100.0))
    holders = scene.section().holders
    assert holders.lines == [
        ("Galley's engine", f"process {ENGINE}", "29.2 GB"),
        ("Xorg", "process 1401", "0.2 GB"),
        ("a program that cannot be seen from here", "process 77", "not told"),
    ]
    assert "Galley's engine, process" in holders.accessibleDescription()


def test_memory_that_nobody_is_listed_for_is_said(scene: Scene) -> None:
    device = replace(machine_samples.device(100.0), holders=())
    scene.see(replace(machine_samples.machine(100.0), devices=(device,)))
    assert scene.section().holders.lines == []
    assert scene.section().holders.note.startswith("29.6 GB are held by programs that the driver does not list")
    idle = replace(device, used_bytes=0)
    scene.see(replace(machine_samples.machine(101.0), devices=(idle,)))
    assert scene.section().holders.note == "No program holds memory of it."


def test_holders_that_are_kept_from_us_are_a_sentence(scene: Scene) -> None:
    device = replace(machine_samples.device(), holders=None, holders_absent=Notice("gpu_holders_not_permitted"))
    scene.see(replace(machine_samples.machine(), devices=(device,)))
    assert "not allowed to see" in scene.section().holders.note


def test_many_holders_are_cut_short(scene: Scene) -> None:
    holders = tuple(Holder(pid, f"program{pid}", GIB) for pid in range(1, 13))
    device = replace(machine_samples.device(), holders=holders, used_bytes=12 * GIB)
    scene.see(replace(machine_samples.machine(), devices=(device,)))
    assert len(scene.section().holders.lines) == 8
    assert scene.section().holders.note == "And 4 more with less."


def test_figures_that_a_card_does_not_offer_are_dashes_without_a_plot(scene: Scene) -> None:
    bare = replace(
        machine_samples.device(),
        utilization=None,
        memory_utilization=None,
        power_watts=None,
        temperature_celsius=None,
        energy_joules=None,
        slowdowns=(Slowdown.HEAT,),
        reserved_bytes=None,
    )
    scene.see(replace(machine_samples.machine(), devices=(bare,)))
    section = scene.section()
    assert {tile.text for tile in (section.load, section.power, section.temperature, section.energy)} == {"–"}
    assert [plot.isVisible() for plot in section.plots] == [True, False, False, False]
    assert section.state.text() == "It is slowed down because it is too hot."


def test_a_card_that_vanishes_says_so_and_comes_back(scene: Scene) -> None:
    scene.see(machine_samples.machine(100.0))
    lost = Notice("gpu_lost", {"name": "NVIDIA RTX 2000 Ada Generation"})
    scene.see(replace(machine_samples.machine(101.0, devices=1), absent=lost))
    assert scene.page.trouble.text() == "NVIDIA RTX 2000 Ada Generation is no longer there."
    assert scene.page.trouble.isVisible()
    assert scene.section(SMALL).memory.text == "–"
    assert "goes on looking for it" in scene.section(SMALL).state.text()
    assert scene.section(LARGE).load.text == "94 %"
    scene.see(machine_samples.machine(102.0))
    assert scene.page.trouble.isHidden()
    assert scene.section(SMALL).memory.text == "1.1 / 16.0 GB"


@pytest.mark.parametrize("code", ["gpu_no_driver", "gpu_none", "gpu_driver_gone", "gpu_no_permission"])
def test_why_there_is_no_card_is_a_sentence(scene: Scene, code: str) -> None:
    scene.see(replace(machine_samples.machine(devices=0), absent=Notice(code)))
    assert scene.page.trouble.isVisible()
    assert scene.page.trouble.text().endswith(".")
    assert scene.page.device_sections == {}


def test_processors_memory_and_galleys_own_part(scene: Scene) -> None:
    scene.see(machine_samples.machine(100.0))
    host = scene.page.host_section
    assert (host.ram.text, host.available.text, host.swap.text) == ("19.1 / 64.0 GB", "46.8 GB", "0.3 / 8.0 GB")
    assert host.load.text == "15 %"
    assert host.engine.text() == (
        f"The engine (process {ENGINE}) holds 2.4 GB of RAM; 2.3 GB where shared pages are divided among programs; "
        "1.0 of 16 processors are busy for it."
    )
    assert host.window_line.text() == (
        f"This window (process {os.getpid()}) holds 0.31 GB and takes 1.1 % of all processors."
    )
    assert host.energy.text == "–"
    assert "sudo chmod a+r" in host.energy_note.text()


def test_without_an_engine_the_page_says_so(scene: Scene) -> None:
    idle = replace(machine_samples.host(), engine=None, swap_total_bytes=0, energy_joules=7200.0, energy_absent=None)
    scene.see(replace(machine_samples.machine(), host=idle))
    host = scene.page.host_section
    assert "does not run" in host.engine.text()
    assert (host.swap.text, host.energy.text) == ("none", "2.00 Wh")
    assert host.energy_note.isHidden()


def test_span_and_pause_are_those_of_all_plots(scene: Scene) -> None:
    page = scene.page
    page.span_control.button("3600").click()
    assert scene.view.span is Span.HOUR
    page.pause_button.click()
    assert scene.view.is_paused
    assert page.pause_button.text() == "Go on"
    scene.view.set_paused(False)
    scene.view.choose_span(Span.MINUTE)
    assert (page.pause_button.text(), page.pause_button.isChecked()) == ("Pause", False)
    assert page.span_control.value == "60"


def test_everything_recorded_may_be_saved(scene: Scene) -> None:
    tables: list[Table] = []
    scene.page.save_requested.connect(tables.append)
    scene.see(machine_samples.machine(100.0))
    scene.page.save_button.click()
    menu = scene.section().plots[0].menu
    menu.fill()
    next(action for action in menu.actions() if action.text().startswith("Save")).trigger()
    assert [len(table.rows) for table in tables] == [1, 1]


def test_the_keyboard_reaches_everything_and_escape_goes_back(scene: Scene) -> None:
    scene.see(machine_samples.machine(100.0))
    for widget in scene.page.findChildren(QWidget):
        if isinstance(widget, QAbstractButton) and widget.isVisible():
            assert widget.accessibleName() or widget.text()
            assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert all(plot.focusPolicy() & Qt.FocusPolicy.TabFocus for plot in scene.section().plots)
    with scene.qtbot.waitSignal(scene.page.close_requested):
        QTest.keyClick(scene.page, Qt.Key.Key_Escape)


def test_a_hidden_page_does_nothing(scene: Scene) -> None:
    scene.page.hide()
    scene.history.on_sample(machine_samples.machine(100.0))
    assert scene.page.device_sections == {}
    scene.page.show()
    assert list(scene.page.device_sections) == [LARGE, SMALL]
