"""Asking llama.cpp without loading anything: what it finds, and what it says of files that it cannot take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.engine.client import EngineClient
from app.engine.commands import Load
from app.engine.events import LoadFailed, PairLoaded
from app.engine.inspection import inspect
from app.engine.inspection_values import Inspection, Trial
from app.engine.types import KvType, LoadSettings, ModelSpec, PairInfo
from app.errors import EnvironmentFault

if TYPE_CHECKING:
    from pathlib import Path

    from app.errors import Notice


def load(settings: LoadSettings) -> PairInfo | Notice:
    client = EngineClient()
    try:
        client.submit(Load(settings))
        while True:
            for event in client.poll(1.0):
                if isinstance(event, PairLoaded):
                    return event.pair
                if isinstance(event, LoadFailed):
                    return event.notice
    finally:
        client.close()


def test_the_processor_is_always_found() -> None:
    backend = inspect(Inspection()).backend
    assert "cpu" in {device.kind for device in backend.devices}
    assert all(device.total_bytes > 0 for device in backend.devices)
    assert backend.version


def test_a_trial_says_what_the_load_then_takes(tiny_target: Path, tiny_draft: Path) -> None:
    trials = (
        Trial(ModelSpec(str(tiny_target)), 2048, 17),
        Trial(ModelSpec(str(tiny_target)), 8192, 17, KvType.Q8_0, KvType.Q8_0),
        Trial(ModelSpec(str(tiny_draft)), 2048, 1),
    )
    target, quantised, draft = inspect(Inspection(trials)).results
    pair = load(LoadSettings(ModelSpec(str(tiny_target)), ModelSpec(str(tiny_draft)), context_tokens=2048))
    assert isinstance(pair, PairInfo)
    assert pair.draft is not None
    assert (target.kv_bytes, draft.kv_bytes) == (pair.target.kv_bytes, pair.draft.kv_bytes)
    assert sum(each.compute_bytes for each in target.buffers) == pytest.approx(pair.target.compute_bytes, abs=20_000)
    assert quantised.kv_bytes == pytest.approx(target.kv_bytes * 4 * 1.0625 / 2, rel=0.01)


def test_a_loaded_pair_says_what_lies_where(tiny_target: Path) -> None:
    pair = load(LoadSettings(ModelSpec(str(tiny_target)), context_tokens=2048))
    assert isinstance(pair, PairInfo)
    (buffers,) = pair.target.buffers
    assert buffers.memory == "RAM"
    assert buffers.kv_bytes == pair.target.kv_bytes
    assert buffers.compute_bytes == pair.target.compute_bytes
    assert buffers.weights_bytes == pytest.approx(pair.target.weights_bytes, abs=11_000)


def test_a_file_that_is_no_model_spoils_nothing_else(tiny_target: Path, tmp_path: Path) -> None:
    bad = tmp_path / "page.gguf"
    bad.write_bytes(b"<!doctype html>" * 20)
    trials = (Trial(ModelSpec(str(bad)), 512, 1), Trial(ModelSpec(str(tiny_target)), 512, 1))
    refused, fine = inspect(Inspection(trials)).results
    assert refused.problem is not None
    assert refused.problem.code == "model_not_loaded"
    assert fine.problem is None
    assert fine.kv_bytes > 0


def test_types_that_do_not_go_together_are_named(tiny_target: Path) -> None:
    trial = Trial(ModelSpec(str(tiny_target)), 512, 1, KvType.Q8_0, KvType.Q8_0, flash_attention=False)
    (result,) = inspect(Inspection((trial,))).results
    assert result.problem is not None
    assert result.problem.code == "quantised_values_need_flash"


def test_an_answer_that_does_not_come_is_not_waited_for(tiny_target: Path) -> None:
    with pytest.raises(EnvironmentFault) as caught:
        inspect(Inspection((Trial(ModelSpec(str(tiny_target)), 512, 1),)), patience_seconds=0.0)
    assert caught.value.notice.code == "inspection_too_slow"


def test_a_device_that_is_not_there_is_named_with_those_that_are(tiny_target: Path) -> None:
    notice = load(LoadSettings(ModelSpec(str(tiny_target)), devices=("CUDA7",)))
    assert not isinstance(notice, PairInfo)
    assert notice.code == "device_unknown"
    assert notice.values["name"] == "CUDA7"


def test_weights_can_be_held_in_memory_without_mapping(tiny_target: Path) -> None:
    pair = load(LoadSettings(ModelSpec(str(tiny_target)), context_tokens=512, use_mmap=False, use_mlock=True))
    assert isinstance(pair, PairInfo)
    assert pair.target.buffers[0].weights_bytes > 0
