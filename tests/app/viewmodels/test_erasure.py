from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.runtime.store_worker import StoreWorker
from app.settings.store import SettingsStore
from app.viewmodels.chat import Chat
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.erasure import Erasure
from app.viewmodels.keeping import Keeping
from app.viewmodels.preferences import Preferences
from tests.app.viewmodels.test_chat import Engine

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


class Desk:
    """Two conversations of a session that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self.engine = Engine()
        self.conversations = ConversationList()
        self.keeping = Keeping(StoreWorker(), self.conversations)
        self.keeping.set_keeps(False)
        self.chat = Chat(self.engine, self.conversations, Preferences(SettingsStore(folder)), self.keeping)
        self.erasure = Erasure(self.conversations, self.chat, self.keeping)
        self.chat.send("one")
        self.first = self.conversations.active
        self.second = self.conversations.begin()
        self.chat.send("two")

    @property
    def listed(self) -> list[str]:
        return [entry.key for entry in self.conversations.entries]


@pytest.fixture
def desk(tmp_path: Path, qapp: object) -> Desk:
    return Desk(tmp_path)


def test_it_is_out_of_sight_at_once_and_its_reply_is_stopped(desk: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.erasure.offered) as offered:
        desk.erasure.delete(desk.first)
    assert offered.args == ["one"]
    assert desk.listed == [desk.second]
    assert desk.engine.cancelled == [1]
    desk.erasure.finish()


def test_undo_brings_it_back_whole(desk: Desk, qtbot: QtBot) -> None:
    desk.erasure.delete(desk.first)
    with qtbot.waitSignal(desk.erasure.settled):
        desk.erasure.undo()
    assert desk.listed == [desk.second, desk.first]
    assert desk.conversations.active == desk.first
    assert desk.chat.transcript.rows[0].text == "one"
    with qtbot.assertNotEmitted(desk.erasure.erased):
        desk.erasure.finish()


def test_time_makes_it_final(desk: Desk, qtbot: QtBot) -> None:
    desk.erasure._timer.setInterval(10)
    with qtbot.waitSignal(desk.erasure.erased) as erased:
        desk.erasure.delete(desk.first)
    assert erased.args == [desk.first]
    assert desk.first not in desk.conversations
    desk.erasure.undo()
    assert desk.listed == [desk.second]


def test_another_deletion_makes_the_first_final(desk: Desk, qtbot: QtBot) -> None:
    desk.erasure.delete(desk.first)
    with qtbot.waitSignal(desk.erasure.erased) as erased:
        desk.erasure.delete(desk.second)
    assert erased.args == [desk.first]
    desk.erasure.undo()
    assert desk.listed[-1] == desk.second


def test_an_empty_conversation_needs_no_undo(desk: Desk, qtbot: QtBot) -> None:
    empty = desk.conversations.begin()
    with qtbot.assertNotEmitted(desk.erasure.offered):
        desk.erasure.delete(empty)
    assert empty not in desk.conversations
