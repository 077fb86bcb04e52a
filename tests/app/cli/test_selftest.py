"""`galley selftest`: what works is said to work, and what does not decides the exit status where it is needed."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from app.__main__ import main
from app.models.gguf import read_header
from app.models.kinds import ModelKind
from app.models.starter import starter_location
from app.models.tiny_file import write_tiny_model
from app.settings.paths import find_folders

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    """None answers, whatever the machine of the developer has."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")


def parts(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, Any]]:
    found = json.loads(capsys.readouterr().out)
    return {part["name"]: part for part in found["parts"]}


def test_a_machine_on_which_all_is_well(capsys: pytest.CaptureFixture[str], galley_home: Path) -> None:
    assert main(["selftest", "--json"]) == 0
    found = parts(capsys)
    assert found["reply"]["ok"]
    assert "the same with and without speculation" in found["reply"]["detail"]
    assert found["llama.cpp"]["ok"]
    assert "CPU" in found["devices"]["detail"]
    assert found["store"]["ok"]
    assert not found["keyring"]["ok"]
    assert not found["starter model"]["ok"]
    assert all(part["ok"] for part in found.values() if part["needed"])
    assert not galley_home.exists()  # it only looked


def test_a_damaged_starter_model_fails(capsys: pytest.CaptureFixture[str]) -> None:
    path = starter_location(find_folders().data)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"GGUF, but not much of it")
    assert main(["selftest", "--json"]) == 1
    assert "damaged" in parts(capsys)["starter model"]["detail"]


@pytest.mark.real_models
def test_the_starter_model_answers(capsys: pytest.CaptureFixture[str], smollm2: Path) -> None:
    path = starter_location(find_folders().data)
    path.parent.mkdir(parents=True)
    os.link(smollm2, path)
    assert main(["selftest", "--json"]) == 0
    assert parts(capsys)["starter model"]["ok"]


def test_a_folder_that_cannot_be_written_fails(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("GALLEY_HOME", str(blocked))
    assert main(["selftest", "--json"]) == 1
    assert not parts(capsys)["settings folder"]["ok"]


def test_people_get_a_line_for_each_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest"]) == 0
    out = capsys.readouterr().out
    assert "ok    reply: 8 tokens" in out
    assert out.endswith("Everything that Galley needs works here.\n")


def test_the_tiny_model_is_a_model_like_any_other(tmp_path: Path) -> None:
    header = read_header(write_tiny_model(tmp_path / "tiny.gguf"))
    assert header.kind is ModelKind.CHAT
    assert header.file_bytes == (tmp_path / "tiny.gguf").stat().st_size
    assert header.file_bytes < 1 << 20
