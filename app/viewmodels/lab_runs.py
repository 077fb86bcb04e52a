"""The runs that are kept: what each measured, how far it came, and whether it can go on. Blocking."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import EnvironmentFault, UserError
from app.lab.record import read_cells, read_header
from app.lab.report_files import CSV, HTML, JSON
from app.models.naming import shown_path
from app.viewmodels.lab_choice import can_go_on

if TYPE_CHECKING:
    from app.lab.record import Header

SAVED = {"csv": CSV, "json": JSON}
MOST = 50


@dataclass(frozen=True, slots=True)
class LabRun:
    """One of them.

    Attributes:
        created: When it began, as ISO 8601 has it.
        suite: Name of its suite.
        pair: Names of target and draft; empty where there was none.
        num_measured: Replies that are measured.
        can_go_on: Whether the window can go on with it.
        has_report: Whether there is a page about it.
    """

    folder: Path
    created: str
    suite: str
    pair: tuple[str, str]
    num_measured: int
    can_go_on: bool
    has_report: bool


def list_runs(folder: Path) -> tuple[LabRun, ...]:
    """The newest runs in a folder, the newest first; what is none is passed over."""
    if not folder.is_dir():
        return ()
    found = []
    for each in folder.iterdir():
        try:
            header = read_header(each)
            num_measured = sum(not cell.error for cell in read_cells(each))
        except UserError:
            continue
        found.append(
            LabRun(
                each,
                str(header.get("created", "")),
                _name(header.get("suite")),
                (_model(header, "target"), _model(header, "draft")),
                num_measured,
                can_go_on(header) and not _is_complete(each),
                (each / HTML).is_file(),
            )
        )
    return tuple(sorted(found, key=lambda run: run.created, reverse=True)[:MOST])


def fresh_folder(parent: Path, suite: str) -> Path:
    """A folder that is not there yet, named by time and suite."""
    stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{Path(suite).stem}"
    folder, number = parent / stem, 1
    while folder.exists():
        number += 1
        folder = parent / f"{stem}-{number}"
    return folder


def save_copy(run: LabRun, kind: str, path: Path) -> None:
    """Copy a run's table or all its figures out; `kind` is a key of `SAVED`.

    Raises:
        EnvironmentFault: `bench_folder_failed`.
    """
    try:
        shutil.copyfile(run.folder / SAVED[kind], path)
    except OSError as error:
        cause = error.strerror or str(error)
        raise EnvironmentFault("bench_folder_failed", path=shown_path(path), cause=cause) from error


def _is_complete(folder: Path) -> bool:
    """Whether its report says so; without one nobody knows."""
    try:
        with (folder / JSON).open("r", encoding="utf-8") as file:
            return '"complete": true' in file.read()
    except (OSError, UnicodeDecodeError):
        return False


def _name(suite: object) -> str:
    return str(suite.get("name", "")) if isinstance(suite, dict) else ""


def _model(header: Header, role: str) -> str:
    pair = header.get("pair")
    model = pair.get(role) if isinstance(pair, dict) else None
    return str(model.get("name", "")) if isinstance(model, dict) else ""
