"""Names that people recognise."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.models.gguf import read_header
from app.models.naming import display_name, name_from_path, quantisation_from_path
from tests.app.models import raw_gguf


@pytest.mark.parametrize(
    ("file", "name", "quantisation"),
    [
        ("SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2 135M Instruct", "Q4_1"),
        ("Qwen2.5-Coder-1.5B-Instruct-Q4_K_M.gguf", "Qwen2.5-Coder 1.5B Instruct", "Q4_K_M"),
        ("Llama-3.3-70B-Instruct-UD-IQ2_XXS-00001-of-00003.gguf", "Llama-3.3 70B Instruct", "IQ2_XXS"),
        ("gpt-oss-20b-MXFP4_MOE.gguf", "gpt-oss 20B", "MXFP4"),
        ("model.fp16.gguf", "model", "F16"),
        ("my_model.gguf", "my model", ""),
        ("Q4_0.gguf", "Q4 0", ""),
    ],
)
def test_a_file_that_was_not_read_is_named_by_its_name(file: str, name: str, quantisation: str) -> None:
    assert name_from_path(Path(file)) == name
    assert quantisation_from_path(Path(file)) == quantisation


@pytest.mark.parametrize(
    ("file", "values", "name"),
    [
        ("q.gguf", {"general.basename": "Qwen2.5-Coder", "general.size_label": "1.5B"}, "Qwen2.5-Coder 1.5B"),
        ("SmolLM2-135M.gguf", {"general.basename": "smollm2", "general.size_label": "135M"}, "SmolLM2 135M"),
        ("g.gguf", {"general.basename": "gemma-3", "general.name": "Gemma 3 270m"}, "Gemma 3"),
        ("x.gguf", {"general.name": "Mistral Small GGUF", "general.size_label": "24B"}, "Mistral Small 24B"),
        ("x.gguf", {"general.name": "Phi 4 14B", "general.size_label": "14B"}, "Phi 4 14B"),
        ("Foo-7B-Q8_0.gguf", {}, "Foo 7B"),
        ("x.gguf", {"general.name": "two\nlines\x00 and <b>"}, "two lines and <b>"),
        ("x.gguf", {"general.name": "long " * 50}, "long " * 11 + "long…"),
    ],
)
def test_a_model_is_named_by_what_it_says(
    tmp_path: Path, file: str, values: dict[str, raw_gguf.Plain], name: str
) -> None:
    path = raw_gguf.write(tmp_path / file, raw_gguf.gguf({**raw_gguf.MODEL, **values}))
    assert display_name(read_header(path)) == name


@pytest.mark.real_models
def test_the_real_models_have_their_names(smollm2: Path, qwen_large: Path, qwen_small: Path) -> None:
    headers = [read_header(path) for path in (smollm2, qwen_large, qwen_small)]
    assert [display_name(header) for header in headers] == ["SmolLM2 135M", "Qwen2.5-Coder 1.5B", "Qwen2.5-Coder 0.5B"]
