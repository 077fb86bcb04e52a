"""Where files go, and how all of them are sent elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.settings.paths import Folders, find_folders

if TYPE_CHECKING:
    import pytest


def _all(folders: Folders) -> set[Path]:
    return {folders.settings, folders.data, folders.cache, folders.logs}


def test_galley_home_holds_everything(galley_home: Path) -> None:
    folders = _all(find_folders())
    assert len(folders) == 4
    assert all(folder.is_relative_to(galley_home) for folder in folders)


def test_the_command_line_wins_over_galley_home(tmp_path: Path) -> None:
    named = tmp_path / "named"
    assert all(folder.is_relative_to(named) for folder in _all(find_folders(named)))


def test_a_relative_folder_does_not_move_with_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folders = find_folders(Path("here"))
    monkeypatch.chdir("/")
    assert folders.settings.is_relative_to(tmp_path / "here")


def test_otherwise_they_are_the_systems_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    for environment in ({}, {"GALLEY_HOME": ""}):
        folders = find_folders(environment=environment)
        assert len(_all(folders)) == 4
        assert all("galley" in folder.parts for folder in _all(folders))


def test_finding_them_makes_none(galley_home: Path) -> None:
    find_folders()
    assert not galley_home.exists()
