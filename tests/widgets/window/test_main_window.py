from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QScrollArea, QWidget

from tests.support.gallery_window import Stage, build, fill
from tests.support.listed import titles
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform

COPY, LEFT, NONE = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    made = build(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(made.window)
    made.window.resize(1280, 820)
    made.window.show()
    qtbot.waitExposed(made.window)
    return made


def files(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(widget: QWidget, data: QMimeData) -> bool:
    """Drag over a widget and let go; returns whether the drag was welcome."""
    enter = QDragEnterEvent(QPoint(5, 5), COPY, data, LEFT, NONE)
    enter.ignore()
    QApplication.sendEvent(widget, enter)
    if enter.isAccepted():
        QApplication.sendEvent(widget, QDropEvent(QPointF(5, 5), COPY, data, LEFT, NONE, QEvent.Type.Drop))
    return enter.isAccepted()


def test_a_window_begins_no_larger_than_its_screen(qtbot: QtBot) -> None:
    made = build(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(made.window)
    room = made.window.screen().availableSize()
    assert room.width() < 1280, "the screen of the tests is small"
    assert made.window.size().boundedTo(room) == made.window.size()


def test_a_model_file_may_be_dropped_on_the_window_and_on_the_message_box(
    stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    box = stage.composer.field
    for target in (stage.window, box.viewport()):
        with qtbot.waitSignal(stage.window.model_dropped) as dropped:
            assert drop(target, files(tmp_path / "notes.txt", tmp_path / "Model.GGUF"))
        assert dropped.args == [str(tmp_path / "Model.GGUF")]
    assert box.toPlainText() == ""


def test_other_files_are_attached_and_text_still_goes_to_the_message_box(
    stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    box = stage.composer.field
    notes, table = tmp_path / "notes.txt", tmp_path / "table.csv"
    for target in (stage.window, box.viewport()):
        with (
            qtbot.assertNotEmitted(stage.window.model_dropped),
            qtbot.waitSignal(stage.window.files_dropped) as dropped,
        ):
            assert drop(target, files(notes, table))
        assert dropped.args == [[str(notes), str(table)]]
    text = QMimeData()
    text.setText("hello")
    assert drop(box.viewport(), text)
    assert box.toPlainText() == "hello"


def test_columns_fold_when_the_window_is_narrow_and_come_back(stage: Stage, qtbot: QtBot) -> None:
    window = stage.window
    assert stage.proof_panel.isVisible()
    window.resize(1000, 700)
    assert not stage.proof_panel.isVisible()
    assert stage.sidebar.isVisible()
    window.resize(700, 700)
    assert not stage.sidebar.isVisible()
    window.resize(1280, 820)
    qtbot.waitUntil(lambda: stage.proof_panel.width() == 330)
    qtbot.waitUntil(lambda: stage.sidebar.width() == 252)


def test_a_folded_panel_opens_over_the_conversation_and_escape_closes_it(stage: Stage, qtbot: QtBot) -> None:
    window = stage.window
    window.resize(900, 600)
    window.proof_pane.toggle_overlay()
    assert stage.proof_panel.isVisible()
    assert window.proof_pane.overlay_geometry().right() < 900 - 40
    with qtbot.assertNotEmitted(window.stop_requested):
        QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not stage.proof_panel.isVisible()
    with qtbot.waitSignal(window.stop_requested):
        QTest.keyClick(window, Qt.Key.Key_Escape)


def test_an_open_overlay_becomes_the_column_again_when_there_is_room(stage: Stage) -> None:
    stage.window.resize(900, 600)
    stage.window.proof_pane.toggle_overlay()
    stage.window.resize(1280, 820)
    assert stage.proof_panel.isVisible()
    assert not stage.window.proof_pane.is_overlay_open


@pytest.mark.parametrize(
    ("key", "signal"),
    [
        (Qt.Key.Key_O, "open_target_requested"),
        (Qt.Key.Key_D, "choose_draft_requested"),
        (Qt.Key.Key_N, "new_conversation_requested"),
        (Qt.Key.Key_M, "marks_requested"),
        (Qt.Key.Key_Q, "close_requested"),
    ],
)
def test_shortcuts_ask_for_what_the_sheet_promises(stage: Stage, qtbot: QtBot, key: Qt.Key, signal: str) -> None:
    letter = Qt.Key(key).name.removeprefix("Key_")
    with qtbot.waitSignal(getattr(stage.window, signal)):
        QTest.keyClick(stage.window, key, Qt.KeyboardModifier.ControlModifier)
    words = [label.text() for label in stage.window.shortcut_sheet.findChildren(QLabel)]
    assert f"Ctrl+{letter}" in words


def test_f1_shows_the_sheet_and_escape_puts_it_away(stage: Stage, qtbot: QtBot) -> None:
    QTest.keyClick(stage.window, Qt.Key.Key_F1)
    assert stage.window.shortcut_sheet.isVisible()
    with qtbot.assertNotEmitted(stage.window.stop_requested):
        QTest.keyClick(stage.window, Qt.Key.Key_Escape)
    assert not stage.window.shortcut_sheet.isVisible()


def test_the_sheet_gives_the_focus_back(stage: Stage, qtbot: QtBot) -> None:
    stage.window.activateWindow()
    field = stage.composer.field
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClick(stage.window, Qt.Key.Key_F1)
    assert not field.hasFocus()
    QTest.keyClick(stage.window, Qt.Key.Key_Escape)
    assert field.hasFocus()


def test_the_sheet_stays_inside_a_low_window_and_scrolls(stage: Stage, qtbot: QtBot) -> None:
    stage.window.resize(640, 480)
    QTest.keyClick(stage.window, Qt.Key.Key_F1)
    sheet = stage.window.shortcut_sheet
    host = sheet.parentWidget()
    assert host is not None
    assert host.rect().contains(sheet.geometry())
    (area,) = sheet.findChildren(QScrollArea)
    rows = area.widget()
    assert rows is not None
    assert rows.width() >= rows.minimumSizeHint().width()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    stage.window.resize(1280, 900)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)
    words = [label.text() for label in sheet.findChildren(QLabel)]
    assert "← →" in words
    assert "↑ ↓" in words


def test_size_and_columns_come_back(stage: Stage, qtbot: QtBot) -> None:
    stage.window.resize(700, 600)
    stage.window.proof_pane.preferred_width = 400
    saved = stage.window.saved_state()
    other = build(Theme(ThemeChoice.LIGHT)).window
    qtbot.addWidget(other)
    assert other.restore_state(saved)
    assert other.size().toTuple() == (700, 600)
    other.show()
    other.resize(1400, 800)
    qtbot.waitUntil(lambda: other.proof_pane.width() == 400)


def test_a_damaged_state_changes_nothing(stage: Stage) -> None:
    before = stage.window.size()
    for damaged in (b"", b"\x00\x01", b"nonsense" * 20, stage.window.saved_state()[:-3]):
        assert not stage.window.restore_state(damaged)
    assert stage.window.size() == before


def test_closing_is_told(stage: Stage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(stage.window.close_requested):
        stage.window.close()


def test_the_empty_state_gives_way_to_the_conversation(stage: Stage) -> None:
    assert stage.empty_state.isVisible()
    stage.window.show_conversation(True)
    assert not stage.empty_state.isVisible()


def test_the_whole_window_is_filled_by_one_load_and_one_reply(stage: Stage, qtbot: QtBot) -> None:
    fill(stage)
    qtbot.waitUntil(lambda: "3.2× faster" in stage.proof_panel.badge.text)
    assert stage.header.memory_bar.figures_text == "5.1 of 8.0 GB"
    assert len(titles(stage.sidebar.list)) == 6


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_presses_a_button_as_the_space_bar_does(stage: Stage, qtbot: QtBot, key: Qt.Key) -> None:
    button = stage.sidebar.new_button
    button.setFocus()
    with qtbot.waitSignal(stage.sidebar.new_requested):
        QTest.keyClick(button, key)


def test_enter_opens_the_menu_of_a_button_that_has_one(stage: Stage, qtbot: QtBot) -> None:
    button = stage.header.more_button
    button.setFocus()
    QTimer.singleShot(0, lambda: QTest.keyClick(button, Qt.Key.Key_Return))
    QTimer.singleShot(200, lambda: QTest.keyClick(stage.header.more_menu, Qt.Key.Key_Escape))
    with qtbot.waitSignal(stage.header.more_menu.aboutToShow):
        pass
    qtbot.waitUntil(lambda: not stage.header.more_menu.isVisible())


def test_every_button_has_a_name(stage: Stage) -> None:
    buttons = [each for each in stage.window.findChildren(QAbstractButton) if each.objectName() != "qt_"]
    unnamed = [each for each in buttons if not (each.accessibleName() or each.text())]
    assert [each.toolTip() for each in unnamed] == []


def test_a_page_stands_in_place_of_everything_until_escape(stage: Stage, qtbot: QtBot) -> None:
    page = QLabel("page")
    stage.window.add_page(page)
    stage.window.show_page(page)
    assert page.isVisible()
    assert not stage.sidebar.isVisible()
    with qtbot.waitSignal(stage.window.page_closed), qtbot.assertNotEmitted(stage.window.stop_requested):
        QTest.keyClick(stage.window, Qt.Key.Key_Escape)
    assert stage.window.page is None
    assert stage.sidebar.isVisible()


def test_a_command_about_the_conversations_leaves_a_page_and_a_locked_one_takes_none(
    stage: Stage, qtbot: QtBot
) -> None:
    page = QLabel("page")
    stage.window.add_page(page)
    stage.window.show_page(page)
    with qtbot.waitSignal(stage.window.new_conversation_requested):
        QTest.keyClick(stage.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert stage.window.page is None
    stage.window.show_page(page, locked=True)
    with qtbot.assertNotEmitted(stage.window.new_conversation_requested):
        QTest.keyClick(stage.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(stage.window, Qt.Key.Key_Escape)
    assert stage.window.page is page


def test_the_title_names_the_conversation(stage: Stage) -> None:
    stage.window.show_title("Lighthouse poem")
    assert stage.window.windowTitle() == "Lighthouse poem — Galley"
    stage.window.show_title("")
    assert stage.window.windowTitle() == "Galley"


def test_closing_can_be_held(stage: Stage) -> None:
    stage.window.close_requested.connect(stage.window.hold_close)
    assert not stage.window.close()
    assert stage.window.isVisible()
    stage.window.close_requested.disconnect(stage.window.hold_close)
    assert stage.window.close()
