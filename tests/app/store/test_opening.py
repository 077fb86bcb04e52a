"""Opening: a wrong key, somebody else's file, a newer file and a damaged one are four different things."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.errors import UserError
from app.store.database import APPLICATION_ID, connect
from app.store.files import StorePaths
from app.store.identity import read_identity, write_identity
from app.store.store import Store
from tests.support.store_contents import KEY, OTHER_KEY, contents, talk

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection


@pytest.fixture
def paths(tmp_path: Path) -> StorePaths:
    """A store with a conversation, closed."""
    with Store.open(tmp_path, KEY) as store:
        talk(store, "Title", "question", "answer")
    return StorePaths(tmp_path)


def refusal(paths: StorePaths, key: bytes = KEY) -> str:
    """Why it does not open; whatever the reason, the files are as they were."""
    before = {path.name: path.read_bytes() for path in paths.folder.iterdir() if path.is_file()}
    with pytest.raises(UserError) as caught:
        Store.open(paths.folder, key)
    assert {path.name: path.read_bytes() for path in paths.folder.iterdir() if path.is_file()} == before
    return caught.value.notice.code


def opens(paths: StorePaths, key: bytes = KEY) -> list[str]:
    """The notices of an opening after which the conversation is there."""
    with Store.open(paths.folder, key) as store:
        assert [row.title for row in store.conversations()] == ["Title"]
        return [notice.code for notice in store.opening.notices]


def raw(paths: StorePaths) -> Connection:
    identity = read_identity(paths.identity)
    assert identity is not None
    return connect(paths.database, KEY, identity.salt)


def test_a_wrong_key_is_a_wrong_key(paths: StorePaths) -> None:
    assert refusal(paths, OTHER_KEY) == "store_wrong_key"
    paths.identity.unlink()
    assert refusal(paths, OTHER_KEY) == "store_wrong_key"
    assert opens(paths) == []


def test_a_plain_database_is_foreign(paths: StorePaths) -> None:
    paths.database.unlink()
    plain = sqlite3.connect(paths.database)
    plain.execute("CREATE TABLE t (x)")
    plain.commit()
    plain.close()
    assert refusal(paths) == "store_foreign"
    assert refusal(paths, OTHER_KEY) == "store_foreign"


@pytest.mark.parametrize("content", [b"%PDF-1.7 and so on, for a while" * 400, b"GGUF" + bytes(9000), b"x"])
@pytest.mark.parametrize("has_identity", [True, False])
def test_any_other_file_is_foreign(paths: StorePaths, content: bytes, has_identity: bool) -> None:
    paths.database.write_bytes(content)
    if not has_identity:
        paths.identity.unlink()
    assert refusal(paths) == "store_foreign"


def test_another_program_s_encrypted_file_under_our_key_is_foreign(paths: StorePaths) -> None:
    connection = raw(paths)
    connection.execute("PRAGMA application_id = 7")
    connection.close()
    with pytest.raises(UserError) as caught:
        Store.open(paths.folder, KEY)
    assert caught.value.notice.code == "store_foreign"


def test_a_store_of_another_key_in_the_place_of_ours_is_foreign(paths: StorePaths, tmp_path: Path) -> None:
    Store.open(tmp_path / "other", OTHER_KEY).close()
    paths.database.write_bytes(StorePaths(tmp_path / "other").database.read_bytes())
    assert refusal(paths) == "store_foreign"


def test_a_newer_file_is_refused_with_a_line_of_its_own(paths: StorePaths) -> None:
    connection = raw(paths)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(UserError) as caught:
        Store.open(paths.folder, KEY)
    assert caught.value.notice.code == "store_too_new"
    connection = raw(paths)
    assert connection.execute("SELECT text FROM body ORDER BY number").fetchall() == [("question",), ("answer",)]
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    connection.close()


@pytest.mark.parametrize("content", [None, b"", b"{", b'{"format": 1}', b"\xff" * 99, b"[" * 99_999, b"null"])
def test_without_its_small_file_the_store_opens_and_writes_it_again(paths: StorePaths, content: bytes | None) -> None:
    if content is None:
        paths.identity.unlink()
    else:
        paths.identity.write_bytes(content)
    assert opens(paths) == []
    identity = read_identity(paths.identity)
    assert identity is not None
    assert identity.accepts(KEY)
    assert not identity.accepts(OTHER_KEY)


def test_the_small_file_of_another_store_does_no_harm(paths: StorePaths, tmp_path: Path) -> None:
    Store.open(tmp_path / "other", OTHER_KEY).close()
    paths.identity.write_bytes(StorePaths(tmp_path / "other").identity.read_bytes())
    assert opens(paths) == []
    assert refusal(paths, OTHER_KEY) == "store_wrong_key"


def test_the_small_file_holds_no_key(paths: StorePaths) -> None:
    content = paths.identity.read_bytes()
    assert KEY not in content
    assert KEY.hex().encode() not in content.lower()


def test_a_file_that_is_gone_is_told_of(paths: StorePaths) -> None:
    paths.database.unlink()
    assert refusal(paths, OTHER_KEY) == "store_wrong_key"
    with Store.open(paths.folder, KEY) as store:
        assert [notice.code for notice in store.opening.notices] == ["store_vanished"]
        assert store.conversations() == ()
    with Store.open(paths.folder, KEY) as store:
        assert store.opening.notices == ()


def test_a_log_without_its_file_is_kept_and_not_mixed_into_a_new_one(paths: StorePaths) -> None:
    paths.database.unlink()
    paths.log.write_bytes(b"old log")
    with Store.open(paths.folder, KEY) as store:
        assert store.conversations() == ()
        talk(store, "New", "question")
    (kept,) = paths.set_aside()
    assert kept.read_bytes() == b"old log"


def test_left_overs_of_a_death_while_making_files_are_swept(paths: StorePaths) -> None:
    paths.fresh.write_bytes(b"half")
    paths.mended.write_bytes(b"half")
    assert opens(paths) == []
    assert not paths.fresh.exists()
    assert not paths.mended.exists()


def test_a_death_at_the_very_first_start_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    paths = StorePaths(tmp_path)
    paths.database.touch()
    with Store.open(tmp_path, KEY) as store:
        assert store.opening.notices == ()
        talk(store, "Title", "question")
    paths.identity.unlink()
    assert opens(paths) == []


def test_both_keys_are_accepted_while_one_takes_the_other_s_place(paths: StorePaths) -> None:
    identity = read_identity(paths.identity)
    assert identity is not None
    write_identity(paths.identity, identity.with_keys(KEY, OTHER_KEY))
    assert refusal(paths, OTHER_KEY) == "store_wrong_key"
    assert refusal(paths, bytes(32)) == "store_wrong_key"
    assert opens(paths) == []
    assert read_identity(paths.identity) == replace(identity, first_page=paths.database.read_bytes()[:4096])


def test_a_copy_of_the_whole_folder_is_the_same_store(paths: StorePaths, tmp_path: Path) -> None:
    other = tmp_path / "copy"
    other.mkdir()
    for path in paths.folder.iterdir():
        if path.is_file():
            (other / path.name).write_bytes(path.read_bytes())
    with Store.open(paths.folder, KEY) as first, Store.open(other, KEY) as second:
        assert contents(first) == contents(second)


def test_every_random_key_is_as_good(tmp_path: Path) -> None:
    key = os.urandom(32)
    Store.open(tmp_path, key).close()
    Store.open(tmp_path, key).close()
    with pytest.raises(ValueError, match="32 bytes"):
        Store.open(tmp_path / "short", key[:16])
