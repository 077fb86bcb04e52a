"""Another key: everything under the new one, nothing under the old, at no moment under neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import UserError
from app.store.backup import back_up, backups
from app.store.database import connect
from app.store.files import StorePaths
from app.store.identity import PageCheck, read_identity
from app.store.store import Store, rekey
from tests.support.store_contents import KEY, OTHER_KEY, contents, talk

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def paths(tmp_path: Path) -> StorePaths:
    with Store.open(tmp_path, KEY) as store:
        talk(store, "Title", "question", "answer " * 3000)
    return StorePaths(tmp_path)


def opens(paths: StorePaths) -> list[bytes]:
    """The keys that open the store."""
    good = []
    for key in (KEY, OTHER_KEY):
        try:
            with Store.open(paths.folder, key) as store:
                if [row.title for row in store.conversations()] == ["Title"]:
                    good.append(key)
        except UserError:
            continue
    return good


def test_the_store_goes_on_under_the_new_key(paths: StorePaths) -> None:
    with Store.open(paths.folder, KEY) as store:
        before = contents(store)
        rekey(store, OTHER_KEY)
        assert contents(store) == before
        row = talk(store, "After", "zebras")
        assert len(store.search("zebra")) == 1
        store.erase_conversation(row.id)
    assert opens(paths) == [OTHER_KEY]
    assert {path.stat().st_mode & 0o777 for path in paths.folder.iterdir() if path.is_file()} == {0o600}


def test_nothing_stays_under_the_old_key(paths: StorePaths) -> None:
    identity = read_identity(paths.identity)
    assert identity is not None
    connection = connect(paths.database, KEY, identity.salt)
    back_up(connection, paths, 1, 1e9)
    connection.close()
    with Store.open(paths.folder, KEY) as store:
        rekey(store, OTHER_KEY)
    old, new = PageCheck(KEY, identity.salt), PageCheck(OTHER_KEY, identity.salt)
    (copy,) = backups(paths)
    for path in (paths.database, copy):
        assert not old.reads_any(path)
        assert new.damaged_pages(path) == ()
    assert read_identity(paths.identity) is not None
    connection = connect(copy, OTHER_KEY, identity.salt)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()


@pytest.mark.parametrize("step", ["write_identity", "replace"])
def test_failing_half_way_leaves_exactly_one_key(paths: StorePaths, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    with Store.open(paths.folder, KEY) as store, monkeypatch.context() as patch:
        patch.setattr(f"app.store.rekey.{step}", _no_room)
        with pytest.raises(UserError) as caught:
            rekey(store, OTHER_KEY)
        assert caught.value.notice.code == "store_full"
        assert len(store.conversations()) == 1
        talk(store, "Still usable", "question")
        store.erase_conversation(store.conversations()[0].id)
    assert opens(paths) == [KEY]


def test_dying_between_the_file_and_its_identity_leaves_exactly_one_key(paths: StorePaths, tmp_path: Path) -> None:
    identity = read_identity(paths.identity)
    assert identity is not None
    pending = identity.with_keys(KEY, OTHER_KEY)
    with Store.open(paths.folder, KEY) as store:
        rekey(store, OTHER_KEY)
    from app.store.identity import write_identity

    write_identity(paths.identity, pending)
    assert opens(paths) == [OTHER_KEY]


def _no_room(*_arguments: object) -> None:
    raise OSError(28, "No space left on device")
