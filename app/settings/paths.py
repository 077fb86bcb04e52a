"""Where Galley keeps its files: the system's usual folders, or all of them under one that the user names."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import PlatformDirs

if TYPE_CHECKING:
    from collections.abc import Mapping

HOME_VARIABLE = "GALLEY_HOME"


@dataclass(frozen=True, slots=True)
class Folders:
    """One folder for each kind of file. None of them need exist."""

    settings: Path
    data: Path
    cache: Path
    logs: Path


def find_folders(explicit: Path | None = None, environment: Mapping[str, str] | None = None) -> Folders:
    """The folders to use.

    Args:
        explicit: A folder that holds everything, given on the command line; it wins over `GALLEY_HOME`.
        environment: Where `GALLEY_HOME` is looked up; None takes the process's own environment.
    """
    variables = os.environ if environment is None else environment
    named = variables.get(HOME_VARIABLE, "")
    home = explicit or (Path(named) if named else None)
    if home is not None:
        home = Path(os.path.abspath(home.expanduser()))
        return Folders(home / "settings", home / "data", home / "cache", home / "logs")
    usual = PlatformDirs("galley", appauthor=False)
    return Folders(usual.user_config_path, usual.user_data_path, usual.user_cache_path, usual.user_log_path)


def costs_file(folders: Folders) -> Path:
    """Where the engine keeps what it measured of each pair: figures that can be measured again."""
    return folders.cache / "costs.json"


def library_file(folders: Folders) -> Path:
    """Where it is kept what model files say about themselves: no names, no paths; it can be read again."""
    return folders.cache / "models.json"


def lab_folder(folders: Folders) -> Path:
    """Where runs of the lab are kept, each in a folder of its own: figures and names of files, no prompts."""
    return folders.data / "lab"
