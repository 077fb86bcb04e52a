"""The store as its owner uses it: what was put in comes out, also after closing."""

from __future__ import annotations

import os
import stat
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.errors import UserError
from app.store.database import APPLICATION_ID
from app.store.files import StorePaths
from app.store.migrations import MIGRATIONS
from app.store.rounds import unpack_rounds
from app.store.store import Store
from app.store.values import MessageState, Preset, Role, StoredConversation
from tests.support.store_contents import KEY, contents, some_round, talk, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Clock:
    """A clock that goes on by a second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "data", KEY, clock=Clock()) as store:
        yield store


def test_a_new_store_is_empty_and_has_nothing_to_tell(store: Store) -> None:
    assert store.conversations() == ()
    assert store.presets() == ()
    assert (store.opening.notices, store.opening.interrupted) == ((), ())


def test_a_conversation_comes_back_after_closing(tmp_path: Path) -> None:
    with Store.open(tmp_path, KEY) as store:
        row = talk(store, "Cats", "Tell me of cats.", "Cats sleep. 🐈 \0 end")
        store.change_conversation(
            row.id,
            title="My cats",
            title_is_own=True,
            pinned=True,
            archived=True,
            folder="Animals",
            draft="and dogs",
            system_prompt="Be brief.",
            settings={"temperature": 0.5, "stop": ["a", None], "deep": {"er": True}},
        )
        store.save_preset(Preset("Short", {"max_tokens": 20}))
        before = contents(store)
    with Store.open(tmp_path, KEY) as store:
        assert contents(store) == before
        (row,) = store.conversations()
        assert (row.title, row.title_is_own, row.pinned, row.archived) == ("My cats", True, True, True)
        assert (row.folder, row.draft, row.system_prompt) == ("Animals", "and dogs", "Be brief.")
        assert row.settings == {"temperature": 0.5, "stop": ["a", None], "deep": {"er": True}}
        assert texts_of(store.conversation(row.id)) == ["Tell me of cats.", "Cats sleep. 🐈 \0 end"]


def test_the_conversation_written_to_last_comes_first_and_looks_do_not_matter(store: Store) -> None:
    first, second = talk(store, "First", "a"), talk(store, "Second", "b")
    assert [row.title for row in store.conversations()] == ["Second", "First"]
    store.change_conversation(first.id, title="Renamed", pinned=True, draft="unsent")
    assert [row.title for row in store.conversations()] == ["Second", "Renamed"]
    store.add_message(first.id, first.active_leaf, Role.USER, "c", MessageState.COMPLETE)
    assert [row.id for row in store.conversations()] == [first.id, second.id]
    assert [row.num_messages for row in store.conversations()] == [2, 1]


def test_branches_keep_their_order_and_the_newest_message_is_on_screen(store: Store) -> None:
    row = talk(store, "Branches", "question", "first answer")
    question = store.conversation(row.id).messages[0]
    second = store.add_message(row.id, question.id, Role.ASSISTANT, "second answer", MessageState.COMPLETE)
    found = store.conversation(row.id)
    assert [message.text for message in found.branch()] == ["question", "second answer"]
    assert texts_of(found) == ["question", "first answer", "second answer"]
    assert found.row.active_leaf == second.id
    store.change_conversation(row.id, active_leaf=found.messages[1].id)
    assert [message.text for message in store.conversation(row.id).branch()] == ["question", "first answer"]


def test_a_reply_grows_by_batches_and_ends_as_one_message(store: Store) -> None:
    row = talk(store, "Reply", "question")
    reply = store.add_message(row.id, row.active_leaf, Role.ASSISTANT, "", MessageState.WRITING)
    store.append_reply(reply.id, "one ", [some_round(0)])
    store.append_reply(reply.id, "", [some_round(1), some_round(2)])
    store.append_reply(reply.id, "two ", [])
    so_far = store.conversation(row.id).messages[-1]
    assert (so_far.text, so_far.state) == ("one two ", MessageState.WRITING)
    assert unpack_rounds(so_far.rounds) == tuple(map(some_round, range(3)))
    done = store.finish_message(reply.id, MessageState.STOPPED, {"seed": 7}, "three")
    assert (done.text, done.state, done.figures) == ("one two three", MessageState.STOPPED, {"seed": 7})
    assert unpack_rounds(done.rounds) == tuple(map(some_round, range(3)))
    store.change_message_figures(reply.id, {"seed": 7, "speedup": 1.5})
    assert store.conversation(row.id).messages[-1] == replace(done, figures={"seed": 7, "speedup": 1.5})
    with pytest.raises(ValueError, match="has ended"):
        store.append_reply(reply.id, "late", [])
    with pytest.raises(ValueError, match="has ended"):
        store.finish_message(reply.id, MessageState.COMPLETE, {})


def test_replies_cut_off_by_a_death_are_kept_and_told_of(tmp_path: Path) -> None:
    with Store.open(tmp_path, KEY) as store:
        row = talk(store, "Reply", "question")
        reply = store.add_message(row.id, row.active_leaf, Role.ASSISTANT, "", MessageState.WRITING)
        store.append_reply(reply.id, "as far as it came", [some_round()])
    with Store.open(tmp_path, KEY) as store:
        assert store.opening.interrupted == (reply.id,)
        assert [notice.code for notice in store.opening.notices] == ["reply_interrupted"]
        message = store.conversation(row.id).messages[-1]
        assert (message.text, message.state) == ("as far as it came", MessageState.INTERRUPTED)
        assert unpack_rounds(message.rounds) == (some_round(),)
        assert store.conversations()[0].updated_at == row.updated_at or message.created_at
        assert len(store.search("as far")) == 1
    with Store.open(tmp_path, KEY) as store:
        assert store.opening.notices == ()


def test_a_duplicate_is_whole_and_independent(store: Store) -> None:
    row = talk(store, "Original", "question", "answer")
    store.change_conversation(row.id, folder="F", settings={"seed": 1})
    root = store.conversation(row.id).messages[0]
    store.add_message(row.id, root.id, Role.ASSISTANT, "other", MessageState.FAILED, figures={"x": 1})
    copy = store.duplicate_conversation(row.id)
    source, copied = store.conversation(row.id), store.conversation(copy.id)
    assert (copy.title, copy.folder, copy.settings, copy.num_messages) == ("Original", "F", {"seed": 1}, 3)
    assert [m.text for m in copied.branch()] == [m.text for m in source.branch()] == ["question", "other"]
    assert texts_of(copied) == texts_of(source)
    assert not {m.id for m in copied.messages} & {m.id for m in source.messages}
    assert store.conversations()[0].id == copy.id
    store.erase_conversation(row.id)
    assert texts_of(store.conversation(copy.id)) == ["question", "answer", "other"]


def test_a_whole_conversation_is_taken_in_all_or_nothing(store: Store) -> None:
    row = talk(store, "Original", "question", "answer")
    stored = store.conversation(row.id)
    with pytest.raises(ValueError, match="exists already"):
        store.add_whole_conversation(stored)
    moved = tuple(replace(m, id=f"n{m.id}", conversation_id="new") for m in stored.messages)
    children_first = StoredConversation(replace(row, id="new", active_leaf=None), moved[::-1])
    with pytest.raises(ValueError, match="is no message"):
        store.add_whole_conversation(children_first)
    assert [each.id for each in store.conversations()] == [row.id]
    assert len(store.search("question")) == 1
    whole = (moved[0], replace(moved[1], parent_id=moved[0].id, state=MessageState.WRITING))
    taken = store.add_whole_conversation(StoredConversation(replace(row, id="new", active_leaf=whole[1].id), whole))
    assert (taken.created_at, taken.updated_at, taken.num_messages) == (row.created_at, row.updated_at, 2)
    assert store.conversation("new").messages[1].state is MessageState.INTERRUPTED


def test_presets_are_replaced_and_removed(store: Store) -> None:
    store.save_preset(Preset("b", {"x": 1}))
    store.save_preset(Preset("a", {}))
    store.save_preset(Preset("b", {"x": 2}))
    assert store.presets() == (Preset("a", {}), Preset("b", {"x": 2}))
    store.erase_preset("a")
    assert [preset.name for preset in store.presets()] == ["b"]
    with pytest.raises(KeyError):
        store.erase_preset("a")


def test_what_cannot_be_is_refused_and_changes_nothing(store: Store) -> None:
    row = talk(store, "One", "question")
    other = talk(store, "Two", "question")
    before = contents(store)
    for call in (
        lambda: store.conversation("none"),
        lambda: store.change_conversation("none", title="x"),
        lambda: store.erase_conversation("none"),
        lambda: store.erase_message("none"),
        lambda: store.append_reply("none", "x", []),
        lambda: store.add_message("none", None, Role.USER, "x", MessageState.COMPLETE),
        lambda: store.change_message_figures("none", {}),
    ):
        with pytest.raises(KeyError):
            call()
    with pytest.raises(ValueError, match="is no message"):
        store.add_message(row.id, other.active_leaf, Role.USER, "x", MessageState.COMPLETE)
    with pytest.raises(ValueError, match="is no message"):
        store.change_conversation(row.id, active_leaf=other.active_leaf)
    with pytest.raises(ValueError, match="exists already"):
        store.add_conversation(id=row.id)
    with pytest.raises(TypeError):
        store.change_conversation(row.id, num_messages=9)
    with pytest.raises(TypeError):
        store.change_conversation(row.id, title=9)
    assert contents(store) == before


def test_halves_of_characters_are_joined_or_replaced(store: Store) -> None:
    row = talk(store, "half \ud83d", "whole \ud83d\ude00, half \ud83d")
    assert row.title == "half \ufffd"
    assert texts_of(store.conversation(row.id)) == ["whole 😀, half \ufffd"]
    assert len(store.search("\ud83d\ude00")) == 1


def test_the_files_belong_to_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    umask = os.umask(0)
    try:
        with Store.open(folder, KEY) as store:
            talk(store, "Title", "question")
            assert {path.name for path in folder.iterdir()} >= {"conversations.db", "conversations.db-wal"}
            assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    finally:
        os.umask(umask)


def test_files_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    Store.open(folder, KEY).close()
    folder.chmod(0o755)
    StorePaths(folder).database.chmod(0o644)
    Store.open(folder, KEY).close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(StorePaths(folder).database.stat().st_mode) == 0o600


def test_a_second_galley_is_refused_until_the_first_is_done(tmp_path: Path) -> None:
    with Store.open(tmp_path, KEY) as store:
        talk(store, "Title", "question")
        with pytest.raises(UserError) as caught:
            Store.open(tmp_path, KEY)
        assert caught.value.notice.code == "store_in_use"
        assert StorePaths(tmp_path).lock.read_bytes() == b""
        store.close()
        store.close()
    with Store.open(tmp_path, KEY) as store:
        assert len(store.conversations()) == 1


def test_a_refused_opening_lets_go_of_the_lock(tmp_path: Path) -> None:
    Store.open(tmp_path, KEY).close()
    with pytest.raises(UserError):
        Store.open(tmp_path, bytes(32))
    Store.open(tmp_path, KEY).close()


def test_a_thread_of_its_own_can_own_the_store(tmp_path: Path) -> None:
    rows = []

    def work() -> None:
        with Store.open(tmp_path, KEY) as store:
            rows.append(talk(store, "Title", "question"))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert [row.title for row in rows] == ["Title"]


def test_the_log_can_be_written_back_between(store: Store, tmp_path: Path) -> None:
    talk(store, "Title", "question")
    assert StorePaths(tmp_path / "data").log.stat().st_size > 0
    store.checkpoint()
    assert StorePaths(tmp_path / "data").log.stat().st_size == 0
    assert len(store.conversations()) == 1


def test_no_file_holds_anything_in_plain(tmp_path: Path) -> None:
    secret = "a sentence that nobody else may read"
    with Store.open(tmp_path, KEY) as store:
        row = talk(store, secret, secret, f"{secret} " * 500)
        store.change_conversation(row.id, draft=secret, system_prompt=secret, folder=secret, settings={"stop": secret})
        store.save_preset(Preset(secret, {"note": secret}))
        reply = store.add_message(row.id, row.active_leaf, Role.ASSISTANT, "", MessageState.WRITING)
        store.append_reply(reply.id, secret, [some_round()])
        _assert_unreadable(tmp_path, secret)
        store.checkpoint()
        _assert_unreadable(tmp_path, secret)
    _assert_unreadable(tmp_path, secret)


def _assert_unreadable(folder: Path, secret: str) -> None:
    for path in folder.iterdir():
        content = path.read_bytes()
        for trace in (secret.encode(), b"nobody else", b"CREATE TABLE", b"SQLite format", KEY, KEY.hex().encode()):
            assert trace not in content, f"{path.name} holds {trace!r}"


def test_the_promises_asked_of_sqlite_are_kept(store: Store) -> None:
    connection = store._session._connected()
    kept = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "secure_delete": 1,
        "temp_store": 2,
        "cell_size_check": 1,
        "trusted_schema": 0,
        "locking_mode": "exclusive",
        "application_id": APPLICATION_ID,
        "user_version": len(MIGRATIONS),
    }
    found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in kept}
    assert found == kept
    assert connection.execute("SELECT v FROM found_config WHERE k = 'secure-delete'").fetchone() == (1,)
