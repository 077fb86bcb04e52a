from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QObject

from app.viewmodels.composer_history import ComposerHistory
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.transcript import AttachedSpan, Transcript


class OpenTalk(QObject):
    """The transcripts of a few conversations."""

    def __init__(self, conversations: ConversationList) -> None:
        super().__init__()
        self.conversations = conversations
        self.transcripts: dict[str, Transcript] = {}

    @property
    def transcript(self) -> Transcript:
        return self.transcripts.setdefault(self.conversations.active, Transcript(self))


class Desk:
    def __init__(self) -> None:
        self.conversations = ConversationList()
        self.talk = OpenTalk(self.conversations)
        self.history = ComposerHistory(self.talk, self.conversations)

    def say(self, text: str) -> None:
        self.talk.transcript.add_user(text)
        self.conversations.note_messages(self.conversations.active, 1, text)
        self.history.note_sent(text)


@pytest.fixture
def desk(qapp: QCoreApplication) -> Desk:
    return Desk()


def test_the_walk_goes_back_through_this_conversation_then_the_others(desk: Desk) -> None:
    desk.say("elsewhere")
    desk.conversations.begin()
    desk.say("first")
    desk.say("second")
    shown, seen = "", []
    while (text := desk.history.older(shown)) is not None:
        seen.append(text)
        shown = text
    assert seen == ["second", "first", "elsewhere"]
    assert desk.history.newer(shown) == "first"


def test_what_was_being_typed_comes_back(desk: Desk) -> None:
    desk.say("first")
    assert desk.history.older("half a thou") == "first"
    assert desk.history.newer("first") == "half a thou"
    assert desk.history.newer("half a thou") is None


def test_what_was_changed_on_the_way_begins_another_walk(desk: Desk) -> None:
    desk.say("first")
    desk.say("second")
    assert desk.history.older("") == "second"
    assert desk.history.older("second, changed") == "second"
    assert desk.history.newer("second") == "second, changed"


def test_nothing_is_shown_twice(desk: Desk) -> None:
    for text in ("again", "once", "again"):
        desk.say(text)
    assert desk.history.older("") == "again"
    assert desk.history.older("again") == "once"
    assert desk.history.older("once") is None


def test_of_a_message_with_files_only_what_was_typed_comes_back(desk: Desk) -> None:
    text = "Compare:\n\n### File: a.txt\n\n```\none\n```"
    desk.talk.transcript.add_user(text, attached=(AttachedSpan("a.txt", 10, len(text)),))
    desk.conversations.note_messages(desk.conversations.active, 1, text)
    assert desk.history.older("") == "Compare:"


def test_another_conversation_ends_the_walk(desk: Desk) -> None:
    desk.say("first")
    assert desk.history.older("") == "first"
    desk.conversations.begin()
    assert desk.history.newer("first") is None


def test_what_is_gone_is_forgotten(desk: Desk) -> None:
    desk.say("elsewhere")
    gone = desk.conversations.active
    desk.conversations.begin()
    desk.history.forget(gone)
    assert desk.history.older("") is None


def test_locking_forgets_everything(desk: Desk) -> None:
    desk.say("elsewhere")
    desk.conversations.begin()
    desk.history.clear()
    assert desk.history.older("") is None
