from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.engine.types import SamplingSettings, SpeculationSettings
from tests.support.offscreen import quiet_platform
from widgets.proof.sampling_panel import SamplingPanel
from widgets.proof.scope_switch import ScopeSwitch

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def panel(qtbot: QtBot) -> SamplingPanel:
    panel = SamplingPanel()
    qtbot.addWidget(panel)
    return panel


def test_an_edit_changes_one_value_and_rounds_no_other(panel: SamplingPanel, qtbot: QtBot) -> None:
    exact = SamplingSettings(temperature=0.123456, top_p=0.98765, min_p=0.001)
    panel.set_sampling(exact)
    with qtbot.waitSignal(panel.sampling_changed) as told:
        panel.top_k.setValue(9)
    assert told.args == [SamplingSettings(temperature=0.123456, top_p=0.98765, min_p=0.001, top_k=9)]


def test_the_fields_reach_as_far_as_the_settings_do(panel: SamplingPanel) -> None:
    panel.set_sampling(SamplingSettings(temperature=5.0, top_k=100_000, top_p=0.01))
    panel.set_speculation(SpeculationSettings(draft_p_min=1.0))
    assert (panel.temperature.value(), panel.top_k.value(), panel.top_p.value()) == (5.0, 100_000, 0.01)
    assert panel.draft_p_min.value() == 1.0


def test_what_is_own_has_a_dot_and_says_what_the_program_has(panel: SamplingPanel, qtbot: QtBot) -> None:
    panel.show_own(True, {"temperature": 0.7, "seed": None, "verification": "coupled", "shared_lookup": True})
    labels = {name: label.text() for name, label in panel._labels.items()}
    assert labels["temperature"] == "• Temperature"
    assert labels["top_k"] == "Top-k"
    assert panel.temperature.accessibleDescription().endswith("The program has 0.7.")
    assert panel.seed.toolTip().endswith("The program has random.")
    assert panel.verification.toolTip().endswith("The program has coupled.")
    assert panel.shared_lookup.text().startswith("• ")
    with qtbot.waitSignal(panel.own_reset_requested), qtbot.assertNotEmitted(panel.sampling_changed):
        panel.reset_button.click()
    panel.show_own(False, {})
    assert panel._labels["temperature"].text() == "Temperature"
    assert panel.reset_button.text() == "Reset"
    with qtbot.assertNotEmitted(panel.own_reset_requested):
        panel.reset_button.click()


def test_the_switch_tells_the_users_choice_only(qtbot: QtBot) -> None:
    switch = ScopeSwitch()
    qtbot.addWidget(switch)
    with qtbot.assertNotEmitted(switch.scope_chosen):
        switch.set_scoped(True)
    assert switch.is_scoped
    with qtbot.waitSignal(switch.scope_chosen) as told:
        switch.button("all").click()
    assert told.args == [False]
