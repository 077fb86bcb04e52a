"""What is written for llama.cpp, Ollama and vLLM, and what is told about it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import llama_cpp
import pytest

from app.catalogue import sentence
from app.engine.types import KvType, LoadSettings, ModelSpec, SamplingSettings, SpeculationMode, SpeculationSettings
from app.interop.llama_cpp_write import write_llama_cpp
from app.interop.modelfile_write import write_modelfile
from app.interop.settings import of_pair
from app.interop.values import Exported, ForeignSettings, LlamaCppVersion
from app.interop.vllm_write import write_vllm

NEW, OLD = LlamaCppVersion.NEW, LlamaCppVersion.OLD


def pair(mode: SpeculationMode = SpeculationMode.DRAFT, penalty: float = 0.0) -> ForeignSettings:
    """A pair with settings that no program has by default."""
    load = LoadSettings(
        ModelSpec("/m/big one.gguf", -1),
        ModelSpec("/m/small.gguf", 12),
        context_tokens=8192,
        kv_type_v=KvType.Q8_0,
        draft_kv_type_k=KvType.Q8_0,
        threads=4,
        use_mmap=False,
        use_mlock=True,
    )
    settings = SamplingSettings(
        temperature=0.3,
        seed=7,
        repeat_penalty=1.1,
        presence_penalty=penalty,
        frequency_penalty=penalty,
        penalty_last_n=-1,
        dry_multiplier=0.5,
        logit_bias=((5, -2.5),),
    )
    speculation = SpeculationSettings(mode=mode, draft_max=6, draft_min=1, draft_p_min=0.4)
    return of_pair(load, settings, speculation, max_tokens=200, stop=("a\nb",))


def codes(exported: Exported) -> list[str]:
    """The codes of its notes."""
    return [note.code for note in exported.notes]


def test_the_new_names() -> None:
    lines = write_llama_cpp(pair()).text.split(" \\\n  ")
    assert lines[0] == "llama-server"
    assert lines[1:] == [
        *("-m '/m/big one.gguf'", "-c 8192", "-np 1", "-ngl all", "-ctv q8_0", "-t 4", "--load-mode mlock"),
        *("-md /m/small.gguf", "--spec-type draft-simple", "-ngld 12", "-ctkd q8_0"),
        *("--spec-draft-n-max 6", "--spec-draft-n-min 1", "--spec-draft-p-min 0.4"),
        *("--temp 0.3", "--top-k 40", "--top-p 0.95", "--min-p 0.05", "-s 7"),
        *("--repeat-penalty 1.1", "--repeat-last-n 8192"),
        *("--dry-multiplier 0.5", "--dry-base 1.75", "--dry-allowed-length 2", "--dry-penalty-last-n 8192"),
        *("-l 5-2.5", r"-r 'a\nb'", "-n 200\n"),
    ]


def test_the_old_names() -> None:
    text = write_llama_cpp(pair(), OLD).text
    assert text.startswith("LLAMA_ARG_FLASH_ATTN=1 llama-server ")
    for words in (
        "-ngl 999",
        "-cd 8192",
        "--draft-max 6",
        "--draft-min 1",
        "--no-mmap",
        "--mlock",
        "--repeat-last-n -1",
    ):
        assert words in text
    assert "--spec-" not in text
    assert "--load-mode" not in text


@pytest.mark.parametrize(
    ("mode", "kinds", "drafts"),
    [
        ("draft", "draft-simple", True),
        ("auto", "draft-simple,ngram-simple", True),
        ("lookup", "ngram-simple", False),
        ("off", "none", False),
    ],
)
def test_who_proposes(mode: str, kinds: str, drafts: bool) -> None:
    exported = write_llama_cpp(pair(SpeculationMode(mode)))
    assert f"--spec-type {kinds} " in exported.text
    assert ("small.gguf" in exported.text) is drafts
    assert ("interop_draft_left_out" in codes(exported)) is not drafts


def test_every_new_name_is_known_to_the_llama_cpp_that_is_installed() -> None:
    """Its library of arguments holds them as strings that end there."""
    (library,) = Path(llama_cpp.__file__).parents[1].glob("lib/libllama-common.so.[0-9]")
    known = library.read_bytes()
    text = write_llama_cpp(pair(SpeculationMode.AUTO, penalty=0.1)).text
    options = [line.split()[0] for line in text.split(" \\\n  ")[1:]]
    assert len(options) > 25
    for option in options:
        assert option.encode() + b"\0" in known, option


def test_a_modelfile() -> None:
    exported = write_modelfile(pair())
    first, *lines = exported.text.splitlines()
    assert first.startswith("# galley: {")
    assert lines[:4] == [
        "FROM /m/big one.gguf",
        "DRAFT /m/small.gguf",
        "PARAMETER draft_num_predict 6",
        "PARAMETER num_ctx 8192",
    ]
    assert "interop_kept_in_comment" in codes(exported)
    assert "interop_ollama_draft" in codes(exported)


def said_to_ollama(text: str) -> str | None:
    """The system prompt that Ollama reads: its value ends with the first line at whose end the quotes are closed."""
    _, found, rest = text.partition("\nSYSTEM ")
    if not found:
        return None
    for end in (found.start() for found in re.finditer("[\r\n]", rest)):
        value = rest[:end].strip()
        quote = '"""' if value.startswith('"""') else '"'
        if value.endswith(quote) and len(value) >= 2 * len(quote):
            assert not rest[end:].strip(), "what comes behind it is no instruction"
            return value[len(quote) : -len(quote)]
    return None


@pytest.mark.parametrize(
    ("system", "held"),
    [
        ('Say """ready""" when you are.', True),
        ('"""', True),
        ('Quote "so"', True),
        ('"Quoted"', True),
        ('two\nlines, "one" of them quoted', True),
        ('a block:\n"""\ntext\n"""', False),
        ('a line that ends with """\rin the old way', False),
        ('it ends so: """ \t\nand goes on', False),
    ],
)
def test_a_system_prompt_with_quotation_marks_reaches_ollama_or_is_said_not_to(system: str, held: bool) -> None:
    exported = write_modelfile(replace(pair(), system_prompt=system))
    assert said_to_ollama(exported.text) == (system if held else None)
    told = [sentence(note) for note in exported.notes if note.code == "interop_ollama_quotes"]
    assert len(told) == (not held)
    assert all("--system" in each for each in told)


def test_vllm() -> None:
    exported = write_vllm(pair())
    assert "vllm serve '/m/big one.gguf' \\\n  --max-model-len 8192" in exported.text
    assert '"method": "draft_model", "model": "/m/small.gguf", "num_speculative_tokens": 6' in exported.text
    assert codes(exported) == ["interop_kept_in_comment", "interop_vllm_gguf"]
