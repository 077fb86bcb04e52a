"""llama.cpp's command lines as people write and paste them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.interop.llama_cpp_options import OPTIONS, SETTING_OF
from app.interop.recognise import read_foreign
from app.interop.settings import SETTINGS

if TYPE_CHECKING:
    from pathlib import Path

    from app.interop.values import ForeignSettings

HOME = {"HOME": "/home/ada", "MODELS": "/srv/models"}


def read(text: str) -> ForeignSettings:
    """The settings in a text, in Ada's environment."""
    return read_foreign(text, variables=HOME)


def reasons(settings: ForeignSettings) -> dict[str, str]:
    """Why each option was not taken."""
    return {each.option: each.reason.code for each in settings.ignored}


@pytest.mark.parametrize(
    "line",
    [
        "llama-server -m t.gguf -md d.gguf --draft 16 --draft-min 5 --draft-p-min 0.9 -ngl 99 -ngld 99",
        "llama-server --model t.gguf --model-draft d.gguf --draft-max 16 --draft-n-min 5 --draft-p-min 0.9 "
        "--n-gpu-layers 99 --gpu-layers-draft 99",
        "llama-server -m t.gguf --spec-draft-model d.gguf --spec-type draft-simple --spec-draft-n-max 16 "
        "--spec-draft-n-min 5 --spec-draft-p-min 0.9 --gpu_layers=99 --spec-draft-ngl=99",
        "LLAMA_ARG_MODEL=t.gguf LLAMA_ARG_SPEC_DRAFT_MODEL=d.gguf LLAMA_ARG_DRAFT_MAX=16 "
        "LLAMA_ARG_SPEC_DRAFT_N_MIN=5 LLAMA_ARG_DRAFT_P_MIN=0.9 llama-server -ngl 99 -ngld 99",
    ],
)
def test_old_and_new_names_say_the_same(line: str) -> None:
    settings = read(line)
    assert (settings.target, settings.draft) == ("t.gguf", "d.gguf")
    assert settings.speculation == {"mode": "draft", "draft_max": 16, "draft_min": 5, "draft_p_min": 0.9}
    assert settings.load == {"gpu_layers": 99, "draft_gpu_layers": 99}
    assert settings.ignored == ()


def test_every_option_is_either_a_setting_or_has_a_reason_in_words() -> None:
    for option in OPTIONS.values():
        if option.reason:
            settings = read(f"llama-server -m t.gguf {option.name} 1 1")
            assert settings.target == "t.gguf"
            assert all(sentence(each.reason) for each in settings.ignored)
    assert set(SETTING_OF.values()) <= SETTINGS.keys()


@pytest.mark.parametrize(
    ("written", "layers"), [("99", 99), ("0", 0), ("auto", None), ("all", -1), ("-1", None), ("-2", -1)]
)
def test_layers_on_the_gpu(written: str, layers: int | None) -> None:
    assert read(f"llama-cli -m t.gguf -ngl {written}").load["gpu_layers"] == layers


def test_the_last_word_wins_and_the_earlier_one_is_told() -> None:
    settings = read("llama-cli -m t.gguf --temp 0.2 --temp 0.9")
    assert settings.sampling == {"temperature": 0.9}
    assert [(each.option, each.value, each.reason.code) for each in settings.ignored] == [
        ("--temp", "0.2", "interop_overridden")
    ]


def test_options_overrule_variables() -> None:
    assert read("LLAMA_ARG_CTX_SIZE=1024 llama-server -m t.gguf -c 8192").load["context_tokens"] == 8192


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ("--temp 700", "interop_out_of_range"),
        ("--top-k many", "interop_not_whole"),
        ("--top-p 1.5", "interop_out_of_range"),
        ("-ctk q3_k", "interop_not_one_of"),
        ("-c 99999999999", "interop_out_of_range"),
        ("--logit-bias hello", "interop_not_bias"),
        ("-c", "interop_value_missing"),
        ("-c --temp 1", "interop_value_missing"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_the_reason_and_takes_no_other_with_it(option: str, code: str) -> None:
    settings = read(f"llama-server -m t.gguf -s 7 {option}")
    assert code in reasons(settings).values()
    assert settings.sampling["seed"] == 7


def test_an_unknown_option_is_told_and_swallows_its_own_value_only() -> None:
    settings = read("llama-server -m t.gguf --frobnicate 12 -c 512 --unheard-of -t 4")
    assert settings.load == {"context_tokens": 512, "threads": 4}
    assert reasons(settings) == {"--frobnicate": "interop_unknown", "--unheard-of": "interop_unknown"}


def test_a_download_is_told_and_its_name_kept() -> None:
    settings = read("llama-server -hf bartowski/Qwen2.5-32B-GGUF:Q4_K_M -hfd bartowski/Qwen2.5-0.5B-GGUF")
    assert settings.target is None
    assert settings.target_hint == "bartowski/Qwen2.5-32B-GGUF:Q4_K_M"
    assert settings.draft_hint == "bartowski/Qwen2.5-0.5B-GGUF"
    assert reasons(settings) == {"-hf": "interop_download", "-hfd": "interop_download"}


def test_a_key_is_never_shown_again() -> None:
    settings = read("llama-server -m t.gguf --api-key hush --hf-token=hush LLAMA_API_KEY=hush")
    assert "hush" not in repr(settings.ignored[:2])
    assert "hush" not in repr(read("LLAMA_API_KEY=hush llama-server -m t.gguf"))


@pytest.mark.parametrize(
    ("written", "wanted"), [("", True), ("on", True), ("off", False), ("auto", None), ("1", True), ("0", False)]
)
def test_flash_attention_with_and_without_a_value(written: str, wanted: bool | None) -> None:
    settings = read(f"llama-server -fa {written} -m t.gguf")
    assert settings.load["flash_attention"] is wanted
    assert settings.target == "t.gguf"


@pytest.mark.parametrize(
    ("options", "mapped", "locked"),
    [
        ("--no-mmap", False, None),
        ("--mlock", None, True),
        ("--load-mode none", False, None),
        ("--mlock --load-mode none", False, False),
        ("-lm mmap+mlock", True, True),
        ("--no-mmap --mlock", False, True),
    ],
)
def test_how_the_file_is_loaded(options: str, mapped: bool | None, locked: bool | None) -> None:
    load = read(f"llama-server -m t.gguf {options}").load
    assert (load.get("use_mmap"), load.get("use_mlock")) == (mapped, locked)


@pytest.mark.parametrize(
    ("kinds", "mode"),
    [
        ("none", "off"),
        ("draft-simple", "draft"),
        ("ngram-mod", "lookup"),
        ("ngram-simple,draft-simple", "auto"),
        ("ngram-map-k --spec-type draft-simple", "auto"),
    ],
)
def test_the_kinds_of_drafting(kinds: str, mode: str) -> None:
    assert read(f"llama-server -m t.gguf -md d.gguf --spec-type {kinds}").speculation["mode"] == mode


def test_a_trained_head_is_no_draft_model() -> None:
    settings = read("llama-server -m t.gguf -md head.gguf --spec-type draft-eagle3")
    assert settings.draft is None
    assert "mode" not in settings.speculation
    assert set(reasons(settings).values()) == {"interop_head"}


def test_samplers_that_are_not_listed_are_off() -> None:
    settings = read('llama-cli -m t.gguf --top-p 0.8 --top-k 20 --samplers "top_k;temperature" --temp 0.5')
    assert settings.sampling["top_k"] == 20
    assert settings.sampling["temperature"] == 0.5
    assert (settings.sampling["min_p"], settings.sampling["repeat_penalty"]) == (0.0, 1.0)
    assert settings.sampling["top_p"] == 0.8, "it has an option of its own"


def test_another_order_of_samplers_and_foreign_ones_are_told() -> None:
    settings = read("llama-cli -m t.gguf --sampler-seq txkpmed")
    assert {each.reason.code for each in settings.ignored} == {"interop_sampler_order", "interop_samplers_unknown"}


def test_stop_texts_with_and_without_escapes() -> None:
    assert read(r"llama-cli -m t.gguf -r 'User:' -r '\nBot:'").stop == ("User:", "\nBot:")
    assert read(r"llama-cli -m t.gguf --no-escape -r 'a\nb'").stop == (r"a\nb",)


def test_biases_of_tokens() -> None:
    settings = read("llama-cli -m t.gguf -l 15043-1.5 --logit-bias 2+3 -l 9-inf")
    assert settings.sampling["logit_bias"] == [[15043, -1.5], [2, 3.0], [9, -1000.0]]


def test_a_system_prompt_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "system.txt"
    file.write_text("Be brief.")
    assert read(f"llama-cli -m t.gguf -sysf '{file}'").system_prompt == "Be brief."
    absent = read("llama-cli -m t.gguf -sysf /nowhere/system.txt")
    assert reasons(absent) == {"-sysf": "interop_file_unread"}


def test_a_least_length_above_the_most_is_left_out() -> None:
    settings = read("llama-server -m t.gguf -md d.gguf --draft-max 4 --draft-min 8")
    assert settings.speculation == {"mode": "draft", "draft_max": 4}
    assert reasons(settings) == {"--draft-min": "interop_least_above_most"}


def test_without_devices_nothing_goes_to_the_gpu() -> None:
    assert read("llama-server -m t.gguf -dev none").load == {"gpu_layers": 0}
    assert read("llama-server -m t.gguf -dev CUDA0,CUDA1 -ts 3/1").load == {
        "devices": ["CUDA0", "CUDA1"],
        "split": [3.0, 1.0],
    }
