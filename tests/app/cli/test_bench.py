"""`galley bench` from the command line to the table, the files and the continuation, with a real engine."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.__main__ import main
from app.cli.arguments import parse
from app.cli.bench import duration
from app.cli.bench_options import arguments_of
from tests.support.homes import ROOT
from tests.support.talking_server import HANG, HEAD, JSON_HEAD, TalkingServer, delta, events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    Json = dict[str, Any]
    Bench = Callable[..., Json]

KEYS = {
    *("created", "command", "machine", "pair", "other_pairs", "suite", "run", "settings", "endpoints"),
    *("format", "complete", "measured", "total", "rows", "summary"),
}
ROW_KEYS = {
    *("category", "language", "prompt_id", "setting", "repeat", "source", "draft", "temperature", "seed"),
    *("tokens_per_second", "speedup", "speedup_total", "acceptance_rate", "block_efficiency", "alpha"),
    *("mean_accepted", "accepted_per_position", "rounds", "drafted", "accepted"),
    *("break_even_acceptance", "controller_break_even", "prompt_tokens", "completion_tokens", "finish_reason"),
    *("prefill_s", "draft_prefill_s", "decode_s", "ttft_s", "total_s"),
    *("draft_share", "verify_share", "overhead_share", "same_text", "clock", "mode", "reason", "error"),
}
MODELS = JSON_HEAD + json.dumps({"data": [{"id": "tiny"}]}).encode()
GOOD = (HEAD + events(delta("One")), 0.02, events(delta(" two"), delta(" three", "stop")) + b"data: [DONE]\n\n")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Two prompts in two languages."""
    path = tmp_path / "mine.jsonl"
    lines = [
        {"id": "secret-free", "category": "chat", "language": "en", "text": "Tell me about zwaluwstaart."},
        {"id": "b", "category": "code", "language": "nl", "text": "Schrijf iets."},
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


@pytest.fixture
def bench(capfd: pytest.CaptureFixture[str], suite: Path, tiny_target: Path, tiny_draft: Path) -> Bench:
    """Runs the command on a tiny pair and returns the JSON."""

    def run(*arguments: str, expected: int = 0, models: bool = True) -> Json:
        capfd.readouterr()
        pair = ["--target", str(tiny_target), "--draft", str(tiny_draft), "--context", "512"] if models else []
        status = main(["bench", "--suite", str(suite), *pair, "--max-tokens", "20", "--json", *arguments])
        printed = capfd.readouterr()
        assert status == expected, printed.err
        report: Json = json.loads(printed.out)
        return report

    return run


def fails(capfd: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    """The one line on standard error of a command that fails."""
    capfd.readouterr()
    try:
        got: object = main(["bench", *arguments])
    except SystemExit as error:
        got = error.code
    printed = capfd.readouterr()
    assert got == status, printed.err
    assert printed.out == ""
    assert printed.err.startswith("galley")
    assert printed.err.count("\n") == 1
    return printed.err


# The report.


def test_the_report_has_the_keys_that_scripts_rely_on(bench: Bench, suite: Path) -> None:
    report = bench("--settings", "drafters", "--repeat", "2")
    assert set(report) == KEYS
    assert {frozenset(row) for row in report["rows"]} == {frozenset(ROW_KEYS)}
    assert len(report["rows"]) == report["measured"] == report["total"] == 2 * 4 * 2
    assert report["complete"] is True
    assert {row["setting"] for row in report["rows"]} == {"off", "lookup", "draft", "auto"}
    for row in report["rows"]:
        assert row["error"] is None
        assert row["tokens_per_second"] == pytest.approx(row["completion_tokens"] / row["decode_s"])
        if row["setting"] == "off":
            assert (row["speedup"], row["drafted"], row["acceptance_rate"]) == (1.0, 0, None)
    off = {(row["prompt_id"], row["repeat"]): row for row in report["rows"] if row["setting"] == "off"}
    for row in report["rows"]:
        plain = off[row["prompt_id"], row["repeat"]]
        assert row["speedup"] == pytest.approx(row["tokens_per_second"] / plain["tokens_per_second"])
    assert {row["setting"] for row in report["summary"]["settings"]} == {"off", "lookup", "draft", "auto"}
    assert {(kind["category"], kind["language"]) for kind in report["summary"]["kinds"]} == {
        ("chat", "en"),
        ("code", "nl"),
    }


def test_everything_needed_to_repeat_it_is_there(bench: Bench, tiny_target: Path) -> None:
    report = bench()
    machine, pair, run = report["machine"], report["pair"], report["run"]
    assert {"galley", "python", "llama_cpp_python", "system", "processor", "cores", "ram_bytes"} <= set(machine)
    (file,) = pair["target"]["files"]
    assert (file["name"], len(file["sha256"])) == (tiny_target.name, 64)
    assert (run["seed"], run["repeat"], run["max_tokens"], run["sampling"]["temperature"]) == (1, 1, 20, 0.0)
    assert len(report["suite"]["sha256"]) == 64
    assert report["settings"][0]["speculation"] == "auto"
    assert report["created"][:2] == "20"
    assert report["command"].startswith("galley bench --target target.gguf --draft draft.gguf --suite mine.jsonl")


def test_a_run_is_kept_in_a_folder_of_its_own_with_page_table_and_json(
    bench: Bench, galley_home: Path, tmp_path: Path
) -> None:
    report = bench()
    (folder,) = (galley_home / "data" / "lab").iterdir()
    assert {path.name for path in folder.iterdir()} == {
        "run.json",
        "cells.jsonl",
        "report.html",
        "report.json",
        "rows.csv",
    }
    assert json.loads((folder / "report.json").read_text()) == report
    with (folder / "rows.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["setting"] for row in rows] == [row["setting"] for row in report["rows"]]
    shared = "".join((folder / name).read_text() for name in ("report.html", "report.json", "rows.csv"))
    assert str(tmp_path) not in shared, "what is shown to others does not say in whose folders it was measured"
    everything = b"".join(path.read_bytes() for path in folder.iterdir())
    assert b"zwaluwstaart" not in everything, "no prompt is written"


def test_a_folder_of_choice_is_used_once(bench: Bench, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    bench("--output", str(folder))
    assert (folder / "report.html").exists()
    target = json.loads((folder / "run.json").read_text())["arguments"]
    said = fails(capfd, *target[1:], "--output", str(folder))
    assert "holds a run already" in said


def test_without_json_there_are_a_table_and_sentences(
    capfd: pytest.CaptureFixture[str], suite: Path, tiny_target: Path
) -> None:
    assert (
        main(["bench", "--suite", str(suite), "--target", str(tiny_target), "--context", "512", "--max-tokens", "9"])
        == 0
    )
    printed = capfd.readouterr()
    lines = printed.out.splitlines()
    assert lines[0].split()[0] == "Setting"
    assert [line.split()[0] for line in lines[1:3]] == ["off", "auto"]
    assert "report.html" in printed.err


def test_a_settings_file_and_several_draft_models(
    bench: Bench, tmp_path: Path, tiny_stranger: Path, tiny_draft: Path
) -> None:
    path = tmp_path / "grid.toml"
    path.write_text('[[settings]]\nname = "n"\nspeculation = "draft"\ndraft_max = [1, 3]\nfixed_draft_length = true\n')
    report = bench("--settings", str(path), "--draft", str(tiny_stranger))
    names = {row["setting"] for row in report["rows"]}
    assert names == {"off", "n, n=1, draft", "n, n=3, draft", "n, n=1, stranger", "n, n=3, stranger"}
    rates: dict[str, list[float]] = {}
    for row in report["rows"]:
        rates.setdefault(row["setting"], []).append(row["acceptance_rate"])
    assert min(rates["n, n=1, draft"]) > max(rates["n, n=1, stranger"])
    assert len(report["other_pairs"]) == 1
    assert str(tmp_path) not in json.dumps(report)


# Interrupted and gone on with.


def test_a_run_that_was_interrupted_goes_on_and_ends_as_one(
    suite: Path, tmp_path: Path, tiny_target: Path, galley_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder, replies = tmp_path / "run", 0

    def say(path: str, _body: Json) -> Iterable[bytes | float | None]:
        nonlocal replies
        if path.endswith("/models"):
            return (MODELS,)
        replies += 1
        return (HEAD, HANG) if replies == 3 else GOOD

    with TalkingServer(say) as server:
        command = [
            *(sys.executable, "-m", "app", "bench", "--suite", str(suite), "--target", str(tiny_target)),
            *("--context", "512", "--max-tokens", "20", "--endpoint", server.url, "--output", str(folder)),
        ]
        environment = {**os.environ, "GALLEY_HOME": str(galley_home)}
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe) as process:
            assert server.hangs.wait(60)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert process.returncode == 130, err
        cells = folder / "cells.jsonl"
        kept = cells.read_bytes()
        assert 2 <= kept.count(b"\n") < 6
        assert f"of 6 replies. Go on with: galley bench --resume {folder}" in err.decode()
        assert b"off" in out, "what was measured by then is shown"
        assert "not complete" in (folder / "report.html").read_text()
        assert main(["bench", "--resume", str(folder), "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert report["complete"] is True
    assert len(report["rows"]) == 6
    assert cells.read_bytes().startswith(kept)
    assert cells.read_bytes().count(b"\n") == 6
    assert "not complete" not in (folder / "report.html").read_text()


def test_a_suite_that_was_changed_ends_the_run(
    bench: Bench, suite: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    bench("--output", str(folder))
    suite.write_text(suite.read_text().replace("Schrijf", "Verzin"))
    assert "(suite: sha256)" in fails(capfd, "--resume", str(folder))


def test_a_model_that_was_changed_ends_the_run(
    suite: Path, tmp_path: Path, tiny_target: Path, tiny_draft: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder, target = tmp_path / "run", tmp_path / "target.gguf"
    target.write_bytes(tiny_target.read_bytes())
    options = ("--context", "512", "--max-tokens", "5", "--output", str(folder))
    assert main(["bench", "--suite", str(suite), "--target", str(target), *options]) == 0
    target.write_bytes(tiny_draft.read_bytes())
    assert "(pair: target)" in fails(capfd, "--resume", str(folder))


def test_options_written_down_mean_the_same_again(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(suite.parent)
    options = parse(
        [
            *("bench", "--suite", suite.name, "--target", "t.gguf", "--draft", "a.gguf", "--draft", "b.gguf"),
            *(
                "--language",
                "nl",
                "--per-kind",
                "2",
                "--gpu-layers",
                "auto",
                "--draft-gpu-layers",
                "-1",
                "--threads",
                "2",
            ),
            *("--flash-attention", "on", "--cache-type-k", "q8_0", "--reproducible", "--repeat", "3", "--seed", "9"),
            *("--temperature", "0.85", "--endpoint", "peer=http://127.0.0.1:1", "--endpoint-model", "m"),
        ]
    )
    again = parse(arguments_of(options, with_folders=True))
    different = {name for name, value in vars(options).items() if getattr(again, name) != value}
    assert different == {"suite", "target", "draft"}, "these are whole paths now"
    assert (again.suite, again.draft[1]) == (str(suite), str(suite.parent / "b.gguf"))


# Servers.


def serving(*answers: bytes | float | None) -> Callable[[str, Json], Iterable[bytes | float | None]]:
    return lambda path, _body: (MODELS,) if path.endswith("/models") else answers


def test_a_server_stands_in_the_same_table(bench: Bench) -> None:
    with TalkingServer(serving(*GOOD)) as server:
        report = bench("--endpoint", f"n=3={server.url}")
    rows = {(row["setting"], row["prompt_id"]): row for row in report["rows"]}
    peer, off = rows["n=3", "b"], rows["off", "b"]
    assert (peer["source"], peer["clock"], peer["rounds"], peer["block_efficiency"]) == (
        "endpoint",
        "stream",
        None,
        None,
    )
    assert peer["speedup"] == pytest.approx(peer["tokens_per_second"] / off["tokens_per_second"])
    assert report["endpoints"] == [{"name": "n=3", "url": server.url, "model": None}]


def test_a_server_can_be_measured_alone(bench: Bench) -> None:
    with TalkingServer(serving(*GOOD)) as server:
        report = bench("--endpoint", server.url, models=False)
    assert report["pair"] is None
    assert {row["speedup"] for row in report["rows"]} == {None}
    assert {row["setting"] for row in report["rows"]} == {server.url.removeprefix("http://")}
    assert all(row["tokens_per_second"] for row in report["rows"])


def test_a_server_that_hangs_is_one_line_and_what_was_measured_is_kept(
    suite: Path, tiny_target: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    with TalkingServer(serving(HANG)) as server:
        status = main(
            [
                *(
                    "bench",
                    "--suite",
                    str(suite),
                    "--target",
                    str(tiny_target),
                    "--context",
                    "512",
                    "--max-tokens",
                    "9",
                ),
                *("--endpoint", server.url, "--endpoint-timeout", "1", "--output", str(folder)),
            ]
        )
    printed = capfd.readouterr()
    assert status == 1
    lines = printed.err.splitlines()
    assert len(lines) == 2
    assert f"2 of 6 replies are measured. Go on with: galley bench --resume {folder}" in lines[0]
    assert f"The server at {server.url} was silent for 1 seconds" in lines[1]
    assert (folder / "cells.jsonl").read_bytes().count(b"\n") == 2


def test_a_server_that_is_not_there_is_one_line(suite: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with TalkingServer(serving()) as server:
        url = server.url
    assert "No server listens" in fails(capfd, "--suite", str(suite), "--endpoint", url, status=1)


def test_another_machine_is_refused(suite: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said = fails(capfd, "--suite", str(suite), "--endpoint", "http://192.168.1.5:8080")
    assert "is not on this machine" in said


# Bad input.


def test_a_run_in_which_every_reply_fails_has_failed(
    tmp_path: Path, tiny_target: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps({"text": "word " * 3000}))
    assert main(["bench", "--suite", str(path), "--target", str(tiny_target), "--context", "512"]) == 1
    assert "No reply could be measured. The first one: " in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "nothing to measure"),
        (("--target", "t.gguf"), "Name a suite with --suite: all, quick, code"),
        (("--suite", "quick", "--endpoint", "http://127.0.0.1:1", "--draft", "d.gguf"), "--draft needs --target"),
        (("--suite", "quick", "--target", "none.gguf"), "none.gguf"),
        (("--suite", "nope", "--target", "none.gguf"), "no suite “nope”"),
        (("--suite", "code", "--language", "fr", "--target", "none.gguf"), "no prompt in the languages"),
        (("--suite", "quick", "--target", "none.gguf", "--settings", "nope"), "no settings “nope”"),
        (("--suite", "quick", "--target", "none.gguf", "--settings", "lengths"), "need a draft model"),
        (("--suite", "quick", "--target", "none.gguf", "--settings", "none.toml"), "cannot be read"),
        (("--suite", "quick", "--target", "t", "--repeat", "0"), "not between 1 and"),
        (
            (
                "--suite",
                "quick",
                "--target",
                "t",
                "--endpoint",
                "off=http://127.0.0.1:1",
                "--endpoint",
                "off=localhost:2",
            ),
            "are called “off”",
        ),
        (("--resume", "nowhere"), "holds no run"),
        (("--resume", "nowhere", "--suite", "quick"), "takes no other options"),
    ],
)
def test_bad_input_is_one_line(capfd: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str) -> None:
    assert said in fails(capfd, *arguments)


def test_a_draft_of_another_vocabulary_is_refused_before_anything_is_measured(
    suite: Path, tiny_target: Path, tiny_draft: Path, tiny_other_vocabulary: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    drafts = ("--draft", str(tiny_draft), "--draft", str(tiny_other_vocabulary))
    said = fails(capfd, "--suite", str(suite), "--target", str(tiny_target), *drafts)
    assert "The draft model cannot be used" in said


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "0 s"), (59.4, "59 s"), (61.0, "1 min 1 s"), (7300.0, "2 h 1 min"), (-1.0, "0 s")]
)
def test_time_is_told_in_units_that_matter(seconds: float, said: str) -> None:
    assert duration(seconds) == said
