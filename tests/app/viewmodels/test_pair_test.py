"""The short test of a pair: what it measures, what it advises, and that it ends in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.engine.types import LoadSettings, ModelSpec, SpeculationMode
from app.errors import Notice, UserError
from app.runtime.lab_worker import LabWorker
from app.viewmodels.pair_advice import Use, advice_of
from app.viewmodels.pair_test import PairTest, PairUnderTest, Stage, short_plan
from tests.support.lab_runs import GREEDY, measured

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.lab.bench_plan import BenchPlan
    from app.lab.measurement import Measurement

PAIR = PairUnderTest("/t.gguf", "/d.gguf", "Target", "Draft")
LOAD = LoadSettings(ModelSpec("/t.gguf"), ModelSpec("/d.gguf"))
Measured = dict[tuple[int, int, str, str, int], "Measurement"]


def plan() -> BenchPlan:
    return short_plan(LOAD, GREEDY, ["nl"])


def as_if(
    plan: BenchPlan, seconds: dict[str, float], *, num_cells: int | None = None, code_seconds: float | None = None
) -> Measured:
    """What somebody might have measured: a hundred tokens in so many seconds, by setting."""
    found: Measured = {}
    for number, cell in enumerate(plan.cells()):
        if number == num_cells:
            break
        took = seconds[cell.side.name]
        if cell.prompt.category == "code" and cell.side.name == "auto" and code_seconds is not None:
            took = code_seconds
        drafts = 0 if cell.side.setting.is_off else 80
        found[cell.key] = measured(cell, seconds=took, drafted=drafts, accepted=drafts // 2, rounds=60)
    return found


@pytest.fixture
def worker() -> Iterator[LabWorker]:
    worker = LabWorker()
    yield worker
    worker.stop()


def test_every_kind_comes_in_the_users_language_and_in_english_before_any_comes_again() -> None:
    first = [(each.language, each.category) for each in plan().suite.prompts[:6]]
    assert first == [(language, kind) for language in ("nl", "en") for kind in ("code", "chat", "summarising")]


def test_a_language_without_prompts_is_passed_over() -> None:
    assert {each.language for each in short_plan(LOAD, GREEDY, ["eo"]).suite.prompts} == {"en"}


def test_a_draft_that_gains_is_advised_with_what_it_gains_by_kind() -> None:
    wanted = plan()
    seconds = {"off": 10.0, "auto": 8.0, "n=3": 8.5, "lookup": 10.0}
    advice = advice_of(wanted, as_if(wanted, seconds, code_seconds=5.0))
    assert advice is not None
    assert advice.use is Use.DRAFT
    assert advice.speculation.mode is SpeculationMode.AUTO
    assert dict(advice.by_kind) == pytest.approx({"code": 2.0, "chat": 1.25, "summarising": 1.25})
    assert advice.acceptance_rate == pytest.approx(0.5)
    assert advice.break_even is not None


def test_a_draft_that_only_costs_is_not_advised() -> None:
    wanted = plan()
    advice = advice_of(wanted, as_if(wanted, {"off": 10.0, "auto": 9.8, "n=3": 14.0, "lookup": 10.1}))
    assert advice is not None
    assert advice.use is Use.NEITHER
    assert advice.speedup.value == pytest.approx(10.0 / 9.8)


def test_lookup_that_is_as_fast_is_advised_instead_of_a_second_model() -> None:
    wanted = plan()
    advice = advice_of(wanted, as_if(wanted, {"off": 10.0, "auto": 7.0, "n=3": 9.0, "lookup": 7.0}))
    assert advice is not None
    assert advice.use is Use.LOOKUP
    assert advice.speculation.mode is SpeculationMode.LOOKUP


def test_of_a_test_that_was_cut_short_only_prompts_that_all_settings_answered_count() -> None:
    wanted = plan()
    seconds = {"off": 10.0, "auto": 5.0, "n=3": 8.0, "lookup": 10.0}
    advice = advice_of(wanted, as_if(wanted, seconds, num_cells=len(wanted.sides) + 2))
    assert advice is not None
    assert advice.num_prompts == 1


def test_nothing_is_advised_before_anything_can_be_compared() -> None:
    wanted = plan()
    assert advice_of(wanted, as_if(wanted, {"off": 10.0, "auto": 5.0, "n=3": 8.0, "lookup": 10.0}, num_cells=1)) is None


def test_a_pair_without_memory_is_refused_in_words(qtbot: QtBot, worker: LabWorker) -> None:
    def place(_settings: LoadSettings) -> LoadSettings:
        raise UserError("pair_test_no_memory")

    test = PairTest(worker)
    test.start(PAIR, LOAD, GREEDY, ["en"], place)
    assert test.is_running
    qtbot.waitUntil(lambda: test.stage is Stage.OVER)
    assert test.failure == Notice("pair_test_no_memory")
    test.dismiss()
    assert test.failure is None


@pytest.mark.parametrize("seconds", [0.5, 60.0])
def test_it_ends_in_time_with_advice_from_what_was_measured(
    qtbot: QtBot, worker: LabWorker, tiny_target: Path, tiny_draft: Path, seconds: float
) -> None:
    test = PairTest(worker, seconds)
    load = LoadSettings(ModelSpec(str(tiny_target)), ModelSpec(str(tiny_draft)), context_tokens=2048)
    test.start(PAIR, load, GREEDY, ["en"], lambda settings: settings)
    qtbot.waitUntil(lambda: test.stage is Stage.MEASURING, timeout=60_000)
    assert test.seconds_left is not None
    assert test.seconds_left <= 3 * seconds, "a slow machine gets some more, and no more than that"
    qtbot.waitUntil(lambda: test.stage is Stage.OVER, timeout=60_000)
    assert test.advice is not None or test.failure == Notice("pair_test_too_slow")
    assert not worker.is_running


class _Scripted(LabWorker):
    """Measures nothing: a test says what was measured, and when."""

    def start(self, *_functions: object) -> None:
        """Wait for the test."""

    def cancel(self) -> None:
        """End at once."""
        self.ended.emit(False)


def test_a_machine_that_is_too_slow_gets_time_for_one_prompt_and_no_more(qtbot: QtBot) -> None:
    worker, wanted = _Scripted(), plan()
    seconds = 0.3
    test = PairTest(worker, seconds)
    test.start(PAIR, LOAD, GREEDY, ["nl"], lambda settings: settings)
    worker.planned.emit(wanted)
    cells = list(as_if(wanted, {"off": 10.0, "auto": 5.0, "n=3": 8.0, "lookup": 10.0}).values())
    worker.measured.emit(cells[0])
    qtbot.waitUntil(lambda: (test.seconds_left or 0.0) > seconds)
    for number in range(1, len(wanted.sides)):
        assert test.is_running
        worker.measured.emit(cells[number])
    assert test.stage is Stage.OVER
    assert test.advice is not None
    assert test.advice.use is Use.DRAFT


def test_a_cancelled_test_leaves_nothing_behind(
    qtbot: QtBot, worker: LabWorker, tiny_target: Path, tiny_draft: Path
) -> None:
    test = PairTest(worker)
    load = LoadSettings(ModelSpec(str(tiny_target)), ModelSpec(str(tiny_draft)), context_tokens=2048)
    test.start(PAIR, load, GREEDY, ["en"], lambda settings: settings)
    test.cancel()
    qtbot.waitUntil(lambda: not test.is_running, timeout=60_000)
    assert test.stage is Stage.IDLE
    assert test.advice is None
