from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.privacy.passphrase_form import FormKind, PassphraseForm

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from widgets.privacy.passphrase_field import PassphraseField

pytestmark = quiet_platform

OLD, NEW = "correct horse", "battery staple"


@pytest.fixture
def make(qtbot: QtBot) -> Callable[[FormKind], PassphraseForm]:
    def made(kind: FormKind) -> PassphraseForm:
        form = PassphraseForm(Theme(ThemeChoice.LIGHT), kind, "Do it")
        qtbot.addWidget(form)
        form.show()
        form.activateWindow()
        qtbot.waitUntil(form.isActiveWindow)
        return form

    return made


def type_into(field: PassphraseField, text: str) -> None:
    field.setFocus()
    QTest.keyClicks(field, text)


def test_enter_hands_the_passphrase_over_and_forgets_it(
    make: Callable[[FormKind], PassphraseForm], qtbot: QtBot
) -> None:
    form = make(FormKind.ENTER)
    field = form.fields[0]
    type_into(field, OLD)
    assert OLD not in field.displayText()
    with qtbot.waitSignal(form.passphrase_entered) as entered:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert entered.args == [OLD]
    assert field.text() == ""
    assert form.is_busy
    assert form.button.text() == "Checking…"
    QTest.mouseClick(form.button, Qt.MouseButton.LeftButton)
    form.show_error("That is not the passphrase.")
    assert not form.is_busy
    assert form.message.text() == "That is not the passphrase."
    assert field.hasFocus()
    type_into(field, "c")
    assert form.message.text() == ""


def test_what_was_handed_over_cannot_be_undone_into_view(make: Callable[[FormKind], PassphraseForm]) -> None:
    form = make(FormKind.ENTER)
    field = form.fields[0]
    type_into(field, OLD)
    QTest.mouseClick(field.show_button, Qt.MouseButton.LeftButton)
    QTest.keyClick(field, Qt.Key.Key_Return)
    form.set_busy(False)
    type_into(field, "x")
    QTest.mouseClick(field.show_button, Qt.MouseButton.LeftButton)
    for _ in range(30):
        QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.text() in ("", "x")


def test_a_new_one_is_typed_twice(make: Callable[[FormKind], PassphraseForm], qtbot: QtBot) -> None:
    form = make(FormKind.CHOOSE)
    new, again = form.fields
    assert "8" in form.message.text()
    type_into(new, "short")
    QTest.keyClick(new, Qt.Key.Key_Return)
    assert again.hasFocus()
    type_into(again, "short")
    QTest.keyClick(again, Qt.Key.Key_Return)
    assert "at least 8" in form.message.text()
    assert new.hasFocus()
    new.take()
    type_into(new, NEW)
    QTest.mouseClick(form.button, Qt.MouseButton.LeftButton)
    assert form.message.text() == "The two are not the same."
    assert new.hasFocus()
    assert not form.is_busy
    again.take()
    type_into(again, NEW)
    with qtbot.waitSignal(form.new_passphrase_chosen) as chosen:
        QTest.keyClick(again, Qt.Key.Key_Return)
    assert chosen.args == [NEW]


def test_the_rule_about_different_characters_is_said_before_and_kept(
    make: Callable[[FormKind], PassphraseForm], qtbot: QtBot
) -> None:
    form = make(FormKind.CHOOSE)
    assert "5 of them different" in form.message.text()
    for field in form.fields:
        type_into(field, "aAbBaAbBcd")
    with qtbot.assertNotEmitted(form.new_passphrase_chosen):
        QTest.mouseClick(form.button, Qt.MouseButton.LeftButton)
    assert "5 different" in form.message.text()


def test_changing_asks_for_the_present_one_too(make: Callable[[FormKind], PassphraseForm], qtbot: QtBot) -> None:
    form = make(FormKind.CHANGE)
    present, new, again = form.fields
    type_into(new, NEW)
    type_into(again, NEW)
    QTest.mouseClick(form.button, Qt.MouseButton.LeftButton)
    assert present.hasFocus()
    type_into(present, OLD)
    with qtbot.waitSignal(form.change_requested) as changed:
        QTest.mouseClick(form.button, Qt.MouseButton.LeftButton)
    assert changed.args == [OLD, NEW]
    assert [field.text() for field in form.fields] == ["", "", ""]


def test_what_was_typed_can_be_shown_and_is_dots_again(make: Callable[[FormKind], PassphraseForm]) -> None:
    form = make(FormKind.ENTER)
    field = form.fields[0]
    assert not field.show_button.isVisible()
    type_into(field, OLD)
    assert field.show_button.isVisible()
    QTest.mouseClick(field.show_button, Qt.MouseButton.LeftButton)
    assert field.displayText() == OLD
    assert field.show_button.accessibleName() == "Hide the passphrase"
    form.hide()
    form.show()
    assert field.echoMode() is QLineEdit.EchoMode.Password


def test_tab_goes_from_field_to_field(make: Callable[[FormKind], PassphraseForm]) -> None:
    form = make(FormKind.CHANGE)
    for field in form.fields:
        field.setText(NEW)
    form.fields[0].setFocus()
    chain = [*form.fields[1:], *(field.show_button for field in form.fields), form.button]
    for expected in chain:
        focus = form.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        assert form.focusWidget() is expected


def test_input_methods_are_told_not_to_remember(make: Callable[[FormKind], PassphraseForm]) -> None:
    form = make(FormKind.ENTER)
    field = form.fields[0]
    field.set_hidden(False)
    assert field.inputMethodHints() & Qt.InputMethodHint.ImhSensitiveData
    assert field.inputMethodHints() & Qt.InputMethodHint.ImhNoPredictiveText


def test_caps_lock_is_noticed(make: Callable[[FormKind], PassphraseForm]) -> None:
    form = make(FormKind.ENTER)
    field = form.fields[0]
    field.setFocus()
    QTest.keyClicks(field, "A", Qt.KeyboardModifier.ShiftModifier)
    assert form.message.text() == ""
    QTest.keyClicks(field, "B", Qt.KeyboardModifier.NoModifier)
    assert form.message.text() == "Caps Lock is on."
    QTest.keyClicks(field, "1")
    assert form.message.text() == "Caps Lock is on."
    QTest.keyClicks(field, "c")
    assert form.message.text() == ""
