"""The menus of the header: what was used before, what else is on this machine, and what cannot be chosen and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme
from widgets.window.model_label import ModelLabel
from widgets.window.model_menu import MenuRow
from widgets.window.model_picker import ModelPicker

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform

FITS = MenuRow("/models/small.gguf", "Small  Q4_K_M", "0.4 GB · about 2.1×")
REFUSED = MenuRow("/models/foreign.gguf", "Foreign  Q8_0", "2 GB", reason="Token 0 differs.")


@pytest.fixture
def picker(qtbot: QtBot) -> ModelPicker:
    made = ModelPicker(Theme(), "Draft", "none", none_label="No draft model")
    qtbot.addWidget(made)
    return made


def test_what_is_on_this_machine_stands_behind_what_was_used_before(picker: ModelPicker) -> None:
    picker.set_recent(["/elsewhere/Old-Q8_0.gguf", FITS.value])
    picker.set_library([FITS, REFUSED])
    assert [(row.title, row.reason) for row in picker.rows()] == [
        ("Old  Q8_0", ""),
        ("Small  Q4_K_M", ""),
        ("Foreign  Q8_0", "Token 0 differs."),
        ("No draft model", ""),
        ("All models on this machine…", ""),
        ("Open a GGUF file…", ""),
    ]
    assert picker.rows()[1].detail == "0.4 GB · about 2.1×"


def test_what_is_loaded_can_be_chosen_whatever_is_said_of_it(picker: ModelPicker) -> None:
    picker.set_library([REFUSED])
    picker.set_model(REFUSED.value, ModelLabel("Foreign", "Q8_0"))
    row = picker.rows()[0]
    assert (row.marked, row.reason) == (True, "")


def test_the_last_reason_counts_for_a_file_used_before(picker: ModelPicker) -> None:
    picker.set_recent([FITS.value])
    picker.set_library([FITS])
    picker.set_reasons({FITS.value: "It keeps a state."})
    assert picker.rows()[0].reason == "It keeps a state."


def test_the_menu_leads_to_all_models(picker: ModelPicker, qtbot: QtBot) -> None:
    assert "All models on this machine…" not in [row.title for row in picker.rows()]
    picker.set_library([FITS, REFUSED])
    picker.open_menu()
    rows = picker.menu_popup.list
    refused = rows.item(1)
    assert not refused.flags() & Qt.ItemFlag.ItemIsEnabled
    assert refused.toolTip() == "Token 0 differs."
    every = next(rows.item(row) for row in range(rows.count()) if rows.item(row).text().startswith("All"))
    with qtbot.waitSignal(picker.all_requested):
        rows.itemClicked.emit(every)
