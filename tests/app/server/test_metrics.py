"""What a monitor reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.server.metrics import Metrics
from tests.support.served import chat

if TYPE_CHECKING:
    import httpx

SAMPLE = re.compile(r'([a-z_:]+)(?:\{((?:[a-z_]+="(?:[^"\\]|\\.)*",?)*)\})? ([0-9.e+-]+)')


def figures(text: str) -> dict[tuple[str, str], float]:
    """Every sample by name and position, and nothing that is not one, or a comment for one."""
    found: dict[tuple[str, str], float] = {}
    described: set[str] = set()
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            described.add(line.split(" ")[2])
        elif not line.startswith("# HELP "):
            match = SAMPLE.fullmatch(line)
            assert match is not None, line
            assert match[1] in described
            kind = re.search(r'(?:position|finished_reason)="([^"]*)"', match[2] or "")
            found[match[1], "" if kind is None else kind[1]] = float(match[3])
    return found


def test_it_counts_what_the_answers_said(client: httpx.Client) -> None:
    before = figures(client.get("/metrics").text)
    body = chat(
        max_tokens=40, seed=2, **{"speculative.mode": "draft", "speculative.fixed": True, "speculative.n_max": 4}
    )
    answers = [client.post("/v1/chat/completions", json={**body, "seed": seed}).json() for seed in (2, 3)]
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    after = figures(answer.text)

    def gained(name: str, kind: str = "") -> float:
        return after[name, kind] - before.get((name, kind), 0)

    drafted = sum(answer["timings"]["draft_n"] for answer in answers)
    accepted = sum(answer["timings"]["draft_n_accepted"] for answer in answers)
    written = sum(answer["usage"]["completion_tokens"] for answer in answers)
    assert gained("vllm:spec_decode_num_draft_tokens_total") == gained("llamacpp:draft_n_total") == drafted > 0
    assert gained("vllm:spec_decode_num_accepted_tokens_total") == accepted > 0
    assert sum(gained("vllm:spec_decode_num_accepted_tokens_per_pos_total", str(at)) for at in range(4)) == accepted
    assert gained("vllm:spec_decode_num_drafts_total") >= drafted / 4
    assert gained("vllm:generation_tokens_total") == gained("llamacpp:tokens_predicted_total") == written
    assert gained("vllm:prompt_tokens_total") == sum(answer["usage"]["prompt_tokens"] for answer in answers)
    assert gained("llamacpp:prompt_tokens_total") == sum(answer["timings"]["prompt_n"] for answer in answers)
    rate, seconds = after["llamacpp:prompt_tokens_seconds", ""], after["llamacpp:prompt_seconds_total", ""]
    requests = after["vllm:request_success_total", "stop"] + after["vllm:request_success_total", "length"]
    read = after["llamacpp:prompt_tokens_total", ""] - requests
    assert rate == pytest.approx(read / seconds), "each reply's first round reads the last token of its prompt"
    assert gained("vllm:request_success_total", "stop") + gained("vllm:request_success_total", "length") == 2
    assert after["vllm:num_requests_running", ""] == after["llamacpp:requests_deferred", ""] == 0


def test_a_models_name_cannot_break_the_text() -> None:
    text = Metrics().text('odd "name"\\\n', 0, 0)
    assert ("vllm:num_requests_running", "") in figures(text)
