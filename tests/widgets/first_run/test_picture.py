from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from tests.support.offscreen import quiet_platform
from widgets.first_run.picture import SpeculationPicture
from widgets.look.theme import Theme, ThemeChoice
from widgets.tokens.proof_line import ProofLine, ProofWords

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


def shown(qtbot: QtBot, *, is_still: bool, width: int = 640) -> SpeculationPicture:
    theme = Theme(ThemeChoice.LIGHT)
    theme.set_still(is_still)
    picture = SpeculationPicture(theme)
    qtbot.addWidget(picture)
    picture.setFixedWidth(width)
    picture.show()
    qtbot.waitExposed(picture)
    return picture


def test_where_nothing_may_move_all_of_it_stands_there_at_once(qtbot: QtBot) -> None:
    picture = shown(qtbot, is_still=True)
    assert not picture.is_playing
    assert [line.shown for line in picture.lines] == [line.words for line in picture.lines]


def test_it_plays_once_and_then_costs_nothing(qtbot: QtBot) -> None:
    picture = shown(qtbot, is_still=False)
    assert picture.is_playing
    assert picture.lines[2].shown.corrected == "", "the end is not there yet"
    before = picture.height()
    with qtbot.waitSignal(picture.finished, timeout=30_000):
        pass
    assert not picture.is_playing
    assert [line.shown for line in picture.lines] == [line.words for line in picture.lines]
    assert picture.height() == before, "nothing below it has moved"


def test_it_stops_where_nobody_sees_it(qtbot: QtBot) -> None:
    picture = shown(qtbot, is_still=False)
    picture.hide()
    assert not picture.is_playing


def test_each_of_three_sentences_has_its_line_and_the_lines_are_told_to_who_does_not_see_them(qtbot: QtBot) -> None:
    picture = shown(qtbot, is_still=True)
    assert [label.text()[:2] for label in picture.sentences] == ["1.", "2.", "3."]
    assert [line.accessibleName() for line in picture.lines] == [
        "Proposed: inked and printed on paper",
        "Accepted: inked and. Struck: printed",
        "The text: The type is set, inked and proofed",
    ]


@pytest.mark.parametrize("width", [240, 640])
def test_a_line_has_room_for_all_of_it_before_it_is_shown(qtbot: QtBot, width: int) -> None:
    words = ProofWords("Said before,", ("one", "two"), "three", "four", ("five",), "six", ("seven", "eight"))
    line = ProofLine(Theme(ThemeChoice.LIGHT), words, "spoken")
    qtbot.addWidget(line)
    whole = line.heightForWidth(width)
    for step in range(words.num_steps + 1):
        line.show_steps(step)
        assert line.heightForWidth(width) == whole
    assert line.shown == words


def test_the_marks_of_a_line_come_in_the_order_of_the_text() -> None:
    words = ProofWords("Said", ("one",), "two", "three", ("four",), "five", ("six",))
    assert words.num_steps == 5
    assert words.first(0) == ProofWords("Said")
    assert words.first(2) == ProofWords("Said", ("one",), "two", "three")
    assert words.first(3) == ProofWords("Said", ("one",), "two", "three", ("four",))
    assert words.first(4) == ProofWords("Said", ("one",), "two", "three", ("four",), "five")
    assert words.first(5) == words


def test_a_translation_keeps_the_number_of_words_that_are_proposed() -> None:
    for file in (files("resources") / "translations").iterdir():
        if file.name.endswith(".ts"):
            for message in ElementTree.fromstring(file.read_text("utf-8")).iter("message"):
                source, translation = message.findtext("source", ""), message.findtext("translation", "")
                if "|" in source and translation:
                    assert translation.count("|") == source.count("|"), file.name
