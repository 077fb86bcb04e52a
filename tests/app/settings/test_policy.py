"""The administrator's file: what it forbids is forbidden, and one that cannot be understood forbids everything."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.catalogue import sentence
from app.settings.policy import STRICTEST, Policy, read_policy


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "policy.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_without_a_file_nothing_is_laid_down(tmp_path: Path) -> None:
    found = read_policy(tmp_path / "policy.toml")
    assert found.policy.is_empty
    assert found.path is None
    assert found.problem is None


def test_an_empty_file_lays_nothing_down_and_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, "# nothing yet\n")
    found = read_policy(path)
    assert found.policy.is_empty
    assert found.path == path


def test_everything_that_can_be_laid_down(tmp_path: Path) -> None:
    text = 'api = false\nexport = false\nencryption = "passphrase"\nmodel_folders = ["/srv/models", "/opt/m"]\n'
    policy = read_policy(write(tmp_path, text)).policy
    assert policy == Policy(True, True, True, (Path("/srv/models"), Path("/opt/m")))
    assert len(policy.rules()) == 4


def test_saying_what_is_so_anyway_changes_nothing(tmp_path: Path) -> None:
    assert read_policy(write(tmp_path, 'api = true\nexport = true\nencryption = "required"\n')).policy.is_empty


@pytest.mark.parametrize(
    "text",
    [
        "api = ",
        "api = 0\n",
        'export = "false"\n',
        'encryption = "off"\n',
        'model_folders = "/srv/models"\n',
        'model_folders = ["models"]\n',
        "model_folders = [1]\n",
        "exports = false\n",
        b"\xff\xfe\x00",
        "# " + "x" * 70_000,
    ],
)
def test_a_file_that_cannot_be_understood_is_taken_at_its_strictest(tmp_path: Path, text: str | bytes) -> None:
    path = write(tmp_path, text)
    found = read_policy(path)
    assert found.policy == STRICTEST
    assert found.problem is not None
    words = sentence(found.problem)
    assert str(path) in words
    assert "\n" not in words


def test_a_folder_in_its_place_is_taken_at_its_strictest(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").mkdir()
    assert read_policy(tmp_path / "policy.toml").policy == STRICTEST


def test_models_are_allowed_from_the_named_folders_and_the_packages_own(tmp_path: Path) -> None:
    policy = Policy(model_folders=(tmp_path / "models",))
    assert policy.allows_model(tmp_path / "models" / "deep" / "a.gguf")
    assert policy.allows_model(tmp_path / "package" / "a.gguf", (tmp_path / "package",))
    assert not policy.allows_model(tmp_path / "package" / "a.gguf")
    assert not policy.allows_model(tmp_path / "models-of-mine" / "a.gguf")
    assert not policy.allows_model(tmp_path / "models" / ".." / "a.gguf")


def test_a_link_out_of_the_folder_is_not_allowed(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    os.symlink(tmp_path / "a.gguf", tmp_path / "models" / "a.gguf")
    assert not Policy(model_folders=(tmp_path / "models",)).allows_model(tmp_path / "models" / "a.gguf")


def test_without_folders_every_model_is_allowed(tmp_path: Path) -> None:
    assert Policy().allows_model(tmp_path / "a.gguf")
    assert not STRICTEST.allows_model(tmp_path / "a.gguf")
