"""What the program does to itself and its folders before it holds anything that is nobody else's business."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from app.engine.core_dumps import forbid_core_dumps
from app.errors import Notice
from app.privacy.stumbles import leave_out_messages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.settings.paths import Folders

UMASK = 0o077
FOLDER_MODE, FILE_MODE = 0o700, 0o600


def harden() -> None:
    """No core dumps, no text in tracebacks, every new file for its owner alone; children inherit the first and last.

    Only the start of a process that is Galley's own may call it: it cannot be undone.
    """
    os.umask(UMASK)
    forbid_core_dumps()
    leave_out_messages()


def close_to_others(folders: Folders) -> tuple[Notice, ...]:
    """Take rights away from group and others where a backup, a copy or an older umask gave them.

    The folders and the files directly in them; models that lie deeper are no secret.

    Returns:
        A notice for each that stays open.
    """
    if os.name != "posix":
        return ()
    notices = []
    for path, mode in _open_to_others(folders):
        try:
            path.chmod(mode)
        except OSError as error:
            notices.append(Notice("stays_open_to_others", {"path": str(path), "cause": error.strerror or str(error)}))
    return tuple(notices)


def _open_to_others(folders: Folders) -> Iterator[tuple[Path, int]]:
    """What is open, and the mode it should have. Links are left alone: what they lead to is kept elsewhere."""
    for folder in dict.fromkeys((folders.settings, folders.data, folders.cache, folders.logs)):
        if not folder.is_dir():
            continue
        if not folder.is_symlink() and folder.stat().st_mode & UMASK:
            yield folder, FOLDER_MODE
        for entry in _entries(folder):
            status = entry.lstat()
            if stat.S_ISREG(status.st_mode) and status.st_mode & UMASK:
                yield entry, FILE_MODE


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []  # a folder that we cannot read is not one that we wrote
