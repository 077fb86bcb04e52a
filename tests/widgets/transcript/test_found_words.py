from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint

from app.viewmodels.transcript import Transcript
from tests.support.offscreen import quiet_platform
from tests.support.scripted import ScriptedReply
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.text_surface import TextSurface
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def view(qtbot: QtBot) -> TranscriptView:
    """A question, a long reply that names a needle twice, and a question about needles."""
    transcript = Transcript()
    transcript.add_user("Tell me of hay.", "q1")
    transcript.begin_reply(1, "r1")
    script = ScriptedReply(1)
    transcript.on_events(script.start())
    for _ in range(60):
        transcript.on_events(script.round("+Nothing +but +hay +here *.\\n\\n"))
    transcript.on_events(script.round("+A +Needle +in +hay +a +needle *.\\n\\n") + script.finish())
    transcript.add_user("And needles?", "q2")
    made = TranscriptView(transcript, Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.show()
    return made


def marked(view: TranscriptView) -> list[str]:
    return [
        mark.cursor.selectedText() for surface in view.findChildren(TextSurface) for mark in surface.extraSelections()
    ]


def test_the_words_are_marked_and_the_first_of_them_is_in_sight(view: TranscriptView) -> None:
    assert view.show_message("r1", ["needle"])

    assert sorted(marked(view)) == ["Needle", "needle"]
    surface = next(each for each in view.findChildren(TextSurface) if each.extraSelections())
    mark = surface.extraSelections()[0]  # held: the cursor goes with it
    place = surface.cursorRect(mark.cursor)
    seen = surface.viewport().mapTo(view.viewport(), place.center() + QPoint(1, 0))
    assert view.viewport().rect().contains(seen)


def test_another_message_and_the_end_of_the_search_take_the_marks_away(view: TranscriptView) -> None:
    view.show_message("r1", ["needle"])

    view.show_message("q2", ["needle"])
    assert marked(view) == ["needle"]

    view.clear_words()
    assert marked(view) == []


def test_a_word_that_is_not_on_screen_still_leads_to_the_message(view: TranscriptView) -> None:
    assert view.show_message("r1", ["straw"])
    assert marked(view) == []
    assert not view.show_message("nobody", ["straw"])
