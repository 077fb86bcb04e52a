"""What is tried when a load runs out of memory, and when nothing is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from app.cli.planning import Planner
from app.engine.events import LoadFailed, PairLoaded
from app.engine.types import LoadSettings, ModelInfo, ModelSpec, PairInfo
from app.errors import Notice
from app.models.memory.fitting import Change, ChangeKind
from app.models.memory.machine import RAM, DeviceMemory, Machine
from app.runtime.tasks import Tasks
from app.viewmodels.recovery import Recovery, is_of_memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

SHORT = Notice("context_no_memory", {"tokens": 4096, "wanted": "9", "free": "1"})


class PlannerOf(Planner):
    """A planner on a machine of a known size."""

    def machine(self) -> Machine:
        return Machine(DeviceMemory(RAM, "", 8 << 30, 8 << 30), (DeviceMemory("CUDA0", "a card", 4 << 30, 4 << 30),))


@dataclass
class Choice:
    """Remembers what it was asked to load."""

    asked: LoadSettings | None
    loads: list[LoadSettings] = field(default_factory=list)

    def load(self, settings: LoadSettings) -> None:
        self.asked = settings
        self.loads.append(settings)


@dataclass
class Scene:
    recovery: Recovery
    choice: Choice
    offered: list[Change] = field(default_factory=list)
    recovered: list[Change] = field(default_factory=list)
    for_draft: list[tuple[Change, Notice]] = field(default_factory=list)


@pytest.fixture
def scene(qtbot: QtBot, tiny_target: Path) -> Iterator[Scene]:
    tasks = Tasks()
    choice = Choice(LoadSettings(ModelSpec(str(tiny_target), gpu_layers=3), context_tokens=4096))
    scene = Scene(Recovery(PlannerOf(), tasks, choice), choice)
    scene.recovery.offered.connect(scene.offered.append)
    scene.recovery.recovered.connect(scene.recovered.append)
    scene.recovery.offered_for_draft.connect(lambda change, notice: scene.for_draft.append((change, notice)))
    yield scene
    tasks.stop()


def loaded(path: str) -> PairLoaded:
    return PairLoaded(PairInfo(ModelInfo(path, "T", "", 1, 1, 1, 1, 1, 1, 1), None, None, 1.0, 1))


def test_a_plan_that_should_have_fitted_gives_up_layers_first_then_context(qtbot: QtBot, scene: Scene) -> None:
    kinds = []
    for _attempt in range(20):
        scene.offered.clear()
        scene.recovery.on_events([LoadFailed(SHORT, None)])
        qtbot.waitUntil(lambda: bool(scene.offered), timeout=10_000)
        kinds.append(scene.offered[0].kind)
        scene.recovery.take()
        if scene.choice.loads[-1].context_tokens <= 1024:
            break
    assert kinds == [ChangeKind.LAYERS] * 3 + [ChangeKind.CONTEXT] * 2
    assert [load.target.gpu_layers for load in scene.choice.loads] == [2, 1, 0, 0, 0]


def test_what_was_changed_is_said_when_it_is_loaded(qtbot: QtBot, scene: Scene) -> None:
    scene.recovery.set_automatic(True)
    scene.recovery.on_events([LoadFailed(SHORT, None)])
    qtbot.waitUntil(lambda: bool(scene.choice.loads), timeout=10_000)
    assert scene.offered == []
    assert scene.recovered == []
    scene.recovery.on_events([loaded(scene.choice.loads[0].target.path)])
    assert [change.kind for change in scene.recovered] == [ChangeKind.LAYERS]
    scene.recovery.on_events([loaded(scene.choice.loads[0].target.path)])
    assert len(scene.recovered) == 1


def test_a_draft_that_is_left_out_says_why(qtbot: QtBot, scene: Scene, tiny_target: Path, tiny_draft: Path) -> None:
    pair = LoadSettings(ModelSpec(str(tiny_target), 0), ModelSpec(str(tiny_draft), 0), context_tokens=1024)
    scene.choice.asked = pair
    scene.recovery.set_automatic(True)
    scene.recovery.on_events([LoadFailed(SHORT, None)])
    qtbot.waitUntil(lambda: bool(scene.choice.loads), timeout=10_000)
    (smaller,) = scene.choice.loads
    assert smaller.draft is None
    assert smaller.draft_refusal == Notice("draft_no_room")


def test_an_offer_is_void_when_something_else_is_loaded_meanwhile(qtbot: QtBot, scene: Scene, tiny_draft: Path) -> None:
    scene.recovery.on_events([LoadFailed(SHORT, None)])
    scene.choice.asked = LoadSettings(ModelSpec(str(tiny_draft)))
    scene.recovery.on_events([LoadFailed(SHORT, None)])
    qtbot.waitUntil(lambda: bool(scene.offered), timeout=10_000)
    assert len(scene.offered) == 1
    scene.recovery.take()
    assert scene.choice.loads[0].target.path == str(tiny_draft)


def without_draft(path: str, notice: Notice) -> PairLoaded:
    return PairLoaded(PairInfo(ModelInfo(path, "T", "", 1, 1, 1, 1, 1, 1, 1), None, notice, 1.0, 1))


@pytest.mark.parametrize(
    ("draft_layers", "tokens", "kind"),
    [(-1, 4096, ChangeKind.DRAFT_LAYERS), (0, 4096, ChangeKind.CONTEXT), (0, 1024, None)],
)
def test_a_draft_for_which_there_was_no_room_is_offered_one_that_keeps_it(
    qtbot: QtBot,
    scene: Scene,
    tiny_target: Path,
    tiny_draft: Path,
    draft_layers: int,
    tokens: int,
    kind: ChangeKind | None,
) -> None:
    target, draft = ModelSpec(str(tiny_target), 0), ModelSpec(str(tiny_draft), draft_layers)
    scene.choice.asked = LoadSettings(target, draft, context_tokens=tokens)
    scene.recovery.set_automatic(True)  # what is loaded works: nobody takes it unasked
    scene.recovery.on_events([without_draft(str(tiny_target), SHORT)])
    scene.recovery._tasks._pool.waitForDone()
    if kind is None:
        scene.recovery.take()
        assert scene.for_draft == []
        assert scene.choice.loads == []
        return
    qtbot.waitUntil(lambda: bool(scene.for_draft), timeout=10_000)
    assert [(change.kind, notice) for change, notice in scene.for_draft] == [(kind, SHORT)]
    assert scene.choice.loads == []
    scene.recovery.take()
    (smaller,) = scene.choice.loads
    assert smaller.draft is not None
    assert (smaller.draft.gpu_layers, smaller.context_tokens) == (0, 2048 if kind is ChangeKind.CONTEXT else tokens)
    scene.recovery.on_events([loaded(str(tiny_target))])
    assert [change.kind for change in scene.recovered] == [kind]


def test_a_draft_that_was_left_out_for_another_reason_gets_no_offer(
    scene: Scene, tiny_target: Path, tiny_draft: Path
) -> None:
    scene.choice.asked = LoadSettings(ModelSpec(str(tiny_target), 0), ModelSpec(str(tiny_draft), 0))
    scene.recovery.on_events([without_draft(str(tiny_target), Notice("draft_cannot_rewind", {"path": "d"}))])
    scene.recovery.take()
    assert scene.choice.loads == []


def test_other_failures_are_nobodys_business_here(scene: Scene) -> None:
    scene.recovery.on_events([LoadFailed(Notice("model_cannot_chat", {"path": "x"}), None)])
    scene.recovery.take()
    assert scene.choice.loads == []


@pytest.mark.parametrize(
    ("notice", "of_memory"),
    [
        (SHORT, True),
        (Notice("engine_killed", {"signal": "SIGKILL"}), True),
        (Notice("model_not_loaded", {"path": "m", "cause": "unable to allocate CUDA0 buffer"}), True),
        (Notice("model_not_loaded", {"path": "m", "cause": "unknown model architecture"}), False),
        (Notice("engine_crashed_saying", {"signal": "SIGABRT", "line": "CUDA error: out of memory"}), True),
        (Notice("engine_crashed_saying", {"signal": "SIGSEGV", "line": "assertion"}), False),
        (Notice("model_damaged_value", {"file": "memory.gguf", "key": "x"}), False),
    ],
)
def test_which_failures_are_of_memory(notice: Notice, of_memory: bool) -> None:
    assert is_of_memory(notice) is of_memory
