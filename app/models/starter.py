"""The starter model: small enough to come with Galley, so that a new user can chat before choosing anything.

SmolLM2-135M-Instruct by Hugging Face, Apache-2.0.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from app.packaged import shipped_folders

if TYPE_CHECKING:
    from pathlib import Path

STARTER_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
STARTER_BYTES = 98_362_432
STARTER_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

_CHUNK_BYTES = 1 << 20


def starter_location(data_dir: Path) -> Path:
    """Where the starter model belongs, whether or not it is there."""
    return data_dir / "models" / STARTER_FILE


def find_starter(data_dir: Path, shipped: Path | None = None) -> Path:
    """Where the starter model is: in the user's folder, else where the package put it, else where it belongs.

    Args:
        data_dir: The user's folder.
        shipped: The folder of models that came with the program; None takes that of this program, if it is packaged.
    """
    own = starter_location(data_dir)
    folders = shipped_folders() if shipped is None else (shipped,)
    brought = next((path for folder in folders if (path := folder / STARTER_FILE).exists()), None)
    return own if brought is None or own.exists() else brought


def starter_model_path(data_dir: Path, shipped: Path | None = None) -> Path | None:
    """The starter model, or None where it is not there or not whole. Arguments as those of `find_starter`."""
    path = find_starter(data_dir, shipped)
    try:
        return path if path.stat().st_size == STARTER_BYTES else None
    except OSError:
        return None


def is_starter_model(path: Path) -> bool:
    """Whether a file is the starter model byte for byte: reads all of it, some tenths of a second.

    Raises:
        OSError: If it cannot be read.
    """
    if path.stat().st_size != STARTER_BYTES:
        return False
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest() == STARTER_SHA256
