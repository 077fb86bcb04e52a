from __future__ import annotations

import pytest

from app.viewmodels.branch_outline import MOST_CHARACTERS, outline_of
from app.viewmodels.transcript import Transcript, UserTurn
from tests.support.scripted import ScriptedReply

pytestmark = pytest.mark.usefixtures("qapp")


def test_versions_stand_below_each_other_a_step_further_in() -> None:
    transcript = Transcript()
    for message, parent in (("a", None), ("b", "a"), ("c", "b"), ("d", "a"), ("e", "d")):
        transcript.add(UserTurn(f"text {message}", message), parent)
    transcript.select("c")
    rows = outline_of(transcript)
    assert [(row.words, row.depth, row.number, row.count) for row in rows] == [
        ("text a", 0, 1, 1),
        ("text b", 1, 1, 2),
        ("text c", 1, 1, 1),
        ("text d", 1, 2, 2),
        ("text e", 1, 1, 1),
    ]
    assert [row.message_id for row in rows if row.is_shown] == ["a", "b", "c"]
    assert [row.message_id for row in rows if row.is_end] == ["c"]


def test_versions_of_the_first_message_are_versions_like_others() -> None:
    transcript = Transcript()
    transcript.add(UserTurn("one", "a"), None)
    transcript.add(UserTurn("other", "b"), None)
    assert [(row.depth, row.number, row.count) for row in outline_of(transcript)] == [(1, 1, 2), (1, 2, 2)]


def test_what_was_deleted_is_not_there_and_words_are_one_short_line() -> None:
    transcript = Transcript()
    transcript.add(UserTurn("many\n\n words " * 1000, "a"), None)
    transcript.begin_reply(1, "r")
    transcript.conceal("r")
    (row,) = outline_of(transcript)
    assert row.words.startswith("many words many")
    assert len(row.words) <= MOST_CHARACTERS
    transcript.reveal("r")
    assert outline_of(transcript)[1].words == ""


def test_of_a_reply_only_what_it_says_stands_there_and_of_a_message_all() -> None:
    transcript = Transcript()
    transcript.add(UserTurn("What does <b> mean?", "a"), None)
    transcript.begin_reply(1, "r")
    reply = ScriptedReply(1)
    transcript.on_events([*reply.start(), *reply.text("<b>hm</b> Bold."), *reply.finish()])
    rows = outline_of(transcript, lambda text: text.rpartition("</b>")[2])
    assert [row.words for row in rows] == ["What does <b> mean?", "Bold."]
