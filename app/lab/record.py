"""A run on disk: what it is in one file, each measured cell in a line of another, so that a run survives its program.

No prompt and no reply is written. A line is on the disk before the next cell begins.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Self

from app.errors import EnvironmentFault, UserError
from app.lab.measurement import Measurement, measurement_from_json
from app.models.naming import shown_path

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

if sys.platform != "win32":  # there, a file that is open cannot be opened to be written by another
    import fcntl

FORMAT = 1
HEADER, CELLS = "run.json", "cells.jsonl"
_MAX_BYTES = 256 << 20
_UNCOMPARED = frozenset({"created", "command", "arguments"})
"""What may differ between a run and its continuation."""

Header = dict[str, object]


class Record:
    """The folder of a run, held by one program at a time. Use as a context manager, or call `close`.

    Attributes:
        header: What the run is.
        kept: The cells measured so far, by key.
    """

    def __init__(
        self, folder: Path, header: Header, kept: Mapping[tuple[int, int, str, str, int], Measurement]
    ) -> None:
        self.folder = folder
        self.header = header
        self.kept = dict(kept)
        try:
            self._file = (folder / CELLS).open("ab")
        except OSError as error:
            raise _failed(folder, error) from error
        if sys.platform != "win32":
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                self._file.close()
                raise UserError("bench_folder_in_use", path=shown_path(folder)) from error

    @classmethod
    def create(cls, folder: Path, header: Header) -> Record:
        """Begin a run in a folder, which is made if it is not there.

        Raises:
            UserError: `bench_folder_taken`: it holds another run.
            EnvironmentFault: `bench_folder_failed`.
        """
        header = {"format": FORMAT, **header}
        if (folder / HEADER).exists() or (folder / CELLS).exists():
            raise UserError("bench_folder_taken", path=shown_path(folder))
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(folder / HEADER, json.dumps(header, ensure_ascii=False, indent=1) + "\n")
        except OSError as error:
            raise _failed(folder, error) from error
        return cls(folder, header, {})

    @classmethod
    def resume(cls, folder: Path, header: Header) -> Record:
        """Go on with a run; cells that failed are measured again.

        Args:
            folder: Of the run.
            header: What the run would be if it began now.

        Raises:
            UserError: `bench_folder_no_run`, `bench_folder_in_use`, or `bench_changed` with what is not as it was.
            EnvironmentFault: `bench_folder_failed`.
        """
        before = read_header(folder)
        now: Header = json.loads(json.dumps({"format": FORMAT, **header}))
        for name in [*before, *now]:
            if name not in _UNCOMPARED and before.get(name) != now.get(name):
                raise UserError("bench_changed", path=shown_path(folder), what=_difference(name, before, now))
        _mend(folder)
        kept = {each.key: each for each in read_cells(folder)}
        return cls(folder, before, {key: each for key, each in kept.items() if not each.error})

    def __enter__(self) -> Self:
        """Nothing to do."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close the file."""
        self.close()

    def add(self, measurement: Measurement) -> None:
        """Keep a cell: it is on the disk when this returns.

        Raises:
            EnvironmentFault: `bench_folder_failed`.
        """
        line = json.dumps(measurement.to_json(), ensure_ascii=False) + "\n"
        try:
            self._file.write(line.encode("utf-8", "replace"))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _failed(self.folder, error) from error
        self.kept[measurement.key] = measurement

    def close(self) -> None:
        """Close the file; nothing is waiting to be written."""
        self._file.close()


def read_header(folder: Path) -> Header:
    """What a run is.

    Raises:
        UserError: `bench_folder_no_run`.
    """
    path = folder / HEADER
    try:
        header = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UserError("bench_folder_no_run", path=shown_path(folder)) from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise UserError("bench_folder_no_run", path=shown_path(folder))
    return header


def read_cells(folder: Path) -> list[Measurement]:
    """The measured cells; a line that cannot be read, as of a program that died, is left out.

    Raises:
        EnvironmentFault: `bench_folder_failed`.
    """
    path = folder / CELLS
    try:
        if not path.exists():
            return []
        if path.stat().st_size > _MAX_BYTES:
            raise UserError("bench_folder_no_run", path=shown_path(folder))
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise _failed(folder, error) from error
    found = []
    for line in lines:
        try:
            measurement = measurement_from_json(json.loads(line))
        except (ValueError, RecursionError):
            continue
        if measurement is not None:
            found.append(measurement)
    return found


def write_whole(path: Path, text: str) -> None:
    """Write a file all or nothing; raises `OSError`."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        with fresh.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def _mend(folder: Path) -> None:
    """End a line that was broken off, so that the next one is not glued to it; raises as `read_cells`."""
    path = folder / CELLS
    try:
        if path.exists() and path.stat().st_size:
            with path.open("rb+") as file:
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    file.write(b"\n")
    except OSError as error:
        raise _failed(folder, error) from error


def _difference(name: str, before: Header, now: Header) -> str:
    """What differs, in the words of the header: `pair`, or `machine: processor`."""
    old, new = before.get(name), now.get(name)
    if isinstance(old, dict) and isinstance(new, dict):
        inner = next((key for key in [*old, *new] if old.get(key) != new.get(key)), "")
        return f"{name}: {inner}" if inner else name
    return name


def _failed(folder: Path, error: OSError) -> EnvironmentFault:
    return EnvironmentFault("bench_folder_failed", path=shown_path(folder), cause=error.strerror or str(error))
