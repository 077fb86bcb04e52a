"""One JSON file of what the library knows already: all or nothing, readable for its owner, never larger than allowed.

It can be made again from the models; a folder that cannot be written is no error, and a damaged file holds nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MAX_BYTES = 24 << 20
_PREFIX, _SUFFIX = ".models-", ".tmp"
_LEFT_OVER_SECONDS = 60.0


def read_cache(path: Path) -> dict[str, Any]:
    """What the file holds; nothing where it is missing, too large or damaged."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        kept = json.loads(content) if len(content) <= MAX_BYTES else None
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def write_cache(path: Path, content: Mapping[str, Any]) -> bool:
    """Replace the file.

    Returns:
        Whether it was written.
    """
    text = json.dumps(content, separators=(",", ":")).encode()
    if len(text) > MAX_BYTES:
        return False
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _sweep(path.parent)
        descriptor, name = tempfile.mkstemp(_SUFFIX, _PREFIX, path.parent)
    except OSError:
        return False
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text)
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)
        return False
    return True


def _sweep(folder: Path) -> None:
    """Remove what a killed program left beside the file."""
    for left_over in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
        with contextlib.suppress(FileNotFoundError):  # another Galley was faster
            if time.time() - left_over.stat().st_mtime > _LEFT_OVER_SECONDS:
                left_over.unlink()
