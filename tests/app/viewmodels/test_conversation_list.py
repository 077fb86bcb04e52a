from __future__ import annotations

import pytest

from app.viewmodels.conversation_list import MAX_TITLE_CHARACTERS, ConversationEntry, ConversationList, title_of


def test_there_is_always_an_open_conversation() -> None:
    conversations = ConversationList()
    assert [entry.key for entry in conversations.entries] == [conversations.active]


def test_an_empty_conversation_is_opened_again_instead_of_piling_up() -> None:
    conversations = ConversationList()
    first = conversations.active
    assert conversations.begin() == first
    conversations.note_messages(first, 2, "Hello there")
    second = conversations.begin()
    assert second != first
    conversations.activate(first)
    assert conversations.begin() == second
    assert [entry.key for entry in conversations.entries] == [second, first]


def test_opening_another_one_is_told() -> None:
    conversations = ConversationList()
    opened: list[str] = []
    first = conversations.active
    conversations.note_messages(first, 1, "Hi")
    second = conversations.begin()
    conversations.active_changed.connect(opened.append)
    conversations.activate(second)
    conversations.activate(first)
    assert opened == [first]


def test_the_first_message_names_it() -> None:
    conversations = ConversationList()
    conversations.note_messages(
        conversations.active, 12, "  Explain\nhow caching works, with an example in Python, please. "
    )
    entry = conversations.entries[0]
    assert (entry.title, entry.num_messages) == ("Explain how caching works, with an example in…", 12)


@pytest.mark.parametrize("text", ["x" * 400, "a b " * 300, "short"])
def test_titles_are_short(text: str) -> None:
    assert 0 < len(title_of(text)) <= MAX_TITLE_CHARACTERS + 1


def test_a_key_that_is_none_is_a_bug() -> None:
    with pytest.raises(KeyError):
        ConversationList().activate("none")


KEPT = [ConversationEntry("b", "Later", 4), ConversationEntry("a", "Earlier", 2)]


def listed(conversations: ConversationList) -> list[str]:
    return [entry.key for entry in conversations.entries]


def test_what_was_kept_takes_the_place_of_the_empty_one() -> None:
    conversations = ConversationList()
    conversations.fill(KEPT, "a")
    assert listed(conversations) == ["b", "a"]
    assert conversations.active == "a"


@pytest.mark.parametrize("wanted", ["", "gone"])
def test_the_latest_is_opened_where_the_wanted_one_is_not_there(wanted: str) -> None:
    conversations = ConversationList()
    conversations.fill(KEPT, wanted)
    assert conversations.active == "b"


def test_with_nothing_kept_there_still_is_an_open_one() -> None:
    conversations = ConversationList()
    conversations.fill([])
    assert listed(conversations) == [conversations.active]


def test_a_conversation_that_was_begun_meanwhile_stays_open_in_front() -> None:
    conversations = ConversationList()
    begun = conversations.active
    conversations.note_messages(begun, 1, "Quick")
    conversations.fill(KEPT, "a")
    assert listed(conversations) == [begun, "b", "a"]
    assert conversations.active == begun


def test_a_title_that_was_kept_is_not_replaced_by_the_first_message() -> None:
    conversations = ConversationList()
    conversations.fill(KEPT)
    conversations.note_messages("b", 6, "Another beginning")
    assert conversations.entries[0] == ConversationEntry("b", "Later", 6)


def test_what_is_deleted_can_be_brought_back_to_its_place() -> None:
    conversations = ConversationList()
    conversations.fill(KEPT, "b")
    conversations.conceal("b")
    assert listed(conversations) == ["a"]
    assert conversations.active == "a"
    conversations.reveal("b")
    assert listed(conversations) == ["b", "a"]
    assert conversations.active == "b"


def test_deleting_the_only_one_opens_an_empty_one() -> None:
    conversations = ConversationList()
    conversations.fill(KEPT[:1])
    conversations.conceal("b")
    conversations.remove("b")
    assert listed(conversations) == [conversations.active]
    assert conversations.active_entry.num_messages == 0
    assert "b" not in conversations


def test_the_one_that_is_written_in_comes_to_the_front() -> None:
    conversations = ConversationList()
    conversations.fill(KEPT)
    conversations.bring_forward("a")
    assert listed(conversations) == ["a", "b"]


def test_clearing_leaves_no_title_behind() -> None:
    conversations = ConversationList()
    conversations.fill(KEPT)
    conversations.clear()
    assert [entry.title for entry in conversations.entries] == [""]


SORTED = [
    ConversationEntry("c", "Third", 4),
    ConversationEntry("b", "Second", 2, archived=True),
    ConversationEntry("a", "First", 2),
]


def test_what_is_archived_is_not_opened_in_place_of_what_is_gone() -> None:
    conversations = ConversationList()
    conversations.fill(SORTED[1:])
    assert conversations.active == "a"
    conversations.fill(SORTED, "c")
    conversations.activate("c")
    conversations.archive("c")
    assert conversations.active == "a"
    assert listed(conversations) == ["c", "b", "a"]
    conversations.archive("a")
    assert conversations.active_entry.num_messages == 0


def test_in_the_archive_the_next_of_the_archive_follows_what_is_deleted() -> None:
    conversations = ConversationList()
    conversations.fill([*SORTED, ConversationEntry("z", "Oldest", 2, archived=True)], "b")
    conversations.conceal("b")
    assert conversations.active == "z"
    conversations.conceal("z")
    assert conversations.active == "a"


def test_sorting_a_conversation_leaves_its_place_and_tells_only_of_changes() -> None:
    conversations = ConversationList()
    conversations.fill(SORTED)
    told: list[None] = []
    conversations.changed.connect(lambda: told.append(None))
    conversations.change(["a", "b"], folder="Work", pinned=True)
    conversations.change(["a"], folder="Work")
    assert len(told) == 1
    assert listed(conversations) == ["c", "b", "a"]
    assert [each.folder for each in conversations.entries] == ["", "Work", "Work"]
    with pytest.raises(KeyError):
        conversations.change(["none"], pinned=True)


def test_an_empty_conversation_moves_to_the_folder_in_which_one_is_begun() -> None:
    conversations = ConversationList()
    key = conversations.begin("Work")
    assert conversations.begin() == key
    assert conversations.active_entry.folder == ""
    assert conversations.begin("Work") == key
    assert conversations.active_entry.folder == "Work"


def test_what_is_said_now_is_the_latest() -> None:
    conversations = ConversationList()
    conversations.fill([ConversationEntry("a", "Old", 2, updated_at=1000.0)])
    conversations.bring_forward("a")
    assert conversations.active_entry.updated_at > 1.7e9
