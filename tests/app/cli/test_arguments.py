"""What can be typed, and the one line for what cannot."""

from __future__ import annotations

import pytest

from app.cli.arguments import parse
from app.cli.parser import BAD_INPUT
from app.engine.types import KvType, SpeculationMode, Verification

GENERATE = ("generate", "--target", "t.gguf", "--prompt", "p")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The line that these arguments are refused with."""
    with pytest.raises(SystemExit) as ended:
        parse(arguments)
    assert ended.value.code == BAD_INPUT
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith("\n")
    assert printed.err.count("\n") == 1, "one line"
    return printed.err


def test_defaults_are_those_of_the_contract() -> None:
    options = parse(GENERATE)
    assert (options.temperature, options.top_k, options.top_p, options.min_p) == (0.7, 40, 0.95, 0.05)
    assert options.seed is None
    assert options.speculation is SpeculationMode.AUTO
    assert options.verification is Verification.COUPLED
    assert (options.draft_max, options.draft_min, options.draft_p_min) == (16, 0, 0.0)
    assert options.gpu_layers is None
    assert options.cache_type_k is KvType.F16
    switches = ("json", "rounds", "raw", "reproducible", "fixed_draft_length")
    assert not [name for name in switches if getattr(options, name)]
    assert "settings_dir" not in options


def test_everything_can_be_said() -> None:
    options = parse(
        [
            *GENERATE,
            *("--draft", "d.gguf", "--speculation", "draft", "--system", "s", "--temperature", "0", "--seed", "7"),
            *("--top-k", "0", "--top-p", "1", "--min-p", "0", "--max-tokens", "5", "--context", "100"),
            *("--draft-max", "3", "--draft-min", "1", "--draft-p-min", "0.5", "--fixed-draft-length"),
            *("--verification", "rejection", "--gpu-layers", "auto", "--draft-gpu-layers", "-1", "--threads", "2"),
            *("--stop", "a", "--stop", "b", "--json", "--rounds", "--reproducible", "--settings-dir", "here"),
            *("--cache-type-v", "q8_0", "--draft-cache-type-k", "bf16", "--flash-attention", "on"),
            *("--repeat-penalty", "1.1", "--presence-penalty", "-1", "--logit-bias", "5=-2.5", "--logit-bias", "6=1"),
            *("--dry-multiplier", "0.8", "--penalty-last-n", "-1"),
        ]
    )
    assert options.speculation is SpeculationMode.DRAFT
    assert options.verification is Verification.REJECTION
    assert (options.gpu_layers, options.draft_gpu_layers) == (None, -1)
    assert options.stop == ["a", "b"]
    assert options.logit_bias == [(5, -2.5), (6, 1.0)]
    assert options.cache_type_v is KvType.Q8_0
    assert options.settings_dir == "here"
    assert options.penalty_last_n == -1


def test_a_fixed_length_is_short_unless_it_is_said() -> None:
    assert parse([*GENERATE, "--fixed-draft-length"]).draft_max == 3
    assert parse([*GENERATE, "--fixed-draft-length", "--draft-max", "9"]).draft_max == 9
    assert parse([*GENERATE, "--speculation", "lookup"]).speculation is SpeculationMode.LOOKUP


def test_the_folder_can_stand_before_the_command() -> None:
    assert parse(["--settings-dir", "here", *GENERATE]).settings_dir == "here"


def test_without_a_command_the_window_opens_with_what_is_named() -> None:
    options = parse(["--target", "t.gguf", "--draft", "d.gguf"])
    assert options.command is None
    assert (options.target, options.draft) == ("t.gguf", "d.gguf")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--nonsense"], "--nonsense"),
        (["--temp", "1"], "--temp"),
        (["--temperature", "hot"], "hot is not a number"),
        (["--temperature", "nan"], "nan is not a number"),
        (["--temperature", "inf"], "between 0 and 100"),
        (["--temperature", "-0.1"], "between 0 and 100"),
        (["--top-p", "1.5"], "1.5 is not between 0 and 1"),
        (["--top-k", "-1"], "--top-k"),
        (["--top-k", "4.5"], "4.5 is not a whole number"),
        (["--top-k", "1" + "0" * 30], "--top-k"),
        (["--seed", "-1"], "--seed"),
        (["--seed", "1e5"], "1e5 is not a whole number"),
        (["--max-tokens", "0"], "--max-tokens"),
        (["--context", "1"], "1 is too small, the least is 2"),
        (["--draft-max", "129"], "between 0 and 128"),
        (["--draft-min", "17"], "--draft-min 17 is more than --draft-max 16"),
        (["--draft-min", "4", "--fixed-draft-length"], "--draft-min 4 is more than --draft-max 3"),
        (["--draft-p-min", "2"], "--draft-p-min"),
        (["--verification", "maybe"], "coupled, rejection, match"),
        (["--speculation", "sometimes"], "auto, draft, lookup, off"),
        (["--speculation", "draft"], "--speculation draft needs --draft"),
        (["--cache-type-k", "q9"], "q8_0"),
        (["--gpu-layers", "some"], "some is not a whole number"),
        (["--gpu-layers", "-2"], "--gpu-layers"),
        (["--threads", "100000"], "--threads"),
        (["--logit-bias", "5"], "ID=BIAS"),
        (["--logit-bias", "x=1"], "x is not a whole number"),
        (["--logit-bias", "5=inf"], "between -1000 and 1000"),
        (["--logit-bias", "-5=1"], "--logit-bias"),
        (["--raw", "--system", "s"], "--raw and --system exclude each other"),
        (["--settings-dir", " "], "--settings-dir"),
        (["--stop"], "--stop"),
        (["--stop", ""], "the text to stop at is empty"),
        (["--rounds"], "--rounds needs --json"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    line = refused(capsys, *GENERATE, *arguments)
    assert said in line
    assert "--help" in line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "nonsense"),
        (["--nonsense"], "--nonsense"),
        (["generate"], "--target, --prompt"),
        (["generate", "--prompt", "p"], "--target"),
        (["--target"], "--target"),
    ],
)
def test_what_is_missing_or_unknown_is_said(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert said in refused(capsys, *arguments)


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["generate", "--help"], ["--version"]):
        with pytest.raises(SystemExit) as ended:
            parse(arguments)
        assert ended.value.code == 0
        assert capsys.readouterr().out
