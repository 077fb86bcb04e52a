"""`galley import-command` and `galley export-command` as scripts start them, in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.cli import arguments, values
from app.interop import reading
from app.settings.paths import find_folders
from app.settings.schema import Settings
from app.settings.store import SettingsStore

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).parents[3]
LINE = "llama-server -m ~/t.gguf -md d.gguf --draft 16 --temp 0.2 --port 80 --temp 700\n"


@pytest.fixture
def run(tmp_path: Path, galley_home: Path) -> Run:
    """Run `galley` with these arguments, and this on standard input."""

    def start(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "app", *map(str, arguments)],
            cwd=ROOT,
            env={**os.environ, "HOME": str(tmp_path), "GALLEY_HOME": str(galley_home)},
            input=given,
            capture_output=True,
            check=False,
        )
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return start


def test_what_was_read_comes_as_one_object(run: Run, tmp_path: Path) -> None:
    done = run("import-command", "-", "--json", given=LINE.encode())
    assert (done.returncode, done.stderr) == (0, "")
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["program"] == "llama.cpp"
    assert report["settings"]["target"] == str(tmp_path / "t.gguf")
    assert report["settings"]["sampling"] == {"temperature": 0.2}
    assert report["settings"]["speculation"] == {"draft_max": 16, "mode": "draft"}
    assert {"option": "--draft", "value": "16", "setting": "draft_max"} in report["taken"]
    assert [(each["option"], each["reason"]) for each in report["ignored"]] == [
        ("--port", "It concerns that program’s server, not the model."),
        ("--temp", "700 is not between -100 and 100."),
    ]


def test_people_read_what_was_taken_and_what_was_not_and_why(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "start.sh"
    file.write_text(LINE)
    done = run("import-command", file)
    taken, _, left = done.stdout.partition("\nNot taken:\n")
    assert [line.split() for line in taken.splitlines()] == [
        ["target", str(tmp_path / "t.gguf"), "-m"],
        ["draft", "d.gguf", "-md"],
        ["draft_max", "16", "--draft"],
        ["temperature", "0.2", "--temp"],
        ["mode", "draft", "-md"],
    ]
    assert "--port 80: It concerns that program’s server, not the model.\n" in left


def test_whatever_is_read_can_be_given_to_generate() -> None:
    for name in ("MAX_DRAFT_TOKENS", "MAX_THREADS", "MAX_SEED"):
        assert getattr(reading, name) == getattr(arguments, name)
    assert reading.MAX_BIAS == values.MAX_BIAS


def test_names_in_a_modelfile_are_relative_to_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "Modelfile").write_text("FROM ./t.gguf\n")
    done = run("import-command", tmp_path / "Modelfile", "--json")
    assert json.loads(done.stdout)["settings"]["target"] == str(tmp_path / "t.gguf")


@pytest.mark.parametrize("content", [b"", b"GGUF\x03\0\0\0", b"just words", b"x" * 300_000, None])
def test_what_cannot_be_read_is_said_in_one_line(run: Run, tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    done = run("import-command", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("galley: ")
    assert done.stderr.count("\n") == 1


def test_a_command_is_written_and_comes_back(run: Run) -> None:
    done = run(
        *("export-command", "--for", "llama.cpp", "--target", "/m/a b.gguf", "--draft", "/m/d.gguf", "--seed", "3"),
        *(
            "--speculation",
            "draft",
            "--draft-max",
            "6",
            "--cache-type-k",
            "q8_0",
            "--stop",
            "x",
            "--flash-attention",
            "on",
        ),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "-m '/m/a b.gguf'" in done.stdout
    read = json.loads(run("import-command", "-", "--json", given=done.stdout.encode()).stdout)["settings"]
    assert (read["target"], read["draft"], read["stop"]) == ("/m/a b.gguf", "/m/d.gguf", ["x"])
    assert read["load"] == {"context_tokens": 4096, "kv_type_k": "q8_0", "flash_attention": True}
    assert read["sampling"] == {"temperature": 0.7, "top_k": 40, "top_p": 0.95, "min_p": 0.05, "seed": 3}


@pytest.mark.parametrize("program", ["ollama", "vllm"])
def test_what_others_have_no_word_for_comes_back_too(run: Run, program: str) -> None:
    wanted = ("--target", "/m/t.gguf", "--draft", "/m/d.gguf", "--dry-multiplier", "0.5", "--draft-min", "2")
    done = run("export-command", "--for", program, *wanted)
    assert done.returncode == 0
    assert "--dry-multiplier 0.5" in done.stderr
    read = json.loads(run("import-command", "-", "--json", given=done.stdout.encode()).stdout)["settings"]
    assert read["sampling"]["dry_multiplier"] == 0.5
    assert (read["speculation"]["mode"], read["speculation"]["draft_min"]) == ("auto", 2)


def test_without_a_target_the_windows_pair_and_settings_are_written(run: Run, galley_home: Path) -> None:
    settings = Settings().with_pair("/m/t.gguf", "/m/d.gguf").changed("sampling", temperature=0.11)
    SettingsStore(find_folders().settings).save(settings)
    done = run("export-command", "--for", "llama.cpp", "--context", "2048")
    assert "-m /m/t.gguf" in done.stdout
    assert "-md /m/d.gguf" in done.stdout
    assert "--temp 0.11" in done.stdout
    assert "-c 2048" in done.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "--target"),
        (("--target", "t.gguf", "--speculation", "draft"), "--draft D.gguf"),
        (("--target", "t.gguf", "--draft-max", "2", "--draft-min", "3"), "--draft-min 3"),
        (("--target", "t.gguf", "--rounds"), "--rounds has no effect here"),
        (("--target", "t.gguf", "--llama-cpp-version", "middle"), "old, new"),
    ],
)
def test_what_cannot_be_written_is_said_in_one_line(run: Run, options: tuple[str, ...], words: str) -> None:
    done = run("export-command", "--for", "llama.cpp", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
