"""vLLM's arguments, old and new."""

from __future__ import annotations

import pytest

from app.interop.recognise import read_foreign
from app.interop.values import ForeignSettings, Program


def read(text: str) -> ForeignSettings:
    """The settings in a text, in an empty environment."""
    settings = read_foreign(text, variables={})
    assert settings.program is Program.VLLM
    return settings


@pytest.mark.parametrize(
    "line",
    [
        "vllm serve /m/t.gguf --speculative-model /m/d.gguf --num-speculative-tokens 5 --max-model-len 4096",
        "python3 -m vllm.entrypoints.openai.api_server --model /m/t.gguf --speculative-model /m/d.gguf "
        "--num-speculative-tokens 5 --use-v2-block-manager --max-model-len=4096",
        """vllm serve /m/t.gguf --max_model_len 4096 --speculative-config \\
        '{"method": "draft_model", "model": "/m/d.gguf", "num_speculative_tokens": 5}'""",
        """vllm serve --model /m/t.gguf --max-model-len 4096 """
        """--speculative_config "{\\"model\\": \\"/m/d.gguf\\", \\"num_speculative_tokens\\": 5}" """,
        "vllm serve /m/t.gguf --max-model-len 4096 --speculative-config.model /m/d.gguf "
        "--speculative-config.num_speculative_tokens 5",
        "docker run --gpus all -v /m:/models vllm/vllm-openai:latest --model /models/t.gguf --max-model-len 4096 "
        "--speculative-model /models/d.gguf --num-speculative-tokens 5",
    ],
)
def test_old_flags_and_the_json_say_the_same(line: str) -> None:
    settings = read(line)
    assert (settings.target, settings.draft) == ("/m/t.gguf", "/m/d.gguf")
    assert settings.speculation == {"mode": "draft", "draft_max": 5}
    assert settings.load == {"context_tokens": 4096}


@pytest.mark.parametrize(
    "speculation",
    [
        "--speculative-model [ngram] --num-speculative-tokens 5 --ngram-prompt-lookup-max 3",
        """--speculative-config '{"method": "ngram", "num_speculative_tokens": 5, "prompt_lookup_max": 3}'""",
        """--speculative-config '{"model": "ngram", "num_speculative_tokens": 5}'""",
    ],
)
def test_lookup(speculation: str) -> None:
    assert read(f"vllm serve /m/t.gguf {speculation}").speculation == {"mode": "lookup", "draft_max": 5}


@pytest.mark.parametrize("method", ["eagle3", "medusa", "mtp", "mlp_speculator"])
def test_trained_heads_are_told(method: str) -> None:
    config = f'{{"method": "{method}", "model": "someone/head", "num_speculative_tokens": 3}}'
    settings = read(f"vllm serve /m/t.gguf --speculative-config '{config}'")
    assert settings.draft is None
    assert "mode" not in settings.speculation
    assert {each.reason.code for each in settings.ignored} == {"interop_head"}


def test_a_repository_is_a_download_and_its_name_is_kept() -> None:
    settings = read("vllm serve Qwen/Qwen2.5-7B-Instruct --seed 3 -tp 2")
    assert settings.target is None
    assert settings.target_hint == "Qwen/Qwen2.5-7B-Instruct"
    assert settings.sampling == {"seed": 3}
    assert [each.reason.code for each in settings.ignored] == ["interop_download", "interop_placement"]


@pytest.mark.parametrize(("written", "tokens"), [("8192", 8192), ("8k", 8000), ("8K", 8192), ("auto", 0), ("-1", 0)])
def test_lengths_that_people_read(written: str, tokens: int) -> None:
    assert read(f"vllm serve /m/t.gguf --max-model-len {written}").load["context_tokens"] == tokens


def test_sampling_by_default() -> None:
    config = '{"temperature": 0.6, "top_k": -1, "repetition_penalty": 1.05, "max_new_tokens": 100, "odd": 1}'
    settings = read(f"vllm serve /m/t.gguf --override-generation-config '{config}'")
    assert settings.sampling == {"temperature": 0.6, "top_k": 0, "repeat_penalty": 1.05}
    assert settings.max_tokens == 100
    assert [each.option for each in settings.ignored] == ["--override-generation-config odd"]


def test_json_that_is_none_is_told() -> None:
    settings = read("vllm serve /m/t.gguf --speculative-config {method: ngram} --seed 1")
    assert settings.sampling == {"seed": 1}
    assert "interop_not_json" in {each.reason.code for each in settings.ignored}
