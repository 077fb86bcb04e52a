"""Measured costs between runs: figures only, in a plain file outside the encrypted store.

A figure belongs to two files, a device and a way of loading; another file of the same name is another key.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine.types import LoadSettings, ModelSpec

MAX_ENTRIES = 64
_MAX_BYTES = 4 << 20
_HEAD_BYTES = 64 << 10
_PREFIX = ".costs-"


class CostStore:
    """A JSON file of at most 64 pairs, the latest used last.

    Args:
        path: The file; an empty path keeps nothing.
    """

    def __init__(self, path: str) -> None:
        self._path = Path(path) if path else None

    def get(self, key: str) -> object:
        """What was kept under a key, or None; a damaged file holds nothing."""
        return self._read().get(key)

    def put(self, key: str, value: object) -> None:
        """Keep a value, all or nothing. Costs can be measured again: a folder that cannot be written is no error."""
        if self._path is None:
            return
        entries = self._read()
        entries.pop(key, None)
        entries[key] = value
        while len(entries) > MAX_ENTRIES:
            del entries[next(iter(entries))]
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self._path.parent, prefix=_PREFIX)
        except OSError:
            return
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(entries, file)
            os.replace(name, self._path)
        except OSError:
            os.unlink(name)

    def _read(self) -> dict[str, object]:
        if self._path is None:
            return {}
        try:
            if self._path.stat().st_size > _MAX_BYTES:
                return {}
            # Whole numbers too: one of four hundred digits is no figure, and as a float it is infinity.
            entries = json.loads(self._path.read_text("utf-8"), parse_int=float)
        except (OSError, ValueError, RecursionError):
            return {}
        return entries if isinstance(entries, dict) else {}


def cost_key(settings: LoadSettings, devices: str, threads: int) -> str:
    """The key of a pair as it is loaded: files by size, time and head, placement, types, threads."""
    parts = [
        _identity(settings.target),
        "" if settings.draft is None else _identity(settings.draft),
        settings.context_tokens,
        settings.kv_type_k,
        settings.kv_type_v,
        settings.draft_kv_type_k,
        settings.draft_kv_type_v,
        settings.flash_attention,
        settings.reproducible,
        threads,
        devices,
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _identity(spec: ModelSpec) -> list[object]:
    try:
        status = os.stat(spec.path)
        with open(spec.path, "rb") as file:
            head = hashlib.sha256(file.read(_HEAD_BYTES)).hexdigest()
    except OSError:
        return [secrets.token_hex()]  # moved away since it was loaded: nobody can say what it was
    return [status.st_size, status.st_mtime_ns, head, spec.gpu_layers]
