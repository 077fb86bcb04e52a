"""Deleting a message: out of sight at once, back for a few seconds, then gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.viewmodels.message_erasure import MessageErasure
from app.viewmodels.transcript import AttachedSpan
from tests.app.viewmodels.test_chat import Desk, texts

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.usefixtures("qapp")


class Deleting(Desk):
    """Two questions with their replies, and what deletes them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        for question, answer in (("one", "eins"), ("two", "zwei")):
            self.chat.send(question)
            self.answer(answer)
        self.erasure = MessageErasure(self.conversations, self.chat)

    def delete(self, row: int) -> str:
        message_id = self.chat.transcript.rows[row].message_id
        self.erasure.delete(message_id)
        return message_id


@pytest.fixture
def desk(tmp_path: Path) -> Deleting:
    return Deleting(tmp_path)


def test_it_is_offered_with_what_goes_along(desk: Deleting, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.erasure.offered) as offered:
        desk.delete(1)
    assert offered.args == ["eins", 2]
    assert texts(desk) == ["one"]
    assert desk.keeper.erased == []
    desk.erasure.finish()


def test_a_file_in_it_lends_it_no_words(desk: Deleting, qtbot: QtBot) -> None:
    text = "Read this\n\n### File: x.py"
    desk.chat.send(text, (AttachedSpan("x.py", 11, len(text)),))
    desk.answer("drei")
    with qtbot.waitSignal(desk.erasure.offered) as offered:
        desk.delete(4)
    assert offered.args == ["Read this", 1]
    desk.erasure.finish()


def test_it_comes_back(desk: Deleting, qtbot: QtBot) -> None:
    desk.delete(1)
    with qtbot.waitSignal(desk.erasure.settled):
        desk.erasure.undo()
    assert texts(desk) == ["one", "eins", "two", "zwei"]
    desk.erasure.finish()
    assert desk.keeper.erased == []


def test_when_the_time_is_over_it_is_gone(desk: Deleting, qtbot: QtBot) -> None:
    desk.erasure._timer.setInterval(10)
    with qtbot.waitSignal(desk.erasure.erased):
        message_id = desk.delete(2)
    assert [ids[0] for _key, ids in desk.keeper.erased] == [message_id]
    desk.erasure.undo()
    assert texts(desk) == ["one", "eins"]


def test_another_one_makes_the_first_final(desk: Deleting) -> None:
    reply = desk.delete(3)
    question = desk.delete(2)
    desk.erasure.undo()
    assert texts(desk) == ["one", "eins", "two"]
    assert [ids[0] for _key, ids in desk.keeper.erased] == [reply]
    desk.delete(2)
    desk.erasure.finish()
    assert desk.keeper.erased[-1][1] == (question,)


def test_a_conversation_that_is_gone_takes_what_was_deleted_with_it(desk: Deleting) -> None:
    desk.delete(1)
    desk.chat.forget(desk.conversations.active)
    desk.erasure.undo()
    assert desk.keeper.erased == []
    desk.erasure.delete("nobody")
    assert texts(desk) == []
