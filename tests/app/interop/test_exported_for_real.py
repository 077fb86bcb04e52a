"""What is exported for llama.cpp, run by llama.cpp's own server: it says what Galley says."""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.llama_server import LlamaServer
from tests.support.tiny_models import TinyModel

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[3]
PROMPT = "How do you do?"
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("xllamacpp") is None, reason="needs llama.cpp's server: pip install galley[bench]"
)


def galley(*arguments: str) -> str:
    """What a command of Galley's prints."""
    done = subprocess.run(
        [sys.executable, "-m", "app", *arguments], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True
    )
    return done.stdout


def whole_characters(text: str) -> str:
    """A text without what stands for broken ones: a random model writes such bytes, and Galley shows none of them."""
    return text.replace("\ufffd", "").strip()


@pytest.mark.parametrize(
    ("speculation", "penalty"), [("draft", "1"), ("auto", "1"), ("lookup", "1"), ("off", "1"), ("draft", "1.3")]
)
def test_the_same_greedy_text(tmp_path: Path, speculation: str, penalty: str) -> None:
    target = TinyModel(end_bias=-8.0).write(tmp_path / "a target.gguf")
    draft = TinyModel(end_bias=-8.0, noise=0.05, noise_seed=1).write(tmp_path / "draft.gguf")
    options: Sequence[str] = (
        *("--target", str(target), "--draft", str(draft), "--context", "1024", "--temperature", "0"),
        *("--max-tokens", "60", "--threads", "1", "--flash-attention", "on", "--speculation", speculation),
        *("--cache-type-k", "q8_0", "--cache-type-v", "q8_0", "--draft-max", "4", "--repeat-penalty", penalty),
    )
    told = json.loads(galley("generate", "--prompt", PROMPT, "--json", *options))
    command = galley("export-command", "--for", "llama.cpp", *options)
    with LlamaServer(shlex.split(command.replace("\\\n", " "))[1:]) as server:
        reply = server.reply(PROMPT)
    assert whole_characters(reply["text"]) == whole_characters(told["text"])
    assert reply["predicted_n"] == told["completion_tokens"] == 60
    if speculation == "draft" and penalty == "1":
        assert reply["draft_n"] > 0, "llama.cpp drafts, too"
    if speculation == "off":
        assert "draft_n" not in reply
