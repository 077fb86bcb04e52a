"""Folders, and how long the branch on screen is: what the list of conversations is made of besides the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.store.folders import StoredFolder
from app.store.store import Store
from app.store.values import MessageState, Role
from tests.support.store_contents import KEY, talk
from tests.support.store_pages import everything_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SECRET = "𒀭𒂗𒆤"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path, KEY) as store:
        yield store


def test_folders_come_back_in_their_order_also_empty_ones(tmp_path: Path) -> None:
    kept = (StoredFolder("Work"), StoredFolder("Ångström \ud83d", is_folded=True))
    with Store.open(tmp_path, KEY) as store:
        assert store.folders() == ()
        store.save_folders(kept)
    with Store.open(tmp_path, KEY) as store:
        assert store.folders() == (kept[0], StoredFolder("Ångström \ufffd", is_folded=True))
        store.save_folders(())
        assert store.folders() == ()


def test_conversations_move_together(store: Store) -> None:
    first, second, third = (talk(store, title, "a") for title in ("First", "Second", "Third"))
    store.move_to_folder([first.id, "none", third.id], "Work")
    assert {row.title: row.folder for row in store.conversations()} == {"First": "Work", "Second": "", "Third": "Work"}
    assert store.conversations()[-1].updated_at == first.updated_at
    store.move_to_folder([first.id], "")
    assert {row.id for row in store.conversations() if not row.folder} == {first.id, second.id}


def test_the_name_of_a_folder_that_is_gone_does_not_outlive_an_erasing(tmp_path: Path) -> None:
    with Store.open(tmp_path, KEY) as store:
        row = talk(store, "Title", "question")
        store.save_folders([StoredFolder(f"{number} {SECRET} {number}") for number in range(200)])
        store.move_to_folder([row.id], SECRET)
        store.save_folders(())
        store.move_to_folder([row.id], "")
        store.erase_conversation(row.id)
        for path, content in everything_in(tmp_path, KEY):
            assert SECRET.encode() not in content, path.name


def test_only_the_branch_on_screen_is_counted(store: Store) -> None:
    row = talk(store, "Branches", "question", "first answer", "and then?", "that")
    empty = store.add_conversation()
    question, first, _, last = store.conversation(row.id).messages
    assert store.branch_lengths() == {row.id: 4, empty.id: 0}
    second = store.add_message(row.id, question.id, Role.ASSISTANT, "second answer", MessageState.COMPLETE)
    assert store.branch_lengths()[row.id] == 2
    store.change_conversation(row.id, active_leaf=last.id)
    assert store.branch_lengths()[row.id] == len(store.conversation(row.id).branch()) == 4
    store.erase_message(second.id)
    assert store.branch_lengths()[row.id] == 4
    store.erase_message(first.id)
    assert store.branch_lengths()[row.id] == 1
