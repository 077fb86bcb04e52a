"""What is predicted from a file alone, against what llama.cpp then allocates: weights and caches, and buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.cli.planning import Planner
from app.engine.types import KvType, LoadSettings, ModelSpec
from tests.support import models
from tests.support.allocations import Way, allocate
from tests.support.shapes import SHAPES
from tests.support.tiny_models import TinyArchitecture, TinyModel

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.memory.need import Need
    from tests.support.allocations import Allocated

CLOSE = 0.03
"""For weights and caches."""
NEAR = 0.15
"""For buffers."""
ROUNDING = 10_500
"""Bytes: llama.cpp's log has hundredths of a mebibyte, and a model may have two caches."""
WAYS = [
    *(Way(tokens, kv_type) for tokens in (512, 4096, 32768) for kv_type in ("f16", "q8_0", "q4_0")),
    Way(2048, "f16", flash_attention=False),
    Way(4096, "f16", num_rows=1),
]
SOME_WAYS = [Way(512), Way(8192, "q8_0"), Way(32768, "q4_0"), Way(4096, num_rows=1), Way(2048, flash_attention=False)]
REAL = {
    models.SMOLLM2: WAYS,
    models.GEMMA: SOME_WAYS,
    models.QWEN_SMALL: SOME_WAYS,
    models.QWEN_LARGE: SOME_WAYS,
}


def settings_of(path: Path, way: Way) -> LoadSettings:
    kind = KvType(way.kv_type)
    return LoadSettings(
        target=ModelSpec(str(path)),
        context_tokens=way.context_tokens,
        kv_type_k=kind,
        kv_type_v=kind,
        flash_attention=way.flash_attention,
        max_draft_tokens=way.num_rows - 1,
    )


def check(path: Path, ways: list[Way]) -> None:
    planner = Planner()
    machine = planner.machine()
    for way, allocated in zip(ways, allocate(path, ways), strict=True):
        settings = settings_of(path, way)
        at_once = planner.plan(settings, machine)
        assert_near(at_once.target_need, allocated, way)
        if way == ways[0]:  # the whole matrix of checked figures stands in the benchmark: each takes a process
            asked = planner.check(at_once, settings)
            assert asked.is_checked
            assert_near(asked.target_need, allocated, way)


def assert_near(need: Need, allocated: Allocated, way: Way) -> None:
    assert need.weights_bytes == pytest.approx(allocated.weights, rel=CLOSE), way
    assert need.weights_bytes + need.copies_bytes == pytest.approx(allocated.held, rel=CLOSE, abs=ROUNDING), way
    assert need.kv_bytes == pytest.approx(allocated.kv, rel=CLOSE, abs=ROUNDING), way
    assert need.compute_bytes == pytest.approx(allocated.compute, rel=NEAR), way


@pytest.mark.parametrize("name", list(SHAPES))
def test_models_of_every_shape(name: str, tmp_path: Path) -> None:
    check(SHAPES[name].write(tmp_path / f"{name}.gguf"), WAYS)


def test_a_model_that_keeps_a_state_instead_of_a_cache(tmp_path: Path) -> None:
    path = TinyModel(architecture=TinyArchitecture.MAMBA, num_layers=8).write(tmp_path / "recurrent.gguf")
    check(path, [Way(512), Way(32768)])


@pytest.mark.real_models
@pytest.mark.parametrize("name", list(REAL))
def test_real_models(name: str) -> None:
    check(models.model_path(name), REAL[name])


def test_a_pair_that_must_be_reproducible(tmp_path: Path, tiny_target: Path, tiny_draft: Path) -> None:
    settings = LoadSettings(
        target=ModelSpec(str(tiny_target)), draft=ModelSpec(str(tiny_draft)), context_tokens=2048, reproducible=True
    )
    planner = Planner()
    plan = planner.check(planner.plan(settings, planner.machine()), settings)
    assert plan.draft_need is not None
    assert plan.draft_need.kv_bytes == plan.target_need.kv_bytes == 2048 * 2 * 2 * 64 * 2
    assert plan.target_need.copies_bytes == 0
