from __future__ import annotations

import pytest

from app.viewmodels.conversation_list import MAX_TITLE_CHARACTERS, ConversationList, title_of


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
    opened: list[int] = []
    first = conversations.active
    conversations.note_messages(first, 1, "Hi")
    second = conversations.begin()
    conversations.active_changed.connect(opened.append)
    conversations.activate(second)
    conversations.activate(first)
    assert opened == [first]


def test_the_first_message_names_it() -> None:
    conversations = ConversationList()
    conversations.note_messages(1, 12, "  Explain\nhow caching works, with an example in Python, please. ")
    entry = conversations.entries[0]
    assert (entry.title, entry.num_messages) == ("Explain how caching works, with an example in…", 12)


@pytest.mark.parametrize("text", ["x" * 400, "a b " * 300, "short"])
def test_titles_are_short(text: str) -> None:
    assert 0 < len(title_of(text)) <= MAX_TITLE_CHARACTERS + 1


def test_a_key_that_is_none_is_a_bug() -> None:
    with pytest.raises(KeyError):
        ConversationList().activate(99)
