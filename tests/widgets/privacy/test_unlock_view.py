from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.privacy.unlock_view import UnlockView

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform

PASSPHRASE = "correct horse"


@pytest.fixture
def view(qtbot: QtBot) -> UnlockView:
    made = UnlockView(Theme(ThemeChoice.DARK))
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def button(page: QWidget, text: str) -> QAbstractButton:
    (found,) = [each for each in page.findChildren(QAbstractButton) if each.text() == text and each.isVisible()]
    return found


def click(page: QWidget, text: str) -> None:
    QTest.mouseClick(button(page, text), Qt.MouseButton.LeftButton)


def test_the_first_start_without_a_keyring_asks_for_a_passphrase(view: UnlockView, qtbot: QtBot) -> None:
    view.show_choice("No system keyring is running here.")
    assert view.choice_reason.text() == "No system keyring is running here."
    new, again = view.choose_form.fields
    assert new.hasFocus()
    QTest.keyClicks(new, PASSPHRASE)
    QTest.keyClicks(again, PASSPHRASE)
    with qtbot.waitSignal(view.new_passphrase_chosen) as chosen:
        click(view.page, "Use this passphrase")
    assert chosen.args == [PASSPHRASE]
    assert view.choose_form.is_busy
    view.show_error("The passphrase needs at least 5 different characters.")
    assert view.choose_form.message.text() == "The passphrase needs at least 5 different characters."
    with qtbot.waitSignal(view.retry_requested):
        click(view.page, "Try the keyring again")
    with qtbot.waitSignal(view.without_store_requested):
        click(view.page, "Go on without keeping anything")


def test_a_passphrase_unlocks(view: UnlockView, qtbot: QtBot) -> None:
    view.show_passphrase()
    field = view.enter_form.fields[0]
    assert field.hasFocus()
    QTest.keyClicks(field, PASSPHRASE)
    with qtbot.waitSignal(view.passphrase_entered) as entered:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert entered.args == [PASSPHRASE]
    assert view.enter_form.is_busy
    view.show_passphrase()
    view.show_error("That is not the passphrase.")
    assert not view.enter_form.is_busy
    assert view.enter_form.message.text() == "That is not the passphrase."
    assert field.hasFocus()


def test_nothing_of_another_page_is_left(view: UnlockView) -> None:
    view.show_passphrase()
    QTest.keyClicks(view.enter_form.fields[0], PASSPHRASE)
    view.show_error("That is not the passphrase.")
    view.show_keyring("The system keyring is locked.")
    assert view.enter_form.fields[0].text() == ""
    view.show_passphrase()
    assert view.enter_form.message.text() == ""


def test_a_forgotten_passphrase_has_one_way_out(view: UnlockView, qtbot: QtBot) -> None:
    view.show_passphrase()
    assert not view.anew_button.isVisible()
    click(view.page, "Forgotten?")
    assert not view.forgotten_button.isVisible()
    with qtbot.waitSignal(view.new_store_requested):
        click(view.page, "Start with an empty store")
    view.show_passphrase()
    assert not view.anew_button.isVisible()


def test_a_locked_keyring_is_tried_again(view: UnlockView, qtbot: QtBot) -> None:
    view.show_keyring("The system keyring is locked.")
    assert view.reason.text() == "The system keyring is locked."
    assert button(view.page, "Try again").hasFocus()
    for text, signal in (
        ("Try again", view.retry_requested),
        ("Quit", view.quit_requested),
        ("Go on without keeping anything", view.without_store_requested),
        ("Start with an empty store", view.new_store_requested),
    ):
        with qtbot.waitSignal(signal):
            click(view.page, text)


def test_a_lost_key_is_told_with_its_reason(view: UnlockView, qtbot: QtBot) -> None:
    view.show_lost("The key to your conversations is no longer in the system keyring.")
    assert view.lost_reason.isVisible()
    for text, signal in (
        ("Try again", view.retry_requested),
        ("Start with an empty store", view.new_store_requested),
        ("Quit", view.quit_requested),
        ("Go on without keeping anything", view.without_store_requested),
    ):
        with qtbot.waitSignal(signal):
            click(view.page, text)


def test_conversations_that_another_galley_has_open_are_not_to_be_begun_anew(view: UnlockView, qtbot: QtBot) -> None:
    view.show_in_use("Another Galley has the conversations open.")
    assert view.in_use_reason.isVisible()
    buttons = [each.text() for each in view.page.findChildren(QAbstractButton) if each.isVisible()]
    assert "Start with an empty store" not in buttons
    for text, signal in (
        ("Try again", view.retry_requested),
        ("Quit", view.quit_requested),
        ("Go on without keeping anything", view.without_store_requested),
    ):
        with qtbot.waitSignal(signal):
            click(view.page, text)


def test_the_waiting_can_be_stopped(view: UnlockView, qtbot: QtBot) -> None:
    view.show_waiting()
    with qtbot.waitSignal(view.stop_waiting_requested):
        click(view.page, "Stop waiting")


def test_an_error_moves_nothing(view: UnlockView) -> None:
    view.show_passphrase()
    before = view.enter_form.button.mapTo(view, view.enter_form.button.rect().topLeft())
    view.show_error("That is not the passphrase.")
    view.grab()
    assert view.enter_form.button.mapTo(view, view.enter_form.button.rect().topLeft()) == before


def test_every_page_is_reached_by_keyboard_and_has_a_name(view: UnlockView) -> None:
    shows: list[Callable[[], None]] = [
        lambda: view.show_choice("Because."),
        view.show_passphrase,
        lambda: view.show_keyring("Because."),
        lambda: view.show_lost("Because."),
        lambda: view.show_in_use("Because."),
        view.show_waiting,
    ]
    for show in shows:
        show()
        assert view.accessibleName()
        buttons = [each for each in view.page.findChildren(QAbstractButton) if each.isVisible()]
        assert buttons
        assert all(each.focusPolicy() & Qt.FocusPolicy.TabFocus for each in buttons)
        focus = view.focusWidget()
        assert focus is not None
        assert view.page.isAncestorOf(focus)
