"""Where model files already lie on a machine: the folders that other programs keep, and those that the user names.

Nothing is downloaded and nothing moved; Galley looks where people have models anyway.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from app.packaged import shipped_folders

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SYSTEM_OLLAMA = Path("/usr/share/ollama/.ollama/models")
"""Where Ollama keeps its models when it runs as a service of the system (Linux)."""


class PlaceOwner(StrEnum):
    """Whose folder it is."""

    GALLEY = "galley"
    LM_STUDIO = "lm_studio"
    HUGGING_FACE = "hugging_face"
    LLAMA_CPP = "llama_cpp"
    OLLAMA = "ollama"
    JAN = "jan"
    GPT4ALL = "gpt4all"
    USER = "user"
    """A folder that the user named, or that of a file that was opened."""


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """A folder that is looked through for model files, with everything in it."""

    owner: PlaceOwner
    path: Path


def user_home() -> Path:
    """The user's home folder."""
    return Path.home()


def usual_places(
    data_folder: Path | None = None, environment: Mapping[str, str] | None = None, home: Path | None = None
) -> tuple[ModelPlace, ...]:
    """The folders of Galley and of the programs that are known, whether or not they are there.

    Args:
        data_folder: Galley's own folder for data; None leaves it out.
        environment: Variables that name other folders; None takes the process's own.
        home: The user's home folder; None asks the system.
    """
    variables = os.environ if environment is None else environment
    usual = _Usual(variables, user_home() if home is None else home)
    places = [ModelPlace(PlaceOwner.GALLEY, data_folder / "models")] if data_folder is not None else []
    places += [ModelPlace(PlaceOwner.GALLEY, folder) for folder in shipped_folders()]
    places += [ModelPlace(PlaceOwner.LM_STUDIO, usual.home / ".lmstudio" / "models")]
    places += [ModelPlace(PlaceOwner.LM_STUDIO, usual.home / ".cache" / "lm-studio" / "models")]
    places += [ModelPlace(PlaceOwner.HUGGING_FACE, usual.hugging_face())]
    places += [ModelPlace(PlaceOwner.LLAMA_CPP, usual.named("LLAMA_CACHE") or usual.caches / "llama.cpp")]
    places += [ModelPlace(PlaceOwner.OLLAMA, path) for path in usual.ollama()]
    places += [ModelPlace(PlaceOwner.JAN, usual.programs / "Jan" / "data" / "llamacpp" / "models")]
    places += [ModelPlace(PlaceOwner.GPT4ALL, usual.local_programs / "nomic.ai" / "GPT4All")]
    return without_repeats(places)


def own_places(folders: Iterable[str | Path]) -> tuple[ModelPlace, ...]:
    """Folders that the user named."""
    return tuple(ModelPlace(PlaceOwner.USER, Path(os.path.abspath(Path(folder)))) for folder in folders)


def without_repeats(places: Iterable[ModelPlace]) -> tuple[ModelPlace, ...]:
    """Each folder once, the first mention wins."""
    seen: dict[Path, ModelPlace] = {}
    for place in places:
        seen.setdefault(place.path, place)
    return tuple(seen.values())


class _Usual:
    """The system's folders for such things, as the programs look them up themselves."""

    def __init__(self, variables: Mapping[str, str], home: Path) -> None:
        self._variables = variables
        self.home = home
        if sys.platform == "darwin":
            self.caches = home / "Library" / "Caches"
            self.programs = self.local_programs = home / "Library" / "Application Support"
        elif sys.platform == "win32":
            self.caches = self.local_programs = self.named("LOCALAPPDATA") or home / "AppData" / "Local"
            self.programs = self.named("APPDATA") or home / "AppData" / "Roaming"
        else:
            self.caches = self.named("XDG_CACHE_HOME") or home / ".cache"
            self.programs = self.local_programs = self.named("XDG_DATA_HOME") or home / ".local" / "share"

    def named(self, variable: str) -> Path | None:
        """The folder that a variable names, or None."""
        text = self._variables.get(variable, "").strip()
        if not text:
            return None
        return Path(os.path.abspath(self.home / text[2:] if text.startswith("~/") else text))

    def hugging_face(self) -> Path:
        """The hub's cache: named itself, within a named home, or in the usual cache folder."""
        own = self.named("HF_HUB_CACHE") or self.named("HUGGINGFACE_HUB_CACHE")
        if own is not None:
            return own
        cache = self.named("XDG_CACHE_HOME") or self.home / ".cache"
        return (self.named("HF_HOME") or cache / "huggingface") / "hub"

    def ollama(self) -> tuple[Path, ...]:
        """The folder of the user's Ollama, and that of the system's."""
        own = self.named("OLLAMA_MODELS")
        if own is not None:
            return (own,)
        users = self.home / ".ollama" / "models"
        return (users, _SYSTEM_OLLAMA) if sys.platform.startswith("linux") else (users,)
