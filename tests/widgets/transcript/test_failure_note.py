from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.engine.events import EngineDied, ReplyFailed
from app.errors import Notice
from app.viewmodels.reply import Reply
from widgets.look.theme import Theme, ThemeChoice
from widgets.transcript.failure_note import FailureNote

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def note(qtbot: QtBot, event: ReplyFailed | EngineDied) -> FailureNote:
    reply = Reply(1)
    reply.apply(event)
    made = FailureNote(Theme(ThemeChoice.LIGHT), reply)
    qtbot.addWidget(made)
    made.resize(640, 200)
    made.show()
    return made


def refused(**values: int) -> ReplyFailed:
    return ReplyFailed(1, Notice("prompt_too_long", {"tokens": 5000, "capacity": 4096, **values}))


def test_a_question_refused_for_what_was_said_before_it_can_be_asked_without_that(qtbot: QtBot) -> None:
    shown = note(qtbot, refused(least=300))
    assert "5000" in shown.message.text()
    button = shown.leave_out_button
    assert button is not None
    button.setFocus()
    with qtbot.waitSignal(shown.leave_out_requested):
        QTest.keyClick(button, Qt.Key.Key_Space)


@pytest.mark.parametrize(
    "event",
    [
        refused(),
        refused(least=4097),
        ReplyFailed(1, Notice("decode_failed", {"status": 3})),
        EngineDied(Notice("engine_ended", {"code": 3}), ("last line",), 1),
    ],
)
def test_nothing_is_offered_that_would_not_help(qtbot: QtBot, event: ReplyFailed | EngineDied) -> None:
    assert note(qtbot, event).leave_out_button is None
