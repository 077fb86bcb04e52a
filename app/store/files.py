"""Where the store's files lie, and how they are made: readable to their owner only, and there when it is said so.

Nothing here knows what the files hold.
"""

from __future__ import annotations

import itertools
import os
import shutil
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "conversations.db"
_STEM = "conversations"
_DAMAGED, _ASIDE = f"{_STEM}.damaged", f"{_STEM}.aside"
_SIDE_FILES = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class StorePaths:
    """The files of a store in one folder."""

    folder: Path

    @property
    def database(self) -> Path:
        """The encrypted file."""
        return self.folder / FILE_NAME

    @property
    def log(self) -> Path:
        """What is committed and not yet in the file."""
        return self.folder / f"{FILE_NAME}-wal"

    @property
    def identity(self) -> Path:
        """Whose key opens the file."""
        return self.folder / f"{_STEM}.id"

    @property
    def lock(self) -> Path:
        """Who has the store open; always empty."""
        return self.folder / f"{_STEM}.lock"

    @property
    def mark(self) -> Path:
        """There when something could not be read: the next opening looks at the whole file. Always empty."""
        return self.folder / f"{_STEM}.check"

    @property
    def fresh(self) -> Path:
        """A file that is about to take the place of the store's."""
        return self.folder / f"{FILE_NAME}.new"

    @property
    def mended(self) -> Path:
        """The copy of a damaged file that is read from."""
        return self.folder / f"{FILE_NAME}.mend"

    @property
    def backups(self) -> Path:
        """Folder of the copies made before migrations."""
        return self.folder / "backups"

    def damaged(self) -> tuple[Path, ...]:
        """Damaged files that were kept when a new one took their place, and their logs."""
        return tuple(sorted(self.folder.glob(f"{_DAMAGED}-*")))

    def set_aside(self) -> tuple[Path, ...]:
        """Everything that was kept under another name: damaged files, and stores that nobody could open."""
        return (*self.damaged(), *sorted(self.folder.glob(f"{_ASIDE}-*")))

    def new_damaged(self, now: float) -> Path:
        """A name for a damaged file that is not taken yet."""
        return self._untaken(_DAMAGED, now)

    def new_set_aside(self, now: float) -> Path:
        """A name, not taken yet, for a store that nobody can open."""
        return self._untaken(_ASIDE, now)

    def _untaken(self, stem: str, now: float) -> Path:
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
        names = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
        paths = (self.folder / f"{stem}-{stamp}{name}.db" for name in names)
        return next(path for path in paths if not any(self.folder.glob(f"{path.stem}.*")))

    def all(self) -> tuple[Path, ...]:
        """Every file of the store that is there, copies and left-overs included; the lock comes last."""
        found = [path for path in self.folder.glob(f"{_STEM}.*") if path != self.lock]
        found += self.folder.glob(".galley-*.tmp")
        if self.backups.is_dir():
            found += self.backups.iterdir()
        return (*sorted(found), *([self.lock] if self.lock.exists() else ()))


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner can enter, whatever the umask says."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name == "posix" and folder.stat().st_mode & 0o077:
        folder.chmod(0o700)


def make_private(path: Path) -> None:
    """Make sure that a file is there and that only its owner can read it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        if os.name == "posix" and os.fstat(descriptor).st_mode & 0o177:
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def copy_private(source: Path, target: Path) -> None:
    """Copy a file so that the copy is whole, private and on disk when this returns; nothing stays if it fails."""
    try:
        make_private(target)
        with source.open("rb") as reading, target.open("r+b") as writing:
            shutil.copyfileobj(reading, writing, 1 << 20)
            writing.truncate()
            writing.flush()
            os.fsync(writing.fileno())
    except OSError:
        target.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def write_private(path: Path, content: bytes) -> None:
    """Write a small file so that it is the old or the new one at every moment."""
    temporary = path.with_name(f".galley-{path.name}.tmp")
    try:
        make_private(temporary)
        with temporary.open("r+b") as file:
            file.truncate()
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def replace(fresh: Path, path: Path) -> None:
    """Put a file, written to the end, in the place of another, whose log is removed with it."""
    _sync(fresh)
    for suffix in _SIDE_FILES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    fresh.replace(path)
    sync_folder(path.parent)


def remove_database(path: Path) -> None:
    """Remove a database file and what lies beside it."""
    path.unlink(missing_ok=True)
    for suffix in _SIDE_FILES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make names last; where folders cannot be opened, the system sees to it."""
    if os.name == "posix":
        _sync(folder)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
