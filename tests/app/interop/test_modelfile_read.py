"""Modelfiles, and the models that Ollama keeps itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.interop.recognise import read_foreign
from tests.support.model_files import ollama_model

if TYPE_CHECKING:
    from pathlib import Path

    from app.interop.values import ForeignSettings

FILE = '''# Proofreader
FROM ./target.gguf
DRAFT ./draft.gguf

parameter temperature 0.2
PARAMETER top_k 30
PARAMETER num_ctx 8192
PARAMETER draft_num_predict 5
PARAMETER stop "<|im_end|>"
PARAMETER stop </s>
SYSTEM """
You are a proofreader.
Be "brief".
"""
TEMPLATE """{{ .Prompt }}"""
LICENSE MIT
'''


def read(text: str, folder: str = "", home: Path | None = None) -> ForeignSettings:
    """The settings in a text, in an empty environment."""
    return read_foreign(text, variables={"HOME": "/home/ada"}, folder=folder, home=home)


def test_a_file_with_everything() -> None:
    settings = read(FILE, folder="/srv/models")
    assert (settings.target, settings.draft) == ("/srv/models/target.gguf", "/srv/models/draft.gguf")
    assert settings.sampling == {"temperature": 0.2, "top_k": 30}
    assert settings.speculation == {"draft_max": 5, "mode": "draft"}
    assert settings.load == {"context_tokens": 8192}
    assert settings.stop == ("<|im_end|>", "</s>")
    assert settings.system_prompt == 'You are a proofreader.\nBe "brief".'
    assert [(each.option, each.reason.code) for each in settings.ignored] == [
        ("TEMPLATE", "interop_template"),
        ("LICENSE", "interop_not_here"),
    ]


@pytest.mark.parametrize(
    "speculation",
    [
        "DRAFT /m/d.gguf\nPARAMETER draft_num_predict 5",
        'PARAMETER draft_model "/m/d.gguf"\nPARAMETER num_draft 5',
        "PARAMETER num_draft 5\nPARAMETER draft_model /m/d.gguf",
    ],
)
def test_old_and_new_words_for_the_draft(speculation: str) -> None:
    settings = read(f"FROM /m/t.gguf\n{speculation}\n")
    assert settings.draft == "/m/d.gguf"
    assert settings.speculation == {"draft_max": 5, "mode": "draft"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("PARAMETER mirostat 2", "interop_no_sampler"),
        ("PARAMETER num_batch 512", "interop_batches"),
        ("PARAMETER frobnicate 1", "interop_unknown"),
        ("PARAMETER temperature hot", "interop_not_number"),
        ("PARAMETER top_p 3", "interop_out_of_range"),
        ("ADAPTER ./lora.gguf", "interop_adapter"),
        ("MESSAGE user Hello", "interop_prompt"),
        ("Nonsense here", "interop_unknown"),
        ('SYSTEM """never closed', "interop_quote_open"),
    ],
)
def test_what_has_no_meaning_is_told_with_the_reason(line: str, code: str) -> None:
    settings = read(f"FROM /m/t.gguf\n{line}\n")
    assert settings.target == "/m/t.gguf"
    assert [each.reason.code for each in settings.ignored] == [code]


@pytest.mark.parametrize(
    "name", ["qwen2.5:0.5b", "QWEN2.5:0.5b", "library/qwen2.5:0.5b", "registry.ollama.ai/library/qwen2.5:0.5b"]
)
def test_a_model_of_ollamas_own_is_found_by_its_name(tmp_path: Path, name: str) -> None:
    blob = ollama_model(tmp_path / ".ollama" / "models", "qwen2.5:0.5b", "a", b"GGUF")
    settings = read(f"FROM {name}\n", home=tmp_path)
    assert settings.target == str(blob)


def test_without_a_tag_the_latest_is_meant_and_an_absent_one_is_told(tmp_path: Path) -> None:
    blob = ollama_model(tmp_path / ".ollama" / "models", "small:latest", "b", b"GGUF")
    settings = read("FROM small\nDRAFT smaller\n", home=tmp_path)
    assert settings.target == str(blob)
    assert settings.draft is None
    assert (settings.draft_hint, settings.ignored[0].reason.code) == ("smaller", "interop_ollama_absent")


def test_a_blob_of_another_machine_is_looked_up_by_the_name_in_its_comment(tmp_path: Path) -> None:
    blob = ollama_model(tmp_path / ".ollama" / "models", "small:latest", "c", b"GGUF")
    text = f"# FROM small:latest\n\nFROM /Users/ada/.ollama/models/blobs/sha256-{'d' * 64}\n"
    assert read(text, home=tmp_path).target == str(blob)


def test_weights_that_are_no_gguf_are_told() -> None:
    settings = read("FROM ./checkpoint-500\n", folder="/srv")
    assert settings.target is None
    assert settings.ignored[0].reason.code == "interop_not_gguf"


def test_a_modelfile_within_a_script_is_read() -> None:
    settings = read("cat > Modelfile <<'EOF'\nFROM /m/t.gguf\nPARAMETER top_k 5\nEOF\nollama create x -f Modelfile\n")
    assert settings.target == "/m/t.gguf"
    assert settings.sampling == {"top_k": 5}
