"""Where models are looked for: each program's own folder, and wherever its variable says that it is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.models.places import ModelPlace, PlaceOwner, own_places, usual_places, without_repeats

HOME = Path("/home/somebody")

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the folders as Linux has them")


def _paths(owner: PlaceOwner, **variables: str) -> list[str]:
    return [str(place.path) for place in usual_places(None, variables, HOME) if place.owner is owner]


def test_every_program_has_its_usual_folder() -> None:
    found = {place.owner: place.path for place in reversed(usual_places(HOME / "data", {}, HOME))}
    assert set(found) == set(PlaceOwner) - {PlaceOwner.USER}
    assert found[PlaceOwner.GALLEY] == HOME / "data" / "models"
    assert found[PlaceOwner.LM_STUDIO] == HOME / ".lmstudio" / "models"
    assert found[PlaceOwner.HUGGING_FACE] == HOME / ".cache" / "huggingface" / "hub"
    assert found[PlaceOwner.LLAMA_CPP] == HOME / ".cache" / "llama.cpp"
    assert found[PlaceOwner.OLLAMA] == HOME / ".ollama" / "models"
    assert found[PlaceOwner.JAN] == HOME / ".local" / "share" / "Jan" / "data" / "llamacpp" / "models"
    assert found[PlaceOwner.GPT4ALL] == HOME / ".local" / "share" / "nomic.ai" / "GPT4All"


def test_the_older_folder_of_lm_studio_is_looked_at_too() -> None:
    assert _paths(PlaceOwner.LM_STUDIO)[1:] == [str(HOME / ".cache" / "lm-studio" / "models")]


@pytest.mark.parametrize(
    ("owner", "variables", "paths"),
    [
        (PlaceOwner.HUGGING_FACE, {"HF_HOME": "/data/hf"}, ["/data/hf/hub"]),
        (PlaceOwner.HUGGING_FACE, {"HF_HOME": "/data/hf", "HF_HUB_CACHE": "/hub"}, ["/hub"]),
        (PlaceOwner.LLAMA_CPP, {"LLAMA_CACHE": "/cache"}, ["/cache"]),
        (PlaceOwner.LLAMA_CPP, {"XDG_CACHE_HOME": "/xdg"}, ["/xdg/llama.cpp"]),
        (PlaceOwner.OLLAMA, {"OLLAMA_MODELS": "/ollama"}, ["/ollama"]),
        (PlaceOwner.OLLAMA, {"OLLAMA_MODELS": "~/ollama"}, ["/home/somebody/ollama"]),
        (
            PlaceOwner.OLLAMA,
            {"OLLAMA_MODELS": " "},
            ["/home/somebody/.ollama/models", "/usr/share/ollama/.ollama/models"],
        ),
    ],
)
def test_variables_name_other_folders(owner: PlaceOwner, variables: dict[str, str], paths: list[str]) -> None:
    assert _paths(owner, **variables) == paths


def test_a_folder_that_is_named_twice_is_looked_at_once() -> None:
    places = without_repeats((*own_places(["/a", "/b"]), ModelPlace(PlaceOwner.OLLAMA, Path("/a"))))
    assert [(place.owner, str(place.path)) for place in places] == [(PlaceOwner.USER, "/a"), (PlaceOwner.USER, "/b")]
