"""Whatever is written for another program comes back from its text as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine.types import (
    KvType,
    LoadSettings,
    ModelSpec,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
    Verification,
)
from app.errors import UserError
from app.interop.llama_cpp_write import write_llama_cpp
from app.interop.modelfile_write import write_modelfile
from app.interop.own_note import missing
from app.interop.recognise import read_foreign
from app.interop.settings import of_pair
from app.interop.values import ForeignSettings, LlamaCppVersion, Program
from app.interop.vllm_write import write_vllm

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.interop.values import Exported

NOBODY: dict[str, str] = {}
"""An environment without variables."""

shares = st.integers(0, 10_000).map(lambda number: number / 10_000)
layers = st.none() | st.integers(-1, 200)
names = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=12).filter(
    lambda name: "/" not in name and name.strip(". ") == name and name
)
paths = names.map(lambda name: f"/models of mine/{name}.gguf")
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1, max_size=30)

samplings = st.builds(
    SamplingSettings,
    temperature=shares,
    top_k=st.integers(0, 1000),
    top_p=shares,
    min_p=shares,
    repeat_penalty=shares.map(lambda share: share + 0.5),
    frequency_penalty=shares,
    presence_penalty=shares.map(lambda share: -share),
    penalty_last_n=st.integers(-1, 512),
    dry_multiplier=st.just(0.0) | shares,
    dry_penalty_last_n=st.integers(-1, 512),
    logit_bias=st.lists(st.tuples(st.integers(0, 9), shares), max_size=2, unique_by=lambda each: each[0]).map(tuple),
    seed=st.none() | st.integers(0, 2**64 - 1),
)
speculations = st.builds(
    SpeculationSettings,
    mode=st.sampled_from(SpeculationMode),
    draft_max=st.integers(3, 16),
    draft_min=st.integers(0, 3),
    draft_p_min=shares,
    fixed_draft_length=st.booleans(),
    verification=st.sampled_from(Verification),
)
loads = st.builds(
    LoadSettings,
    target=st.builds(ModelSpec, paths, layers),
    draft=st.none() | st.builds(ModelSpec, paths, layers),
    context_tokens=st.integers(0, 1 << 20),
    kv_type_k=st.sampled_from(KvType),
    kv_type_v=st.sampled_from(KvType),
    draft_kv_type_k=st.sampled_from(KvType),
    flash_attention=st.sampled_from((None, True, False)),
    threads=st.none() | st.integers(1, 64),
    reproducible=st.booleans(),
    use_mmap=st.booleans(),
    use_mlock=st.booleans(),
    devices=st.sampled_from(((), ("CUDA0", "CUDA1"))),
    split=st.sampled_from(((), (3.0, 1.0))),
)
pairs = st.builds(
    of_pair,
    loads,
    samplings,
    speculations,
    max_tokens=st.none() | st.integers(1, 5000),
    system_prompt=st.none() | texts,
    stop=st.lists(texts, max_size=3, unique=True).map(tuple),
)
few = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@few
@given(pairs)
def test_a_modelfile_comes_back(pair: ForeignSettings) -> None:
    read = read_foreign(write_modelfile(pair).text, variables=NOBODY)
    assert read.program is Program.OLLAMA
    assert missing(pair, read) == {}


@few
@given(pairs)
def test_arguments_of_vllm_come_back(pair: ForeignSettings) -> None:
    read = read_foreign(write_vllm(pair).text, variables=NOBODY)
    assert read.program is Program.VLLM
    assert missing(pair, read) == {}


@few
@given(pairs, st.sampled_from(LlamaCppVersion))
def test_of_llama_cpps_command_everything_comes_back_that_no_note_names(
    pair: ForeignSettings, version: LlamaCppVersion
) -> None:
    exported = write_llama_cpp(pair, version)
    read = read_foreign(exported.text, variables=NOBODY)
    told = next((f"{note.values['settings']}" for note in exported.notes if note.code == "interop_not_expressed"), "")
    for name in ("target", "temperature", "top_k", "top_p", "min_p", "max_tokens", "threads", "kv_type_k", "stop"):
        assert name not in missing(pair, read), told
    if version is LlamaCppVersion.NEW:
        assert "mode" not in missing(pair, read) or pair.draft is None or "speculation" in told
    assert [
        each
        for each in read.ignored
        if each.reason.code not in ("interop_one_at_a_time", "interop_context_shared", "interop_lookup_own")
    ] == []


@pytest.mark.parametrize("write", [write_llama_cpp, write_vllm, write_modelfile])
def test_nothing_is_written_without_a_target(write: Callable[[ForeignSettings], Exported]) -> None:
    with pytest.raises(UserError) as raised:
        write(ForeignSettings(Program.OLLAMA))
    assert raised.value.notice.code == "interop_nothing_to_write"
