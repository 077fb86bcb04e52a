"""llama.cpp's own server as the peer: the same prompts, the same table. Needs the `bench` extra."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("xllamacpp")


@pytest.mark.real_models
def test_llama_cpps_server_stands_in_the_same_table(
    tmp_path: Path, smollm2: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from tests.benchmarks.peer import Peer

    suite = tmp_path / "mine.jsonl"
    suite.write_text('{"text": "Count from one to twenty.", "category": "chat", "language": "en"}\n')
    with Peer("off", smollm2, smollm2, 512, 1) as server:
        status = main(
            [
                *("bench", "--suite", str(suite), "--target", str(smollm2), "--context", "512", "--threads", "1"),
                *("--max-tokens", "24", "--endpoint", f"llama.cpp={server.address}", "--json"),
            ]
        )
    printed = capfd.readouterr()
    assert status == 0, printed.err
    report = json.loads(printed.out)
    rows = {row["setting"]: row for row in report["rows"]}
    assert set(rows) == {"off", "auto", "llama.cpp"}
    peer, off = rows["llama.cpp"], rows["off"]
    assert (peer["source"], peer["clock"]) == ("endpoint", "server")
    assert peer["completion_tokens"] == off["completion_tokens"] == 24
    assert peer["prompt_tokens"] == off["prompt_tokens"], "both have written the prompt out alike"
    assert 0.2 < peer["speedup"] < 5.0, "the same model on the same machine"
    assert peer["speedup"] == pytest.approx(peer["tokens_per_second"] / off["tokens_per_second"])
