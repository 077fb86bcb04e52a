"""Where each kind of file lies, whether it is encrypted, how large it is and who may read it: values, no words.

The list is complete: a test compares it with what a running program leaves.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from app.settings.paths import costs_file, lab_folder, library_file
from app.store.files import StorePaths

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from app.settings.paths import Folders

KEY_FILE_NAME = "key.json"
OTHERS = 0o077
"""The rights of a file's group and of everybody else."""


class PlaceKind(StrEnum):
    """What lies there."""

    CONVERSATIONS = "conversations"
    WRITE_AHEAD = "write_ahead"
    """What was written last, on its way into the file of conversations."""
    BACKUPS = "backups"
    SET_ASIDE = "set_aside"
    """Damaged files that were kept."""
    KEY_FILE = "key_file"
    """Who holds the key; under a passphrase, the key too, wrapped."""
    STORE_NOTES = "store_notes"
    """By what the store knows its key again, and who has it open."""
    SETTINGS = "settings"
    COSTS = "costs"
    LIBRARY = "library"
    """What model files say about themselves, without their names."""
    LAB = "lab"
    """What was measured in runs of the lab, without prompts and replies."""
    CRASH_LOG = "crash_log"
    RUNTIME = "runtime"
    """By what a second start finds the window of the first."""
    ENGINE_LOG = "engine_log"
    EXPORTS = "exports"


class Protection(StrEnum):
    """What stands between the bytes and whoever has the disk."""

    ENCRYPTED = "encrypted"
    PLAIN = "plain"
    """Not encrypted, and nothing of a conversation in it."""
    SEALED = "sealed"
    """Not encrypted, but for the key in it, if it has one."""
    MEMORY_ONLY = "memory_only"
    """Never a file."""
    USERS_OWN = "users_own"
    """Where and how the user wanted it: plain unless something else encrypts it."""


@dataclass(frozen=True, slots=True)
class FileState:
    """A file as it is now."""

    path: Path
    size_bytes: int
    mode: int
    """Permission bits; 0 where the system has none."""

    @property
    def is_private(self) -> bool:
        """Whether nobody but its owner may read or write it."""
        return not self.mode & OTHERS


@dataclass(frozen=True, slots=True)
class Place:
    """A kind of file. `path` is None for what has no fixed place or is never on disk."""

    kind: PlaceKind
    protection: Protection
    path: Path | None = None
    files: tuple[FileState, ...] = ()
    """Those that are there."""
    problem: str = ""
    """Why it could not be looked at, in the system's words."""

    @property
    def exists(self) -> bool:
        """Whether there is any such file now."""
        return bool(self.files)

    @property
    def size_bytes(self) -> int:
        """Of all of them."""
        return sum(each.size_bytes for each in self.files)

    @property
    def is_private(self) -> bool:
        """Whether nobody but their owner may read any of them."""
        return all(each.is_private for each in self.files)


def find_places(folders: Folders, runtime_files: Sequence[Path] = ()) -> tuple[Place, ...]:
    """Look at every place, what matters most first.

    Args:
        folders: Where the program keeps its files.
        runtime_files: The socket and the lock by which a second start finds the first one's window.
    """
    store = StorePaths(folders.data)
    database, log = store.database, folders.logs / "galley.log"
    beside = [database.with_name(f"{database.name}{ending}") for ending in ("-wal", "-shm", "-journal")]
    runtime_folder = runtime_files[0].parent if runtime_files else None
    return (
        _place(PlaceKind.CONVERSATIONS, Protection.ENCRYPTED, database, (database, store.fresh, store.mended)),
        _place(PlaceKind.WRITE_AHEAD, Protection.ENCRYPTED, beside[0], beside),
        _place(PlaceKind.BACKUPS, Protection.ENCRYPTED, store.backups, _entries(store.backups)),
        _place(PlaceKind.SET_ASIDE, Protection.ENCRYPTED, folders.data, store.set_aside()),
        _place(PlaceKind.KEY_FILE, Protection.SEALED, folders.data / KEY_FILE_NAME, _key_files(folders.data)),
        _place(PlaceKind.STORE_NOTES, Protection.PLAIN, store.identity, (store.identity, store.lock, store.mark)),
        _place(PlaceKind.SETTINGS, Protection.PLAIN, folders.settings / "settings.json"),
        _place(PlaceKind.COSTS, Protection.PLAIN, costs_file(folders)),
        _place(PlaceKind.LIBRARY, Protection.PLAIN, library_file(folders)),
        _place(PlaceKind.LAB, Protection.PLAIN, lab_folder(folders), _runs(lab_folder(folders))),
        _place(PlaceKind.CRASH_LOG, Protection.PLAIN, log, (log, log.with_name("galley.log.1"))),
        _place(PlaceKind.RUNTIME, Protection.PLAIN, runtime_folder, runtime_files),
        Place(PlaceKind.ENGINE_LOG, Protection.MEMORY_ONLY),
        Place(PlaceKind.EXPORTS, Protection.USERS_OWN),
    )


def _place(kind: PlaceKind, protection: Protection, path: Path | None, files: Iterable[Path] | None = None) -> Place:
    found: list[FileState] = []
    problem = ""
    if files is None:
        files = () if path is None else (path,)
    for file in files:
        try:
            status = file.stat()
        except FileNotFoundError:
            continue
        except OSError as error:
            problem = error.strerror or str(error)
        else:
            mode = stat.S_IMODE(status.st_mode) if os.name == "posix" else 0
            found.append(FileState(file, status.st_size, mode))
    return Place(kind, protection, path, tuple(found), problem)


def _key_files(folder: Path) -> list[Path]:
    """The file, and those that were set aside with a store that nobody could open."""
    return [folder / KEY_FILE_NAME, *sorted(folder.glob(f"{KEY_FILE_NAME}.*"))]


def _runs(folder: Path) -> list[Path]:
    """The files of all runs, or what cannot be looked at."""
    return [path for run in _entries(folder) for path in (_entries(run) if run.is_dir() else [run])]


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError:
        return [folder / "*"]  # asking for it says what is wrong
