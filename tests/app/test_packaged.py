"""The packaged program is one executable: helpers are started by name, and models come along with it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.arguments import parse
from app.models.starter import STARTER_BYTES, STARTER_FILE, find_starter, starter_location, starter_model_path
from app.packaged import build_facts, child_command, is_packaged, shipped_folders
from tests.app.test_main import ROOT


def entry(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run what the packaged program runs, from source."""
    command = [sys.executable, str(ROOT / "packaging" / "entry.py"), *arguments]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH_ORIG": "/somewhere"}
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, env=environment)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that this process takes for the one it was installed in."""
    folder = tmp_path / "opt" / "galley"
    (folder / "models").mkdir(parents=True)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(folder / "galley"))
    return folder


def test_from_source_nothing_is_shipped() -> None:
    assert not is_packaged()
    assert shipped_folders() == ()
    assert build_facts() == {}
    assert child_command(Path("/a/template_child.py"), "3") == [sys.executable, "-P", "/a/template_child.py", "3"]


def test_a_helper_is_the_program_itself_under_another_name(package: Path) -> None:
    command = child_command(Path("/a/pdf_child.py"), "3")
    assert command == [str(package / "galley"), "--galley-child", "pdf_child", "3"]


def test_the_entry_becomes_the_helper_that_is_named() -> None:
    request = {"source": "Hello {{ name }}", "variables": {"name": "you"}, "most_characters": 100}
    done = entry("--galley-child", "template_child", stdin=json.dumps(request) + "\n")
    assert json.loads(done.stdout.splitlines()[-1]) == {"text": "Hello you"}


def test_a_helper_that_is_not_known_is_refused() -> None:
    assert entry("--galley-child", "shell").returncode == 2


def test_the_entry_is_the_program_otherwise() -> None:
    assert entry("--version").stdout.startswith("galley ")


def test_a_model_that_a_file_manager_hands_over_is_the_target() -> None:
    assert parse(["/home/me/A Model.GGUF"]).target == "/home/me/A Model.GGUF"
    assert parse([]).target is None


def test_the_shipped_starter_model_is_found_and_the_users_own_wins(package: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert find_starter(data) == starter_location(data)
    shipped = package / "models" / STARTER_FILE
    shipped.touch()
    assert starter_model_path(data) is None  # not whole
    with shipped.open("r+b") as file:
        file.truncate(STARTER_BYTES)
    assert starter_model_path(data) == shipped
    own = starter_location(data)
    own.parent.mkdir(parents=True)
    own.touch()
    assert find_starter(data) == own


def test_what_the_build_wrote_down_is_read_and_damage_is_nothing(package: Path) -> None:
    (package / "build.json").write_text('{"version": "1.0", "built": "2026-11-30"}')
    assert build_facts() == {"version": "1.0", "built": "2026-11-30"}
    (package / "build.json").write_text("[")
    assert build_facts() == {}
