"""Putting conversations in order, and what of it the store holds afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.runtime.store_worker import StoreWorker
from app.store.folders import StoredFolder
from app.store.store import Store
from app.store.values import ConversationRow, MessageState, Role
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.filing import Filing
from app.viewmodels.folders import ConversationFolders, folder_name
from app.viewmodels.keeping import Keeping
from app.viewmodels.transcript import Transcript, UserTurn
from tests.support.fixed_keys import KEY
from tests.support.store_contents import talk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.errors import Notice


class Desk:
    """Filing with its surroundings, and a real store with three conversations."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.folder = folder
        self.qtbot = qtbot
        self.worker = StoreWorker()
        self.conversations = ConversationList()
        self.folders = ConversationFolders(self.conversations)
        self.keeping = Keeping(self.worker, self.conversations)
        self.filing = Filing(self.worker, self.conversations, self.folders, self.keeping)
        self.notices: list[Notice] = []
        self.filing.notice_raised.connect(self.notices.append)
        self.keeping.notice_raised.connect(self.notices.append)
        with Store.open(folder, KEY) as store:
            for title in ("One", "Two", "Three"):
                talk(store, title, "question", "answer")
            store.save_folders([StoredFolder("Kept", is_folded=True)])
        self.worker.start()
        with qtbot.waitSignals([self.keeping.filled, self.folders.changed]):
            self.worker.open(lambda: Store.open(folder, KEY))

    def key(self, title: str) -> str:
        return next(each.key for each in self.conversations.entries if each.title == title)

    def stop(self) -> dict[str, ConversationRow]:
        """End the thread; what the store holds of each conversation, by its title."""
        self.filing.finish()
        assert self.worker.stop() == 0
        with Store.open(self.folder, KEY) as store:
            self.kept_folders = store.folders()
            return {row.title: row for row in store.conversations()}


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(tmp_path / "data", qtbot)
    yield made
    made.filing.finish()
    made.worker.stop()


def test_pins_folders_and_the_archive_are_kept(desk: Desk) -> None:
    desk.filing.set_pinned(desk.key("One"), True)
    desk.filing.move(desk.key("One"), "Work")
    desk.filing.set_archived(desk.key("Two"), True)
    desk.filing.set_pinned(desk.key("Three"), True)
    desk.filing.set_pinned(desk.key("Three"), False)
    rows = desk.stop()
    assert (rows["One"].pinned, rows["One"].folder, rows["One"].archived) == (True, "Work", False)
    assert (rows["Two"].pinned, rows["Two"].archived) == (False, True)
    assert not rows["Three"].pinned
    assert desk.notices == []


def test_what_was_archived_can_be_had_back_and_is_open_again(desk: Desk, qtbot: QtBot) -> None:
    key = desk.key("Two")
    desk.conversations.activate(key)
    with qtbot.waitSignal(desk.filing.archived) as archived:
        desk.filing.set_archived(key, True)
    assert archived.args == ["Two"]
    assert desk.conversations.active != key
    with qtbot.waitSignal(desk.filing.settled):
        desk.filing.undo()
    assert desk.conversations.active == key
    desk.filing.undo()
    assert not desk.stop()["Two"].archived


def test_what_was_taken_out_of_the_archive_by_hand_is_offered_no_more(desk: Desk, qtbot: QtBot) -> None:
    desk.filing.set_archived(desk.key("Two"), True)
    with qtbot.assertNotEmitted(desk.filing.settled):
        desk.filing.set_archived(desk.key("One"), False)
    with qtbot.waitSignal(desk.filing.settled):
        desk.filing.set_archived(desk.key("Two"), False)
    assert not desk.stop()["Two"].archived


def test_time_takes_the_way_back_and_leaves_the_archive(desk: Desk, qtbot: QtBot) -> None:
    desk.filing._timer.setInterval(10)
    with qtbot.waitSignal(desk.filing.settled):
        desk.filing.set_archived(desk.key("Two"), True)
    desk.filing.undo()
    assert desk.conversations.entry(desk.key("Two")).archived


def test_a_new_folder_takes_its_conversation_and_waits_for_a_name(desk: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.filing.naming_requested) as naming:
        desk.filing.begin_folder(desk.key("One"))
    assert naming.args == ["New folder"]
    desk.filing.begin_folder()
    assert desk.folders.names == ("Kept", "New folder", "New folder 2")
    desk.filing.rename_folder("New folder", "  Garden\nand  roof ")
    assert desk.folders.names == ("Garden and roof", "Kept", "New folder 2")
    assert desk.stop()["One"].folder == "Garden and roof"
    assert desk.kept_folders == (
        StoredFolder("Garden and roof"),
        StoredFolder("Kept", is_folded=True),
        StoredFolder("New folder 2"),
    )


def test_a_name_that_is_taken_is_refused_in_words(desk: Desk) -> None:
    desk.filing.begin_folder(desk.key("One"))
    desk.filing.rename_folder("New folder", "kEPT")
    assert [(notice.code, notice.values) for notice in desk.notices] == [("folder_exists", {"name": "Kept"})]
    desk.filing.rename_folder("New folder", "   ")
    assert desk.folders.names == ("Kept", "New folder")
    desk.filing.rename_folder("New folder", "NEW FOLDER")
    assert desk.folders.names == ("Kept", "NEW FOLDER")
    assert desk.conversations.entry(desk.key("One")).folder == "NEW FOLDER"


def test_a_folder_that_is_removed_leaves_its_conversations_and_comes_back_whole(desk: Desk, qtbot: QtBot) -> None:
    for title in ("One", "Two"):
        desk.filing.move(desk.key(title), "Kept")
    with qtbot.waitSignal(desk.filing.folder_removed) as removed:
        desk.filing.remove_folder("Kept")
    assert removed.args == ["Kept"]
    assert not desk.folders.shown
    assert {each.folder for each in desk.conversations.entries} == {""}
    desk.filing.undo()
    assert desk.folders.shown == (("Kept", True),)
    rows = desk.stop()
    assert {title: row.folder for title, row in rows.items()} == {"One": "Kept", "Two": "Kept", "Three": ""}
    assert desk.kept_folders == (StoredFolder("Kept", is_folded=True),)


def test_a_folder_that_stays_removed_is_gone_from_the_store(desk: Desk) -> None:
    desk.filing.move(desk.key("One"), "Kept")
    desk.filing.remove_folder("Kept")
    assert desk.stop()["One"].folder == ""
    assert desk.kept_folders == ()


def test_folds_are_kept(desk: Desk) -> None:
    assert desk.folders.shown == (("Kept", True),)
    desk.filing.set_folded("Kept", False)
    desk.stop()
    assert desk.kept_folders == (StoredFolder("Kept"),)


def test_a_copy_is_opened_under_a_name_of_its_own(desk: Desk, qtbot: QtBot) -> None:
    key = desk.key("One")
    desk.filing.set_pinned(key, True)
    desk.filing.move(key, "Work")
    with qtbot.waitSignal(desk.keeping.duplicated) as duplicated:
        desk.filing.duplicate(key)
    copy = desk.conversations.active_entry
    assert duplicated.args == [copy.key]
    assert (copy.title, copy.num_messages, copy.pinned, copy.folder) == ("One (copy)", 2, False, "Work")
    assert desk.conversations.entries[0] == copy
    rows = desk.stop()
    assert rows["One (copy)"].title_is_own
    assert rows["One"].pinned


def test_a_conversation_dropped_on_a_section_goes_there_and_nowhere_else(desk: Desk) -> None:
    key = desk.key("One")
    desk.filing.place(key, True, "")
    assert desk.conversations.entry(key).pinned
    desk.filing.place(key, False, "Kept")
    assert (desk.conversations.entry(key).pinned, desk.conversations.entry(key).folder) == (False, "Kept")
    desk.filing.place(key, False, "")
    assert desk.stop()["One"].folder == ""


def test_a_conversation_begun_in_a_folder_is_kept_there_with_its_first_message(desk: Desk) -> None:
    desk.filing.begin_in("Kept")
    assert desk.folders.shown == (("Kept", False),)
    key = desk.conversations.active
    desk.conversations.note_messages(key, 1, "Hello")
    desk.keeping.keep_question(key, None, UserTurn("Hello", "q"))
    assert desk.stop()["Hello"].folder == "Kept"


def test_the_list_counts_the_branch_on_screen(desk: Desk, qtbot: QtBot) -> None:
    key = desk.key("One")

    def branch(store: Store) -> None:
        root = store.conversation(key).messages[0].id
        store.add_message(key, root, Role.ASSISTANT, "another answer", MessageState.COMPLETE)

    desk.worker.write(branch, lambda _none: None, desk.notices.append)
    desk.conversations.remove(key)
    with qtbot.waitSignal(desk.keeping.filled):
        desk.keeping.refill()
    assert desk.conversations.entry(key).num_messages == 2


def test_where_nothing_is_kept_folders_live_in_memory(tmp_path: Path, qtbot: QtBot) -> None:
    worker, conversations = StoreWorker(), ConversationList()
    folders, keeping = ConversationFolders(conversations), Keeping(worker, conversations)
    keeping.set_keeps(False)
    filing = Filing(worker, conversations, folders, keeping)
    worker.start()
    filing.begin_folder(conversations.active)
    assert folders.names == ("New folder",)
    filing.clear()
    conversations.clear()
    assert not folders.names
    assert worker.stop() == 0


def test_folders_are_sorted_as_a_person_would(qapp: object) -> None:
    folders = ConversationFolders(ConversationList())
    for name in ("b 10", "a", "B 9", "Äpfel"):
        folders.add(name)
    assert folders.names == ("a", "Äpfel", "B 9", "b 10")
    assert folder_name("x" * 5000) == "x" * 60


def test_a_reply_written_anew_brings_its_conversation_forward_as_in_the_store(desk: Desk) -> None:
    key = desk.key("One")
    assert desk.conversations.entries[-1].key == key
    reply = Transcript().begin_reply(7, "anew")
    desk.keeping.begin_reply(key, None, reply, lambda: None)
    assert desk.conversations.entries[0].key == key
    desk.keeping.end_all()
    assert next(iter(desk.stop())) == "One"
