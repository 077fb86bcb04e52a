"""The planner's state: plans at once, llama.cpp's figures a moment later, and only of what is wished for now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.cli.planning import Planner
from app.engine.types import KvType, LoadSettings, ModelInfo, ModelSpec, PairInfo
from app.models.memory.fitting import ChangeKind
from app.models.memory.machine import RAM, DeviceMemory, Machine
from app.models.memory_record import MemorySizes
from app.runtime.tasks import Tasks
from app.viewmodels.memory_plan import MemoryPlanning
from tests.support.shaped_models import ShapedModel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

MIB = 1 << 20


class SmallPlanner(Planner):
    """Plans for a machine with 700 MiB free, 256 and two hundredths of which are reserve."""

    def machine(self) -> Machine:
        return Machine(DeviceMemory(RAM, "", 700 * MIB, 4096 * MIB))


@pytest.fixture(scope="session")
def model(tiny_folder: Path) -> Path:
    return ShapedModel(num_layers=12, num_padding=20000, feed_forward=1024).write(tiny_folder / "planned.gguf")


@pytest.fixture
def planning(qtbot: QtBot) -> Iterator[MemoryPlanning]:
    planner, tasks = SmallPlanner(), Tasks()
    planning = MemoryPlanning(planner, tasks)
    yield planning
    planning._timer.stop()
    planner.stop()
    tasks.stop()


def begun(qtbot: QtBot, planning: MemoryPlanning, path: Path, tokens: int = 4096) -> LoadSettings:
    wish = LoadSettings(ModelSpec(str(path)), context_tokens=tokens)
    planning.begin(wish)
    qtbot.waitUntil(lambda: planning.plan is not None, timeout=10_000)
    return wish


def test_a_wish_is_planned_at_once_and_checked_when_it_rests(
    qtbot: QtBot, planning: MemoryPlanning, model: Path
) -> None:
    wish = begun(qtbot, planning, model)
    assert not planning.differs
    planning.change(replace(wish, context_tokens=8192))
    assert planning.plan is not None
    assert planning.plan.context_tokens == 8192
    assert not planning.plan.is_checked
    assert planning.differs
    qtbot.waitUntil(lambda: planning.plan is not None and planning.plan.is_checked, timeout=20_000)
    assert planning.plan.context_tokens == 8192


def test_figures_of_an_earlier_wish_are_not_shown_for_the_present_one(
    qtbot: QtBot, planning: MemoryPlanning, model: Path
) -> None:
    wish = begun(qtbot, planning, model)
    planning._on_rested()
    planning.change(replace(wish, context_tokens=2048))
    qtbot.waitUntil(lambda: planning.plan is not None and planning.plan.is_checked, timeout=20_000)
    assert planning.plan is not None
    assert planning.plan.context_tokens == 2048


def test_a_change_is_taken_and_fits(qtbot: QtBot, planning: MemoryPlanning, model: Path) -> None:
    begun(qtbot, planning, model, 200_000)
    assert planning.plan is not None
    assert not planning.plan.fits
    (first, *_rest) = planning.changes
    assert first.kind is ChangeKind.CONTEXT
    planning.take(first)
    assert planning.plan.fits
    assert planning.wish is not None
    assert planning.wish.context_tokens == first.plan.context_tokens <= planning.largest_context
    assert planning.wish.target.gpu_layers is None  # what was left open stays open


def test_a_file_that_is_gone_is_said(qtbot: QtBot, planning: MemoryPlanning, tmp_path: Path) -> None:
    planning.begin(LoadSettings(ModelSpec(str(tmp_path / "gone.gguf"))))
    qtbot.waitUntil(lambda: planning.problem is not None, timeout=10_000)
    assert planning.problem is not None
    assert planning.problem.code == "model_missing"
    assert planning.plan is None


def test_what_a_load_took_is_compared_with_what_its_file_promised(
    qtbot: QtBot, planning: MemoryPlanning, model: Path
) -> None:
    settings = LoadSettings(ModelSpec(str(model), 0), context_tokens=2048, kv_type_v=KvType.Q8_0)
    plan = SmallPlanner().plan(settings, SmallPlanner().machine())
    need = plan.target_need
    taken = ModelInfo(
        str(model), "T", "", 1, 1, 2048, 32_768, need.weights_bytes, need.kv_bytes, need.compute_bytes * 2
    )
    with qtbot.waitSignal(planning.compared, timeout=10_000) as compared:
        planning.set_loaded(settings, PairInfo(taken, None, None, 1.0, 1))
    path, comparison = compared.args
    assert path == str(model)
    assert planning.comparison(str(model)) == comparison
    record = comparison.record(1_790_000_000.7)
    assert record.predicted == MemorySizes(need.weights_bytes, need.kv_bytes, need.compute_bytes)
    assert record.allocated == MemorySizes(need.weights_bytes, need.kv_bytes, need.compute_bytes * 2)
    assert (record.context_tokens, record.kv_type_k, record.kv_type_v) == (2048, "f16", "q8_0")
    assert (record.as_draft, record.unix_seconds) == (False, 1_790_000_000)


def test_a_model_that_is_not_loaded_can_be_loaded_as_it_stands_in_the_planner(
    qtbot: QtBot, planning: MemoryPlanning, model: Path
) -> None:
    wish = begun(qtbot, planning, model)
    assert planning.is_loadable
    assert not planning.differs
    info = ModelInfo(str(model), "T", "", 1, 1, 4096, 4096, 1, 1, 1)
    planning.set_loaded(wish, PairInfo(info, None, None, 1.0, 1))
    assert not planning.is_loadable, "it is loaded just like this"
    planning.change(replace(wish, context_tokens=2048))
    assert planning.is_loadable
    planning.reset()
    qtbot.waitUntil(lambda: planning.plan is not None, timeout=10_000)
    assert planning.wish == wish
    assert not planning.is_loadable


def test_nothing_is_planned_without_a_model(planning: MemoryPlanning) -> None:
    planning.begin(None)
    assert planning.plan is None
    assert planning.changes == ()
    assert planning.largest_context == 0
