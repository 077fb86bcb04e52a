"""Migrations: each step taken once, a copy before each, never a step back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import UserError
from app.store import backup, migrations, opening
from app.store.database import connect
from app.store.files import StorePaths
from app.store.identity import read_identity
from app.store.migrations import MIGRATIONS, Migration
from app.store.store import Store
from tests.support.store_contents import KEY, contents, talk

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection

MORE = tuple(
    Migration(f"step {number}", (f"CREATE TABLE extra_{number} (x)", f"INSERT INTO extra_{number} VALUES ({number})"))
    for number in range(5)
)


@pytest.fixture
def paths(tmp_path: Path) -> StorePaths:
    with Store.open(tmp_path, KEY) as store:
        talk(store, "Title", "question", "answer")
    return StorePaths(tmp_path)


def use(monkeypatch: pytest.MonkeyPatch, steps: tuple[Migration, ...]) -> None:
    """Make a program that knows these steps."""

    def migrate(connection: Connection, now: float, before: object = None) -> tuple[str, ...]:
        return migrations.migrate(connection, now, before, steps)  # type: ignore[arg-type]

    def check_version(connection: Connection, path: str) -> None:
        migrations.check_version(connection, path, steps)

    monkeypatch.setattr(opening, "migrate", migrate)
    monkeypatch.setattr(opening, "check_version", check_version)


def raw(paths: StorePaths, path: Path) -> Connection:
    identity = read_identity(paths.identity)
    assert identity is not None
    return connect(path, KEY, identity.salt)


def test_names_are_unique_and_the_first_step_stays_what_it_was() -> None:
    names = [step.name for step in MIGRATIONS]
    assert len(set(names)) == len(names)
    assert names[0] == "conversations, messages and their search index"


def test_an_older_file_is_brought_up_to_date_with_a_copy_before_each_step(
    paths: StorePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, (*MIGRATIONS, *MORE[:2]))
    with Store.open(paths.folder, KEY) as store:
        assert [notice.code for notice in store.opening.notices] == ["store_migrated"]
        assert [row.title for row in store.conversations()] == ["Title"]
        before = contents(store)
    with Store.open(paths.folder, KEY) as store:
        assert store.opening.notices == ()
        assert contents(store) == before
    copies = backup.backups(paths)
    assert [path.stat().st_mode & 0o777 for path in copies] == [0o600, 0o600]
    assert paths.backups.stat().st_mode & 0o777 == 0o700
    for version, path in enumerate(copies, start=1):
        connection = raw(paths, path)
        assert connection.execute("PRAGMA user_version").fetchone() == (version,)
        assert connection.execute("SELECT text FROM body").fetchall() == [("question",), ("answer",)]
        connection.close()


def test_only_the_newest_copies_are_kept(paths: StorePaths, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, (*MIGRATIONS, *MORE))
    Store.open(paths.folder, KEY).close()
    assert [path.name[7:13] for path in backup.backups(paths)] == ["000004", "000005", "000006"]


def test_a_step_that_fails_changes_nothing(paths: StorePaths, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        broken = Migration("broken", ("CREATE TABLE half (x)", "INSERT INTO nowhere VALUES (1)"))
        use(patch, (*MIGRATIONS, broken))
        with pytest.raises(Exception, match="no such table: nowhere"):
            Store.open(paths.folder, KEY)
    with Store.open(paths.folder, KEY) as store:
        assert [row.title for row in store.conversations()] == ["Title"]


def test_without_room_for_the_copy_nothing_is_migrated(paths: StorePaths, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        use(patch, (*MIGRATIONS, MORE[0]))
        patch.setattr("app.store.files.shutil.copyfileobj", _no_room)
        with pytest.raises(UserError) as caught:
            Store.open(paths.folder, KEY)
        assert caught.value.notice.code == "store_full"
    assert backup.backups(paths) == ()
    with Store.open(paths.folder, KEY) as store:
        assert store.opening.notices == ()


def test_a_file_that_went_another_way_is_refused(paths: StorePaths, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        use(patch, (*MIGRATIONS, MORE[0]))
        Store.open(paths.folder, KEY).close()
    for steps in (MIGRATIONS, (*MIGRATIONS, MORE[1])):
        with monkeypatch.context() as patch:
            use(patch, steps)
            with pytest.raises(UserError) as caught:
                Store.open(paths.folder, KEY)
            assert caught.value.notice.code == "store_too_new"


def _no_room(*_arguments: object) -> None:
    raise OSError(28, "No space left on device")
