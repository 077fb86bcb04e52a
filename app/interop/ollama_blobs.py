"""From a name as Ollama knows it to the file that it keeps, through its own manifests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.models.ollama_store import is_ollama_store, read_store
from app.models.places import PlaceOwner, usual_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


def ollama_folders(variables: Mapping[str, str], home: Path | None = None) -> tuple[Path, ...]:
    """Where Ollama keeps its models on this machine."""
    places = usual_places(environment=variables, home=home)
    return tuple(place.path for place in places if place.owner is PlaceOwner.OLLAMA)


def find_blob(name: str, folders: Iterable[Path]) -> Path | None:
    """The file of a model such as `qwen2.5:0.5b`, or with its owner and registry before it; None where it is absent."""
    wanted = full_name(name)
    for folder in folders:
        try:
            models = read_store(folder) if is_ollama_store(folder) else ()
        except OSError:  # another user's, or gone while it was read
            continue
        for model in models:
            if full_name(model.name) == wanted:
                return model.path
    return None


def full_name(name: str) -> str:
    """With its registry and tag, in small letters, so that two spellings of a name are equal."""
    name = name.strip().removeprefix("https://").removeprefix("http://").lower()
    steps = name.split("/")
    if ":" not in steps[-1]:
        steps[-1] += ":latest"
    if len(steps) == 1:
        steps.insert(0, "library")
    if len(steps) == 2:
        steps.insert(0, "registry.ollama.ai")
    return "/".join(steps)
