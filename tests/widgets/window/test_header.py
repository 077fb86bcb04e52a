from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from tests.support import scripted_engine as scripted
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.window.header import Header
from widgets.window.model_label import ModelLabel, label_of, label_of_path, shortened

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform

FITS, MISFIT = "/models/Qwen2.5-0.5B-Instruct-Q8_0.gguf", "/models/gemma-3-270m-Q4_K_M.gguf"
REASON = "Its vocabulary differs from the target's at token 139."


@pytest.fixture
def header(qtbot: QtBot) -> Header:
    made = Header(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(made)
    made.resize(900, 56)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("/m/Qwen2.5-Coder-1.5B-Instruct-Q4_K_M.gguf", ModelLabel("Qwen2.5-Coder-1.5B-Instruct", "Q4_K_M")),
        ("/m/SmolLM2-135M-Instruct.Q4_1.gguf", ModelLabel("SmolLM2-135M-Instruct", "Q4_1")),
        ("/m/llama-3-70b-IQ2_XXS-00001-of-00003.gguf", ModelLabel("llama-3-70b", "IQ2_XXS")),
        ("/m/model-f16.GGUF", ModelLabel("model", "F16")),
        ("/m/sha256-abc", ModelLabel("sha256-abc", "")),
        ("/m/Q8_0.gguf", ModelLabel("Q8_0", "")),
    ],
)
def test_labels_from_file_names(path: str, label: ModelLabel) -> None:
    assert label_of_path(path) == label


def test_the_drafts_name_says_what_differs() -> None:
    assert shortened("Qwen2.5 Coder 0.5B Instruct", "Qwen2.5 Coder 1.5B Instruct") == "0.5B"
    assert shortened("SmolLM2 135M", "Qwen2.5 Coder 1.5B") == "SmolLM2 135M"
    assert shortened("Qwen 7B", "Qwen 7B") == "Qwen 7B"


def test_a_file_without_a_telling_name_takes_llamas_word() -> None:
    model = scripted.model(quant="Q4_K - Medium")
    assert label_of(model).quantisation == "Q4_K_M"


def test_what_is_loaded_is_named(header: Header) -> None:
    assert header.target_picker.accessibleName() == "Target: none"
    assert not header.draft_picker.isEnabled()
    header.set_pair(scripted.pair())
    assert header.target_picker.accessibleName() == "Target: Qwen2.5 Coder 1.5B F16"
    assert header.draft_picker.accessibleName() == "Draft: 0.5B Q4_K_M"
    header.set_pair(scripted.pair(draft=False))
    assert header.draft_picker.accessibleName() == "Draft: none"


def test_a_draft_that_does_not_fit_is_shown_with_the_reason_and_cannot_be_chosen(header: Header, qtbot: QtBot) -> None:
    header.set_pair(scripted.pair())
    header.set_recent([], [MISFIT, FITS])
    header.set_draft_reasons({MISFIT: REASON})
    header.open_draft_menu()
    listed = header.draft_picker.menu_popup.list
    misfit = listed.item(0)
    assert not misfit.flags() & Qt.ItemFlag.ItemIsEnabled
    assert REASON in misfit.data(Qt.ItemDataRole.AccessibleTextRole)
    assert misfit.toolTip() == REASON
    with qtbot.assertNotEmitted(header.draft_chosen):
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=listed.visualItemRect(misfit).center())
    with qtbot.waitSignal(header.draft_chosen) as chosen:
        QTest.keyClick(listed, Qt.Key.Key_Return)
    assert chosen.args == [FITS]


def test_the_draft_can_be_left_out(header: Header, qtbot: QtBot) -> None:
    header.set_pair(scripted.pair())
    header.open_draft_menu()
    with qtbot.waitSignal(header.draft_removed):
        header.draft_picker.menu_popup.chosen.emit("none")
    assert "none" not in [row.value for row in header.target_picker.rows()]


def test_a_file_is_chosen_in_a_dialog(header: Header, qtbot: QtBot) -> None:
    header.choose_target_file()
    dialog = header.window().findChild(QFileDialog)
    assert dialog is not None
    with qtbot.waitSignal(header.target_chosen) as chosen:
        dialog.fileSelected.emit("/models/x.gguf")
    assert chosen.args == ["/models/x.gguf"]
    dialog.reject()


def test_memory_is_told_in_figures_and_parts(header: Header) -> None:
    header.set_pair(scripted.pair())
    header.on_sample(scripted.sample(0.0))
    bar = header.memory_bar
    assert bar.figures_text == "5.1 of 8.0 GB"
    assert "3.30 GB target, weights" in bar.toolTip()
    assert "free" in bar.accessibleDescription()


def test_the_theme_is_chosen_in_the_menu(header: Header, qtbot: QtBot) -> None:
    dark = next(action for action in header.more_menu.actions() if action.text() == "Dark")
    with qtbot.waitSignal(header.theme_chosen) as chosen:
        dark.trigger()
    assert chosen.args == [ThemeChoice.DARK]
    header.show_theme_choice(ThemeChoice.LIGHT)
    assert not dark.isChecked()
