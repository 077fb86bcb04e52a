from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.offscreen import quiet_platform
from widgets.composer.composer import Composer
from widgets.look.palette import DARK
from widgets.look.style_sheet import dress
from widgets.look.theme import Theme, ThemeChoice
from widgets.parts.message_field import MAX_HEIGHT

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    composer = Composer(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(composer)
    composer.resize(860, 120)
    composer.set_ready(True)
    composer.show()
    return composer


def test_a_quotation_goes_below_what_is_typed(composer: Composer) -> None:
    composer.append_text("> said\n\n")
    assert composer.text == "> said\n\n"
    composer.set_text("Before.")
    composer.append_text("> said\n\n")
    QTest.keyClicks(composer.field, "So")
    assert composer.text == "Before.\n\n> said\n\nSo"


def test_enter_sends_and_leaves_the_text_to_its_owner(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.field, "Hello")
    with qtbot.waitSignal(composer.send_requested) as sent:
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent.args == ["Hello"]
    assert composer.text == "Hello"
    composer.clear_text()
    assert composer.text == ""


def test_shift_and_enter_break_the_line(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.field, "a")
    with qtbot.assertNotEmitted(composer.send_requested):
        QTest.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(composer.field, "b")
    assert composer.text == "a\nb"


def test_enter_belongs_to_the_input_method_while_it_composes(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.field, "a")
    QApplication.sendEvent(composer.field, QInputMethodEvent("にほ", []))
    with qtbot.assertNotEmitted(composer.send_requested):
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
    done = QInputMethodEvent("", [])
    done.setCommitString("日本")
    QApplication.sendEvent(composer.field, done)
    with qtbot.waitSignal(composer.send_requested):
        QTest.keyClick(composer.field, Qt.Key.Key_Return)


@pytest.mark.parametrize("text", ["", "  \n "])
def test_nothing_is_not_sent(composer: Composer, qtbot: QtBot, text: str) -> None:
    composer.set_text(text)
    assert not composer.send_button.isEnabled()
    with qtbot.assertNotEmitted(composer.send_requested):
        QTest.keyClick(composer.field, Qt.Key.Key_Return)


def test_not_ready_says_why_and_lets_the_user_write_on(composer: Composer, qtbot: QtBot) -> None:
    composer.set_caption("Preset: precise")
    composer.set_ready(False, "Choose a model first")
    QTest.keyClicks(composer.field, "Hello")
    assert not composer.send_button.isEnabled()
    assert composer.caption.words == "Choose a model first"
    with qtbot.assertNotEmitted(composer.send_requested):
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
    composer.set_ready(True)
    assert composer.send_button.isEnabled()
    assert composer.caption.words == "Preset: precise"


def test_stop_is_there_only_while_something_runs(composer: Composer, qtbot: QtBot) -> None:
    assert composer.stop_button.isHidden()
    with qtbot.assertNotEmitted(composer.stop_requested):
        QTest.keyClick(composer.field, Qt.Key.Key_Escape)
    composer.set_busy(True)
    with qtbot.waitSignal(composer.stop_requested):
        QTest.keyClick(composer.field, Qt.Key.Key_Escape)
    with qtbot.waitSignal(composer.stop_requested):
        QTest.mouseClick(composer.stop_button, Qt.MouseButton.LeftButton)
    composer.set_busy(False)
    assert composer.stop_button.isHidden()


def test_a_second_message_can_be_sent_while_a_reply_runs(composer: Composer, qtbot: QtBot) -> None:
    composer.set_busy(True)
    composer.set_text("Next")
    with qtbot.waitSignal(composer.send_requested):
        QTest.mouseClick(composer.send_button, Qt.MouseButton.LeftButton)


def test_the_field_grows_with_its_text_up_to_a_limit(composer: Composer, qtbot: QtBot) -> None:
    low = composer.field.height()
    composer.set_text("line\n" * 4)
    assert composer.field.height() > low
    composer.set_text("line\n" * 80)
    assert composer.field.height() == MAX_HEIGHT
    composer.clear_text()
    assert composer.field.height() == low


def test_paste_takes_the_text_and_no_formats(composer: Composer) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("bold")
    QGuiApplication.clipboard().setMimeData(data)
    composer.field.paste()
    assert composer.text == "bold"
    assert "font-weight" not in composer.field.toHtml().split("<body", 1)[1].split("bold")[0].split("<p")[1]


def pasted(text: str) -> QMimeData:
    data = QMimeData()
    data.setText(text)
    return data


@pytest.mark.parametrize("text", ["10\u00a0km and 5\u202f%", "a\u2028b", "  two\n\n\tthree \n"])
def test_what_is_pasted_is_sent_character_for_character(composer: Composer, qtbot: QtBot, text: str) -> None:
    composer.field.insertFromMimeData(pasted(text))
    with qtbot.waitSignal(composer.send_requested) as sent:
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent.args == [text]
    composer.field.selectAll()
    composer.field.cut()
    composer.field.paste()
    assert composer.text == text


def test_a_long_line_without_a_place_to_break_is_pasted_at_once(composer: Composer) -> None:
    text = "abcdefgh7" * 110_000
    composer.set_text("See ")
    started = monotonic()
    composer.field.insertFromMimeData(pasted(text))
    assert composer.field.document().size().height() > MAX_HEIGHT
    assert monotonic() - started < 5  # minutes where every line looks for the end of the word
    assert composer.text == "See " + text
    composer.field.selectAll()
    composer.field.cut()
    composer.field.undo()
    assert composer.text == "See " + text
    assert monotonic() - started < 8
    composer.clear_text()
    composer.set_text("some words " * 30)
    lines = composer.field.document().firstBlock().layout()
    assert lines.lineCount() > 1
    start = lines.lineAt(1).textStart()
    assert composer.text[start - 1] == " "


def test_the_gauge_says_how_full_the_context_is(composer: Composer) -> None:
    assert composer.gauge.isHidden()
    composer.set_context(64, 512)
    assert composer.gauge.isVisible()
    assert composer.gauge.text == "64 of 512"
    composer.set_context(0, 0)
    assert composer.gauge.isHidden()


def test_a_theme_chosen_before_the_window_is_shown_colours_the_field(qtbot: QtBot, qapp: QApplication) -> None:
    theme = Theme(ThemeChoice.LIGHT)
    dress(qapp, theme)
    composer = Composer(theme)
    qtbot.addWidget(composer)
    theme.choose(ThemeChoice.DARK)
    composer.show()
    palette = composer.field.palette()
    assert palette.color(QPalette.ColorRole.Text).name() == DARK.ink.lower()
    assert palette.color(QPalette.ColorRole.PlaceholderText).name() == DARK.muted.lower()
    theme.choose(ThemeChoice.LIGHT)  # the next test finds the application as others leave it


def test_the_caption_goes_to_the_settings_and_gives_way_where_there_is_no_room(
    composer: Composer, qtbot: QtBot
) -> None:
    composer.set_ready(True)
    composer.set_caption("Preset: R&D · system prompt · temperature 0.7 · seed 4711")
    composer.resize(900, composer.height())
    assert composer.caption.words == "Preset: R&D · system prompt · temperature 0.7 · seed 4711"
    qtbot.waitUntil(lambda: composer.caption.width() == composer.caption.maximumWidth())
    with qtbot.waitSignal(composer.settings_requested):
        QTest.mouseClick(composer.caption, Qt.MouseButton.LeftButton)
    composer.resize(420, composer.height())
    qtbot.waitUntil(lambda: composer.caption.width() < composer.caption.maximumWidth())
    assert composer.send_button.geometry().left() > composer.caption.geometry().right()
