from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from app.engine.draft_length.values import Decision, DecisionCode
from app.engine.events import DecisionMade
from app.engine.types import Proposer
from app.viewmodels.hardware_history import HardwareHistory
from app.viewmodels.speculation import SpeculationState
from tests.support import scripted_engine as scripted
from tests.support.offscreen import quiet_platform
from widgets.look.palette import DARK, LIGHT
from widgets.look.theme import Theme, ThemeChoice
from widgets.plots.acceptance import AcceptancePlot
from widgets.plots.canvas import PlotCanvas, nearest
from widgets.plots.memory import MemoryPlot
from widgets.plots.throughput import ThroughputPlot

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from pytestqt.qtbot import QtBot

    from widgets.plots.card import PlotCard

pytestmark = quiet_platform


def shown(qtbot: QtBot, plot: PlotCard) -> PlotCard:
    qtbot.addWidget(plot)
    plot.resize(298, plot.sizeHint().height())
    plot.show()
    qtbot.waitExposed(plot)
    return plot


def reference(plot: PlotCard) -> str:
    label = plot.canvas._reference_label
    return str(label.textItem.toPlainText()) if label.isVisible() and plot.canvas._reference.isVisible() else ""


def has_colour(picture: QImage, name: str) -> bool:
    colour = QColor(name)
    return any(picture.pixelColor(x, y) == colour for x in range(picture.width()) for y in range(picture.height()))


def test_the_curve_appears_in_the_palettes_colour_and_follows_the_theme(qtbot: QtBot) -> None:
    theme, state = Theme(ThemeChoice.LIGHT), SpeculationState()
    plot = shown(qtbot, ThroughputPlot(theme, state))
    assert plot.value_text == "–"
    state.on_events(scripted.loaded_and_replied())
    qtbot.waitUntil(lambda: plot.value_text == "14.7")
    assert has_colour(plot.grab().toImage(), LIGHT.corrected)
    theme.choose(ThemeChoice.DARK)
    assert has_colour(plot.grab().toImage(), DARK.corrected)


def test_the_pointer_reads_a_value_off_and_leaves_the_latest(qtbot: QtBot) -> None:
    state = SpeculationState()
    plot = shown(qtbot, ThroughputPlot(Theme(ThemeChoice.LIGHT), state))
    state.on_events(scripted.loaded_and_replied())
    qtbot.waitUntil(lambda: plot.value_text == "14.7")
    viewport = plot.canvas.widget.viewport()
    QTest.mouseMove(viewport, QPoint(5, 20))
    QTest.mouseMove(viewport, QPoint(3, 20))
    qtbot.waitUntil(lambda: " at " in plot.value_text)
    assert plot.value_text.endswith(" s")
    plot.canvas.hovered.emit(-1)
    assert plot.value_text == "14.7"


def test_acceptance_is_the_windows(qtbot: QtBot) -> None:
    state = SpeculationState()
    plot = shown(qtbot, AcceptancePlot(Theme(ThemeChoice.LIGHT), state))
    state.on_events(scripted.loaded_and_replied())
    qtbot.waitUntil(lambda: plot.value_text.endswith("%"))
    last = state.acceptance.last
    assert last is not None
    assert plot.value_text == f"{last.value * 100:.0f} %"


def test_where_drafts_pay_is_a_line_with_a_word_to_it(qtbot: QtBot) -> None:
    state = SpeculationState()
    plot = shown(qtbot, AcceptancePlot(Theme(ThemeChoice.LIGHT), state))
    state.on_events(scripted.loaded_and_replied())
    qtbot.waitUntil(lambda: plot.value_text.endswith("%"))
    assert reference(plot) == ""
    decision = Decision(DecisionCode.FASTER, Proposer.DRAFT, 3, break_even=0.62)
    state.on_events([DecisionMade(1, decision)])
    qtbot.waitUntil(lambda: reference(plot) == "break-even 62 %")
    state.on_events([DecisionMade(1, Decision(DecisionCode.DRAFT_TOO_DEAR))])
    qtbot.waitUntil(lambda: reference(plot) == "")


@pytest.mark.parametrize(
    ("ys", "below"),
    [([0.62, 0.68, 0.69, 0.7], True), ([0.2, 0.4, 0.45, 0.5], False), ([0.1, 0.95, 0.45, 0.42], False)],
)
def test_the_word_stands_where_the_curve_is_not(qtbot: QtBot, ys: list[float], below: bool) -> None:
    canvas = PlotCanvas(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(canvas.widget)
    line = canvas.add_line("accepted")
    canvas.draw(line, [0.0, 7.6, 8.2, 10.0], ys)
    canvas.set_reference(0.55, "break-even 55 %")
    canvas.frame(0.0, 10.0, 1.0)
    assert (canvas._reference_label.anchor.y() == 0) is below


@pytest.mark.parametrize(("devices", "words"), [(True, ("VRAM", "5.1 / 8.0 GB")), (False, ("RAM", "9.1 / 32.0 GB"))])
def test_memory_shows_what_the_machine_has(qtbot: QtBot, devices: bool, words: tuple[str, str]) -> None:
    history = HardwareHistory()
    plot = shown(qtbot, MemoryPlot(Theme(ThemeChoice.LIGHT), history))
    for second in range(30):
        history.on_sample(scripted.sample(float(second), devices=devices))
    qtbot.waitUntil(lambda: (plot.title_text, plot.value_text) == words)
    assert plot.reading(3).startswith("engine 4.4")


def test_redraws_are_paced(qtbot: QtBot) -> None:
    history, drawn = HardwareHistory(), []
    plot = shown(qtbot, MemoryPlot(Theme(ThemeChoice.LIGHT), history))
    plot.pacer.refreshed.connect(lambda: drawn.append(1))
    for second in range(500):
        history.on_sample(scripted.sample(float(second)))
    assert len(drawn) <= 1
    qtbot.waitUntil(lambda: plot.value_text == "5.1 / 8.0 GB")
    assert len(drawn) <= 2


def test_a_hidden_plot_draws_nothing(qtbot: QtBot) -> None:
    history, drawn = HardwareHistory(), []
    plot = shown(qtbot, MemoryPlot(Theme(ThemeChoice.LIGHT), history))
    plot.hide()
    plot.pacer.refreshed.connect(lambda: drawn.append(1))
    history.on_sample(scripted.sample(1.0))
    assert not drawn
    plot.show()
    assert len(drawn) == 1


@pytest.mark.parametrize(("x", "index"), [(-5.0, 0), (0.4, 0), (0.6, 1), (1.6, 2), (99.0, 2)])
def test_the_nearest_point_is_read(x: float, index: int) -> None:
    assert nearest([0.0, 1.0, 2.0], x) == index
