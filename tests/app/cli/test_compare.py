"""`galley compare` from the command line to the JSON, with a real engine."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.__main__ import main
from app.catalogue.language import Speech
from app.cli import language
from app.errors import Notice
from tests.support.engine_talk import SECONDS
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Json = dict[str, Any]
    Compare = Callable[..., Json]

KEYS = {
    "off",
    "on",
    "identical",
    "first_divergence",
    "divergence_gap",
    "divergence",
    "speedup",
    "speedup_low",
    "speedup_high",
    "speedup_total",
    "speedup_total_low",
    "speedup_total_high",
    "verdict",
    "order",
    "seed",
    "repeat",
    "repeats",
}
EXACT = ("--flash-attention", "on", "--cache-type-v", "q8_0", "--draft-cache-type-v", "q8_0")
"""With these the rows of the tiny models are bitwise equal for every row count."""
FIXED = ("--fixed-draft-length", "--draft-max", "4")


@pytest.fixture
def compare(capfd: pytest.CaptureFixture[str], tiny_target: Path) -> Compare:
    """Runs the command and returns the JSON, which is all there is on standard output."""

    def run(*arguments: str, target: Path = tiny_target, prompt: str = "Tell me a story.") -> Json:
        capfd.readouterr()
        status = main(["compare", "--target", str(target), "--prompt", prompt, "--json", *arguments])
        printed = capfd.readouterr()
        assert status == 0, printed.err
        lines = printed.out.splitlines()
        assert len(lines) == 1
        report: Json = json.loads(lines[0])
        return report

    return run


def fails(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line on standard error of a command whose input is bad."""
    capfd.readouterr()
    try:
        status = main(["compare", *arguments])
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else -1
    printed = capfd.readouterr()
    assert status == 2
    assert printed.out == ""
    assert printed.err.startswith("galley")
    assert printed.err.count("\n") == 1
    return printed.err


def test_the_report_has_the_keys_that_scripts_rely_on(compare: Compare, tiny_draft: Path) -> None:
    report = compare("--draft", str(tiny_draft), "--seed", "3", "--max-tokens", "40", "--repeat", "3", *FIXED, *EXACT)
    assert set(report) == KEYS
    off, on = report["off"], report["on"]
    assert off["text"] == on["text"]
    assert off["token_ids"] == on["token_ids"]
    assert (report["identical"], report["first_divergence"], report["divergence_gap"]) == (True, None, None)
    assert (off["speculation"]["mode"], on["speculation"]["mode"]) == ("off", "auto")
    assert (off["speculation"]["drafted"], on["speculation"]["drafted"] > 0) == (0, True)
    assert report["seed"] == off["seed"] == on["seed"] == 3
    assert report["repeat"] == len(report["repeats"]) == 3
    assert report["speedup_low"] <= report["speedup"] <= report["speedup_high"]
    assert report["speedup_total_low"] <= report["speedup_total"] <= report["speedup_total_high"]
    assert "very same text" in report["verdict"]
    assert off["memory"]["draft"] is None
    assert on["memory"]["total"] > off["memory"]["total"] > 0


def test_the_speed_up_is_the_ratio_of_what_both_took(compare: Compare, tiny_draft: Path) -> None:
    report = compare("--draft", str(tiny_draft), "--max-tokens", "40", *FIXED, *EXACT)
    off, on = report["off"]["timing"], report["on"]["timing"]
    assert report["speedup"] == pytest.approx(off["decode_s"] / on["decode_s"])
    assert report["speedup_total"] == pytest.approx(off["total_s"] / on["total_s"])
    assert (report["speedup_low"], report["speedup_high"], report["order"]) == (None, None, "interleaved")
    (repeat,) = report["repeats"]
    assert repeat["off"]["total_s"] == off["total_s"]
    assert repeat["wall_s"] >= off["total_s"] + on["total_s"]


def test_one_after_the_other_writes_the_same(compare: Compare, tiny_draft: Path) -> None:
    options = ("--draft", str(tiny_draft), "--seed", "8", "--max-tokens", "30", *EXACT)
    in_turn = compare("--in-turn", "--repeat", "2", *options)
    assert in_turn["order"] == "in_turn"
    assert in_turn["off"]["text"] == in_turn["on"]["text"] == compare(*options)["on"]["text"]
    assert set(in_turn["on"]["energy"]) == {"gpu_j", "cpu_j"}


def test_rounds_come_when_asked_for(compare: Compare, tiny_draft: Path) -> None:
    report = compare("--draft", str(tiny_draft), "--max-tokens", "12", "--rounds", *FIXED)
    for side in ("off", "on"):
        emitted = [token for decoded in report[side]["rounds"] for token in decoded["emitted"]]
        assert emitted == report[side]["token_ids"]


def test_without_a_draft_model_lookup_is_compared(compare: Compare) -> None:
    report = compare("--max-tokens", "20", "--temperature", "0", prompt="one two three one two three one two")
    assert report["on"]["speculation"]["mode"] == "lookup"


def test_a_divergence_is_reported_with_its_gap_and_reason(compare: Compare, tiny_stranger: Path) -> None:
    options = ("--draft", str(tiny_stranger), "--verification", "rejection", "--temperature", "1.2", *FIXED, *EXACT)
    report = compare(*options, "--seed", "1", "--max-tokens", "40")
    position = report["first_divergence"]
    off, on = report["off"], report["on"]
    assert report["identical"] is False
    assert off["token_ids"][:position] == on["token_ids"][:position]
    assert off["token_ids"][position : position + 1] != on["token_ids"][position : position + 1]
    assert report["divergence_gap"] == report["divergence"]["gap"] >= 0.0
    assert off["text"].endswith(report["divergence"]["off_text"])
    assert "rejection" in report["divergence"]["reason"]


@pytest.mark.real_models
def test_a_real_model_writes_the_same_on_both_sides(compare: Compare, smollm2: Path) -> None:
    for temperature in ("0", "0.8"):
        report = compare(
            *("--draft", str(smollm2), "--temperature", temperature, "--seed", "5", "--max-tokens", "24", *FIXED),
            target=smollm2,
            prompt="Name three colours.",
        )
        assert report["identical"], report["divergence"]
        assert report["on"]["speculation"]["acceptance_rate"] == pytest.approx(1.0, abs=0.1)


def test_a_reader_gets_a_table_and_a_sentence(
    capfd: pytest.CaptureFixture[str], tiny_target: Path, tiny_draft: Path
) -> None:
    options = ("--max-tokens", "20", "--seed", "4", *FIXED, *EXACT)
    assert main(["compare", "--target", str(tiny_target), "--draft", str(tiny_draft), "--prompt", "Hi", *options]) == 0
    printed = capfd.readouterr()
    lines = printed.out.splitlines()
    assert lines[0].split() == ["off", "on"]
    assert [line for line in lines if line.startswith("tokens/s")]
    assert [line for line in lines if "very same text" in line]
    assert printed.err == ""


def test_a_dutch_reader_gets_the_columns_in_dutch(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_target: Path
) -> None:
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    try:
        options = ("--max-tokens", "8", "--seed", "4", "--prompt", "Hi", *EXACT)
        assert main(["compare", "--target", str(tiny_target), *options]) == 0
    finally:
        language.speak("en")
    dutch = Speech("nl")
    heads = [dutch.said(Notice(f"compare_head_{side}")) for side in ("off", "on")]
    assert capfd.readouterr().out.splitlines()[0].split() == heads


def test_bad_input_is_refused_in_one_line(
    capfd: pytest.CaptureFixture[str], tiny_target: Path, tiny_other_vocabulary: Path, tmp_path: Path
) -> None:
    target = ("--target", str(tiny_target))
    assert "nothing to compare" in fails(capfd, *target, "--prompt", "x", "--speculation", "off")
    assert "between 1 and" in fails(capfd, *target, "--prompt", "x", "--repeat", "0")
    assert "not a whole number" in fails(capfd, *target, "--prompt", "x", "--repeat", "often")
    assert "--prompt" in fails(capfd, *target)
    assert "--draft" in fails(capfd, *target, "--prompt", "x", "--speculation", "draft")
    assert "empty" in fails(capfd, *target, "--prompt", " ")
    assert "gone.gguf" in fails(capfd, "--target", str(tmp_path / "gone.gguf"), "--prompt", "x")
    assert "draft" in fails(capfd, *target, "--draft", str(tiny_other_vocabulary), "--prompt", "x")
    assert "tokens" in fails(capfd, *target, "--prompt", "long " * 3000, "--context", "64")


def test_ctrl_c_reports_the_repeats_that_were_whole(tiny_target: Path, tiny_draft: Path) -> None:
    options = ("--max-tokens", "30", "--repeat", "1000", "--json")
    status, printed = interrupted_at(b"run 2 of 1000", tiny_target, tiny_draft, *options)
    assert status == 130
    report = json.loads(printed)
    assert 1 <= report["repeat"] == len(report["repeats"]) < 1000


def test_ctrl_c_before_the_first_repeat_has_ended_prints_nothing(tiny_target: Path, tiny_draft: Path) -> None:
    endless = tuple(f"--logit-bias={token}=-1000" for token in END_IDS)
    assert interrupted_at(b"run 1 of 1:", tiny_target, tiny_draft, "--json", *endless) == (130, "")


def interrupted_at(moment: bytes, target: Path, draft: Path, *options: str) -> tuple[int, str]:
    """Press Ctrl+C when the progress on the terminal says so; returns the exit status and what was printed."""
    command = [sys.executable, "-m", "app", "compare", "--target", str(target), "--draft", str(draft), "--prompt", "Hi"]
    outer, inner = pty.openpty()
    try:
        with subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=inner, text=True, preexec_fn=_hears_interrupts
        ) as galley:
            seen = b""
            while moment not in seen:
                seen += os.read(outer, 1024)
            galley.send_signal(signal.SIGINT)
            printed, _errors = galley.communicate(timeout=SECONDS)
    finally:
        os.close(inner)
        os.close(outer)
    return galley.returncode, printed


def _hears_interrupts() -> None:
    """A test run in the background ignores Ctrl+C, and so would everything it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
