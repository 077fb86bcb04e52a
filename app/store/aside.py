"""Keeps a store that nobody can open under another name, so that a new one can begin and nothing is deleted."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.files import StorePaths, sync_folder
from app.store.lock import StoreLock

if TYPE_CHECKING:
    from pathlib import Path

_SIDE_FILES = ("-wal", "-shm", "-journal")


def set_store_aside(folder: Path, now: float) -> str:
    """Rename the files of a closed store.

    Args:
        folder: Where they lie.
        now: Seconds since 1970; part of the new names.

    Returns:
        What tells the new names from the old: the key file is to be named alike.

    Raises:
        UserError: `store_in_use`, `store_not_set_aside`. The store is as it was, or partly renamed: renaming it once
            more goes on with the rest.
    """
    paths = StorePaths(folder)
    aside = paths.new_set_aside(now)
    suffix = aside.stem.removeprefix(paths.identity.stem)
    try:
        lock = StoreLock(paths.lock)
        try:
            paths.mark.unlink(missing_ok=True)
            moves = {paths.database: aside, paths.identity: aside.with_suffix(".id")}
            for ending in _SIDE_FILES:
                moves[paths.database.with_name(f"{paths.database.name}{ending}")] = aside.with_name(aside.name + ending)
            for old, new in moves.items():
                with contextlib.suppress(FileNotFoundError):
                    old.rename(new)
            sync_folder(folder)
        finally:
            lock.release()
    except OSError as error:
        cause = error.strerror or str(error)
        raise UserError("store_not_set_aside", path=str(folder), cause=cause) from error
    return suffix
