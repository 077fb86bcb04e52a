"""A policy that names folders of models: nothing else is listed or loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.__main__ import main
from app.cli import allowed
from app.cli.allowed import allowed_files, allowed_places, require_allowed
from app.errors import UserError
from app.models.places import ModelPlace, PlaceOwner
from app.settings.policy import FoundPolicy, Policy

if TYPE_CHECKING:
    from pathlib import Path


def place(path: Path) -> ModelPlace:
    return ModelPlace(PlaceOwner.USER, path)


def test_without_folders_places_stay(tmp_path: Path) -> None:
    assert allowed_places([place(tmp_path)], Policy()) == (place(tmp_path),)
    require_allowed(tmp_path / "a.gguf", None, policy=Policy())


def test_named_folders_take_the_place_of_all_others(tmp_path: Path) -> None:
    policy = Policy(model_folders=(tmp_path / "models",))
    assert allowed_places([place(tmp_path / "mine")], policy) == (place(tmp_path / "models"),)
    files = [place(tmp_path / "mine" / "a.gguf"), place(tmp_path / "models" / "b.gguf")]
    assert allowed_files(files, policy) == (files[1],)


def test_a_model_from_elsewhere_is_refused_by_name(tmp_path: Path) -> None:
    policy = Policy(model_folders=(tmp_path / "models",))
    require_allowed(tmp_path / "models" / "a.gguf", policy=policy)
    with pytest.raises(UserError) as caught:
        require_allowed(tmp_path / "models" / "a.gguf", tmp_path / "b.gguf", policy=policy)
    assert caught.value.notice.code == "policy_model"
    assert "b.gguf" in str(caught.value.notice.values["file"])


def test_galley_generate_refuses_it(
    tiny_target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = FoundPolicy(Policy(model_folders=(tmp_path / "models",)), tmp_path / "policy.toml")
    monkeypatch.setattr(allowed, "read_policy", lambda: found)
    assert main(["generate", "--target", str(tiny_target), "--prompt", "Hello"]) == 2
    assert "administrator" in capsys.readouterr().err
