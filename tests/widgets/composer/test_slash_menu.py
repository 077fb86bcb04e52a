from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.offscreen import quiet_platform
from widgets.composer.composer import Composer
from widgets.composer.slash_menu import SlashEntry, SlashKind
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform

ENTRIES = (
    SlashEntry(SlashKind.PRESET, "Precise", "temperature 0.2"),
    SlashEntry(SlashKind.PRESET, "Creative", "temperature 1.1"),
    SlashEntry(SlashKind.PROMPT, "Minutes", "Write minutes", "Write minutes", is_own=True),
    SlashEntry(SlashKind.PROMPT, "Translate into Dutch", "Translate", "Translate:\n\n"),
    SlashEntry(SlashKind.PROMPT, "Translate into English", "Translate", "Translate:\n\n"),
)


@pytest.fixture
def composer(qtbot: QtBot) -> Iterator[Composer]:
    window = QWidget()
    qtbot.addWidget(window)
    composer = Composer(Theme(ThemeChoice.LIGHT), window)
    column = QVBoxLayout(window)
    column.addStretch(1)
    column.addWidget(composer)
    composer.set_ready(True)
    composer.slash.set_entries(ENTRIES)
    window.resize(800, 600)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    composer.field.setFocus()
    yield composer
    window.close()


def shown(composer: Composer) -> list[str]:
    """The lines of the menu, headings included; none while it is hidden."""
    menu = composer.slash.menu
    return [menu.list.item(row).text() for row in range(menu.list.count())] if menu.isVisible() else []


def current(composer: Composer) -> str:
    entry = composer.slash.menu.current
    assert entry is not None
    return entry.name


def press(composer: Composer, key: Qt.Key) -> None:
    QTest.keyClick(composer.field, key)


def test_it_opens_on_a_slash_in_an_empty_field_only(composer: Composer) -> None:
    QTest.keyClicks(composer.field, "a/")
    assert shown(composer) == []
    composer.clear_text()
    QTest.keyClicks(composer.field, "/")
    assert shown(composer)[:3] == ["Presets", "Precise", "Creative"]
    assert current(composer) == "Precise"


def test_it_lies_above_the_message_box_inside_the_window(composer: Composer) -> None:
    QTest.keyClicks(composer.field, "/")
    menu = composer.slash.menu
    assert menu.window().rect().contains(menu.geometry())
    assert menu.geometry().bottom() < composer.field.mapTo(menu.window(), composer.field.rect().topLeft()).y()


def test_a_screen_reader_hears_what_enter_would_take(composer: Composer) -> None:
    QTest.keyClicks(composer.field, "/")
    press(composer, Qt.Key.Key_Down)
    assert composer.field.accessibleDescription() == "Creative. temperature 1.1"
    press(composer, Qt.Key.Key_Escape)
    assert composer.field.accessibleDescription() == ""


def test_it_finds_words_anywhere_in_a_name(composer: Composer) -> None:
    QTest.keyClicks(composer.field, "/dutch tr")
    assert shown(composer) == ["Prompts", "Translate into Dutch"]


def test_the_arrows_go_around_and_past_headings(composer: Composer) -> None:
    QTest.keyClicks(composer.field, "/")
    press(composer, Qt.Key.Key_Up)
    assert current(composer) == "Translate into English"
    for _ in range(3):
        press(composer, Qt.Key.Key_Down)
    assert current(composer) == "Minutes"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Tab])
def test_enter_and_tab_take_what_is_current(composer: Composer, qtbot: QtBot, key: Qt.Key) -> None:
    QTest.keyClicks(composer.field, "/crea")
    with qtbot.assertNotEmitted(composer.send_requested), qtbot.waitSignal(composer.slash.chosen) as chosen:
        press(composer, key)
    assert chosen.args == [ENTRIES[1]]
    assert composer.text == ""
    assert shown(composer) == []


def test_a_click_takes_a_line_and_leaves_the_keyboard_where_it_was(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.field, "/")
    view = composer.slash.menu.list
    with qtbot.waitSignal(composer.slash.chosen) as chosen:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualItemRect(view.item(2)).center())
    assert chosen.args == [ENTRIES[1]]
    assert composer.field.hasFocus()


def test_escape_closes_it_and_stops_nothing(composer: Composer, qtbot: QtBot) -> None:
    composer.set_busy(True)
    QTest.keyClicks(composer.field, "/")
    with qtbot.assertNotEmitted(composer.stop_requested):
        press(composer, Qt.Key.Key_Escape)
    assert shown(composer) == []
    QTest.keyClicks(composer.field, "tr")
    assert shown(composer) == [], "it came back although it was put away"
    with qtbot.waitSignal(composer.send_requested) as sent:
        press(composer, Qt.Key.Key_Return)
    assert sent.args == ["/tr"]


@pytest.mark.parametrize("typed", ["/etc/hosts", "// remark", "/zzz"])
def test_what_is_called_otherwise_is_just_text(composer: Composer, qtbot: QtBot, typed: str) -> None:
    QTest.keyClicks(composer.field, typed)
    assert shown(composer) == []
    with qtbot.waitSignal(composer.send_requested) as sent:
        press(composer, Qt.Key.Key_Return)
    assert sent.args == [typed]


def test_it_goes_when_the_slash_or_the_keyboard_does(composer: Composer) -> None:
    QTest.keyClicks(composer.field, "/p")
    press(composer, Qt.Key.Key_Backspace)
    assert shown(composer)
    press(composer, Qt.Key.Key_Backspace)
    assert shown(composer) == []
    QTest.keyClicks(composer.field, "/")
    composer.attach_button.setFocus()
    composer.send_button.setFocus()
    assert shown(composer) == []


def test_only_a_prompt_of_ones_own_can_be_deleted(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.field, "/")
    with qtbot.assertNotEmitted(composer.slash.delete_requested):
        press(composer, Qt.Key.Key_Delete)
    QTest.keyClicks(composer.field, "min")
    with qtbot.waitSignal(composer.slash.delete_requested) as asked:
        press(composer, Qt.Key.Key_Delete)
    assert asked.args == [ENTRIES[2]]


def test_entries_that_come_while_it_is_open_are_shown(composer: Composer) -> None:
    QTest.keyClicks(composer.field, "/")
    composer.slash.set_entries(ENTRIES[:1])
    assert shown(composer) == ["Presets", "Precise"]
    composer.slash.set_entries(())
    assert shown(composer) == []
