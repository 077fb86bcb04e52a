"""The model that comes with Galley."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.models.starter import STARTER_BYTES, is_starter_model, starter_location, starter_model_path

if TYPE_CHECKING:
    from pathlib import Path


def test_it_is_not_there_at_first(tmp_path: Path) -> None:
    assert starter_model_path(tmp_path) is None


def test_it_is_found_in_the_data_folder(tmp_path: Path) -> None:
    path = starter_location(tmp_path)
    path.parent.mkdir(parents=True)
    path.touch()
    assert starter_model_path(tmp_path) is None  # not whole
    os.truncate(path, STARTER_BYTES)
    assert starter_model_path(tmp_path) == path


def test_another_file_of_its_size_is_not_it(tmp_path: Path) -> None:
    path = tmp_path / "zeros.gguf"
    path.touch()
    assert not is_starter_model(path)
    os.truncate(path, STARTER_BYTES)
    assert not is_starter_model(path)


@pytest.mark.real_models
def test_it_is_smollm2(smollm2: Path) -> None:
    assert is_starter_model(smollm2)
