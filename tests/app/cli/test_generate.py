"""`galley generate` from the command line to the JSON, with a real engine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from app.__main__ import main
from app.engine.draft_length.reason import PAUSES
from app.engine.draft_length.values import DecisionCode
from tests.support.tiny_models import TinyModel
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Json = dict[str, Any]
    Generate = Callable[..., Json]

KEYS = {
    "text",
    "finish_reason",
    "prompt_tokens",
    "completion_tokens",
    "token_ids",
    "seed",
    "sampling",
    "speculation",
    "timing",
}
SPECULATION_KEYS = {
    "requested",
    "mode",
    "reason",
    "rounds",
    "drafted",
    "accepted",
    "acceptance_rate",
    "block_efficiency",
    "mean_accepted",
    "accepted_per_position",
    "decision",
}
DECISION_KEYS = {
    "code",
    "drafter",
    "length",
    "expected_tokens_per_second",
    "measured_tokens_per_second",
    "off_tokens_per_second",
    "break_even_acceptance",
}
TIMING_KEYS = {
    "load_s",
    "prefill_s",
    "draft_prefill_s",
    "decode_s",
    "total_s",
    "ttft_s",
    "tokens_per_second",
    "draft_share",
    "verify_share",
    "overhead_share",
}


@pytest.fixture
def generate(capfd: pytest.CaptureFixture[str], tiny_target: Path) -> Generate:
    """Runs the command with the tiny target and returns the JSON, which is all there is on standard output."""

    def run(*arguments: str, target: Path = tiny_target, prompt: str = "Tell me a story.", expected: int = 0) -> Json:
        capfd.readouterr()
        status = main(["generate", "--target", str(target), "--prompt", prompt, "--json", "--rounds", *arguments])
        printed = capfd.readouterr()
        assert status == expected, printed.err
        lines = printed.out.splitlines()
        assert len(lines) == 1
        report: Json = json.loads(lines[0])
        return report

    return run


def fails(capfd: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    """The one line on standard error of a command that fails."""
    capfd.readouterr()
    assert main(["generate", *arguments]) == status
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("galley: ")
    assert printed.err.count("\n") == 1
    return printed.err


# The report.


def test_the_report_has_the_keys_that_scripts_rely_on(generate: Generate, tiny_draft: Path) -> None:
    report = generate("--draft", str(tiny_draft), "--seed", "3", "--max-tokens", "30", "--fixed-draft-length")
    assert set(report) == KEYS | {"rounds"}
    assert set(report["speculation"]) == SPECULATION_KEYS
    assert set(report["timing"]) == TIMING_KEYS
    for decoded in report["rounds"]:
        assert 1 <= len(decoded["emitted"]) <= decoded["accepted"] + 1
        assert set(decoded) == {"drafter", "drafted", "accepted", "emitted", "seconds"}
    assert report["completion_tokens"] == len(report["token_ids"]) == 30
    assert [token for decoded in report["rounds"] for token in decoded["emitted"]] == report["token_ids"]
    assert report["finish_reason"] == "length"
    assert report["seed"] == report["sampling"]["seed"] == 3
    speculation = report["speculation"]
    assert (speculation["requested"], speculation["mode"], speculation["reason"]) == ("auto", "auto", None)
    assert speculation["decision"] is None, "with a fixed length nothing is decided"
    assert speculation["rounds"] == len(report["rounds"])
    assert speculation["drafted"] == sum(decoded["drafted"] for decoded in report["rounds"])
    assert speculation["accepted"] == sum(decoded["accepted"] for decoded in report["rounds"])
    assert speculation["acceptance_rate"] == pytest.approx(speculation["accepted"] / speculation["drafted"])
    assert speculation["block_efficiency"] == pytest.approx(30 / speculation["rounds"])
    timing = report["timing"]
    assert all(timing[key] >= 0 for key in TIMING_KEYS)
    assert timing["tokens_per_second"] == pytest.approx(30 / timing["decode_s"])
    assert timing["total_s"] >= timing["decode_s"]
    assert timing["total_s"] >= timing["ttft_s"]
    shares = timing["draft_share"] + timing["verify_share"] + timing["overhead_share"]
    assert 0.9 <= shares <= 1 + timing["draft_share"], "what the drafter does outside of its model counts in both"


def test_what_the_controller_decided_is_in_the_report(generate: Generate, tiny_draft: Path) -> None:
    options = ("--draft", str(tiny_draft), "--seed", "3", "--max-tokens", "60")
    speculation = generate(*options)["speculation"]
    decision = speculation["decision"]
    assert set(decision) == DECISION_KEYS
    assert decision["code"] in {code.value for code in DecisionCode}
    assert decision["drafter"] in (None, "draft", "lookup")
    assert isinstance(decision["length"], int)
    assert decision["off_tokens_per_second"] > 0
    assert decision["measured_tokens_per_second"] > 0
    paused = decision["code"] in {code.value for code in PAUSES}
    assert (speculation["reason"] is not None) == paused, "a pause has its reason, and nothing else has"
    assert not paused or (decision["drafter"], decision["length"]) == (None, 0)
    assert generate(*options, "--reproducible")["speculation"]["decision"]["code"] == "faster"


def test_what_was_measured_is_kept_for_the_next_run(generate: Generate, galley_home: Path, tiny_draft: Path) -> None:
    generate("--draft", str(tiny_draft), "--max-tokens", "5", prompt="A secret")
    (kept,) = galley_home.rglob("costs.json")
    entries = json.loads(kept.read_text())
    assert len(entries) == 1
    assert "secret" not in kept.read_text()
    generate("--draft", str(tiny_draft), "--max-tokens", "5", "--threads", "1", "--context", "512")
    assert set(json.loads(kept.read_text())) > set(entries)


def test_lookup_needs_no_draft_model(generate: Generate) -> None:
    options = ("--max-tokens", "60", "--temperature", "0", "--logit-bias", "262=14", "--logit-bias", "263=14")
    off = generate(*options, "--speculation", "off")
    report = generate(*options, "--speculation", "lookup", "--fixed-draft-length")
    speculation = report["speculation"]
    assert (speculation["requested"], speculation["mode"], speculation["reason"]) == ("lookup", "lookup", None)
    assert speculation["accepted"] > 10
    assert {decoded["drafter"] for decoded in report["rounds"] if decoded["drafted"]} == {"lookup"}
    assert report["text"] == off["text"]


def test_rounds_come_only_when_asked_for(capfd: pytest.CaptureFixture[str], tiny_target: Path) -> None:
    assert main(["generate", "--target", str(tiny_target), "--prompt", "Hi", "--max-tokens", "3", "--json"]) == 0
    assert set(json.loads(capfd.readouterr().out)) == KEYS


def test_the_end_token_is_counted_nowhere(generate: Generate, tiny_ending: Path, tiny_draft: Path) -> None:
    report = generate("--draft", str(tiny_draft), "--seed", "1", target=tiny_ending)
    assert report["finish_reason"] == "stop"
    assert report["completion_tokens"] == len(report["token_ids"])
    assert not set(END_IDS) & set(report["token_ids"])
    assert "<|im_end|>" not in report["text"]


# The same seed gives the same text.


@pytest.mark.parametrize("temperature", ["0", "0.7", "1.5"])
def test_speculation_does_not_change_the_text(generate: Generate, tiny_draft: Path, temperature: str) -> None:
    base = ("--seed", "5", "--temperature", temperature, "--max-tokens", "60")
    off = generate(*base, "--draft", str(tiny_draft), "--speculation", "off")
    assert off["speculation"]["mode"] == off["speculation"]["requested"] == "off"
    assert off["speculation"]["drafted"] == 0
    assert off["speculation"]["acceptance_rate"] is None
    assert all(decoded["drafter"] is None for decoded in off["rounds"])
    on = generate(*base, "--draft", str(tiny_draft), "--speculation", "draft", "--fixed-draft-length")
    assert on["speculation"]["accepted"] > 0
    assert {decoded["drafter"] for decoded in on["rounds"] if decoded["drafted"]} == {"draft"}
    assert (on["text"], on["token_ids"]) == (off["text"], off["token_ids"])


def test_every_verification_writes_and_counts(generate: Generate, tiny_draft: Path) -> None:
    options = ("--draft", str(tiny_draft), "--fixed-draft-length", "--seed", "5", "--max-tokens", "40")
    texts = {}
    for verification in ("coupled", "match", "rejection"):
        report = generate(*options, "--verification", verification)
        assert report["speculation"]["accepted"] > 0
        texts[verification] = report["text"]
    assert texts["coupled"] == texts["match"], "both emit the target's own choice"
    assert texts["rejection"] == generate(*options, "--verification", "rejection")["text"], "a seed fixes it too"


def test_without_a_seed_one_is_drawn_and_told(generate: Generate) -> None:
    first = generate("--max-tokens", "20")
    assert first["seed"] is not None
    assert generate("--max-tokens", "20", "--seed", str(first["seed"]))["text"] == first["text"]
    assert generate("--max-tokens", "20")["seed"] != first["seed"]


# Options.


def test_a_fixed_length_is_kept(generate: Generate, tiny_draft: Path) -> None:
    options = ("--draft", str(tiny_draft), "--seed", "2", "--max-tokens", "60", "--draft-max", "4")
    report = generate(*options, "--fixed-draft-length")
    *most, _last = report["rounds"]
    assert {decoded["drafted"] for decoded in most} <= {4, 3, 2, 1}
    assert sum(decoded["drafted"] == 4 for decoded in most) > len(most) / 2
    assert max(decoded["drafted"] for decoded in generate(*options)["rounds"]) <= 4


def test_short_proposals_are_thrown_away_uncounted(generate: Generate, tiny_draft: Path) -> None:
    options = ("--draft", str(tiny_draft), "--seed", "2", "--max-tokens", "60", "--draft-p-min", "0.3")
    report = generate(*options, "--draft-min", "3", "--draft-max", "5", "--fixed-draft-length")
    assert {decoded["drafted"] for decoded in report["rounds"]} <= {0, 3, 4, 5}


def test_a_demanding_p_min_drafts_less(generate: Generate, tiny_draft: Path) -> None:
    options = ("--draft", str(tiny_draft), "--seed", "2", "--max-tokens", "40")
    eager, choosy = (generate(*options, "--draft-p-min", p_min)["speculation"] for p_min in ("0.01", "0.99"))
    assert choosy["drafted"] < eager["drafted"]


def test_no_drafts_at_all_has_its_reason(generate: Generate, tiny_draft: Path, tiny_recurrent: Path) -> None:
    speculation = generate("--draft", str(tiny_draft), "--draft-max", "0", "--max-tokens", "3")["speculation"]
    assert speculation["mode"] == "off"
    assert "0" in speculation["reason"]
    speculation = generate("--max-tokens", "3")["speculation"]
    assert (speculation["mode"], speculation["reason"]) == ("lookup", "No draft model is chosen.")
    report = generate("--draft", str(tiny_draft), "--max-tokens", "3", target=tiny_recurrent)
    assert report["speculation"]["mode"] == "off"
    assert "recurrent.gguf" in report["speculation"]["reason"]


def test_a_stop_string_ends_the_text_before_it(generate: Generate) -> None:
    text = generate("--seed", "8", "--max-tokens", "60")["text"]
    stop = text[20:23]
    report = generate("--seed", "8", "--max-tokens", "60", "--stop", "never said", "--stop", stop)
    assert report["finish_reason"] == "stop"
    assert report["text"] == text[: text.index(stop)]


def test_system_and_raw_reach_the_prompt(generate: Generate, tiny_refuses_system: Path) -> None:
    plain = generate("--max-tokens", "3", prompt="Hello")
    longer = generate("--max-tokens", "3", "--system", "Be brief.", prompt="Hello")
    shorter = generate("--max-tokens", "3", "--raw", prompt="Hello")
    assert shorter["prompt_tokens"] < plain["prompt_tokens"] < longer["prompt_tokens"]
    report = generate("--max-tokens", "3", "--system", "Be brief.", prompt="Hello", target=tiny_refuses_system)
    assert report["prompt_tokens"] > plain["prompt_tokens"]


def test_bias_and_penalties_change_the_text(generate: Generate, tiny_draft: Path) -> None:
    options = ("--temperature", "0", "--max-tokens", "40")
    plain = generate(*options)
    first = plain["token_ids"][0]
    banned = generate(*options, "--logit-bias", f"{first}=-1000")
    assert first not in banned["token_ids"]
    forced = generate("--seed", "1", "--max-tokens", "5", "--logit-bias", "97=1000")
    assert forced["token_ids"] == [97] * 5
    penalised = ("--repeat-penalty", "1.5", "--frequency-penalty", "1", "--dry-multiplier", "1")
    off = generate(*options, *penalised)
    assert off["token_ids"] != plain["token_ids"]
    on = generate(*options, *penalised, "--draft", str(tiny_draft), "--fixed-draft-length")
    assert on["token_ids"] == off["token_ids"]
    assert on["speculation"]["accepted"] > 0


def test_layers_cache_types_and_reproducible_are_taken(generate: Generate, tiny_draft: Path) -> None:
    options = ("--draft", str(tiny_draft), "--max-tokens", "10", "--seed", "1")
    generate(*options, "--gpu-layers", "auto", "--draft-gpu-layers", "0", "--threads", "1")
    small = ("--cache-type-k", "q8_0", "--cache-type-v", "q8_0", "--flash-attention", "on")
    generate(*options, *small, "--gpu-layers", "99")
    on = generate(*options, "--reproducible", "--draft-max", "16", "--fixed-draft-length", "--draft-p-min", "0")
    assert max(decoded["drafted"] for decoded in on["rounds"]) <= 6, "more rows would not be bitwise equal"
    assert on["text"] == generate(*options, "--reproducible", "--speculation", "off")["text"]


def test_a_full_context_ends_the_reply_with_its_reason(generate: Generate, tiny_draft: Path) -> None:
    options = ("--raw", "--context", "512", "--draft", str(tiny_draft), "--draft-max", "64", "--draft-p-min", "0")
    endless = (option for token in END_IDS for option in ("--logit-bias", f"{token}=-1000"))
    report = generate(*options, *endless, "--fixed-draft-length", prompt="ab" * 250)
    assert report["finish_reason"] == "context"
    assert report["prompt_tokens"] + report["completion_tokens"] >= 512
    assert all(decoded["accepted"] <= decoded["drafted"] for decoded in report["rounds"])


@pytest.mark.real_models
def test_the_same_file_as_target_and_draft(generate: Generate, smollm2: Path) -> None:
    options = ("--raw", "--temperature", "0", "--max-tokens", "4")
    alone = generate(*options, prompt="You are", target=smollm2)
    both = generate(*options, "--draft", str(smollm2), "--fixed-draft-length", prompt="You are", target=smollm2)
    assert both["token_ids"] == alone["token_ids"]
    assert both["completion_tokens"] == 4
    assert both["speculation"]["acceptance_rate"] == 1.0


def test_without_json_the_text_streams_and_nothing_else(
    capfd: pytest.CaptureFixture[str], generate: Generate, tiny_target: Path
) -> None:
    options = ("--seed", "4", "--max-tokens", "30")
    text = generate(*options)["text"]
    assert main(["generate", "--target", str(tiny_target), "--prompt", "Tell me a story.", *options]) == 0
    printed = capfd.readouterr()
    assert printed.out == f"{text}\n"
    assert printed.err == ""


# Bad input.


def test_files_that_are_no_models_have_each_their_sentence(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, tiny_target: Path
) -> None:
    page, half, empty, old = (tmp_path / name for name in ("page.gguf", "half.gguf", "empty.gguf", "old.gguf"))
    page.write_text("<!DOCTYPE html><html><body>Sign in</body></html>", "utf-8")
    half.write_bytes(tiny_target.read_bytes()[: tiny_target.stat().st_size // 2])
    empty.touch()
    old.write_bytes(b"lmgg" + bytes(100))
    lines = {fails(capfd, "--prompt", "p", "--target", str(path)) for path in (page, half, empty, old, tmp_path)}
    lines.add(fails(capfd, "--prompt", "p", "--target", str(tmp_path / "missing.gguf")))
    assert len(lines) == 6


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--prompt", ""), "empty"),
        (("--prompt", " \n"), "empty"),
        (("--prompt", "", "--raw"), "empty"),
        (("--prompt", "\udcff"), "UTF-8"),
        (("--prompt", "p", "--stop", "\udcff"), "UTF-8"),
        (("--prompt", "p", "--context", "1000000000000"), "1000000000000"),
        (("--prompt", "p", "--logit-bias", "300=1"), "300"),
    ],
)
def test_what_cannot_be_done_is_said(
    capfd: pytest.CaptureFixture[str], tiny_target: Path, arguments: tuple[str, ...], said: str
) -> None:
    assert said in fails(capfd, "--target", str(tiny_target), *arguments)


def test_a_prompt_too_long_is_refused_with_both_numbers(capfd: pytest.CaptureFixture[str], tiny_target: Path) -> None:
    line = fails(capfd, "--target", str(tiny_target), "--raw", "--context", "256", "--prompt", "ab" * 500)
    assert "1000 tokens" in line
    assert "256" in line


def test_a_context_beyond_the_machine_s_memory_is_refused(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    deep = TinyModel(name="Deep", num_layers=40).write(tmp_path / "deep.gguf")
    line = fails(capfd, "--target", str(deep), "--prompt", "p", "--context", "4000000")
    assert "4000000 tokens" in line
    assert "GB" in line


def test_a_draft_that_does_not_fit_is_refused_by_what_differs_first(
    capfd: pytest.CaptureFixture[str], tiny_target: Path, tiny_other_vocabulary: Path, tiny_larger_vocabulary: Path
) -> None:
    base = ("--target", str(tiny_target), "--prompt", "p", "--draft")
    assert "Token 26" in fails(capfd, *base, str(tiny_other_vocabulary))
    assert "500" in fails(capfd, *base, str(tiny_larger_vocabulary))
    assert "missing.gguf" in fails(capfd, *base, str(tiny_target.parent / "missing.gguf"))


@pytest.mark.real_models
def test_families_that_do_not_mix(
    capfd: pytest.CaptureFixture[str], smollm2: Path, qwen_large: Path, gemma: Path
) -> None:
    """Case 12: refused before anything is loaded."""
    line = fails(capfd, "--target", str(qwen_large), "--draft", str(smollm2), "--prompt", "p")
    assert "tokenizer differs" in line
    line = fails(capfd, "--target", str(gemma), "--draft", str(qwen_large), "--prompt", "p")
    assert "vocabulary type differs" in line
