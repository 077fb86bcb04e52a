"""The real test models, by name. The table of them stands in packaging/fetch_models.py, once.

A test that needs a model which is not there skips on a developer's machine and fails where `CI` is set.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

FETCH_SCRIPT = Path(__file__).parents[2] / "packaging" / "fetch_models.py"
SMOLLM2 = "smollm2"
QWEN_LARGE = "qwen-1.5b"
QWEN_SMALL = "qwen-0.5b"
GEMMA = "gemma"
QWEN_LARGE_F16 = "qwen-1.5b-f16"


def fetch_script() -> ModuleType:
    """packaging/fetch_models.py as a module (the folder is no package)."""
    name = "galley_fetch_models"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, FETCH_SCRIPT)
        if spec is None or spec.loader is None:
            message = f"{FETCH_SCRIPT} cannot be imported"
            raise ImportError(message)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def find_model(name: str) -> Path | None:
    """The path of a model, or None when it is not on this machine.

    Raises:
        KeyError: If there is no model of that name.
    """
    path: Path = fetch_script().path_of(name)
    return path if path.is_file() else None


def model_path(name: str) -> Path:
    """The path of a model that the calling test needs.

    Args:
        name: `smollm2`, `qwen-1.5b`, `qwen-0.5b`, `gemma` or `qwen-1.5b-f16`.
    """
    path = find_model(name)
    if path is not None:
        return path
    argument = "--f16" if name == QWEN_LARGE_F16 else name
    reason = f"the model {name} is missing: python packaging/fetch_models.py {argument}"
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
