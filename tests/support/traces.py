"""Looks for a text wherever a running program could leave it: files, open files without a name, command lines."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SHARED_FOLDERS = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))
_MOST_BYTES = 64 << 20
"""Larger files are models and disk images."""


def spellings(text: str) -> tuple[bytes, ...]:
    """The bytes that a text becomes in a file."""
    return (text.encode(), text.encode("utf-16-le"), text.encode("unicode-escape"))


def files_with(text: str, folders: Iterable[Path], since: float = 0.0) -> list[Path]:
    """Files below the folders that were changed since a moment and hold the text."""
    needles = spellings(text)
    return [path for folder in folders for path in files_below(folder, since) if _holds(path, needles)]


def files_below(folder: Path, since: float = 0.0) -> Iterator[Path]:
    """Every regular file that can be read; others may come and go meanwhile."""
    for parent, _folders, names in os.walk(folder):
        for name in names:
            path = Path(parent, name)
            try:
                status = path.lstat()
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode) and status.st_mtime >= since and status.st_size <= _MOST_BYTES:
                yield path


def family(pid: int) -> list[psutil.Process]:
    """A process and everything it started."""
    root = psutil.Process(pid)
    return [root, *root.children(recursive=True)]


def shown_to_others(process: psutil.Process) -> bytes:
    """What the system tells of a process: command line, environment, name."""
    folder = Path(f"/proc/{process.pid}")
    return b"\n".join((folder / name).read_bytes() for name in ("cmdline", "environ", "comm"))


def open_files_with(process: psutil.Process, text: str) -> list[str]:
    """Open regular files that hold the text, those without a name too."""
    found = []
    needles = spellings(text)
    for link in Path(f"/proc/{process.pid}/fd").iterdir():
        try:
            is_file = stat.S_ISREG(link.stat().st_mode)
            name = os.readlink(link)
        except OSError:
            continue  # closed meanwhile
        if is_file and not name.endswith(".gguf") and _holds(link, needles):
            found.append(name)
    return found


def _holds(path: Path, needles: tuple[bytes, ...]) -> bool:
    try:
        content = path.read_bytes()
    except OSError:
        return False
    return any(needle in content for needle in needles)
