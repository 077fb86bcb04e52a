"""`galley plan` as scripts use it, and its sentences as people read them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from app.__main__ import main
from app.cli.planning import Planner, held_by, machine_of, settings_of
from app.engine.inspection_values import BackendFacts, DeviceFacts
from app.engine.types import DeviceBuffers, LoadSettings, ModelInfo, ModelSpec, PairInfo
from app.models.memory.plan import LARGEST_CONTEXT
from tests.support.model_files import model

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def planned(capsys: pytest.CaptureFixture[str], *options: object) -> dict[str, Any]:
    assert main(["plan", *map(str, options), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_pair_adds_up(capsys: pytest.CaptureFixture[str], tiny_target: Path, tiny_draft: Path) -> None:
    plan = planned(capsys, "--target", tiny_target, "--draft", tiny_draft, "--context", 2048)
    parts = [plan[role][part] for role in ("target", "draft") for part in ("weights", "kv", "compute")]
    assert plan["total"] == sum(parts)
    assert min(parts) > 0
    assert plan["fits"] is True
    assert plan["checked"] is True
    (ram,) = [device for device in plan["devices"] if device["name"] == "RAM"]
    assert 0 < plan["total"] < ram["free"] <= ram["total"]
    assert plan["largest_context"] == 4096  # what it was trained for


def test_the_drafts_cache_follows_the_targets_unless_it_is_named(
    capsys: pytest.CaptureFixture[str], tiny_target: Path, tiny_draft: Path
) -> None:
    both = ("--target", tiny_target, "--draft", tiny_draft, "--context", 4096)
    full = planned(capsys, *both)
    small = planned(capsys, *both, "--kv-type", "q8_0")
    mixed = planned(capsys, *both, "--kv-type", "q8_0", "--draft-kv-type", "f16")
    assert small["target"]["kv"] < full["target"]["kv"]
    assert small["draft"]["kv"] < full["draft"]["kv"]
    assert mixed["draft"]["kv"] == full["draft"]["kv"]


def test_without_a_draft_there_is_none(capsys: pytest.CaptureFixture[str], tiny_target: Path) -> None:
    assert planned(capsys, "--target", tiny_target)["draft"] is None


def test_what_does_not_fit_comes_with_a_way_out(capsys: pytest.CaptureFixture[str], tiny_target: Path) -> None:
    plan = planned(capsys, "--target", tiny_target, "--context", 2_000_000_000)
    assert plan["fits"] is False
    assert plan["checked"] is False  # even a trial of that would take a minute
    assert plan["changes"][0]["kind"] == "context"
    assert plan["changes"][0]["context"] <= plan["largest_context"]
    assert "would fit" in plan["changes"][0]["text"]


def test_more_context_than_galley_handles_is_one_line_and_fits_nowhere(
    capsys: pytest.CaptureFixture[str], tiny_target: Path
) -> None:
    assert main(["plan", "--target", str(tiny_target), "--context", str(LARGEST_CONTEXT + 1)]) == 0
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert "more than Galley handles" in captured.err
    assert f"A context of {LARGEST_CONTEXT + 1} tokens does not fit." in captured.out


def test_what_could_not_be_loaded_like_this_gets_no_plan(
    capsys: pytest.CaptureFixture[str], tiny_target: Path, tmp_path: Path
) -> None:
    strange = model(tmp_path / "strange.gguf", general__architecture="quux")
    for options, said in (
        (("--target", tiny_target, "--kv-type", "q4_0", "--flash-attention", "off"), "need flash attention"),
        (("--target", strange), "unknown model architecture"),
    ):
        assert main(["plan", *map(str, options), "--json"]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        (line,) = captured.err.splitlines()
        assert said in line


def test_a_draft_that_cannot_draft_is_planned_and_said(
    capsys: pytest.CaptureFixture[str], tiny_target: Path, tiny_other_vocabulary: Path
) -> None:
    assert main(["plan", "--target", str(tiny_target), "--draft", str(tiny_other_vocabulary), "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["draft"]["weights"] > 0
    (line,) = captured.err.splitlines()
    assert line.startswith("galley: The draft cannot draft for this target. Token 260 differs")


def test_people_get_a_table(capsys: pytest.CaptureFixture[str], tiny_target: Path) -> None:
    assert main(["plan", "--target", str(tiny_target)]) == 0
    out = capsys.readouterr().out
    assert "A context of 4096 tokens fits." in out
    assert "target" in out
    assert "RAM:" in out
    assert "All 4096 tokens that the target was trained for would fit." in out


def test_a_file_that_cannot_be_used_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["plan", "--target", str(tmp_path / "none.gguf"), "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "none.gguf" in captured.err


def test_a_gpu_that_shares_the_machines_memory_counts_only_where_there_is_no_other() -> None:
    processor = DeviceFacts("CPU", "a processor", "cpu", 1, 1)
    shared = DeviceFacts("Vulkan1", "built in", "igpu", 10, 20)
    card = DeviceFacts("Vulkan0", "a card", "gpu", 30, 40)
    both = machine_of(BackendFacts("1", (card, shared, processor), ("AVX2", "REPACK"), offloads=True))
    assert [device.name for device in both.devices] == ["Vulkan0"]
    assert "Q4_K" in both.repacked_types
    alone = machine_of(BackendFacts("1", (shared, processor), (), offloads=True))
    assert [device.name for device in alone.devices] == ["Vulkan1"]
    assert not alone.repacked_types


def test_the_settings_of_a_plan_are_what_was_planned(tiny_target: Path, tiny_draft: Path) -> None:
    settings = LoadSettings(ModelSpec(str(tiny_target)), ModelSpec(str(tiny_draft)), context_tokens=0)
    planner = Planner()
    found = settings_of(planner.plan(settings, planner.machine()), settings)
    assert found.context_tokens == 4096
    assert found.target.gpu_layers == 0
    assert found.draft is not None
    assert found.draft.gpu_layers == 0
    assert found.kv_type_k is settings.kv_type_k


def test_what_a_loaded_pair_would_set_free() -> None:
    def loaded(*buffers: DeviceBuffers) -> ModelInfo:
        return ModelInfo("m.gguf", "M", "", 1, 1, 512, 512, 100, 20, 5, buffers)

    mapped = loaded(DeviceBuffers("RAM", 130, 20, 5))
    card = loaded(DeviceBuffers("CUDA0", 90, 20, 5), DeviceBuffers("RAM", 10, 0, 1))
    pair = PairInfo(mapped, card, None, 1.0, 1)
    assert held_by(pair, maps_file=True) == {"RAM": 30 + 25 + 1, "CUDA0": 115}
    assert held_by(pair, maps_file=False) == {"RAM": 130 + 25 + 11, "CUDA0": 115}
