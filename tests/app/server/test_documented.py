"""What docs/api.md says is so: its snippets run as they stand, and its lists are whole."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

from app.server.errors import BUSY_SECONDS
from app.server.schema import ChatRequest, CompletionRequest
from tests.support.homes import ROOT
from tests.support.served import KEY, Served, chat

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
NOT_LISTED = {
    *("model", "speculative", "best_of", "suffix", "top_logprobs", "n_probs", "tool_choice", "function_call"),
    *("modalities", "audio", "web_search_options", "stream_options"),
}
"""Fields that are explained in a sentence, or are the ends of what is refused."""


def test_the_fair_measurement_runs_unchanged(tiny_target: Path, tiny_draft: Path) -> None:
    (snippet,) = [each for each in SNIPPETS if "statistics" in each]
    with Served(tiny_target, tiny_draft, load={"reproducible": True}) as served:
        done = subprocess.run(
            [sys.executable, "-c", snippet],
            env={**os.environ, "OPENAI_BASE_URL": served.url, "OPENAI_API_KEY": KEY, "no_proxy": "*"},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"off +[0-9.]+ tokens/s", lines[0])
    assert re.fullmatch(r"auto +[0-9.]+ tokens/s, [0-9.]+ times", lines[1])
    assert lines[2:] == ["same text"]


def test_the_first_program_runs_unchanged_but_for_address_and_key(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    (snippet,) = [each for each in SNIPPETS if "OpenAI(" in each]
    snippet = snippet.replace("http://127.0.0.1:8080/v1", served.url).replace("galley-…", KEY)
    exec(compile(f"{snippet}\nclient.close()", "docs/api.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_every_field_is_in_the_list() -> None:
    fields = {
        str(field.validation_alias or name)
        for kind in (ChatRequest, CompletionRequest)
        for name, field in kind.model_fields.items()
    }
    said = set(re.findall(r"`([a-z_]+(?:\.[a-z_]+)?)", PAGE))
    assert {field for field in fields - NOT_LISTED if field not in said} == set()


def test_every_status_is_in_the_list(served: Served) -> None:
    assert BUSY_SECONDS > 0
    told = {int(number) for row in re.findall(r"^\| ([0-9, ]+) \|", PAGE, re.MULTILINE) for number in row.split(",")}
    assert {400, 401, 403, 404, 405, 408, 413, 415, 429, 500, 503} == told
    assert served.post("/v1/chat/completions", chat(max_tokens=1)).status_code == 200
