"""Two models of the library side by side: all that stands against the pair, the weightiest first, compared once."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.models.fitting import Room, check_models, check_pair
from app.models.library import Library, look_at
from app.models.pair_cache import PairCache
from app.models.places import own_places
from tests.app.models import raw_gguf
from tests.support.model_files import model, shard

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.pairing import PairCheck

TOKENS = ["a", "b", "c", "d"]


def _codes(check: PairCheck) -> list[str]:
    assert all(sentence(reason) for reason in check.reasons)
    return [reason.code for reason in check.reasons]


def test_a_recurrent_model_cannot_draft_and_cannot_be_drafted_for(tiny_target: Path, tiny_recurrent: Path) -> None:
    assert _codes(check_pair(tiny_target, tiny_recurrent)) == ["draft_cannot_rewind"]
    assert _codes(check_pair(tiny_recurrent, tiny_target)) == ["target_cannot_rewind"]


@pytest.mark.parametrize("key", ["ssm.state_size", "shortconv.l_cache", "wkv.head_size"])
def test_so_do_models_with_such_layers_among_others(tmp_path: Path, tiny_target: Path, key: str) -> None:
    hybrid = model(tmp_path / "h.gguf", **{f"llama.{key}": 16})
    assert "draft_cannot_rewind" in _codes(check_pair(tiny_target, hybrid))


def test_memory_that_is_short_is_said_with_by_how_much(tmp_path: Path) -> None:
    target, draft = model(tmp_path / "t.gguf", rows=3_000_000), model(tmp_path / "d.gguf", rows=1_000_000)
    check = check_pair(target, draft, Room(100_000_000))
    assert _codes(check) == ["pair_memory_short"]
    assert "short by 0.03 GB" in sentence(check.reasons[0])
    assert check.reasons[0].values["short_gb"] == pytest.approx(28e6 / 2**30, rel=1e-3)
    assert check_pair(target, draft, Room(None)).compatible
    assert check_pair(target, draft, Room(1 << 30)).compatible


def test_all_reasons_are_told_in_this_order(tmp_path: Path) -> None:
    target = model(tmp_path / "t.gguf", rows=100)
    draft = model(
        tmp_path / "d.gguf",
        tokenizer__ggml__model="llama",
        tokenizer__ggml__tokens=["a", "x", *(str(number) for number in range(200))],
        tokenizer__ggml__eos_token_id=3,
        llama__ssm__state_size=16,
    )
    raw_gguf.write(target, target.read_bytes())
    model(target, rows=100, tokenizer__ggml__eos_token_id=2)
    check = check_pair(target, draft, Room(1000))
    assert _codes(check) == [
        "draft_vocabulary_type",
        "draft_vocabulary_size",
        "draft_token_differs",
        "draft_special_token",
        "draft_cannot_rewind",
        "pair_memory_short",
    ]
    assert sentence(check.reasons[2]) == "Token 1 differs: it is “b” in the target and “x” in the draft."


def test_what_is_no_chat_model_is_refused_as_what_it_is(tmp_path: Path) -> None:
    target = model(tmp_path / "t.gguf")
    head = model(tmp_path / "h.gguf", general__architecture="eagle3")
    shard(tmp_path, 1, 2)
    assert _codes(check_pair(target, head)) == ["model_is_trained_head"]
    assert _codes(check_pair(target, tmp_path / "big-00001-of-00002.gguf")) == ["model_lacks_part"]


def test_a_pair_of_models_in_parts_is_compared_by_all_of_them(tmp_path: Path) -> None:
    for number in (1, 2):
        shard(tmp_path, number, 2, rows=1000)
    target, draft = look_at(tmp_path / "big-00001-of-00002.gguf"), look_at(model(tmp_path / "d.gguf"))
    assert check_models(target, draft, Room(None), PairCache()).compatible
    assert not check_models(target, draft, Room(60_000), PairCache()).compatible


def test_vocabularies_that_were_compared_are_not_read_again(tmp_path: Path) -> None:
    model(tmp_path / "models" / "t.gguf", rows=50)
    for name in ("d1", "d2"):
        model(tmp_path / "models" / f"{name}.gguf", tokenizer__ggml__tokens=["a", "b", "x", "d"])
    model(tmp_path / "models" / "same.gguf", rows=3)
    library = Library(tmp_path / "models.json")
    first, _, _, target = library.scan(own_places([tmp_path / "models"])).models
    check_models(target, first, Room(), library.pairs)
    library.save()
    later = Library(tmp_path / "models.json")
    first, second, same, target = later.scan(own_places([tmp_path / "models"])).models
    shutil.rmtree(tmp_path / "models")
    for draft in (first, second):
        check = check_models(target, draft, Room(), later.pairs)
        assert sentence(check.reasons[0]) == "Token 2 differs: it is “c” in the target and “x” in the draft."
    assert check_models(target, same, Room(), later.pairs).compatible


def test_a_file_that_is_gone_when_it_is_compared_is_a_reason(tmp_path: Path) -> None:
    target = look_at(model(tmp_path / "t.gguf"))
    draft = look_at(model(tmp_path / "d.gguf", tokenizer__ggml__tokens=["a", "b", "x", "d"]))
    draft.path.unlink()
    cache = PairCache()
    assert _codes(check_models(target, draft, Room(), cache)) == ["model_missing"]
    assert not cache.changed, "it may be back the next time"


def test_a_kept_comparison_that_makes_no_sense_is_made_again() -> None:
    cache = PairCache(
        {"a": [1, "x"], "b": [True, "x", "y"], "c": 7, "d": [1, "x", "y"]}, {"a": -1.0, "b": 2.0, "c": "3"}
    )
    assert cache.to_json() == {"pairs": {"d": (1, "x", "y")}, "measured": {"b": 2.0}}
