"""Copies of the whole encrypted file, made before a migration alters it. They open with the same key."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from app.store.database import checkpoint
from app.store.files import copy_private, make_private_folder, sync_folder

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection

    from app.store.files import StorePaths

NUM_KEPT = 3
_NAME = re.compile(r"before-(\d{6})-\d{8}-\d{6}\.db")


def back_up(connection: Connection, paths: StorePaths, version: int, now: float) -> Path:
    """Copy the file as it is now; only the newest few copies stay.

    Raises:
        OSError: If there is no room, among others; then nothing of the copy stays.
    """
    checkpoint(connection)
    make_private_folder(paths.backups)
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
    path = paths.backups / f"before-{version + 1:06d}-{stamp}.db"
    copy_private(paths.database, path)
    for old in backups(paths)[:-NUM_KEPT]:
        old.unlink(missing_ok=True)
    return path


def backups(paths: StorePaths) -> tuple[Path, ...]:
    """The copies there are, oldest first."""
    if not paths.backups.is_dir():
        return ()
    return tuple(sorted(path for path in paths.backups.iterdir() if _NAME.fullmatch(path.name)))


def remove_backups(paths: StorePaths) -> None:
    """Remove all copies: what is erased is erased from them too."""
    if paths.backups.is_dir():
        for path in paths.backups.iterdir():
            path.unlink()
        sync_folder(paths.backups)
