"""What is refused before anything is loaded, and what is left to load."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import UserError
from app.models.preflight import check_files, gpu_may_be_there
from tests.app.models import raw_gguf

if TYPE_CHECKING:
    from pathlib import Path


def test_a_good_pair_goes_through(tiny_target: Path, tiny_draft: Path) -> None:
    result = check_files(tiny_target, tiny_draft)
    assert (result.target.path, result.draft_reasons) == (tiny_target, ())
    assert result.draft is not None
    assert result.draft.path == tiny_draft


def test_no_draft_is_no_reason(tiny_target: Path) -> None:
    result = check_files(tiny_target, None)
    assert (result.draft, result.draft_reasons) == (None, ())


def test_a_target_that_cannot_be_used_is_refused(tmp_path: Path, tiny_draft: Path) -> None:
    page = raw_gguf.write(tmp_path / "page.gguf", b"<html>")
    with pytest.raises(UserError) as caught:
        check_files(page, tiny_draft)
    assert caught.value.notice.code == "model_is_web_page"


def test_a_projector_is_no_target(tmp_path: Path) -> None:
    content = raw_gguf.gguf({**raw_gguf.MODEL, "general.architecture": "clip"})
    with pytest.raises(UserError) as caught:
        check_files(raw_gguf.write(tmp_path / "mmproj.gguf", content), None)
    assert caught.value.notice.code == "model_is_projector"


def test_a_draft_that_cannot_be_used_leaves_the_target_to_chat_with(tmp_path: Path, tiny_target: Path) -> None:
    result = check_files(tiny_target, tmp_path / "gone.gguf")
    assert result.target.path == tiny_target
    assert [reason.code for reason in result.draft_reasons] == ["model_missing"]


def test_a_draft_that_does_not_fit_is_told_with_all_reasons(tiny_target: Path, tiny_larger_vocabulary: Path) -> None:
    result = check_files(tiny_target, tiny_larger_vocabulary)
    assert [reason.code for reason in result.draft_reasons] == ["draft_vocabulary_size"]


def test_weights_beyond_all_memory_are_refused_with_both_figures(tmp_path: Path) -> None:
    tensors = (("blk.0.attn_q.weight", (1 << 28, 4), raw_gguf.F32, 0),)
    path = raw_gguf.write(tmp_path / "large.gguf", raw_gguf.gguf(tensors=tensors))
    os.truncate(path, 5 << 30)  # nothing of it takes room on the disk
    with pytest.raises(UserError) as caught:
        check_files(path, None, total_memory_bytes=2_000_000_000, has_gpu=False)
    assert caught.value.notice.code == "not_enough_memory"
    said = sentence(caught.value.notice)
    assert "needs 4.3 GB" in said
    assert "has 2.0 GB" in said


def test_a_pair_beyond_all_memory_loses_its_draft(tiny_target: Path, tiny_draft: Path) -> None:
    one = check_files(tiny_target, None).target.tensor_bytes
    result = check_files(tiny_target, tiny_draft, total_memory_bytes=one + 1, has_gpu=False)
    assert [reason.code for reason in result.draft_reasons] == ["not_enough_memory_for_draft"]


def test_with_a_gpu_the_ram_decides_nothing(tiny_target: Path, tiny_draft: Path) -> None:
    assert check_files(tiny_target, tiny_draft, total_memory_bytes=1, has_gpu=True).draft_reasons == ()


def test_a_gpu_of_any_maker_is_found_by_its_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GGML_VK_VISIBLE_DEVICES", raising=False)
    assert not gpu_may_be_there(tmp_path)
    (tmp_path / "kfd").touch()
    assert gpu_may_be_there(tmp_path)


def test_a_device_that_the_user_named_for_vulkan_counts_though_it_is_software(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GGML_VK_VISIBLE_DEVICES", "0")
    assert gpu_may_be_there(tmp_path)


def test_a_vocabulary_that_repeats_itself_is_refused(tmp_path: Path) -> None:
    content = raw_gguf.gguf({**raw_gguf.MODEL, "tokenizer.ggml.tokens": ["a", "b", "", "", "b"]})
    with pytest.raises(UserError) as caught:
        check_files(raw_gguf.write(tmp_path / "m.gguf", content), None)
    assert "tokens 1 and 4 of its vocabulary are the same" in sentence(caught.value.notice)


def test_tokens_without_text_may_repeat(tmp_path: Path) -> None:
    content = raw_gguf.gguf({**raw_gguf.MODEL, "tokenizer.ggml.tokens": ["a", "", ""]})
    assert check_files(raw_gguf.write(tmp_path / "m.gguf", content), None).target.vocabulary.num_tokens == 3


def _part(folder: Path, number: int) -> Path:
    values: dict[str, raw_gguf.Plain] = {"split.no": number - 1, "split.count": 3}
    whole = raw_gguf.MODEL if number == 1 else {"general.architecture": "llama"}
    return raw_gguf.write(folder / f"m-{number:05d}-of-00003.gguf", raw_gguf.gguf({**whole, **values}))


def test_a_model_in_parts_is_whole_when_all_are_there(tmp_path: Path) -> None:
    first, *_ = [_part(tmp_path, number) for number in (1, 2, 3)]
    assert check_files(first, None).target.num_parts == 3


def test_the_weights_of_all_parts_count(tmp_path: Path) -> None:
    first, *_ = [_part(tmp_path, number) for number in (1, 2, 3)]
    with pytest.raises(UserError) as caught:
        check_files(first, None, total_memory_bytes=3 * 160 - 1, has_gpu=False)
    assert caught.value.notice.code == "not_enough_memory"


def test_a_part_that_is_missing_is_named(tmp_path: Path) -> None:
    first, second, _ = [_part(tmp_path, number) for number in (1, 2, 3)]
    second.unlink()
    with pytest.raises(UserError) as caught:
        check_files(first, None)
    assert "“m-00002-of-00003.gguf” is not beside the first one" in sentence(caught.value.notice)


def test_a_part_that_is_cut_short_is_named(tmp_path: Path) -> None:
    first, _, third = [_part(tmp_path, number) for number in (1, 2, 3)]
    third.write_bytes(third.read_bytes()[:-1])
    with pytest.raises(UserError) as caught:
        check_files(first, None)
    assert sentence(caught.value.notice).startswith("“m-00003-of-00003.gguf” is cut short")


def test_a_later_part_alone_sends_the_user_to_the_first(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        check_files(_part(tmp_path, 2), None)
    assert sentence(caught.value.notice) == "“m-00002-of-00003.gguf” is part 2 of 3; open the first part."
