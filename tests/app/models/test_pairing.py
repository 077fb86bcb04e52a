"""Who can draft for whom, and every reason why not, the weightiest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.models.fitting import check_pair
from app.models.pairing import token_text
from tests.app.models import raw_gguf

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.pairing import PairCheck


def _codes(check: PairCheck) -> list[str]:
    assert all(sentence(reason) for reason in check.reasons)
    return [reason.code for reason in check.reasons]


def _pair(folder: Path, draft: dict[str, raw_gguf.Plain], target: dict[str, raw_gguf.Plain] | None = None) -> PairCheck:
    """Two models of a few bytes with these values on top of the usual ones."""
    paths = [folder / "target.gguf", folder / "draft.gguf"]
    for path, values in zip(paths, (target or {}, draft), strict=True):
        raw_gguf.write(path, raw_gguf.gguf({**raw_gguf.MODEL, **values}))
    return check_pair(paths[0], paths[1])


def test_a_model_can_draft_for_itself(tiny_target: Path) -> None:
    assert check_pair(tiny_target, tiny_target).compatible


@pytest.mark.parametrize("draft", ["tiny_draft", "tiny_stranger", "tiny_padded"])
def test_the_same_vocabulary_fits_whatever_the_weights_and_the_padding(
    tiny_target: Path, draft: str, request: pytest.FixtureRequest
) -> None:
    assert check_pair(tiny_target, request.getfixturevalue(draft)).reasons == ()


def test_two_hundred_tokens_more_are_too_many(tiny_target: Path, tiny_larger_vocabulary: Path) -> None:
    check = check_pair(tiny_target, tiny_larger_vocabulary)
    assert not check.compatible
    assert _codes(check) == ["draft_vocabulary_size"]
    sizes = check.reasons[0].values
    assert sizes["draft"] == int(str(sizes["target"])) + 200


def test_the_first_token_that_differs_is_named_with_both_texts(tiny_target: Path, tiny_other_vocabulary: Path) -> None:
    check = check_pair(tiny_target, tiny_other_vocabulary)
    assert _codes(check) == ["draft_token_differs"]
    said = sentence(check.reasons[0])
    assert said.startswith("Token 260 differs: it is “")


def test_tokens_that_only_one_has_are_not_compared(tmp_path: Path) -> None:
    assert _pair(tmp_path, {"tokenizer.ggml.tokens": ["a", "b", "c", "d", "unused"]}).compatible


@pytest.mark.parametrize(
    ("key", "ours", "theirs", "code", "named"),
    [
        ("tokenizer.ggml.bos_token_id", 1, 2, "draft_special_token", "BOS"),
        ("tokenizer.ggml.eos_token_id", 1, 2, "draft_special_token", "EOS"),
        ("tokenizer.ggml.add_bos_token", True, False, "draft_setting_differs", "add_bos_token"),
        ("tokenizer.ggml.add_eos_token", False, True, "draft_setting_differs", "add_eos_token"),
    ],
)
def test_special_tokens_that_differ_are_named(
    tmp_path: Path, key: str, ours: raw_gguf.Plain, theirs: raw_gguf.Plain, code: str, named: str
) -> None:
    check = _pair(tmp_path, {key: theirs}, {key: ours})
    assert _codes(check) == [code]
    assert f" {named} differs" in sentence(check.reasons[0])


def test_what_only_one_file_says_is_no_difference(tmp_path: Path) -> None:
    assert _pair(tmp_path, {"tokenizer.ggml.bos_token_id": 1, "tokenizer.ggml.add_bos_token": True}).compatible


def test_another_way_to_split_text_does_not_matter_when_every_token_is_the_same(tmp_path: Path) -> None:
    assert _pair(tmp_path, {"tokenizer.ggml.pre": "qwen2"}, {"tokenizer.ggml.pre": "qwen35"}).compatible


def test_all_reasons_are_told_the_weightiest_first(tmp_path: Path) -> None:
    many = [f"t{number}" for number in range(200)]
    draft: dict[str, raw_gguf.Plain] = {
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": many,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.add_bos_token": True,
    }
    target: dict[str, raw_gguf.Plain] = {"tokenizer.ggml.eos_token_id": 3, "tokenizer.ggml.add_bos_token": False}
    assert _codes(_pair(tmp_path, draft, target)) == [
        "draft_vocabulary_type",
        "draft_vocabulary_size",
        "draft_token_differs",
        "draft_special_token",
        "draft_setting_differs",
    ]


def test_a_file_that_cannot_be_read_is_a_reason(tmp_path: Path, tiny_target: Path) -> None:
    page = raw_gguf.write(tmp_path / "page.gguf", b"<!doctype html>")
    assert _codes(check_pair(tiny_target, page)) == ["model_is_web_page"]
    assert _codes(check_pair(tmp_path / "gone.gguf", page)) == ["model_missing", "model_is_web_page"]


def test_a_trained_head_is_no_draft_model(tmp_path: Path, tiny_target: Path) -> None:
    head = raw_gguf.write(tmp_path / "h.gguf", raw_gguf.gguf({**raw_gguf.MODEL, "general.architecture": "eagle3"}))
    check = check_pair(tiny_target, head)
    assert _codes(check) == ["model_is_trained_head"]
    assert "EAGLE-3" in sentence(check.reasons[0])


@pytest.mark.real_models
def test_the_two_qwens_fit(qwen_large: Path, qwen_small: Path) -> None:
    assert check_pair(qwen_large, qwen_small).reasons == ()


@pytest.mark.real_models
def test_smollm2_and_qwen_do_not(smollm2: Path, qwen_small: Path) -> None:
    said = [sentence(reason) for reason in check_pair(qwen_small, smollm2).reasons]
    assert said[:3] == [
        "The tokenizer differs: the target has qwen2, the draft has smollm.",
        "The vocabulary size differs: 151936 tokens in the target, 49152 in the draft, and at most 128 apart would do.",
        "Token 0 differs: it is “!” in the target and “<|endoftext|>” in the draft.",
    ]


@pytest.mark.real_models
def test_gemma_and_qwen_differ_in_the_type_first(gemma: Path, qwen_large: Path) -> None:
    first = check_pair(qwen_large, gemma).reasons[0]
    assert sentence(first) == "The vocabulary type differs: the target has gpt2 (qwen2), the draft has llama (default)."


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("Ġthe".encode(), "Ġthe"),
        (b"\n", "\\n"),
        (b"\xff", "\\xff"),
        ("\u202e".encode(), "\\u202e"),
        (b"x" * 100, "x" * 39 + "…"),
    ],
)
def test_a_token_is_shown_on_one_short_line(token: bytes, shown: str) -> None:
    assert token_text(token) == shown
