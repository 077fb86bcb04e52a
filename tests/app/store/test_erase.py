"""What is erased is nowhere: looked for in the decrypted pages, free ones included, in the log and in every copy."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from app.errors import UserError
from app.store.backup import back_up, backups
from app.store.database import connect
from app.store.erase import erase_store_files
from app.store.files import StorePaths
from app.store.identity import read_identity
from app.store.store import Store
from app.store.values import MessageState, Preset, Role
from tests.support.store_contents import KEY, some_round, talk, texts_of
from tests.support.store_pages import everything_in

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "𒀭𒂗𒆤"
"""Letters that no other text here has, so that a piece of the index gives them away; long enough to be no chance."""
TRACES = tuple(letter.encode() for letter in SECRET)


def assert_gone(folder: Path) -> None:
    for path, content in everything_in(folder, KEY):
        for trace in TRACES:
            assert trace not in content, f"{path.name} still holds {trace!r}"


def is_anywhere(folder: Path) -> bool:
    return any(trace in content for _, content in everything_in(folder, KEY) for trace in TRACES)


def test_an_erased_conversation_is_nowhere(tmp_path: Path) -> None:
    with Store.open(tmp_path, KEY) as store:
        talk(store, "Kept", "question", "answer")
        row = talk(store, f"About {SECRET}", f"What is {SECRET}?", f"{SECRET} is " + "a secret " * 3000)
        store.change_conversation(row.id, draft=f"and {SECRET}?", system_prompt=SECRET, settings={"note": SECRET})
        assert is_anywhere(tmp_path)
        store.erase_conversation(row.id)
        assert_gone(tmp_path)
        assert [row.title for row in store.conversations()] == ["Kept"]
        assert store.search(SECRET) == ()
    assert_gone(tmp_path)


def test_an_erased_message_goes_with_its_branch_and_the_other_stays(tmp_path: Path) -> None:
    with Store.open(tmp_path, KEY) as store:
        row = store.add_conversation()
        root = store.add_message(row.id, None, Role.USER, "question", MessageState.COMPLETE)
        kept = store.add_message(row.id, root.id, Role.ASSISTANT, "kept answer", MessageState.COMPLETE)
        gone = store.add_message(row.id, root.id, Role.ASSISTANT, f"{SECRET} answer", MessageState.COMPLETE)
        store.add_message(row.id, gone.id, Role.USER, f"more {SECRET}", MessageState.COMPLETE)
        store.erase_message(gone.id)
        assert_gone(tmp_path)
        left = store.conversation(row.id)
        assert texts_of(left) == ["question", "kept answer"]
        assert (left.row.active_leaf, left.row.num_messages) == (kept.id, 2)
        store.erase_message(root.id)
        assert store.conversation(row.id).row.active_leaf is None


def test_a_reply_erased_while_it_is_written_is_nowhere(tmp_path: Path) -> None:
    with Store.open(tmp_path, KEY) as store:
        row = talk(store, "Title", "question")
        other = store.add_message(row.id, row.active_leaf, Role.ASSISTANT, "", MessageState.WRITING)
        reply = store.add_message(row.id, row.active_leaf, Role.ASSISTANT, "", MessageState.WRITING)
        for _ in range(20):
            store.append_reply(other.id, "other ", [some_round()])
            store.append_reply(reply.id, f"{SECRET} " * 9, [some_round()])
        store.erase_message(reply.id)
        assert_gone(tmp_path)
        store.append_reply(other.id, "end")
        assert store.finish_message(other.id, MessageState.COMPLETE, {}).text == "other " * 20 + "end"


@pytest.mark.parametrize("seed", [9, 13, 22, 27])
def test_nothing_remains_after_much_coming_and_going(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    with Store.open(tmp_path, KEY) as store:
        for _ in range(3):
            rows = [talk(store, f"{number}", *_texts(draw, "kept")) for number in range(6)]
            secret = [talk(store, f"{SECRET} {number}", *_texts(draw, SECRET)) for number in range(6)]
            for row in secret:
                reply = store.add_message(row.id, row.active_leaf, Role.ASSISTANT, "", MessageState.WRITING)
                for _ in range(draw.randrange(5)):
                    store.append_reply(reply.id, SECRET * draw.randrange(400), [some_round()])
                store.finish_message(reply.id, MessageState.STOPPED, {"note": SECRET}, SECRET)
                store.change_message_figures(reply.id, {"note": f"{SECRET} again"})
            draw.shuffle(secret)
            for row in secret[:-1]:
                store.erase_conversation(row.id)
            store.erase_conversation(draw.choice(rows).id)
            store.erase_message(store.conversation(secret[-1].id).messages[0].id)
            store.erase_conversation(secret[-1].id)
            assert_gone(tmp_path)
        assert len(store.conversations()) == 15


def test_copies_made_before_migrations_go_with_what_is_erased(tmp_path: Path) -> None:
    paths = StorePaths(tmp_path)
    with Store.open(tmp_path, KEY) as store:
        row = talk(store, SECRET, "question")
    identity = read_identity(paths.identity)
    assert identity is not None
    connection = connect(paths.database, KEY, identity.salt)
    back_up(connection, paths, 1, 1e9)
    connection.close()
    assert backups(paths)
    assert is_anywhere(paths.backups)
    with Store.open(tmp_path, KEY) as store:
        store.erase_conversation(row.id)
        assert_gone(tmp_path)


def test_what_a_death_left_unscrubbed_is_scrubbed_at_the_next_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(tmp_path, KEY) as store:
        row = talk(store, SECRET, f"question {SECRET}")
        with monkeypatch.context() as patch:
            patch.setattr("app.store.erase.checkpoint", _no_room)
            with pytest.raises(UserError) as caught:
                store.erase_conversation(row.id)
        assert caught.value.notice.code == "store_erase_unfinished"
        assert store.conversations() == ()
    with Store.open(tmp_path, KEY):
        assert_gone(tmp_path)


def test_forgetting_everything_leaves_no_file_and_nothing_else_is_touched(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Store.open(folder, KEY) as store:
        talk(store, "Title", "question")
        store.save_preset(Preset("Short", {"max_tokens": 5}))
        with pytest.raises(UserError) as caught:
            erase_store_files(folder)
        assert caught.value.notice.code == "store_in_use"
    (folder / "settings.json").write_text("{}", "utf-8")
    (folder / "backups").mkdir(exist_ok=True)
    (folder / "backups" / "before-000002-20260101-000000.db").write_bytes(b"x")
    (folder / "conversations.damaged-20260101-000000.db").write_bytes(b"x")
    (folder / "conversations.db.new").write_bytes(b"x")
    erase_store_files(folder)
    assert [path.name for path in folder.iterdir()] == ["settings.json"]
    with Store.open(folder, KEY) as store:
        assert store.conversations() == ()


def _texts(draw: random.Random, word: str) -> list[str]:
    return [f"{word} {draw.random()} " * draw.choice((1, 2, 5, 30, 400)) for _ in range(draw.randrange(1, 8))]


def _no_room(_connection: object) -> None:
    raise OSError(28, "No space left on device")
