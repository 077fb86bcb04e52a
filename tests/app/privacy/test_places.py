from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.privacy.places import PlaceKind, Protection, find_places
from app.settings.paths import costs_file, find_folders
from app.store.files import StorePaths
from app.store.keys.key_folder import KeyFolder

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, size: int, mode: int = 0o600) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    path.chmod(mode)


def test_every_kind_of_file_has_a_place_and_nothing_is_made(tmp_path: Path) -> None:
    folders = find_folders(tmp_path / "home")
    places = find_places(folders)
    assert [place.kind for place in places] == list(PlaceKind)
    assert not any(place.exists for place in places)
    assert not (tmp_path / "home").exists()


def test_what_is_there_is_measured(tmp_path: Path) -> None:
    folders = find_folders(tmp_path)
    database, backups = folders.data / "conversations.db", folders.data / "backups"
    write(database, 4096)
    write(folders.data / "conversations.db-wal", 300)
    write(folders.data / "conversations.db-shm", 20)
    write(backups / "one", 7)
    write(backups / "two", 9)
    write(folders.logs / "galley.log.1", 5)
    write(costs_file(folders), 11, 0o644)
    write(KeyFolder(folders.data).path, 30)
    write(StorePaths(folders.data).new_set_aside(0.0), 13)
    write(tmp_path / "run" / "lock", 0)
    by_kind = {place.kind: place for place in find_places(folders, [tmp_path / "run" / "lock"])}
    sizes = {kind: place.size_bytes for kind, place in by_kind.items() if place.exists}
    assert sizes == {
        PlaceKind.CONVERSATIONS: 4096,
        PlaceKind.WRITE_AHEAD: 320,
        PlaceKind.BACKUPS: 16,
        PlaceKind.SET_ASIDE: 13,
        PlaceKind.KEY_FILE: 30,
        PlaceKind.COSTS: 11,
        PlaceKind.CRASH_LOG: 5,
        PlaceKind.RUNTIME: 0,
    }
    assert by_kind[PlaceKind.CONVERSATIONS].protection is Protection.ENCRYPTED
    assert by_kind[PlaceKind.CONVERSATIONS].path == database
    assert by_kind[PlaceKind.BACKUPS].path == backups
    if os.name == "posix":
        assert [kind for kind, place in by_kind.items() if not place.is_private] == [PlaceKind.COSTS]


@pytest.mark.skipif(os.name != "posix", reason="a file in the place of a folder is told otherwise there")
def test_a_place_that_cannot_be_looked_at_says_why(tmp_path: Path) -> None:
    folders = find_folders(tmp_path)
    folders.logs.touch()
    by_kind = {place.kind: place for place in find_places(folders)}
    assert by_kind[PlaceKind.CRASH_LOG].problem == "Not a directory"
    assert by_kind[PlaceKind.SETTINGS].problem == ""
