"""Wavy lines under words, with a word list that stands in for the system's dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from app.spelling.speller import Speller
from tests.support.offscreen import quiet_platform
from widgets.composer.composer import Composer
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


class WordList:
    def __init__(self) -> None:
        self.words = {"the", "cat", "sits", "on", "a", "mat"}
        self.asked: list[str] = []

    def knows(self, word: str) -> bool:
        self.asked.append(word)
        return word.lower() in self.words

    def suggest(self, word: str) -> tuple[str, ...]:
        return ("mat", "cat") if word == "matt" else ()

    def accept(self, word: str) -> None:
        self.words.add(word)


@pytest.fixture
def words() -> WordList:
    return WordList()


@pytest.fixture
def composer(qtbot: QtBot, words: WordList) -> Composer:
    composer = Composer(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(composer)
    composer.resize(860, 120)
    composer.show()
    qtbot.waitExposed(composer)
    composer.activateWindow()
    composer.field.setFocus()
    composer.spelling.set_speller(Speller([words]))
    return composer


def marked(composer: Composer, qtbot: QtBot, *expected: str) -> None:
    qtbot.waitUntil(lambda: composer.spelling.marked == list(expected))


def test_a_wrong_word_gets_a_wavy_line_when_it_is_left(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.field, "the cta sits on a matt")
    marked(composer, qtbot, "cta")
    QTest.keyClicks(composer.field, " ")
    marked(composer, qtbot, "cta", "matt")
    (first, _second) = composer.field.extraSelections()
    assert first.format.underlineStyle() is QTextCharFormat.UnderlineStyle.WaveUnderline


def test_the_line_stands_right_behind_an_emoji(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("😀😀 the cta sits on a mat ")
    marked(composer, qtbot, "cta")


def test_code_is_left_in_peace(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("the cta sits on\n```\nthe cta sits on\n```\na matt sits on the ")
    marked(composer, qtbot, "cta", "matt")


def test_only_lines_in_sight_are_looked_at(composer: Composer, qtbot: QtBot, words: WordList) -> None:
    lines = [f"the cat sits on word{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(200)]
    composer.set_text("\n".join(lines) + "\nthe cat sits on a matt ")
    qtbot.waitUntil(lambda: "matt" in composer.spelling.marked)
    assert "wordaa" not in words.asked
    composer.field.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: "wordaa" in composer.spelling.marked)


def test_a_suggestion_takes_the_place_of_the_word(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("the cat sits on a matt ")
    marked(composer, qtbot, "matt")
    menu = QMenu(composer)
    menu.addAction("Undo")
    place = QTextCursor(composer.field.document())
    place.setPosition(20)
    composer.field.menu_asked.emit(menu, place)
    assert [action.text() for action in menu.actions()][:4] == [
        "mat",
        "cat",
        "Accept “matt” until Galley is closed",
        "",
    ]
    menu.actions()[0].trigger()
    assert composer.text == "the cat sits on a mat "
    marked(composer, qtbot)
    composer.field.undo()
    assert composer.text == "the cat sits on a matt "


def test_a_word_that_was_deleted_a_moment_ago_is_not_offered_any_more(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("the cat sits on a matt ")
    marked(composer, qtbot, "matt")
    composer.clear_text()
    menu = QMenu(composer)
    menu.addAction("Undo")
    composer.field.menu_asked.emit(menu, composer.field.textCursor())
    assert menu.actions()[0].text() == "Undo"


def test_where_there_is_no_speller_nothing_is_said_of_one(qtbot: QtBot) -> None:
    composer = Composer(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(composer)
    QTest.keyClicks(composer.field, "the cta ")
    menu = QMenu(composer)
    menu.addAction("Undo")
    composer.field.menu_asked.emit(menu, composer.field.textCursor())
    assert "Check spelling" not in [action.text() for action in menu.actions()]
    assert composer.spelling.marked == []


def test_switched_off_it_marks_nothing(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.field, "the cta sits on a ")
    marked(composer, qtbot, "cta")
    composer.spelling.set_on(False)
    assert composer.spelling.marked == []
    QTest.keyClick(composer.field, Qt.Key.Key_Space)
    composer.spelling.set_on(True)
    marked(composer, qtbot, "cta")


def test_the_words_and_not_the_marks_are_sent(composer: Composer, qtbot: QtBot) -> None:
    composer.set_ready(True)
    QTest.keyClicks(composer.field, "the cta sits on ")
    marked(composer, qtbot, "cta")
    with qtbot.waitSignal(composer.send_requested) as sent:
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent.args == ["the cta sits on "]
