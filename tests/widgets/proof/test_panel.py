from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QWidget

from app.engine.types import SamplingSettings, SpeculationMode, SpeculationSettings
from app.viewmodels.badge import Badge, BadgeKind
from app.viewmodels.hardware_history import HardwareHistory
from app.viewmodels.speculation import SpeculationState
from tests.support import scripted_engine as scripted
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.proof.panel import ProofPanel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


class Scene:
    def __init__(self, qtbot: QtBot) -> None:
        self.state, self.history = SpeculationState(), HardwareHistory()
        self.panel = ProofPanel(Theme(ThemeChoice.LIGHT), self.state, self.history)
        qtbot.addWidget(self.panel)
        self.panel.resize(330, 900)
        self.panel.show()
        qtbot.waitExposed(self.panel)


@pytest.fixture
def scene(qtbot: QtBot) -> Scene:
    return Scene(qtbot)


def test_unknown_figures_are_dashes(scene: Scene) -> None:
    panel = scene.panel
    tiles = (panel.rate_tile, panel.accepted_tile, panel.check_tile, panel.first_token, panel.overhead)
    assert {tile.text for tile in tiles} == {"–"}
    assert "No model" in panel.badge.text


def test_a_reply_fills_the_panel(scene: Scene, qtbot: QtBot) -> None:
    panel = scene.panel
    scene.state.on_events(scripted.loaded_and_replied())
    qtbot.waitUntil(lambda: panel.rate_tile.text != "–")
    assert panel.badge.text.startswith("On, about 3.2× faster (estimated). ")
    assert (panel.accepted_tile.text, panel.first_token.text, panel.overhead.text) == ("81 %", "1.3 s", "1.0 %")
    qtbot.waitUntil(lambda: panel.plots.throughput.value_text == panel.rate_tile.text)
    assert panel.all_rounds.isVisible()


def test_nothing_moves_when_the_badge_gets_a_second_line(scene: Scene, qtbot: QtBot) -> None:
    panel = scene.panel
    panel.badge.show_badge(Badge(BadgeKind.ON, "On", "Short"))
    place = panel.rate_tile.y()
    long = Badge(BadgeKind.ON, "On, about as fast as without", "Draft model, 4 ahead", "estimated")
    panel.badge.show_badge(long)
    panel.badge.updateGeometry()
    panel.grab()
    assert panel.rate_tile.y() == place


def test_a_hidden_panel_waits_and_catches_up(scene: Scene, qtbot: QtBot) -> None:
    panel = scene.panel
    panel.hide()
    scene.state.on_events(scripted.loaded_and_replied())
    assert panel.rate_tile.text == "–"
    panel.show()
    qtbot.waitUntil(lambda: panel.rate_tile.text != "–")


def test_choosing_a_mode_tells_mode_and_settings(scene: Scene, qtbot: QtBot) -> None:
    panel = scene.panel
    panel.set_speculation(SpeculationSettings(draft_max=5))
    told: list[object] = []
    panel.mode_chosen.connect(told.append)
    panel.speculation_changed.connect(told.append)
    QTest.mouseClick(panel.mode_switch.button("off"), Qt.MouseButton.LeftButton)
    assert told == [SpeculationMode.OFF, SpeculationSettings(mode=SpeculationMode.OFF, draft_max=5)]


def test_showing_settings_tells_nobody(scene: Scene, qtbot: QtBot) -> None:
    panel = scene.panel
    with (
        qtbot.assertNotEmitted(panel.mode_chosen),
        qtbot.assertNotEmitted(panel.speculation_changed),
        qtbot.assertNotEmitted(panel.sampling_changed),
    ):
        panel.set_speculation(SpeculationSettings(mode=SpeculationMode.DRAFT, draft_max=3, draft_p_min=0.1))
        panel.set_sampling(SamplingSettings(temperature=1.2, seed=4))
    assert panel.mode_switch.value == "draft"
    assert panel.sampling_panel.seed.text() == "4"


def test_an_edit_keeps_the_mode_and_what_is_not_shown(scene: Scene, qtbot: QtBot) -> None:
    panel = scene.panel
    shown = SpeculationSettings(mode=SpeculationMode.DRAFT, draft_min=2)
    panel.set_speculation(shown)
    panel.set_sampling(SamplingSettings(repeat_penalty=1.1))
    with qtbot.waitSignal(panel.speculation_changed) as told:
        panel.sampling_panel.draft_max.setValue(4)
    assert told.args == [replace(shown, draft_max=4)]
    with qtbot.waitSignal(panel.sampling_changed) as told:
        panel.sampling_panel.temperature.setValue(0.0)
    assert told.args == [SamplingSettings(repeat_penalty=1.1, temperature=0.0)]


def test_an_empty_seed_is_random(scene: Scene, qtbot: QtBot) -> None:
    seed = scene.panel.sampling_panel.seed
    seed.setText("123")
    with qtbot.waitSignal(scene.panel.sampling_changed) as told:
        seed.editingFinished.emit()
    assert told.args == [SamplingSettings(seed=123)]
    seed.clear()
    with qtbot.waitSignal(scene.panel.sampling_changed) as told:
        seed.editingFinished.emit()
    assert told.args == [SamplingSettings(seed=None)]


def test_reset_brings_the_defaults_back_but_not_the_mode(scene: Scene, qtbot: QtBot) -> None:
    panel = scene.panel
    panel.set_speculation(SpeculationSettings(mode=SpeculationMode.OFF, draft_max=3))
    panel.set_sampling(SamplingSettings(temperature=1.5))
    panel.sampling_fold.heading.click()
    with qtbot.waitSignal(panel.speculation_changed) as told:
        panel.sampling_panel.reset_button.click()
    assert told.args == [SpeculationSettings(mode=SpeculationMode.OFF)]
    assert panel.sampling_panel.sampling == SamplingSettings()


def test_sampling_is_folded_until_asked_for(scene: Scene) -> None:
    assert not scene.panel.sampling_panel.isVisible()
    scene.panel.sampling_fold.heading.click()
    assert scene.panel.sampling_panel.isVisible()


def test_keep_marks_is_told(scene: Scene, qtbot: QtBot) -> None:
    with qtbot.waitSignal(scene.panel.keep_marks_changed) as told:
        scene.panel.keep_marks.click()
    assert told.args == [True]


def test_every_control_has_a_name(scene: Scene) -> None:
    kinds = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit)
    controls = [each for kind in kinds for each in scene.panel.findChildren(kind)]
    unnamed = [
        each
        for each in controls
        if not each.accessibleName()
        and not each.objectName().startswith("qt_")
        and not isinstance(each.parentWidget(), QAbstractSpinBox)
    ]
    assert len(controls) > 12
    assert [type(each).__name__ for each in unnamed if isinstance(each, QWidget)] == []
