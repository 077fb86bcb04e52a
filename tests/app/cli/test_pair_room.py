"""Whether pairs of the list fit as they would be loaded now: the planner's figures, the machine looked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.cli.pair_room import PairRoom
from app.cli.planning import Planner, machine_of
from app.engine.inspection_values import BackendFacts, DeviceFacts
from app.engine.types import KvType, LoadSettings, ModelSpec
from app.errors import EnvironmentFault
from app.hardware.samples import DeviceSample
from app.models.memory.machine import RAM, DeviceMemory, Machine
from tests.support.shaped_models import ShapedModel

if TYPE_CHECKING:
    from pathlib import Path

MIB = 1 << 20


class PlannerOf(Planner):
    """A planner on a machine with so much free; counts how often it is looked at."""

    def __init__(self, free_bytes: int) -> None:
        super().__init__()
        self.num_looks = 0
        self._free_bytes = free_bytes

    def machine(self) -> Machine:
        return Machine(DeviceMemory(RAM, "", self._free_bytes, 4096 * MIB))

    def listed_machine(self) -> Machine:
        self.num_looks += 1
        return self.machine()


@pytest.fixture(scope="session")
def pair(tiny_folder: Path) -> tuple[Path, Path]:
    target = ShapedModel(num_layers=12, num_padding=20000, feed_forward=1024).write(tiny_folder / "room-target.gguf")
    return target, ShapedModel(num_padding=20000).write(tiny_folder / "room-draft.gguf")


def wish(context_tokens: int, kv_type: KvType = KvType.F16) -> LoadSettings:
    return LoadSettings(
        ModelSpec(""),
        ModelSpec(""),
        context_tokens=context_tokens,
        kv_type_k=kv_type,
        kv_type_v=kv_type,
        draft_kv_type_k=kv_type,
        draft_kv_type_v=kv_type,
    )


def test_what_is_missing_is_what_the_planner_says(pair: tuple[Path, Path]) -> None:
    planner = PlannerOf(600 * MIB)
    reason = PairRoom(planner, wish(32_768), {}).shortage(*pair)
    plan = planner.plan(
        LoadSettings(ModelSpec(str(pair[0])), ModelSpec(str(pair[1])), context_tokens=32_768), planner.machine()
    )
    missing = plan.shortage_bytes(plan.machine.ram)
    assert missing > 0
    assert reason is not None
    assert reason.values == {
        "short_gb": missing / (1 << 30),
        "needed_gb": plan.total_bytes / (1 << 30),
        "tokens": 32_768,
    }
    assert "with a context of 32768 tokens both need" in sentence(reason)


def test_it_depends_on_how_it_would_be_loaded(pair: tuple[Path, Path]) -> None:
    planner = PlannerOf(600 * MIB)
    assert PairRoom(planner, wish(32_768), {}).shortage(*pair) is not None
    assert PairRoom(planner, wish(4096), {}).shortage(*pair) is None
    assert PairRoom(planner, wish(32_768, KvType.Q4_0), {}).shortage(*pair) is None


def test_what_the_loaded_pair_holds_counts_as_free(pair: tuple[Path, Path]) -> None:
    assert PairRoom(PlannerOf(600 * MIB), wish(32_768), {RAM: 1024 * MIB}).shortage(*pair) is None


def test_the_machine_is_looked_at_once_and_only_when_it_matters(pair: tuple[Path, Path]) -> None:
    planner = PlannerOf(4096 * MIB)
    room = PairRoom(planner, wish(4096), {})
    assert planner.num_looks == 0
    for _ in range(3):
        room.shortage(*pair)
    assert planner.num_looks == 1


def test_a_file_that_is_gone_is_a_reason_and_a_machine_that_cannot_be_asked_is_none(
    pair: tuple[Path, Path], tmp_path: Path
) -> None:
    reason = PairRoom(PlannerOf(4096 * MIB), wish(4096), {}).shortage(pair[0], tmp_path / "gone.gguf")
    assert reason is not None
    assert reason.code == "model_missing"

    class Unanswered(PlannerOf):
        def machine(self) -> Machine:
            raise EnvironmentFault("inspection_too_slow", seconds=30)

    planner = Unanswered(0)
    room = PairRoom(planner, wish(4096), {})
    assert room.shortage(*pair) is None
    assert room.shortage(*pair) is None
    assert planner.num_looks == 1


# What the driver adds to what llama.cpp says.

GIB = 1 << 30


def seen(free: int, *, used: int, engine: int | None, reserved: int | None = None) -> DeviceMemory:
    """A device of 24 GiB as a plan sees it; figures in GiB."""
    backend = BackendFacts("", (DeviceFacts("CUDA0", "Card", "gpu", free * GIB, 24 * GIB),), (), offloads=True)
    sample = DeviceSample(
        "Card",
        used * GIB,
        24 * GIB,
        None if engine is None else engine * GIB,
        None,
        None,
        None,
        reserved_bytes=None if reserved is None else reserved * GIB,
    )
    return machine_of(backend, [sample]).memory("CUDA0")


def test_what_others_hold_is_told_apart_from_the_engine_and_the_driver() -> None:
    memory = seen(13, used=10, engine=6, reserved=1)
    assert memory.others_bytes == 4 * GIB
    assert memory.free_bytes == 13 * GIB
    assert memory.total_bytes - memory.free_bytes - memory.others_bytes == 7 * GIB


def test_a_backend_that_calls_everything_free_is_corrected() -> None:
    assert seen(24, used=10, engine=0).free_bytes == 14 * GIB
    assert seen(24, used=10, engine=None).free_bytes == 14 * GIB
    freed = Machine(DeviceMemory(RAM, "", 1, 2), (seen(24, used=10, engine=6),)).with_freed({"CUDA0": 6 * GIB})
    assert freed.devices[0].free_bytes == 20 * GIB


def test_where_the_driver_names_no_holder_all_that_is_not_free_counts_as_held() -> None:
    assert seen(13, used=10, engine=None).others_bytes == 11 * GIB


def test_where_no_gpu_can_be_there_llama_cpp_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    planner = Planner()
    planner.stop()  # whoever asks now is refused
    monkeypatch.setattr("app.cli.planning.gpu_may_be_there", lambda: False)
    assert planner.listed_machine().devices == planner.known_machine().devices == ()
    monkeypatch.setattr("app.cli.planning.gpu_may_be_there", lambda: True)
    for ask in (planner.listed_machine, planner.known_machine):
        with pytest.raises(EnvironmentFault):
            ask()
