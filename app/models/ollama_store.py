"""Ollama's folder of models, read without Ollama: manifests give the names, blobs without an ending hold the data.

Source: the manifests themselves, which are in the format of container registries.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_DATA = (
    "application/vnd.ollama.image.model",
    "application/vnd.ollama.image.projector",
    "application/vnd.ollama.image.adapter",
)
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_USUAL_REGISTRY = "registry.ollama.ai"
_USUAL_OWNER = "library"
_LEVELS = 4
"""Registry, owner, model, tag."""
MAX_MANIFEST_BYTES = 1 << 20
MAX_MANIFESTS = 20_000


@dataclass(frozen=True, slots=True)
class OllamaModel:
    """A blob and the name by which Ollama knows it, such as `qwen2.5:0.5b`."""

    name: str
    path: Path


def is_ollama_store(folder: Path) -> bool:
    """Whether a folder is laid out as Ollama does it."""
    return (folder / "manifests").is_dir() and (folder / "blobs").is_dir()


def read_store(folder: Path) -> tuple[OllamaModel, ...]:
    """Everything that the manifests name and that is there; manifests that make no sense are left out.

    Raises:
        OSError: The folder of manifests cannot be looked into.
    """
    found = []
    for steps, manifest in _manifests(folder / "manifests", ()):
        for digest in _digests(manifest):
            blob = _blob(folder / "blobs", digest)
            if blob is not None:
                found.append(OllamaModel(_name(steps), blob))
    return tuple(found)


def _manifests(folder: Path, steps: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Path]]:
    """Manifests lie four levels down; whatever else is there is none."""
    with os.scandir(folder) as entries:
        ordered = sorted(entries, key=lambda entry: entry.name)
    for entry in ordered[:MAX_MANIFESTS]:
        within = (*steps, entry.name)
        if len(within) == _LEVELS:
            if entry.is_file():
                yield within, folder / entry.name
        elif entry.is_dir(follow_symlinks=False):
            yield from _manifests(folder / entry.name, within)


def _digests(manifest: Path) -> Iterator[str]:
    try:
        with manifest.open("rb") as file:
            content = json.loads(file.read(MAX_MANIFEST_BYTES))
    except (OSError, ValueError, RecursionError):
        return
    layers = content.get("layers") if isinstance(content, dict) else None
    for layer in layers if isinstance(layers, list) else ():
        if isinstance(layer, dict) and layer.get("mediaType") in _DATA:
            digest = layer.get("digest")
            if isinstance(digest, str) and _DIGEST.fullmatch(digest):  # it becomes part of a path
                yield digest


def _blob(folder: Path, digest: str) -> Path | None:
    """Older versions wrote the colon of the digest into the file's name."""
    for name in (digest.replace(":", "-"), digest):
        if (folder / name).is_file():
            return folder / name
    return None


def _name(steps: tuple[str, ...]) -> str:
    registry, owner, model, tag = steps
    name = f"{model}:{tag}"
    if registry != _USUAL_REGISTRY:
        return f"{registry}/{owner}/{name}"
    return name if owner == _USUAL_OWNER else f"{owner}/{name}"
