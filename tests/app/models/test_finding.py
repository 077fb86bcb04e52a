"""Looking through folders: everything that is there is found once, and nothing that is there stops the search."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.models import finding
from app.models.finding import find_files, find_singles
from app.models.places import ModelPlace, PlaceOwner
from tests.support.model_files import model, ollama_model

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.models.finding import FoundFile, PlaceReport


def _look(folder: Path, owner: PlaceOwner = PlaceOwner.USER) -> tuple[list[FoundFile], PlaceReport]:
    found, report = find_files(ModelPlace(owner, folder))
    assert all(sentence(note) for note in report.notes)
    return found, report


def _names(folder: Path) -> list[str]:
    return [file.path.name for file in _look(folder)[0]]


def test_files_in_folders_in_folders(tmp_path: Path) -> None:
    for place in ("a.gguf", "maker/b.GGUF", "maker/model/c.gguf"):
        model(tmp_path / place)
    (tmp_path / "maker" / "README.md").write_text("nothing")
    (tmp_path / "maker" / "d.gguf.part").write_bytes(b"")
    assert _names(tmp_path) == ["a.gguf", "b.GGUF", "c.gguf"]


def test_a_place_that_is_not_there_is_no_trouble(tmp_path: Path) -> None:
    found, report = _look(tmp_path / "gone")
    assert (found, report.exists, report.notes) == ([], False, [])


def test_hidden_folders_are_left_out_and_that_is_said(tmp_path: Path) -> None:
    model(tmp_path / ".trash" / "a.gguf")
    found, report = _look(tmp_path)
    assert found == []
    assert [note.code for note in report.notes] == ["place_hidden"]


def test_links_that_go_round_in_circles_end(tmp_path: Path) -> None:
    model(tmp_path / "models" / "a.gguf")
    (tmp_path / "models" / "again").symlink_to(tmp_path / "models")
    (tmp_path / "models" / "self").symlink_to(tmp_path / "models" / "self")
    (tmp_path / "models" / "gone.gguf").symlink_to(tmp_path / "nowhere.gguf")
    assert _names(tmp_path / "models") == ["a.gguf"]


def test_a_link_to_a_folder_elsewhere_is_followed(tmp_path: Path) -> None:
    model(tmp_path / "disk" / "a.gguf")
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "disk").symlink_to(tmp_path / "disk")
    assert _names(tmp_path / "models") == ["a.gguf"]


def test_a_pipe_with_the_right_ending_is_no_model(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.gguf")
    assert _names(tmp_path) == []


@pytest.fixture
def _not_root() -> Iterator[None]:
    """Root may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


def test_a_folder_that_may_not_be_read_is_named_and_the_rest_is_found(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(0o755)
    model(tmp_path / "b" / "b.gguf")
    model(tmp_path / "a" / "a.gguf")
    (tmp_path / "a").chmod(0)
    request.getfixturevalue("_not_root")
    found, report = _look(tmp_path)
    assert [file.path.name for file in found] == ["b.gguf"]
    assert [note.code for note in report.notes] == ["place_unreadable"]
    assert str(tmp_path / "a") in sentence(report.notes[0])


def test_a_place_without_end_is_left_at_some_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        model(tmp_path / str(number) / "a.gguf")
    monkeypatch.setattr(finding, "MAX_ENTRIES", 8)
    found, report = _look(tmp_path)
    assert 0 < len(found) < 6
    assert [note.code for note in report.notes] == ["place_large"]
    monkeypatch.setattr(finding, "MAX_SECONDS", -1.0)
    found, report = _look(tmp_path)
    assert [note.code for note in report.notes] == ["place_slow"]


def test_a_search_can_be_stopped(tmp_path: Path) -> None:
    model(tmp_path / "a" / "a.gguf")
    found, _ = find_files(ModelPlace(PlaceOwner.USER, tmp_path), lambda: True)
    assert found == []


def test_ollamas_blobs_are_found_under_their_models_names(tmp_path: Path) -> None:
    content = model(tmp_path / "m.gguf").read_bytes()
    blob = ollama_model(tmp_path / "store", "qwen2.5:0.5b", "a", content)
    ollama_model(tmp_path / "store", "qwen2.5:licence", "b", b"MIT", kind="license")
    found, _ = _look(tmp_path / "store", PlaceOwner.OLLAMA)
    assert [(file.path, file.label) for file in found] == [(blob, "qwen2.5:0.5b")]


def test_a_manifest_that_points_out_of_the_store_or_is_none_is_left_out(tmp_path: Path) -> None:
    store = tmp_path / "store"
    ollama_model(store, "a:1", "a", b"")
    manifests = store / "manifests" / "registry.ollama.ai" / "library" / "a"
    layer = '{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:../../../secret"}'
    (manifests / "2").write_text(f'{{"layers": [{layer}]}}')
    (manifests / "3").write_text("[" * 100_000)
    (manifests / "4").write_text('{"layers": {"a": 1}}')
    (manifests / "5").write_text('{"layers": [7, null, {"mediaType": []}]}')
    (manifests / "6").mkdir()
    found, report = _look(store, PlaceOwner.OLLAMA)
    assert [file.label for file in found] == ["a:1"]
    assert report.notes == []


def test_single_files_are_taken_where_they_are(tmp_path: Path) -> None:
    path = model(tmp_path / "a.gguf")
    places = [ModelPlace(PlaceOwner.USER, each) for each in (path, tmp_path / "gone.gguf", tmp_path)]
    assert [file.path for file in find_singles(places)] == [path]
