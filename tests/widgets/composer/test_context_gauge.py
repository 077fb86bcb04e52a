from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.viewmodels.context_figures import ContextFigures
from widgets.composer.context_gauge import ContextGauge
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def theme(qapp: object) -> Theme:
    return Theme(ThemeChoice.LIGHT)


@pytest.fixture
def gauge(qtbot: QtBot, theme: Theme) -> ContextGauge:
    gauge = ContextGauge(theme)
    qtbot.addWidget(gauge)
    return gauge


@pytest.mark.parametrize(
    ("used", "words", "warns"),
    [
        (0, "0 of 1000", False),
        (740, "740 of 1000", False),
        (899, "899 of 1000", False),
        (900, "100 left of 1000", True),
        (1000, "0 left of 1000", True),
        (1300, "1300 of 1000, too much", True),
    ],
)
def test_it_says_what_is_left_before_it_runs_out(gauge: ContextGauge, used: int, words: str, warns: bool) -> None:
    gauge.show_figures(ContextFigures(used, 1000))
    assert gauge.text == words
    assert gauge.is_warning is warns
    assert gauge.accessibleName() == f"Context: {words} tokens"


def test_a_message_too_long_warns_while_it_is_written(gauge: ContextGauge) -> None:
    gauge.show_figures(ContextFigures(700, 1000, typed=100))
    assert (gauge.text, gauge.is_warning) == ("800 of 1000", False)
    gauge.show_figures(ContextFigures(700, 1000, typed=500))
    assert (gauge.text, gauge.is_warning) == ("1200 of 1000, too much", True)


def test_colour_alone_carries_nothing(gauge: ContextGauge) -> None:
    gauge.show_figures(ContextFigures(500, 1000))
    calm = gauge.text
    gauge.show_figures(ContextFigures(950, 1000))
    assert "left" in gauge.text
    assert "left" not in calm


def test_the_figures_stand_in_the_tool_tip_and_for_a_screen_reader(gauge: ContextGauge) -> None:
    gauge.show_figures(ContextFigures(700, 1000, typed=1, prompt=600, reply=100))
    assert gauge.toolTip().splitlines() == [
        "Context: 1000 tokens",
        "Prompt of the last reply: 600 tokens",
        "The reply: 100 tokens",
        "The message being written: 1 token",
        "Left: 299 tokens",
    ]
    assert gauge.accessibleDescription() == gauge.toolTip()
    gauge.show_figures(ContextFigures(700, 1000))
    assert "This conversation: 700 tokens" in gauge.toolTip()


def test_a_conversation_too_long_says_what_can_be_done_or_what_will_be(gauge: ContextGauge) -> None:
    gauge.show_figures(ContextFigures(1300, 1000))
    assert "new conversation" in gauge.toolTip()
    gauge.show_figures(ContextFigures(1300, 1000, leaves_out=True))
    assert "will be left out" in gauge.toolTip()


def test_nothing_is_shown_where_nothing_is_known(gauge: ContextGauge) -> None:
    gauge.show_figures(ContextFigures(10, 1000))
    assert gauge.isVisible()
    gauge.show_figures(ContextFigures(None, 1000))
    assert gauge.isHidden()
    gauge.show_figures(ContextFigures(0, 1000))
    assert gauge.isVisible()
    gauge.show_figures(ContextFigures(0, 0))
    assert gauge.isHidden()


def test_the_words_have_room(gauge: ContextGauge) -> None:
    gauge.show_figures(ContextFigures(1, 1000))
    narrow = gauge.sizeHint().width()
    gauge.show_figures(ContextFigures(950, 1000))
    assert gauge.sizeHint().width() > narrow


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_the_bar_fills_and_turns_when_it_is_nearly_full(gauge: ContextGauge, theme: Theme, choice: ThemeChoice) -> None:
    def colours(used: int) -> list[str]:
        gauge.show_figures(ContextFigures(used, 1000))
        gauge.resize(gauge.sizeHint())
        image = gauge.grab().toImage()
        middle = image.height() // 2
        return [image.pixelColor(x, middle).name() for x in (20, 60, 100)]

    theme.choose(choice)
    palette = theme.palette
    assert [each.lower() for each in (palette.faint, palette.selection, palette.selection)] == colours(400)
    assert [each.lower() for each in (palette.muted, palette.muted, palette.selection)] == colours(800)
    assert colours(950) == [palette.rejected.lower()] * 3
    gauge.show_figures(ContextFigures(400, 1000, typed=300))
    assert gauge.grab().toImage().pixelColor(60, gauge.height() // 2).name() == palette.corrected.lower()
