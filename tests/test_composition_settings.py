"""The page of all settings in the program: it changes what it says, and follows whatever changes elsewhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.settings import policy
from app.settings.paths import find_folders
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings
from widgets.look.palette import HIGH_LIGHT
from widgets.settings.controls import ChoiceControl, LineControl, SwitchControl

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from tests.support.program import Program
    from widgets.settings.page import SettingsPage
    from widgets.settings.row import SettingRow

pytestmark = quiet_platform

CTRL = Qt.KeyboardModifier.ControlModifier


def open_page(program: Program) -> SettingsPage:
    QTest.keyClick(program.galley.window, Qt.Key.Key_Comma, CTRL)
    assert program.galley.window.page is program.galley.settings.page
    return program.galley.settings.page


def row(program: Program, name: str) -> SettingRow:
    """The row of a setting, found as one finds it: by search."""
    page = program.galley.settings.page
    page.search_field.setText(name)
    return next(
        each for section in page.sections for each in section.rows if each.described.name == name and each.isVisible()
    )


def choose(program: Program, name: str, value: object) -> None:
    """Choose a value by its name, as with the mouse."""
    control = row(program, name).control
    assert isinstance(control, ChoiceControl)
    place = control._values.index(value)
    control.box.setCurrentIndex(place)
    control.box.activated.emit(place)


def enter(program: Program, name: str, text: str) -> None:
    control = row(program, name).control
    assert isinstance(control, LineControl)
    control.line.setFocus()
    control.line.selectAll()
    QTest.keyClicks(control.line, text)
    QTest.keyClick(control.line, Qt.Key.Key_Return)


def throw(program: Program, name: str) -> None:
    control = row(program, name).control
    assert isinstance(control, SwitchControl)
    control.switch.click()


def test_ctrl_comma_opens_it_with_the_focus_in_the_search_and_esc_leads_back(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        page = open_page(program)
        assert page.search_field.hasFocus()
        QTest.keyClick(page.search_field, Qt.Key.Key_Escape)
        assert program.galley.window.page is None


def test_a_setting_found_and_changed_by_keyboard_alone_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(qtbot, home) as program:
        page = open_page(program)
        QTest.keyClicks(page.search_field, "temperature")
        QTest.keyClick(page.search_field, Qt.Key.Key_Down)
        line = program.galley.window.focusWidget()
        QTest.keyClick(line, Qt.Key.Key_A, CTRL)
        QTest.keyClicks(line, "1.3")
        QTest.keyClick(line, Qt.Key.Key_Escape)
        assert program.galley.window.page is None
        assert program.galley.preferences.sampling.temperature == 1.3
        assert program.galley.proof_panel.sampling_panel.temperature.value() == 1.3
    saved = json.loads((find_folders(home).settings / "settings.json").read_text())
    assert saved["sampling"]["temperature"] == 1.3


def test_appearance_is_in_step_both_ways(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        open_page(program)
        choose(program, "theme", "dark")
        assert galley.theme.palette.name == "dark"
        dark = next(each for each in galley.header.more_menu.actions() if each.text() == "Dark")
        assert dark.isChecked()
        next(each for each in galley.header.more_menu.actions() if each.text() == "Light").trigger()
        control = row(program, "theme").control
        assert isinstance(control, ChoiceControl)
        assert control.box.currentText() == "Light"


def test_high_contrast_dresses_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", {"appearance": {"theme": "light"}})
    with running(qtbot, tmp_path / "home") as program:
        open_page(program)
        choose(program, "contrast", "high")
        assert program.galley.theme.palette is HIGH_LIGHT
        assert program.galley.window.grab().toImage().pixelColor(600, 700).name() == "#ffffff"
        choose(program, "contrast", "normal")
        assert program.galley.theme.palette is not HIGH_LIGHT


def test_reduced_motion_stills_the_text_cursor_until_it_is_taken_back(qtbot: QtBot, tmp_path: Path) -> None:
    before = QApplication.cursorFlashTime()
    assert before > 0
    with running(qtbot, tmp_path / "home") as program:
        open_page(program)
        choose(program, "motion", "reduced")
        assert program.galley.theme.is_still
        assert QApplication.cursorFlashTime() == 0
        choose(program, "motion", "full")
        assert not program.galley.theme.is_still
        assert QApplication.cursorFlashTime() == before
        choose(program, "motion", "reduced")
    assert QApplication.cursorFlashTime() == before


def test_marks_and_spelling_and_a_full_context_are_in_step_both_ways(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        open_page(program)
        throw(program, "keep")
        assert galley.proof_panel.keep_marks.isChecked()
        galley.proof_panel.keep_marks.click()
        control = row(program, "keep").control
        assert isinstance(control, SwitchControl)
        assert not control.switch.isChecked()
        throw(program, "check_spelling")
        assert not galley.composer.spelling.is_on
        choose(program, "policy", "leave_out")
        assert galley.load_menu._leave_out.isChecked()
        galley.load_menu._refuse.trigger()
        policy_row = row(program, "policy").control
        assert isinstance(policy_row, ChoiceControl)
        assert policy_row.box.currentText() == "Refuse the message"


def test_a_new_context_waits_for_the_load_that_is_one_click_away(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_target) as program:
        assert program.loaded(tiny_target).target.context_tokens == 512
        page = open_page(program)
        enter(program, "context_tokens", "1024")
        assert row(program, "context_tokens").waiting.isVisible()
        assert program.galley.load_menu._actions[1024].isChecked()
        section = next(each for each in page.sections if each.group.key == "load")
        section.load_line.buttons[0].click()
        program.until(lambda: program.loaded(tiny_target).target.context_tokens == 1024)
        assert program.galley.window.page is None, "one sees it load"
        program.galley.settings.show()
        assert not row(program, "context_tokens").waiting.isVisible()


def test_a_folder_of_models_is_looked_through_at_once(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_folder: Path
) -> None:
    with running(qtbot, tmp_path / "home") as program:
        library = program.galley.models.library
        program.until(lambda: library.is_listed and not library.is_scanning)
        assert library.model_at(str(tiny_target)) is None
        open_page(program)
        control = row(program, "folders").control
        control.field.click()  # type: ignore[attr-defined]
        dialog = program.galley.window.findChild(QFileDialog)
        assert dialog is not None
        dialog.fileSelected.emit(str(tiny_folder))
        dialog.reject()
        program.until(lambda: library.model_at(str(tiny_target)) is not None)


def test_what_an_administrator_has_decided_is_said_at_the_setting(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "policy.toml"
    file.write_text("api = false\n")
    monkeypatch.setattr(policy, "policy_file", lambda: file)
    with running(qtbot, tmp_path / "home") as program:
        open_page(program)
        serve = row(program, "enabled")
        assert "administrator" in serve.pin.text()
        assert not serve.control.field.isEnabled()


def test_all_pages_stand_in_one_menu_at_the_sidebars_foot(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        names = [action.text() for action in galley.sidebar.page_menu.pages]
        wanted = ["Compare two settings…", "Lab: measure many prompts…", "Models on this machine…", "Memory planner…"]
        assert names[:4] == wanted
        for name in ("The machine…", "Privacy and keys…", "Settings…", "Keyboard shortcuts", "About Galley…"):
            assert name in names
        assert [button.text() for button in galley.sidebar.pages.buttons] == ["Compare", "Lab", "Models"]
        pages = set()
        for action in galley.sidebar.page_menu.pages:
            if action.text() != "Keyboard shortcuts":
                action.trigger()
                pages.add(galley.window.page)
                galley.window.show_page(None)
        assert None not in pages
        assert len(pages) == len(names) - 1
