from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from widgets.look.theme import Theme, ThemeChoice
from widgets.parts.notice_bar import Foot, NoticeBar

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def bar(qtbot: QtBot) -> NoticeBar:
    made = NoticeBar(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(made)
    return made


def test_it_is_there_only_while_there_is_something_to_say(bar: NoticeBar) -> None:
    assert bar.isHidden()
    bar.show_sentence("The settings cannot be saved.")
    assert not bar.isHidden()
    assert bar.label.text() == bar.accessibleDescription() == "The settings cannot be saved."
    bar.close_button.click()
    assert bar.isHidden()
    bar.show_sentence("Another thing.")
    assert bar.label.text() == "Another thing."


def test_sentences_that_were_not_put_away_stay_and_none_stands_there_twice(bar: NoticeBar) -> None:
    for sentence in ("One.", "Two.", "One.", "Three.", "Four."):
        bar.show_sentence(sentence)
    assert bar.label.text() == "Two.\nThree.\nFour."


def test_what_is_no_longer_true_is_taken_back(bar: NoticeBar) -> None:
    bar.show_sentence("One.")
    bar.show_sentence("Two.")
    bar.withdraw("One.")
    assert bar.label.text() == "Two."
    bar.withdraw("never said")
    bar.withdraw("Two.")
    assert bar.isHidden()


def test_marks_in_a_sentence_are_no_mark_up(bar: NoticeBar) -> None:
    assert bar.label.textFormat() is Qt.TextFormat.PlainText


def test_the_focus_of_the_foot_is_the_message_box(qtbot: QtBot) -> None:
    box = QLineEdit()
    foot = Foot(NoticeBar(Theme(ThemeChoice.LIGHT)), composer=box)
    qtbot.addWidget(foot)
    foot.setFocus()
    assert foot.focusWidget() is box
