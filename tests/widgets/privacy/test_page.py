from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.errors import Notice
from app.privacy.key_state import KeyHolder, KeyState
from app.privacy.places import FileState, Place, PlaceKind, find_places
from app.privacy.processes import ProcessRole, RunningProcess
from app.privacy.sockets import OpenSocket, SocketFamily, SocketReport
from app.settings.paths import find_folders
from tests.support.offscreen import quiet_platform
from widgets.look.style_sheet import dress
from widgets.look.theme import Theme, ThemeChoice
from widgets.privacy.marks import PrivacyMark
from widgets.privacy.page import PrivacyPage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytestqt.qtbot import QtBot

    from widgets.privacy.place_row import PlaceRow

pytestmark = quiet_platform

KEYRING = KeyState(KeyHolder.KEYRING, "Secret Service")
PASSPHRASE = KeyState(KeyHolder.PASSPHRASE, "Secret Service")
QUIET = SocketReport((OpenSocket(ProcessRole.PROGRAM, SocketFamily.LOCAL),) * 4)
THERE = {PlaceKind.CONVERSATIONS: 2_500_000, PlaceKind.SETTINGS: 900}


def places(mode: int = 0o600) -> list[Place]:
    found = []
    for place in find_places(find_folders(Path("/home/somebody/galley"))):
        size = THERE.get(place.kind)
        files = () if size is None or place.path is None else (FileState(place.path, size, mode),)
        found.append(replace(place, files=files))
    return found


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication) -> PrivacyPage:
    theme = Theme(ThemeChoice.LIGHT)
    dress(qapp, theme)
    page = PrivacyPage(theme)
    page.theme_in_test = theme  # type: ignore[attr-defined]
    qtbot.addWidget(page)
    page.set_places(places())
    page.set_sockets(QUIET)
    page.set_key(KEYRING)
    page.set_num_conversations(213)
    page.resize(860, 700)
    page.show()
    qtbot.waitExposed(page)
    return page


def row_of(page: PrivacyPage, kind: PlaceKind) -> PlaceRow:
    return next(row for row in page.rows if row.kind is kind)


def click(button: QAbstractButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


# The head.


def test_the_head_says_in_one_sentence_that_all_is_well(page: PrivacyPage) -> None:
    assert page.summary.headline.text() == "Encrypted, and nothing leaves this machine"
    page.set_key(replace(KEYRING, is_locked=True))
    assert page.summary.headline.text().startswith("Locked")
    page.set_key(KeyState(KeyHolder.NOBODY))
    assert page.summary.headline.text().startswith("Nothing is kept")


def test_the_head_names_what_is_not(page: PrivacyPage) -> None:
    page.set_places(places(0o644))
    assert page.summary.headline.text() == "2 things to look at"
    assert "settings.json" in page.summary.detail.text()
    page.set_places(places())
    page.set_processes([RunningProcess(1, ProcessRole.PROGRAM, core_dumps=True)])
    assert page.summary.headline.text() == "One thing to look at"
    assert "core dumps" in page.summary.detail.text()


def test_nothing_is_claimed_before_anybody_has_looked(qtbot: QtBot) -> None:
    page = PrivacyPage(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(page)
    page.set_key(KEYRING)
    page.set_places(places())
    assert page.summary.isHidden()
    assert page.socket_section.lines == []


# Files.


def test_a_row_says_what_where_how_large_and_how_protected(page: PrivacyPage) -> None:
    conversations = row_of(page, PlaceKind.CONVERSATIONS)
    assert conversations.accessibleName().startswith("Conversations, encrypted, 2.5 MB, /home/somebody")
    assert conversations.mark.mark is PrivacyMark.LOCKED
    settings = row_of(page, PlaceKind.SETTINGS)
    assert settings.protection.text == "not encrypted, holds no conversation"
    assert settings.size_label.text() == "900 bytes"
    assert row_of(page, PlaceKind.BACKUPS).size_label.text() == "none now"
    assert not row_of(page, PlaceKind.EXPORTS).more_button.isVisible()
    assert PlaceKind.SET_ASIDE not in {row.kind for row in page.rows}, "there is no damaged file to speak of"


def test_a_file_that_others_can_read_looks_it(page: PrivacyPage) -> None:
    page.set_places(places(0o644))
    settings = row_of(page, PlaceKind.SETTINGS)
    assert settings.mark.mark is PrivacyMark.WARNING
    assert settings.protection.text == "others on this machine can read it"


def test_a_file_can_be_shown_and_its_path_copied(page: PrivacyPage, qtbot: QtBot) -> None:
    settings = row_of(page, PlaceKind.SETTINGS)
    with qtbot.waitSignal(page.reveal_requested) as asked:
        settings.reveal_action.trigger()
    assert asked.args == ["/home/somebody/galley/settings/settings.json"]
    settings.copy_action.trigger()
    assert QGuiApplication.clipboard().text() == "/home/somebody/galley/settings/settings.json"


# The key.


def visible(page: PrivacyPage) -> list[str]:
    section = page.key_section
    buttons = (
        section.lock_button,
        section.change_button,
        section.to_keyring_button,
        section.to_passphrase_button,
    )
    return [button.text() for button in buttons if button.isVisible() and button.isEnabled()]


@pytest.mark.parametrize(
    ("key", "offered"),
    [
        (KEYRING, ["Lock now", "Use a passphrase instead…"]),
        (PASSPHRASE, ["Lock now", "Change the passphrase…", "Move to the keyring…"]),
        (replace(PASSPHRASE, keyring=""), ["Lock now", "Change the passphrase…"]),
        (replace(PASSPHRASE, is_locked=True), []),
        (KeyState(KeyHolder.NOBODY), []),
    ],
)
def test_only_what_can_be_done_is_offered(page: PrivacyPage, key: KeyState, offered: Sequence[str]) -> None:
    page.set_key(key)
    assert visible(page) == offered


def test_each_button_asks_for_what_it_says(page: PrivacyPage, qtbot: QtBot) -> None:
    section = page.key_section
    with qtbot.waitSignal(page.lock_requested):
        click(section.lock_button)
    with qtbot.waitSignal(page.move_requested) as asked:
        click(section.to_passphrase_button)
    assert asked.args == [KeyHolder.PASSPHRASE]
    page.set_key(PASSPHRASE)
    with qtbot.waitSignal(page.move_requested) as asked:
        click(section.to_keyring_button)
    assert asked.args == [KeyHolder.KEYRING]
    with qtbot.waitSignal(page.passphrase_change_requested):
        click(section.change_button)
    with qtbot.waitSignal(page.report_save_requested):
        click(page.report_button)
    with qtbot.waitSignal(page.report_copy_requested):
        click(page.copy_button)
    with qtbot.waitSignal(page.export_requested):
        click(page.exchange_section.export_button)
    with qtbot.waitSignal(page.import_requested):
        click(page.exchange_section.import_button)
    with qtbot.waitSignal(page.refresh_requested):
        click(page.socket_section.refresh_button)
    with qtbot.waitSignal(page.close_requested):
        click(page.close_button)


def test_the_idle_lock_is_chosen_here_and_what_is_set_elsewhere_is_told_to_nobody(
    page: PrivacyPage, qtbot: QtBot
) -> None:
    with qtbot.assertNotEmitted(page.idle_minutes_chosen):
        page.set_idle_minutes(30)
    assert "30 minutes" in page.key_section.idle_words.text()
    with qtbot.waitSignal(page.idle_minutes_chosen) as chosen:
        page.key_section.idle.button("5").click()
    assert chosen.args == [5]
    assert "5 minutes" in page.key_section.idle_words.text()


def test_titles_in_the_window_bar(page: PrivacyPage, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(page.titles_shown_changed):
        page.set_titles_shown(True)
    with qtbot.waitSignal(page.titles_shown_changed) as changed:
        page.titles.click()
    assert changed.args == [False]


def test_what_is_locked_cannot_be_exported(page: PrivacyPage) -> None:
    assert page.exchange_section.export_button.isEnabled()
    page.set_key(replace(KEYRING, is_locked=True))
    assert not page.exchange_section.export_button.isEnabled()
    assert not page.exchange_section.import_button.isEnabled()


# Sockets.


def test_no_socket_is_one_word_and_local_ones_are_counted(page: PrivacyPage) -> None:
    first, second = page.socket_section.lines
    assert first == "None that could reach another machine."
    assert second.startswith("4 local")


def test_an_open_socket_is_named_with_its_process(page: PrivacyPage) -> None:
    api = OpenSocket(ProcessRole.PROGRAM, SocketFamily.INTERNET, "127.0.0.1:8080")
    away = OpenSocket(ProcessRole.ENGINE, SocketFamily.INTERNET, "10.0.0.2:4000", "93.184.216.34:443")
    odd = OpenSocket(ProcessRole.ENGINE, SocketFamily.UNNAMED)
    page.set_sockets(SocketReport((api, away, odd)))
    listening, connected, unnamed = page.socket_section.lines
    assert listening == "The window listens on 127.0.0.1:8080. Only programs on this machine can reach it."
    assert connected == "The engine: 10.0.0.2:4000, connected to 93.184.216.34:443."
    assert unnamed.startswith("1 without an address")
    assert page.summary.headline.text() == "One thing to look at"


def test_what_could_not_be_looked_at_is_not_called_none(page: PrivacyPage) -> None:
    page.set_sockets(SocketReport((), (Notice("sockets_not_seen", {"pid": 7, "cause": "Permission denied"}),)))
    told = "The system does not show the sockets of process 7: its permissions do not allow it."
    assert page.socket_section.lines == [told]


# Forgetting.


def test_forgetting_asks_once_and_the_focus_is_on_the_answer_that_loses_nothing(
    page: PrivacyPage, qtbot: QtBot
) -> None:
    section = page.forget_section
    assert section.asking.isHidden()
    with qtbot.assertNotEmitted(page.forget_requested):
        section.forget_button.click()
    assert "213 conversations" in section.question.text()
    assert section.keep_button.hasFocus()
    with qtbot.assertNotEmitted(page.forget_requested):
        QTest.keyClick(section.keep_button, Qt.Key.Key_Space)
    assert section.asking.isHidden()
    section.forget_button.click()
    with qtbot.waitSignal(page.forget_requested):
        section.confirm_button.click()
    assert section.asking.isHidden()


def test_escape_takes_the_question_back_before_it_leaves_the_page(page: PrivacyPage, qtbot: QtBot) -> None:
    page.forget_section.forget_button.click()
    with qtbot.assertNotEmitted(page.close_requested):
        QTest.keyClick(page.forget_section.keep_button, Qt.Key.Key_Escape)
    assert page.forget_section.asking.isHidden()
    assert page.forget_section.forget_button.hasFocus()
    with qtbot.waitSignal(page.close_requested):
        QTest.keyClick(page.forget_section.forget_button, Qt.Key.Key_Escape)


def test_the_number_is_what_there_is_now(page: PrivacyPage) -> None:
    section = page.forget_section
    section.forget_button.click()
    page.set_num_conversations(1)
    assert section.asking.isHidden(), "the question that was asked is not the same any more"
    assert section.question.text().startswith("One conversation")
    page.set_num_conversations(0)
    assert section.question.text().startswith("No conversation")


def test_a_note_about_the_report_comes_and_goes(page: PrivacyPage) -> None:
    page.show_report_note("Copied.")
    assert page.report_note.isVisible()
    page.show_report_note("")
    assert page.report_note.isHidden()


# How it looks and is reached.


def test_everything_that_can_be_pressed_has_a_name_and_can_be_reached_with_tab(page: PrivacyPage) -> None:
    buttons = [each for each in page.findChildren(QAbstractButton) if each.isVisible() and each.isEnabled()]
    assert len(buttons) > 15
    assert all(each.accessibleName() or each.text() for each in buttons)
    page.close_button.setFocus()
    reached: set[QAbstractButton] = set()
    while isinstance(focused := page.focusWidget(), QAbstractButton) and focused not in reached:
        reached.add(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    segments = {page.key_section.idle.button(value) for value in ("0", "5", "15", "60")}
    assert set(buttons) - reached <= segments, "those of one control are reached with the arrow keys"
    assert segments & reached


@pytest.mark.parametrize("width", [420, 640, 1400])
def test_nothing_is_cut_off_however_wide_it_is(page: PrivacyPage, qtbot: QtBot, width: int) -> None:
    page.set_key(PASSPHRASE)
    page.forget_section.forget_button.click()
    page.resize(width, 700)
    viewport, content = page.scroll_area.viewport(), page.scroll_area.widget()
    assert content is not None
    qtbot.waitUntil(lambda: content.width() == viewport.width())
    for button in page.findChildren(QAbstractButton):
        if button.isVisible():
            right = button.mapTo(page, QPoint(button.width(), 0)).x()
            assert right <= viewport.width(), button.text() or button.accessibleName()
            assert button.width() >= button.minimumSizeHint().width()


def test_it_follows_the_theme(page: PrivacyPage) -> None:
    before = page.grab().toImage()
    page.theme_in_test.choose(ThemeChoice.DARK)  # type: ignore[attr-defined]
    after = page.grab().toImage()
    page.theme_in_test.choose(ThemeChoice.LIGHT)  # type: ignore[attr-defined]
    assert before.pixelColor(5, 5).lightness() > 200
    assert after.pixelColor(5, 5).lightness() < 60


@pytest.mark.parametrize("width", [1020, 420])
def test_it_ends_where_its_last_section_ends(page: PrivacyPage, qtbot: QtBot, width: int) -> None:
    page.resize(width, 740)
    page.show()
    qtbot.waitExposed(page)
    content, last = page.scroll_area.widget(), page.forget_section
    assert content is not None
    qtbot.waitUntil(lambda: 0 < content.height() - last.mapTo(content, last.rect().bottomLeft()).y() < 60)


def test_the_way_back_stays_in_sight(page: PrivacyPage, qtbot: QtBot) -> None:
    page.show()
    qtbot.waitExposed(page)
    bar = page.scroll_area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    assert not page.close_button.visibleRegion().isEmpty()


def test_what_came_of_an_import_is_brought_into_sight(page: PrivacyPage, qtbot: QtBot) -> None:
    page.show()
    qtbot.waitExposed(page)
    page.exchange_section.show_note("One conversation was brought in.", ["Not brought in:", "Cats: damaged."])
    qtbot.waitUntil(lambda: not page.exchange_section.list.visibleRegion().isEmpty())
    assert "Cats: damaged." in page.exchange_section.list.toPlainText()
    page.exchange_section.show_note("")
    assert page.exchange_section.note.isHidden()
    assert page.exchange_section.list.isHidden()


def test_where_nothing_is_kept_nothing_is_called_encrypted_and_nothing_can_be_forgotten(page: PrivacyPage) -> None:
    page.set_keeps(False)
    page.set_places(find_places(find_folders(Path("/home/somebody/galley"))))
    page.set_key(KeyState(KeyHolder.NOBODY))
    conversations = next(each for each in page.rows if each.kind is PlaceKind.CONVERSATIONS)
    assert conversations.protection.text == "nothing is kept"
    assert conversations.size_label.text() == ""
    for button in (
        page.forget_section.forget_button,
        page.exchange_section.export_button,
        page.exchange_section.import_button,
    ):
        assert not button.isEnabled()
    page.set_keeps(True)
    assert page.forget_section.forget_button.isEnabled()
