"""`galley models`: the list and the check as scripts read them, in a process of its own as scripts start it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.model_files import model, ollama_model, shard

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[3]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home folder of somebody who has no model yet."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def run(home: Path, galley_home: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `galley models` with these arguments and this home folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "OLLAMA_", "XDG_"))}

    def start(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "app", "models", *map(str, arguments)],
            cwd=ROOT,
            env={**kept, "HOME": str(home), "GALLEY_HOME": str(galley_home), **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    return start


def _models(run: Callable[..., subprocess.CompletedProcess[str]], *arguments: str | Path) -> dict[str, dict[str, Any]]:
    done = run("list", "--json", *arguments)
    assert done.returncode == 0, done.stderr
    return {Path(each["path"]).name: each for each in json.loads(done.stdout)["models"]}


def test_models_of_other_programs_and_of_named_folders_are_listed(
    run: Callable[..., subprocess.CompletedProcess[str]], home: Path, tmp_path: Path
) -> None:
    model(home / ".lmstudio" / "models" / "maker" / "talk-Q8_0.gguf", general__file_type=7)
    content = model(tmp_path / "m.gguf", general__architecture="bert").read_bytes()
    ollama_model(home / ".ollama" / "models", "embed:latest", "a", content)
    for number in (1, 3):
        shard(tmp_path / "own", number, 3)
    found = _models(run, "--folder", tmp_path / "own")
    assert len(found) == 3
    assert found["talk-Q8_0.gguf"] == {
        "name": "Small talk 1B",
        "file": "talk-Q8_0.gguf",
        "path": str(home / ".lmstudio" / "models" / "maker" / "talk-Q8_0.gguf"),
        "place": "lm_studio",
        "kind": "chat",
        "head": None,
        "architecture": "llama",
        "quantisation": "Q8_0",
        "parameters": 40,
        "size_bytes": (home / ".lmstudio" / "models" / "maker" / "talk-Q8_0.gguf").stat().st_size,
        "weights_bytes": 160,
        "context": 4096,
        "template": True,
        "licence": "apache-2.0",
        "files": 1,
        "usable": True,
        "reason": None,
    }
    embedding = found[f"sha256-{'a' * 64}"]
    assert (embedding["file"], embedding["kind"], embedding["place"]) == ("embed:latest", "embedding", "ollama")
    assert embedding["reason"]["code"] == "model_is_embedding"
    part = found["big-00001-of-00003.gguf"]
    assert (part["place"], part["files"], part["usable"]) == ("user", 2, False)
    assert part["reason"]["message"].endswith("part 2 is not beside it.")


def test_variables_of_other_programs_move_their_places(
    run: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    model(tmp_path / "hf" / "hub" / "models--a--b" / "snapshots" / "r" / "a.gguf")
    done = run("list", "--json", HF_HOME=str(tmp_path / "hf"))
    assert [each["place"] for each in json.loads(done.stdout)["models"]] == ["hugging_face"]


def test_only_the_named_folders_on_request(
    run: Callable[..., subprocess.CompletedProcess[str]], home: Path, tmp_path: Path
) -> None:
    model(home / ".lmstudio" / "models" / "a.gguf")
    model(tmp_path / "own" / "b.gguf")
    assert list(_models(run, "--only", "--folder", tmp_path / "own")) == ["b.gguf"]


def test_the_list_in_words_names_what_cannot_be_used_and_why(
    run: Callable[..., subprocess.CompletedProcess[str]], home: Path
) -> None:
    model(home / ".lmstudio" / "models" / "a.gguf")
    (home / ".lmstudio" / "models" / "page.gguf").write_text("<html>")
    lines = run("list").stdout.splitlines()
    assert lines[0].startswith("Small talk 1B")
    assert lines[2].strip().startswith("“page.gguf” looks like a web page")


def test_an_empty_list_says_what_to_do(run: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    done = run("list")
    assert (done.returncode, done.stderr) == (0, "")
    assert "--folder" in done.stdout
    assert json.loads(run("list", "--json").stdout)["models"] == []


def test_a_folder_that_is_not_there_is_bad_input(
    run: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    done = run("list", "--json", "--folder", tmp_path / "gone")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"galley: There is no folder {tmp_path / 'gone'}.\n"


def test_a_pair_that_fits(
    run: Callable[..., subprocess.CompletedProcess[str]], tiny_target: Path, tiny_draft: Path
) -> None:
    done = run("check", "--target", tiny_target, "--draft", tiny_draft, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout) == {"compatible": True, "reasons": []}
    assert run("check", "--target", tiny_target, "--draft", tiny_draft).stdout == "The draft fits the target.\n"


def test_a_pair_that_does_not_fit_with_every_reason(
    run: Callable[..., subprocess.CompletedProcess[str]], tiny_target: Path, tiny_other_vocabulary: Path
) -> None:
    done = run("check", "--target", tiny_target, "--draft", tiny_other_vocabulary, "--json")
    said = json.loads(done.stdout)
    assert done.returncode == 0
    assert said["compatible"] is False
    assert [reason["code"] for reason in said["reasons"]] == ["draft_token_differs"]
    assert said["reasons"][0]["message"].startswith("Token 260 differs")


@pytest.mark.real_models
def test_families_that_do_not_mix_are_told_apart_by_type_size_and_first_token(
    run: Callable[..., subprocess.CompletedProcess[str]], smollm2: Path, qwen_large: Path, gemma: Path
) -> None:
    """Case 12, and nothing is loaded for it."""
    done = run("check", "--target", qwen_large, "--draft", smollm2)
    assert done.stdout.splitlines()[:4] == [
        "The draft does not fit the target:",
        "The tokenizer differs: the target has qwen2, the draft has smollm.",
        "The vocabulary size differs: 151936 tokens in the target, 49152 in the draft, and at most 128 apart would do.",
        "Token 0 differs: it is “!” in the target and “<|endoftext|>” in the draft.",
    ]
    said = json.loads(run("check", "--target", gemma, "--draft", qwen_large, "--json").stdout)
    assert said["compatible"] is False
    codes = ["draft_vocabulary_type", "draft_vocabulary_size", "draft_token_differs"]
    assert [reason["code"] for reason in said["reasons"][:3]] == codes


def test_a_damaged_file_is_a_reason_and_a_missing_one_is_bad_input(
    run: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, tiny_target: Path
) -> None:
    (tmp_path / "page.gguf").write_text("<html>")
    done = run("check", "--target", tiny_target, "--draft", tmp_path / "page.gguf", "--json")
    assert json.loads(done.stdout)["reasons"][0]["code"] == "model_is_web_page"
    done = run("check", "--target", tiny_target, "--draft", tmp_path / "gone.gguf", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_nothing_is_written_but_what_files_say_of_themselves(
    run: Callable[..., subprocess.CompletedProcess[str]], home: Path, galley_home: Path
) -> None:
    model(home / ".lmstudio" / "models" / "a.gguf")
    run("list")
    assert [path.name for path in galley_home.rglob("*") if path.is_file()] == ["models.json"]
    assert [path.name for path in home.rglob("*") if path.is_file()] == ["a.gguf"]


@pytest.mark.parametrize(
    "arguments",
    [(), ("lists",), ("check", "--target", "t.gguf"), ("list", "--folder", " "), ("check", "--drafts", "x")],
)
def test_what_cannot_be_understood_is_one_line(
    run: Callable[..., subprocess.CompletedProcess[str]], arguments: tuple[str, ...]
) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
