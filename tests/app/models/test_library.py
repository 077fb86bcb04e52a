"""The list of models: what each file is, in how many parts, found once; and known again without being read."""

from __future__ import annotations

import os
import shutil
import stat
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import UserError
from app.models.description import describe
from app.models.kinds import ModelKind
from app.models.library import Library, look_at, require_folder
from app.models.places import ModelPlace, PlaceOwner, own_places
from tests.app.models import raw_gguf
from tests.support.model_files import model, ollama_model, shard

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.models.description import ModelDescription
    from app.models.listed_model import ListedModel


def _listed(folder: Path, cache: Path | None = None) -> list[ListedModel]:
    return list(Library(cache).scan(own_places([folder])).models)


def _only(folder: Path) -> ListedModel:
    (found,) = _listed(folder)
    return found


class Reader:
    """Reads files and writes down which."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, path: Path) -> ModelDescription:
        self.read.append(path.name)
        return describe(path)


@pytest.fixture
def scanned(tmp_path: Path) -> Callable[[], list[str]]:
    """Lists the folder `models` in a library of its own; returns the names of the files that had to be read."""

    def scan() -> list[str]:
        reader = Reader()
        library = Library(tmp_path / "cache" / "models.json")
        listing = library.scan(own_places([tmp_path / "models"]), read=reader)
        assert all(sentence(each.problem) for each in listing.models if each.problem is not None)
        library.save()
        return reader.read

    return scan


def test_a_chat_model_says_what_it_is(tmp_path: Path) -> None:
    model(tmp_path / "talk-Q4_K_M.gguf", rows=100, general__file_type=15)
    found = _only(tmp_path)
    assert (found.name, found.quantisation, found.kind) == ("Small talk 1B", "Q4_K_M", ModelKind.CHAT)
    assert (found.num_parameters, found.weights_bytes) == (808, 3232)
    assert found.file_bytes == (tmp_path / "talk-Q4_K_M.gguf").stat().st_size
    assert found.context_length == 4096
    assert found.description is not None
    assert found.description.has_template
    assert found.description.licence == "apache-2.0"
    assert found.chats


@pytest.mark.parametrize(
    ("values", "kind", "said"),
    [
        ({"general__architecture": "clip"}, ModelKind.PROJECTOR, "a projector"),
        ({"general__architecture": "bert"}, ModelKind.EMBEDDING, "an embedding model"),
        ({"general__type": "adapter"}, ModelKind.ADAPTER, "an adapter (LoRA)"),
        ({"general__architecture": "eagle3"}, ModelKind.TRAINED_HEAD, "EAGLE-3"),
        ({"general__architecture": "dflash"}, ModelKind.TRAINED_HEAD, "DFlash"),
    ],
)
def test_what_cannot_chat_is_listed_as_what_it_is(
    tmp_path: Path, values: dict[str, raw_gguf.Plain], kind: ModelKind, said: str
) -> None:
    model(tmp_path / "a.gguf", rows=4, **values)
    found = _only(tmp_path)
    assert found.kind is kind
    assert found.refusal is not None
    assert said in sentence(found.refusal)


def test_a_head_for_several_tokens_is_told_from_a_model_that_carries_one(tmp_path: Path) -> None:
    values: dict[str, raw_gguf.Plain] = {"llama.nextn_predict_layers": 1, "llama.block_count": 2, **raw_gguf.MODEL}
    values = {**values, "llama.block_count": 2}
    tensors = (("token_embd.weight", (8, 4), 0, 0), ("blk.1.attn_q.weight", (8, 1), 0, 128))
    whole = (*tensors, ("blk.0.attn_q.weight", (8, 1), 0, 160))
    raw_gguf.write(tmp_path / "head.gguf", raw_gguf.gguf(values, tensors, data_bytes=192))
    raw_gguf.write(tmp_path / "whole.gguf", raw_gguf.gguf(values, whole, data_bytes=192))
    head, model_with_head = _listed(tmp_path)
    assert head.refusal is not None
    assert "(MTP)" in sentence(head.refusal)
    assert model_with_head.chats


def test_an_unusable_file_is_listed_with_the_reason(tmp_path: Path) -> None:
    whole = model(tmp_path / "whole.gguf").read_bytes()
    (tmp_path / "page.gguf").write_text("<!doctype html>")
    (tmp_path / "half.gguf").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "empty.gguf").write_bytes(b"")
    said = {each.path.stem: each.problem and each.problem.code for each in _listed(tmp_path)}
    assert said == {
        "whole": None,
        "page": "model_is_web_page",
        "half": "model_cut_in_description",
        "empty": "model_empty",
    }


# Models in several files.


def test_the_parts_of_a_model_are_one_line(tmp_path: Path) -> None:
    for number in (3, 1, 2):
        shard(tmp_path, number, 3, rows=10)
    found = _only(tmp_path)
    assert found.path.name == "big-00001-of-00003.gguf"
    assert (found.num_files, found.num_parameters, found.problem) == (3, 3 * 88, None)
    assert found.file_bytes == sum(path.stat().st_size for path in tmp_path.iterdir())


def test_the_part_that_is_missing_is_named(tmp_path: Path) -> None:
    for number in (1, 3, 4):
        shard(tmp_path, number, 4)
    found = _only(tmp_path)
    assert found.problem is not None
    assert "4 parts, and part 2 is not" in sentence(found.problem)
    (tmp_path / "big-00001-of-00004.gguf").unlink()
    found = _only(tmp_path)
    assert found.path.name == "big-00003-of-00004.gguf"
    assert found.problem is not None
    assert "these are not beside it: 1, 2." in sentence(found.problem)


def test_parts_that_were_renamed_or_mixed_up_are_no_model(tmp_path: Path) -> None:
    shard(tmp_path / "a", 2, 3).rename(tmp_path / "a" / "model.gguf")
    shard(tmp_path / "b", 1, 2)
    shard(tmp_path / "b", 1, 2, stem="other").rename(tmp_path / "b" / "big-00002-of-00002.gguf")
    assert [each.problem and each.problem.code for each in _listed(tmp_path)] == ["model_part_renamed"] * 2


def test_a_damaged_part_is_what_is_said_of_the_model(tmp_path: Path) -> None:
    shard(tmp_path, 1, 2)
    shard(tmp_path, 2, 2).write_text("<html>")
    found = _only(tmp_path)
    assert found.problem is not None
    assert sentence(found.problem).startswith("“big-00002-of-00002.gguf” looks like a web page")


def test_a_whole_model_that_is_called_a_part_is_taken_for_what_it_is(tmp_path: Path) -> None:
    model(tmp_path / "x-00001-of-00002.gguf")
    assert _only(tmp_path).chats


# The same files under several paths.


def test_links_to_one_file_are_one_model(tmp_path: Path) -> None:
    blob = model(tmp_path / "hub" / "blobs" / "abc").rename(tmp_path / "hub" / "blobs" / "abcd")
    for revision in ("r1", "r2"):
        folder = tmp_path / "hub" / "snapshots" / revision
        folder.mkdir(parents=True)
        (folder / "talk.gguf").symlink_to(blob)
    found = _only(tmp_path)
    assert found.path == tmp_path / "hub" / "snapshots" / "r1" / "talk.gguf"
    assert found.other_paths == (tmp_path / "hub" / "snapshots" / "r2" / "talk.gguf",)


def test_two_revisions_that_share_a_part_are_both_whole(tmp_path: Path) -> None:
    blobs = [shard(tmp_path / "blobs" / str(number), number, 2) for number in (1, 2)]
    other = shard(tmp_path / "blobs" / "new", 2, 2, rows=9)
    for blob in (*blobs, other):
        blob.rename(blob.with_suffix(""))
    for revision, second in (("r1", blobs[1]), ("r2", other)):
        folder = tmp_path / "snapshots" / revision
        folder.mkdir(parents=True)
        (folder / blobs[0].name).symlink_to(blobs[0].with_suffix(""))
        (folder / blobs[1].name).symlink_to(second.with_suffix(""))
    found = _listed(tmp_path)
    assert [each.path.parent.name for each in found] == ["r1", "r2"]
    assert [each.problem for each in found] == [None, None]


def test_a_model_of_ollamas_has_the_name_that_ollama_gives_it(tmp_path: Path) -> None:
    nameless = model(tmp_path / "a.gguf", general__name=None, general__size_label=None)
    ollama_model(tmp_path / "store", "talk:1b", "c", nameless.read_bytes())
    listing = Library().scan([ModelPlace(PlaceOwner.OLLAMA, tmp_path / "store")])
    assert [each.name for each in listing.models] == ["talk:1b"]


# What is known of them.


def test_the_second_time_no_file_is_opened(tmp_path: Path, scanned: Callable[[], list[str]]) -> None:
    model(tmp_path / "models" / "a.gguf")
    (tmp_path / "models" / "b.gguf").write_text("<html>")
    assert scanned() == ["a.gguf", "b.gguf"]
    assert scanned() == []


def test_a_file_that_was_renamed_or_copied_with_its_time_is_known(
    tmp_path: Path, scanned: Callable[[], list[str]]
) -> None:
    path = model(tmp_path / "models" / "a.gguf")
    (tmp_path / "models" / "page.gguf").write_text("<html>")
    scanned()
    shutil.copy2(path, tmp_path / "models" / "copy.gguf")
    path.rename(tmp_path / "models" / "b.gguf")
    (tmp_path / "models" / "page.gguf").rename(tmp_path / "models" / "leaf.gguf")
    assert scanned() == []
    said = {each.path.name: each.problem for each in _listed(tmp_path / "models", tmp_path / "cache" / "models.json")}
    assert set(said) == {"b.gguf", "copy.gguf", "leaf.gguf"}
    problem = said["leaf.gguf"]
    assert problem is not None
    assert sentence(problem).startswith("“leaf.gguf”"), "named as it is called now"


def test_another_model_under_the_same_name_of_the_same_size_and_time_is_read(
    tmp_path: Path, scanned: Callable[[], list[str]]
) -> None:
    path = model(tmp_path / "models" / "a.gguf", general__name="One")
    scanned()
    status = path.stat()
    model(path, general__name="Two")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_size == status.st_size
    assert scanned() == ["a.gguf"]
    assert _only(tmp_path / "models").name == "Two 1B"


def test_what_is_kept_names_no_file_and_is_readable_for_its_owner_alone(
    tmp_path: Path, scanned: Callable[[], list[str]]
) -> None:
    model(tmp_path / "models" / "secret-project.gguf")
    (tmp_path / "models" / "secret-page.gguf").write_text("<html>")
    scanned()
    cache = tmp_path / "cache" / "models.json"
    assert "secret" not in cache.read_text()
    assert str(tmp_path) not in cache.read_text()
    assert stat.S_IMODE(cache.stat().st_mode) == 0o600
    assert [path.name for path in cache.parent.iterdir()] == ["models.json"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{",
        '{"version": 1, "files": 7, "pairs": [], "measured": 3}',
        '{"version": 1, "files": [{"key": "a"}, 7, {"key": [], "states": 1}]}',
        '{"version": 1, "files": [{"key": "a", "problem": {"code": "model_damaged", "values": {}}}]}',
        '{"version": 1, "files": [{"key": "a", "problem": {"code": [], "values": {}}}]}',
        '{"version": 99, "files": []}',
        "[" * 100_000,
    ],
)
def test_a_damaged_cache_is_made_again(tmp_path: Path, scanned: Callable[[], list[str]], content: str) -> None:
    model(tmp_path / "models" / "a.gguf")
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "models.json").write_text(content)
    assert scanned() == ["a.gguf"]
    assert scanned() == []


def test_changed_values_in_the_cache_are_not_believed(tmp_path: Path, scanned: Callable[[], list[str]]) -> None:
    model(tmp_path / "models" / "a.gguf")
    scanned()
    cache = tmp_path / "cache" / "models.json"
    text = cache.read_text()
    for old, new in (('"kind":"chat"', '"kind":"cat"'), ('"num_parameters":', '"num_parameters":-'), ("true", '"yes"')):
        assert old in text
        cache.write_text(text.replace(old, new))
        assert scanned() == ["a.gguf"], new


def test_a_folder_that_cannot_be_written_costs_the_memory_and_nothing_else(tmp_path: Path) -> None:
    model(tmp_path / "models" / "a.gguf")
    (tmp_path / "file").write_text("")
    library = Library(tmp_path / "file" / "models.json")
    assert len(library.scan(own_places([tmp_path / "models"])).models) == 1
    library.save()


def test_what_could_not_be_read_this_time_is_tried_the_next_time(tmp_path: Path) -> None:
    path = model(tmp_path / "models" / "a.gguf")

    def fail(path: Path) -> ModelDescription:
        raise UserError("model_reading_stopped", file=path.name)

    library = Library(tmp_path / "models.json")
    (found,) = library.scan(own_places([path.parent]), read=fail).models
    assert found.problem is not None
    (found,) = library.scan(own_places([path.parent])).models
    assert found.chats


def test_a_scan_tells_how_far_it_is_and_can_be_stopped(tmp_path: Path) -> None:
    for number in range(4):
        model(tmp_path / f"{number}.gguf")
    told: list[tuple[int, int]] = []
    listing = Library().scan(
        own_places([tmp_path]),
        stopping=lambda: len(told) == 2,
        on_progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(1, 4), (2, 4)]
    assert len(listing.models) == 2


# One model by its path.


def test_any_part_leads_to_the_model(tmp_path: Path) -> None:
    for number in (1, 2):
        shard(tmp_path, number, 2)
    assert look_at(tmp_path / "big-00002-of-00002.gguf").num_files == 2


def test_a_path_without_a_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        look_at(tmp_path / "gone.gguf")
    assert caught.value.notice.code == "model_missing"
    with pytest.raises(UserError) as caught:
        look_at(tmp_path)
    assert caught.value.notice.code == "model_is_folder"


@pytest.mark.parametrize(("name", "code"), [("gone", "library_folder_missing"), ("file", "library_folder_is_file")])
def test_a_folder_that_is_none(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError) as caught:
        require_folder(tmp_path / name)
    assert caught.value.notice.code == code
