from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.kept_desk import KeptDesk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[KeptDesk]:
    desk = KeptDesk(tmp_path, qtbot)
    desk.open()
    yield desk
    desk.close()


def test_a_text_is_carried_below_what_is_there(desk: KeptDesk) -> None:
    desk.unsent.note("a", "First\n")
    desk.unsent.note("b", "Second")
    desk.unsent.carry("b", "a")
    assert (desk.unsent.text_of("a"), desk.unsent.text_of("b")) == ("First\n\nSecond", "")
    desk.unsent.carry("nobody", "a")
    assert desk.unsent.text_of("a") == "First\n\nSecond"


def test_the_newest_text_only_is_written(desk: KeptDesk) -> None:
    desk.say("Hello")
    for text in ("a", "ab", "abc"):
        desk.unsent.note(desk.key, text)
    assert desk.rows()[desk.key].draft == ""
    desk.writes.flush()
    assert desk.rows()[desk.key].draft == "abc"


def test_somebody_who_never_rests_is_written_down_too(desk: KeptDesk, qtbot: QtBot) -> None:
    desk.say("Hello")
    desk.writes._timer.setInterval(60_000)  # typing goes on
    desk.writes._patience.setInterval(50)
    desk.unsent.note(desk.key, "On and")
    qtbot.waitUntil(lambda: desk.rows()[desk.key].draft == "On and")


def test_a_text_brings_its_conversation_into_the_store_and_its_first_message_names_it(desk: KeptDesk) -> None:
    desk.unsent.note(desk.key, "Half")
    desk.writes.flush()
    assert (desk.rows()[desk.key].draft, desk.rows()[desk.key].title) == ("Half", "")
    desk.unsent.note(desk.key, "")
    desk.say("Half a sentence")
    desk.writes.flush()
    row = desk.rows()[desk.key]
    assert (row.draft, row.title, row.num_messages) == ("", "Half a sentence", 1)


def test_a_text_of_a_conversation_that_is_gone_is_never_written(desk: KeptDesk) -> None:
    desk.unsent.note("gone", "Half")
    desk.writes.flush()
    assert desk.rows() == {}


def test_an_empty_row_is_erased_when_it_is_listed_and_one_with_a_title_is_not(desk: KeptDesk) -> None:
    added: list[object] = []
    desk.worker.write(lambda store: store.add_conversation(id="blank"), added.append, added.append)
    desk.worker.write(lambda store: store.add_conversation(id="named", title="Named"), added.append, added.append)
    with desk.qtbot.waitSignal(desk.keeping.filled):
        desk.keeping.refill()
    assert desk.rows().keys() == {"named"}
    assert "blank" not in desk.conversations
