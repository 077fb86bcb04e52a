"""Finds model files in folders without reading them: links, loops, forbidden and endless folders included.

A folder that takes too long, such as one on a network that is away, costs its own time and no other's.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.errors import Notice
from app.models.naming import shown_path
from app.models.ollama_store import is_ollama_store, read_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from app.models.places import ModelPlace

MAX_DEPTH = 12
MAX_ENTRIES = 200_000
"""Files and folders looked at in one place."""
MAX_SECONDS = 20.0
"""For one place."""
MAX_NOTES = 8

_ENDING = re.compile(r"\.gguf$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A model file as the system describes it; it has not been opened."""

    path: Path
    """As it was found: a link stays a link."""
    place: ModelPlace
    device: int
    inode: int
    size_bytes: int
    modified_ns: int
    changed_ns: int
    label: str = ""
    """The name by which another program knows it, where its file's name says nothing."""

    @property
    def identity(self) -> tuple[int, int]:
        """Equal for two paths to one file."""
        return self.device, self.inode


@dataclass(slots=True)
class PlaceReport:
    """What became of looking through one place."""

    place: ModelPlace
    exists: bool = False
    num_files: int = 0
    seconds: float = 0.0
    notes: list[Notice] = field(default_factory=list)
    """What was left out, and why."""
    folders: list[Path] = field(default_factory=list)
    """Those that were looked into."""


def find_files(place: ModelPlace, stopping: Callable[[], bool] = lambda: False) -> tuple[list[FoundFile], PlaceReport]:
    """Look through a place.

    Args:
        place: A folder that need not exist.
        stopping: Asked between folders; what was found until then is returned.
    """
    return _Search(place, stopping).run()


def find_singles(paths: Iterable[ModelPlace]) -> list[FoundFile]:
    """Files that are known by name, such as those opened before; those that are gone are left out."""
    found = []
    for place in paths:
        try:
            status = place.path.stat()
        except (OSError, ValueError):
            continue
        if stat.S_ISREG(status.st_mode):
            found.append(_found(place.path, place, status))
    return found


class _Search:
    """One walk through one place, breadth first, so that what lies deep is what is left out."""

    def __init__(self, place: ModelPlace, stopping: Callable[[], bool]) -> None:
        self._place = place
        self._stopping = stopping
        self._report = PlaceReport(place)
        self._found: list[FoundFile] = []
        self._seen: set[tuple[int, int]] = set()
        self._num_entries = 0
        self._num_hidden = 0
        self._began = time.monotonic()

    def run(self) -> tuple[list[FoundFile], PlaceReport]:
        report = self._report
        try:
            report.exists = self._place.path.is_dir()
            if report.exists and is_ollama_store(self._place.path):
                self._read_ollama()
            elif report.exists:
                self._walk()
        except OSError as error:
            self._note_unreadable(self._place.path, error)
        if self._num_hidden:
            report.notes.append(Notice("place_hidden", {"number": self._num_hidden, "folder": self._shown}))
        report.num_files = len(self._found)
        report.seconds = time.monotonic() - self._began
        return self._found, report

    @property
    def _shown(self) -> str:
        return shown_path(self._place.path)

    def _walk(self) -> None:
        waiting: deque[tuple[Path, int]] = deque([(self._place.path, 0)])
        while waiting:
            if self._stopping():
                return
            if self._num_entries > MAX_ENTRIES or time.monotonic() - self._began > MAX_SECONDS:
                code = "place_large" if self._num_entries > MAX_ENTRIES else "place_slow"
                self._report.notes.append(Notice(code, {"folder": self._shown, "seconds": MAX_SECONDS}))
                return
            folder, depth = waiting.popleft()
            try:
                if not self._is_new(folder):
                    continue
                with os.scandir(folder) as entries:
                    ordered = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                self._note_unreadable(folder, error)
                continue
            self._report.folders.append(folder)
            for entry in ordered:
                self._num_entries += 1
                if self._is_folder(entry):
                    if entry.name.startswith("."):
                        self._num_hidden += 1
                    elif depth < MAX_DEPTH:
                        waiting.append((folder / entry.name, depth + 1))
                elif _ENDING.search(entry.name):
                    self._take(folder / entry.name)

    def _is_new(self, folder: Path) -> bool:
        """False for a folder that a link has led back to."""
        status = folder.stat()
        identity = (status.st_dev, status.st_ino)
        if identity in self._seen:
            return False
        self._seen.add(identity)
        return True

    @staticmethod
    def _is_folder(entry: os.DirEntry[str]) -> bool:
        try:
            return entry.is_dir()
        except OSError:  # a link in a loop
            return False

    def _read_ollama(self) -> None:
        for model in read_store(self._place.path):
            self._num_entries += 1
            self._take(model.path, model.name)
        self._report.folders += [self._place.path / "manifests", self._place.path / "blobs"]

    def _take(self, path: Path, label: str = "") -> None:
        try:
            status = path.stat()
        except OSError:  # a link to nothing, or gone since
            return
        if stat.S_ISREG(status.st_mode):
            self._found.append(_found(path, self._place, status, label))

    def _note_unreadable(self, folder: Path, error: OSError) -> None:
        if len(self._report.notes) < MAX_NOTES:
            values = {"folder": shown_path(folder), "cause": error.strerror or str(error)}
            self._report.notes.append(Notice("place_unreadable", values))


def _found(path: Path, place: ModelPlace, status: os.stat_result, label: str = "") -> FoundFile:
    return FoundFile(
        path=path,
        place=place,
        device=status.st_dev,
        inode=status.st_ino,
        size_bytes=status.st_size,
        modified_ns=status.st_mtime_ns,
        changed_ns=status.st_ctime_ns,
        label=label,
    )
