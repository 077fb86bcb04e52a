"""What every plot can do: stand still, go back in time, be read point by point, be saved."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.errors import Notice
from app.viewmodels.hardware_history import HardwareHistory
from app.viewmodels.plot_view import PlotView, Span
from app.viewmodels.speculation import SpeculationState
from tests.support import machine_samples
from tests.support import scripted_engine as scripted
from tests.support.machine_samples import GIB, recorded
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.plots.load import CpuLoadPlot, DeviceLoadPlot, WorkingLoadPlot
from widgets.plots.memory import DeviceMemoryPlot, MemoryPlot, RamPlot
from widgets.plots.power import DevicePowerPlot, DeviceTemperaturePlot, PowerPlot, TemperaturePlot
from widgets.plots.throughput import ThroughputPlot

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.hardware.record import Table
    from widgets.plots.card import PlotCard
    from widgets.plots.machine_plot import MachinePlot

pytestmark = quiet_platform


class Scene:
    """A plot of a machine's memory, in sight."""

    def __init__(self, qtbot: QtBot, seconds: float = 120.0) -> None:
        self.qtbot = qtbot
        self.history, self.view = HardwareHistory(), PlotView()
        for sample in recorded(seconds):
            self.history.on_sample(sample)
        self.plot = RamPlot(Theme(ThemeChoice.LIGHT), self.history, self.view)
        self.show(self.plot)

    def show(self, plot: PlotCard) -> None:
        self.qtbot.addWidget(plot)
        plot.resize(298, plot.sizeHint().height())
        with self.qtbot.waitActive(plot):
            plot.show()
            plot.activateWindow()
        self.settled()

    def settled(self) -> None:
        """Wait until nothing is to be drawn any more."""
        self.qtbot.waitUntil(lambda: not self.plot.pacer._timer.isActive())

    def add(self, gigabytes: float, after: float = 1.0) -> None:
        latest = self.history.latest
        assert latest is not None
        sample = replace(latest, seconds=time.monotonic() + after, ram_used_bytes=int(gigabytes * GIB))
        self.history.on_sample(sample)
        self.settled()

    @property
    def width(self) -> float:
        """Seconds from the first drawn point to the last."""
        xs = self.plot._lines[0].xs
        return float(xs[-1] - xs[0])


@pytest.fixture
def scene(qtbot: QtBot) -> Scene:
    return Scene(qtbot)


def test_a_plot_that_stands_still_goes_on_with_what_has_come_meanwhile(scene: Scene) -> None:
    assert scene.plot.value_text == "19.1 / 64.0 GB"
    scene.view.set_paused(True)
    scene.settled()
    assert scene.plot.state_text == "paused"
    scene.add(33.0)
    scene.add(34.0)
    assert scene.plot.value_text == "19.1 / 64.0 GB"
    scene.view.set_paused(False)
    scene.qtbot.waitUntil(lambda: scene.plot.value_text == "34.0 / 64.0 GB")
    assert scene.plot.state_text == ""
    kept = [sample.ram_used_bytes // GIB for sample in scene.history.samples[-2:]]
    assert kept == [33, 34]


def test_the_past_of_a_paused_plot_can_still_be_chosen(scene: Scene) -> None:
    scene.view.set_paused(True)
    scene.settled()
    scene.add(33.0)
    scene.view.choose_span(Span.MINUTE)
    scene.qtbot.waitUntil(lambda: scene.width < 61)
    assert scene.plot.value_text == "19.1 / 64.0 GB"  # of the moment at which it was paused


def test_a_paused_reply_stays_when_the_next_one_is_written(qtbot: QtBot) -> None:
    state, view = SpeculationState(), PlotView()
    plot = ThroughputPlot(Theme(ThemeChoice.LIGHT), state, view)
    qtbot.addWidget(plot)
    plot.show()
    state.on_events(scripted.loaded_and_replied())
    qtbot.waitUntil(lambda: plot.value_text == "14.7")
    view.set_paused(True)
    qtbot.waitUntil(lambda: plot.state_text == "paused")
    state.on_events(scripted.reply_events(9, seed=3))
    qtbot.waitUntil(lambda: not plot.pacer._timer.isActive())
    assert plot.value_text == "14.7"
    view.set_paused(False)
    qtbot.waitUntil(lambda: plot.value_text not in ("14.7", "–"))


def test_a_minute_or_all_there_is_may_be_seen(scene: Scene) -> None:
    assert 115 < scene.width <= 120
    scene.view.choose_span(Span.MINUTE)
    scene.qtbot.waitUntil(lambda: 55 < scene.width <= 60)
    scene.view.choose_span(Span.HOUR)
    scene.qtbot.waitUntil(lambda: 115 < scene.width <= 120)


def test_the_menu_shows_and_chooses(scene: Scene) -> None:
    menu = scene.plot.menu
    menu.fill()
    ticked = {action.text() for action in menu.actions() if action.isChecked()}
    assert ticked == {"Last ten minutes"}
    next(action for action in menu.actions() if action.text() == "Last minute").trigger()
    next(action for action in menu.actions() if action.text() == "Pause all curves").trigger()
    assert (scene.view.span, scene.view.is_paused) == (Span.MINUTE, True)
    menu.fill()
    ticked = {action.text() for action in menu.actions() if action.isChecked()}
    assert ticked == {"Last minute", "Pause all curves"}


def test_the_arrow_keys_read_point_by_point_with_the_time(scene: Scene) -> None:
    scene.view.choose_span(Span.MINUTE)
    scene.settled()
    scene.add(21.5)
    plot = scene.plot
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.value_text.startswith("engine 2.4, all 21.5 GB · ")
    assert plot.value_text.split(" · ")[1].count(":") == 2
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.value_text.startswith("engine 2.4, all 19.1 GB · ")
    assert plot.accessibleDescription() == plot.value_text
    first, latest = scene.history.samples[0], scene.history.samples[-1]
    QTest.keyClick(plot, Qt.Key.Key_Home)
    assert plot.reading(0) == plot.value_text
    QTest.keyClick(plot, Qt.Key.Key_End)
    assert first.seconds < latest.seconds
    assert plot.value_text.startswith("engine 2.4, all 21.5 GB")
    QTest.keyClick(plot, Qt.Key.Key_Escape)
    assert plot.value_text == "21.5 / 64.0 GB"


def test_the_mark_goes_when_the_focus_goes(scene: Scene) -> None:
    scene.plot.setFocus()
    QTest.keyClick(scene.plot, Qt.Key.Key_Right)
    assert " · " in scene.plot.value_text
    scene.plot.clearFocus()
    assert " · " not in scene.plot.value_text


def test_what_was_recorded_is_handed_over_to_be_saved(scene: Scene) -> None:
    tables: list[Table] = []
    scene.plot.save_requested.connect(tables.append)
    scene.plot.menu.fill()
    next(action for action in scene.plot.menu.actions() if action.text().startswith("Save")).trigger()
    assert len(tables[0].rows) == len(scene.history.samples)
    assert tables[0].name == "Galley machine"


def test_time_in_which_nobody_looked_is_left_open(scene: Scene) -> None:
    scene.add(40.0, after=100.0)
    scene.qtbot.waitUntil(lambda: scene.plot.value_text.startswith("40.0"))
    drawn = scene.plot._lines[0].item.getData()[1]
    assert sum(math.isnan(value) for value in drawn) == 2
    filled = scene.plot._lines[0].shade.getData()[1]
    assert sorted(filled)[:2] == [0.0, 0.0]


def test_a_long_past_is_drawn_with_few_points_and_all_its_peaks(scene: Scene) -> None:
    for sample in recorded(3000.0, 1.0):
        peak = 60 * GIB if 1500 <= sample.unix_seconds - time.time() + 3000 <= 1504 else 10 * GIB
        scene.history.on_sample(replace(sample, seconds=sample.seconds + 4000, ram_used_bytes=peak))
    scene.view.choose_span(Span.HOUR)
    scene.settled()
    line = scene.plot._lines[0]
    assert len(line.xs) <= 242
    assert max(line.ys) == 60 * GIB


def test_the_value_is_always_the_newest_though_the_curve_moves_seldom(scene: Scene) -> None:
    scene.view.choose_span(Span.HOUR)
    scene.settled()
    drawn = list(scene.plot._lines[0].xs)
    scene.add(44.0, after=0.3)
    assert scene.plot.value_text == "44.0 / 64.0 GB"
    assert list(scene.plot._lines[0].xs) == drawn
    scene.add(45.0, after=14.0)
    assert list(scene.plot._lines[0].xs) != drawn


@pytest.mark.parametrize(
    ("kind", "title", "worded", "at"),
    [
        (RamPlot, "RAM", "19.1 / 64.0 GB", "engine 2.4, all 19.1 GB"),
        (MemoryPlot, "VRAM", "31.6 / 64.0 GB", "engine 29.2, all 31.6 GB"),
        (CpuLoadPlot, "Processor load", "15 %", "engine 6 %, all 15 %"),
        (WorkingLoadPlot, "GPU load", "92 %", "92 %"),
        (PowerPlot, "Power", "267 W", "267 W"),
        (TemperaturePlot, "Temperature", "52 °C", "52 °C"),
    ],
)
def test_each_says_what_it_shows(qtbot: QtBot, kind: type[MachinePlot], title: str, worded: str, at: str) -> None:
    history = HardwareHistory()
    history.on_sample(machine_samples.machine(100.0))
    plot = kind(Theme(ThemeChoice.LIGHT), history)
    qtbot.addWidget(plot)
    plot.show()
    assert (plot.title_text, plot.value_text) == (title, worded)
    assert plot.reading(0).startswith(f"{at} · ")


@pytest.mark.parametrize(
    ("kind", "worded", "at"),
    [
        (DeviceMemoryPlot, "30.2 / 48.0 GB", "engine 29.2, all 30.2 GB"),
        (DeviceLoadPlot, "92 %", "92 %, memory 65 %"),
        (DevicePowerPlot, "267 W", "267 W"),
        (DeviceTemperaturePlot, "52 °C", "52 °C"),
    ],
)
def test_each_card_has_its_own(
    qtbot: QtBot,
    kind: type[DeviceMemoryPlot | DeviceLoadPlot | DevicePowerPlot | DeviceTemperaturePlot],
    worded: str,
    at: str,
) -> None:
    history = HardwareHistory()
    history.on_sample(machine_samples.machine(100.0))
    plot = kind(Theme(ThemeChoice.LIGHT), history, PlotView(), "GPU-large", height=80)
    qtbot.addWidget(plot)
    plot.show()
    assert plot.value_text == worded
    assert plot.reading(0).startswith(f"{at} · ")


def test_a_machine_without_cards_shows_its_processors(qtbot: QtBot) -> None:
    history = HardwareHistory()
    history.on_sample(machine_samples.machine(100.0, devices=0))
    load, power = WorkingLoadPlot(Theme(), history), PowerPlot(Theme(), history)
    for plot in (load, power):
        qtbot.addWidget(plot)
        plot.show()
    assert (load.title_text, load.value_text) == ("Processor load", "15 %")
    assert power.value_text == "–"


def test_a_card_that_falls_away_leaves_its_curve_as_it_was(qtbot: QtBot) -> None:
    history = HardwareHistory()
    history.on_sample(machine_samples.machine(100.0))
    gone = replace(machine_samples.machine(101.0, devices=0), absent=Notice("gpu_driver_gone"))
    history.on_sample(gone)
    plot = DevicePowerPlot(Theme(), history, PlotView(), "GPU-large", height=80)
    qtbot.addWidget(plot)
    plot.show()
    assert plot.value_text == "267 W"
    assert list(plot._lines[0].xs) == [-1.0]
