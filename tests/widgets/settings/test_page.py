from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QWidget

from app.settings.described import Kind, described_settings
from app.settings.store import SettingsStore
from app.viewmodels.preferences import Preferences
from app.viewmodels.settings_state import SettingsState
from tests.support.looks import clipped
from tests.support.offscreen import quiet_platform
from widgets.look.style_sheet import dress
from widgets.look.theme import Theme, ThemeChoice
from widgets.settings.controls import ChoiceControl, LineControl, SwitchControl
from widgets.settings.folders import FoldersControl
from widgets.settings.page import SettingsPage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from widgets.settings.row import SettingRow
    from widgets.settings.section import SettingsSection

pytestmark = quiet_platform


class Scene:
    """The page, and what is behind it."""

    def __init__(self, qtbot: QtBot, qapp: QApplication, folder: Path) -> None:
        self.theme = Theme(ThemeChoice.LIGHT)
        dress(qapp, self.theme)
        self.preferences = Preferences(SettingsStore(folder))
        self.state = SettingsState(self.preferences)
        self.page = SettingsPage(self.theme, self.state)
        qtbot.addWidget(self.page)
        self.page.resize(1000, 700)
        self.page.show()
        qtbot.waitExposed(self.page)
        self.page.search_field.setFocus()

    def row(self, name: str) -> SettingRow:
        """The row of a setting, brought in sight."""
        groups = ((group, settings) for group, settings in self.state.groups)
        key = next(group.key for group, settings in groups if name in {each.name for each in settings})
        return next(row for row in self.section(key).rows if row.described.name == name)

    def section(self, key: str) -> SettingsSection:
        """A group, brought in sight."""
        self.page.show_group(key)
        return next(each for each in self.page.sections if each.group.key == key)

    def line(self, name: str) -> QLineEdit:
        """The field of a setting into which one types."""
        control = self.row(name).control
        assert isinstance(control, LineControl)
        return control.line

    def type(self, name: str, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
        """Type into the field of a setting, from the start."""
        line = self.line(name)
        line.setFocus()
        line.selectAll()
        QTest.keyClick(line, Qt.Key.Key_Delete)
        QTest.keyClicks(line, text)
        QTest.keyClick(line, end)

    def value(self, name: str) -> object:
        """What a setting is."""
        return self.state.value(next(each for each in described_settings() if each.name == name))

    def shown(self) -> set[str]:
        """Names of the settings in sight."""
        return {row.described.name for section in self.page.sections for row in section.rows if row.isVisible()}


@pytest.fixture
def scene(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Scene]:
    made = Scene(qtbot, qapp, tmp_path / "settings")
    yield made
    made.preferences.save()


def test_every_setting_is_there_once_with_title_sentence_and_control(scene: Scene) -> None:
    rows = [row for group, _settings in scene.state.groups for row in scene.section(group.key).rows]
    assert sorted(row.described.key for row in rows) == sorted(each.key for each in described_settings())
    for row in rows:
        assert row.title.text()
        assert row.sentence.text()
        if row.described.kind is not Kind.FOLDERS:
            assert row.control.field.accessibleName() == row.title.text()
        assert "Default: " in row.control.field.accessibleDescription()


def test_one_group_is_shown_and_the_list_leads_to_the_others(scene: Scene) -> None:
    assert scene.shown() == {"theme", "language", "contrast", "motion", "check_spelling", "keep"}
    scene.page.list.setFocus()
    QTest.keyClick(scene.page.list, Qt.Key.Key_Down)
    assert scene.shown() == {"policy"}


def test_a_number_holds_when_it_is_complete(scene: Scene) -> None:
    scene.type("temperature", "1.25")
    assert scene.value("temperature") == 1.25
    scene.type("top_k", "12", end=Qt.Key.Key_Tab)
    assert scene.value("top_k") == 12


def test_a_number_out_of_bounds_stays_in_its_field_with_a_sentence(scene: Scene) -> None:
    row = scene.row("draft_max")
    scene.type("draft_max", "99")
    assert scene.value("draft_max") == 16
    assert scene.line("draft_max").text() == "99"
    assert row.problem.text() == "Enter a whole number from 1 to 16."
    assert row.problem.isVisible()
    assert row.problem.text() in row.control.field.accessibleDescription()
    scene.type("draft_min", "2")
    assert scene.line("draft_max").text() == "99", "what another setting becomes takes nothing away"
    scene.type("draft_max", "9")
    assert scene.value("draft_max") == 9
    assert not row.problem.isVisible()


def test_a_complaint_goes_as_soon_as_there_is_no_reason_for_it(scene: Scene) -> None:
    scene.type("draft_max", "99")
    QTest.keyClick(scene.line("draft_max"), Qt.Key.Key_Backspace)
    assert scene.line("draft_max").text() == "9"
    assert not scene.row("draft_max").problem.isVisible()


def test_arrows_count_within_the_bounds(scene: Scene) -> None:
    line = scene.line("draft_max")
    QTest.keyClick(line, Qt.Key.Key_Up)
    assert scene.value("draft_max") == 16
    QTest.keyClick(line, Qt.Key.Key_Down)
    assert scene.value("draft_max") == 15
    QTest.keyClick(scene.line("temperature"), Qt.Key.Key_Up)
    assert scene.value("temperature") == 0.75
    QTest.keyClick(scene.line("threads"), Qt.Key.Key_Up)
    assert scene.value("threads") == 1


def test_an_empty_field_leaves_it_to_the_program(scene: Scene) -> None:
    scene.type("seed", "42")
    assert scene.value("seed") == 42
    scene.type("seed", "")
    assert scene.value("seed") is None
    assert scene.line("seed").placeholderText() == "random"


def test_switches_and_choices_hold_at_once_by_key(scene: Scene) -> None:
    switch = scene.row("keep").control
    assert isinstance(switch, SwitchControl)
    switch.switch.setFocus()
    QTest.keyClick(switch.switch, Qt.Key.Key_Space)
    assert scene.value("keep") is True
    choice = scene.row("flash_attention").control
    assert isinstance(choice, ChoiceControl)
    choice.box.setFocus()
    QTest.keyClick(choice.box, Qt.Key.Key_Down)
    assert scene.value("flash_attention") is True
    QTest.keyClick(choice.box, Qt.Key.Key_Down)
    assert scene.value("flash_attention") is False


def test_the_wheel_over_a_choice_scrolls_the_page(scene: Scene, qtbot: QtBot) -> None:
    choice = scene.row("mode").control
    assert isinstance(choice, ChoiceControl)
    event = QWheelEvent(
        QPointF(5, 5),
        QPointF(choice.box.mapToGlobal(QPoint(5, 5))),
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(choice.box, event)
    assert scene.value("mode") == "auto"


def test_what_others_change_is_shown(scene: Scene) -> None:
    scene.preferences.set_keep_marks(True)
    switch = scene.row("keep").control
    assert isinstance(switch, SwitchControl)
    assert switch.switch.isChecked()
    scene.preferences.put("sampling", temperature=0.3)
    assert scene.line("temperature").text() == "0.3"


def test_what_was_changed_while_nobody_looked_is_shown_when_somebody_does(scene: Scene) -> None:
    line = scene.line("temperature")
    scene.page.hide()
    scene.preferences.put("sampling", temperature=0.3)
    scene.page.show()
    assert line.text() == "0.3"
    assert scene.row("temperature").reset_button.isVisible()


def test_a_setting_goes_back_to_its_default_and_only_then_offers_it(scene: Scene) -> None:
    row = scene.row("temperature")
    assert not row.reset_button.isVisible()
    scene.type("temperature", "1.1")
    assert row.reset_button.isVisible()
    assert row.reset_button.text() == "Reset (0.7)"
    row.reset_button.setFocus()
    QTest.keyClick(row.reset_button, Qt.Key.Key_Space)
    assert scene.value("temperature") == 0.7
    assert not row.reset_button.isVisible()
    assert scene.line("temperature").hasFocus(), "the focus is not lost with the button"


def test_a_group_goes_back_and_can_be_had_back(scene: Scene) -> None:
    section = scene.section("sampling")
    scene.type("temperature", "1.1")
    assert not section.reset_button.isVisible(), "one has its own button"
    scene.type("top_k", "12")
    section.reset_button.click()
    assert (scene.value("temperature"), scene.value("top_k")) == (0.7, 40)
    assert section.undo_line.label.text() == "Settings that are back at their defaults: 2."
    section.undo_line.buttons[0].click()
    assert (scene.value("temperature"), scene.value("top_k")) == (1.1, 12)
    assert scene.line("temperature").text() == "1.1"
    assert not section.undo_line.isVisible()


def test_a_search_shows_what_has_the_words_in_every_group_and_marks_them(scene: Scene) -> None:
    QTest.keyClicks(scene.page.search_field, "memory lock")
    assert scene.shown() == {"use_mlock"}
    row = next(row for section in scene.page.sections for row in section.rows if row.isVisible())
    assert "<span" in row.title.text()
    assert row.title.accessibleName() == "Hold in memory"
    names = [scene.page.list.item(each).text() for each in range(scene.page.list.count())]
    assert "Loading (1)" in names
    QTest.keyClick(scene.page.search_field, Qt.Key.Key_Down)
    assert row.control.field.hasFocus()


def test_a_search_finds_values_and_names_them(scene: Scene) -> None:
    QTest.keyClicks(scene.page.search_field, "distribution")
    assert scene.shown() == {"verification"}
    row = next(row for section in scene.page.sections for row in section.rows if row.isVisible())
    assert row.choices.accessibleName() == "Rejection: keeps the distribution"


def test_a_search_without_a_result_says_so_and_esc_takes_it_back(scene: Scene, qtbot: QtBot) -> None:
    QTest.keyClicks(scene.page.search_field, "elephant")
    assert scene.shown() == set()
    assert scene.page.none_found.isVisible()
    QTest.keyClick(scene.page.search_field, Qt.Key.Key_Escape)
    assert "theme" in scene.shown()
    with qtbot.waitSignal(scene.page.close_requested):
        QTest.keyClick(scene.page.search_field, Qt.Key.Key_Escape)


def test_ctrl_f_goes_to_the_search_from_anywhere(scene: Scene) -> None:
    line = scene.line("temperature")
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert scene.page.search_field.hasFocus()


def test_tab_comes_to_every_control_in_the_order_of_the_eye(scene: Scene) -> None:
    section = scene.section("sampling")
    scene.page.search_field.setFocus()
    reached: list[QWidget] = []
    for _ in range(40):
        focus = scene.page.focusWidget()
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        reached.append(scene.page.focusWidget())
    fields = [row.control.field for row in section.rows]
    assert reached[0] is scene.page.close_button or scene.page.list in reached[:3]
    assert [each for each in reached if each in fields][: len(fields)] == fields


def test_what_was_typed_is_meant_whichever_way_one_leaves(scene: Scene) -> None:
    line = scene.line("temperature")
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "1.5")
    scene.page.hide()
    assert scene.value("temperature") == 1.5


def test_what_an_administrator_has_decided_says_so_and_cannot_be_changed(scene: Scene) -> None:
    row = scene.row("port")
    scene.state.set_pins({("server", "port"): "Set by the administrator."})
    assert row.pin.text() == "Set by the administrator."
    assert row.pin.isVisible()
    assert not row.control.field.isEnabled()
    scene.state.set_pins({})
    assert row.control.field.isEnabled()
    assert not row.pin.isVisible()


def test_what_waits_for_the_next_load_says_so_and_offers_it(scene: Scene, qtbot: QtBot) -> None:
    scene.state.note_load()
    scene.state.note_loaded(True, is_another=True)
    section, row = scene.section("load"), scene.row("context_tokens")
    assert not section.load_line.isVisible()
    scene.type("context_tokens", "1024")
    assert row.waiting.isVisible()
    with qtbot.waitSignal(scene.page.reload_requested):
        section.load_line.buttons[0].click()
    scene.state.note_load()
    scene.state.note_loaded(True, is_another=True)
    assert not row.waiting.isVisible()
    assert not section.load_line.isVisible()


def test_what_became_of_a_change_is_said_until_one_goes_on(scene: Scene) -> None:
    scene.page.show_note("The language changes later.")
    assert scene.page.note.isVisible()
    scene.page.show_group("sampling")
    assert not scene.page.note.isVisible()


def test_folders_are_added_and_taken_out(scene: Scene, qtbot: QtBot) -> None:
    control = scene.row("folders").control
    assert isinstance(control, FoldersControl)
    with qtbot.waitSignal(scene.page.folder_asked) as asked:
        control.add_button.click()
    assert asked.args == [control]
    control.add("/models/a")
    control.add("/models/b")
    control.add("/models/a")
    assert scene.value("folders") == ("/models/b", "/models/a")
    assert [button.accessibleName() for button in control.remove_buttons] == [
        "Take out /models/b",
        "Take out /models/a",
    ]
    control.remove_buttons[0].setFocus()
    QTest.keyClick(control.remove_buttons[0], Qt.Key.Key_Space)
    assert scene.value("folders") == ("/models/a",)
    assert control.add_button.hasFocus()


def test_everything_that_can_be_used_has_a_name(scene: Scene) -> None:
    kinds = (QAbstractButton, QLineEdit, QComboBox)
    for kind in kinds:
        for each in scene.page.findChildren(kind):
            if each.focusPolicy() is not Qt.FocusPolicy.NoFocus and each.isEnabled():
                assert each.accessibleName() or getattr(each, "text", str)(), each


@pytest.mark.parametrize("width", [640, 900, 1400])
def test_nothing_is_cut_off(scene: Scene, qtbot: QtBot, width: int) -> None:
    scene.page.resize(width, 600)
    for section in scene.page.sections:
        scene.page.show_group(section.group.key)
        viewport = scene.page.scroll_area.viewport()
        for row in section.rows:
            field = row.control.field
            right = field.mapTo(viewport, field.rect().topRight()).x()
            assert 0 < right < viewport.width(), (width, row.described.key)
        qtbot.waitUntil(lambda: not clipped(scene.page))
