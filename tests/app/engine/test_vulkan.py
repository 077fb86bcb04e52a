"""The offload path on a Vulkan device, a processor's software driver included: only where it is asked for.

CONTRIBUTING.md says how to build llama.cpp for it. Run: GALLEY_TEST_VULKAN=1 GGML_VK_VISIBLE_DEVICES=0 pytest this file
"""

from __future__ import annotations

import json
import math
import os
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.__main__ import main
from app.cli.planning import Planner
from app.engine.client import EngineClient
from app.engine.commands import Load, Reply
from app.engine.events import EngineDied, LoadFailed, PairLoaded, ReplyFailed, ReplyFinished, RoundDecoded
from app.engine.inspection import inspect
from app.engine.inspection_values import Inspection
from app.engine.types import (
    EmittedToken,
    LoadSettings,
    Message,
    ModelSpec,
    PairInfo,
    ReplyRequest,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
)
from app.errors import EnvironmentFault
from tests.support import models

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(not os.environ.get("GALLEY_TEST_VULKAN"), reason="set GALLEY_TEST_VULKAN=1")

DEVICE = "Vulkan0"
MAX_TOKENS = 12
NEAR_TIE = 1.0
"""Logits; rounding to half precision makes that much difference here."""


def model() -> str:
    """A real model: shaders read past the edges of the tiny ones, which Mesa's software driver does not survive."""
    return str(models.model_path(models.SMOLLM2))


def load(settings: LoadSettings) -> PairInfo:
    client = EngineClient()
    try:
        client.submit(Load(settings))
        while True:
            for event in client.poll(1.0):
                assert not isinstance(event, LoadFailed), event
                if isinstance(event, PairLoaded):
                    return event.pair
    finally:
        client.close()


def test_the_device_is_found_with_its_memory() -> None:
    devices = {device.name: device for device in inspect(Inspection()).backend.devices}
    assert 0 < devices[DEVICE].free_bytes <= devices[DEVICE].total_bytes


@pytest.mark.parametrize("gpu_layers", [0, 1, 16, -1])
def test_what_lies_on_the_device_was_predicted(gpu_layers: int) -> None:
    settings = LoadSettings(ModelSpec(model(), gpu_layers), context_tokens=4096, devices=(DEVICE,))
    planner = Planner()
    plan = planner.check(planner.plan(settings, planner.machine()), settings)
    pair = load(settings)
    for buffers in pair.target.buffers:
        if buffers.memory == DEVICE:
            part = plan.target_need.part(DEVICE)
            assert part.weights_bytes == pytest.approx(buffers.weights_bytes, rel=0.03, abs=20_000)
            assert part.kv_bytes == pytest.approx(buffers.kv_bytes, rel=0.03, abs=20_000)
            assert part.compute_bytes == pytest.approx(buffers.compute_bytes, rel=0.15, abs=20_000)
    assert plan.target_need.kv_bytes == pytest.approx(pair.target.kv_bytes, rel=0.03)


def test_layers_that_are_left_open_go_to_the_device() -> None:
    settings = LoadSettings(ModelSpec(model()), ModelSpec(model()), context_tokens=1024)
    placed = Planner().place(settings)
    assert placed.target.gpu_layers == 31
    pair = load(replace(placed, devices=(DEVICE,)))
    assert pair.draft is not None
    assert DEVICE in {buffers.memory for buffers in pair.draft.buffers}


def test_the_text_is_the_processors_but_for_near_ties() -> None:
    on_device, on_processor = (
        reply(LoadSettings(ModelSpec(model(), layers), context_tokens=512)) for layers in (-1, 0)
    )
    assert len(on_processor) == MAX_TOKENS
    parting = next(
        (at for at, pair in enumerate(zip(on_device, on_processor, strict=True)) if pair[0] != pair[1]), None
    )
    if parting is not None:
        first, second = on_processor[parting].target_candidates[:2]
        assert math.log(first.probability / second.probability) < NEAR_TIE


def reply(settings: LoadSettings) -> list[EmittedToken]:
    """A greedy reply without speculation."""
    client = EngineClient()
    request = ReplyRequest(
        1,
        (Message("user", "Count from one to ten."),),
        sampling=SamplingSettings(temperature=0.0),
        speculation=SpeculationSettings(SpeculationMode.OFF),
        max_tokens=MAX_TOKENS,
    )
    tokens: list[EmittedToken] = []
    try:
        client.submit(Load(settings))
        client.submit(Reply(request))
        while True:
            for event in client.poll(1.0):
                assert not isinstance(event, LoadFailed | ReplyFailed | EngineDied), event
                if isinstance(event, RoundDecoded):
                    tokens += event.round.emitted
                if isinstance(event, ReplyFinished):
                    return tokens
    finally:
        client.close()


def test_a_driver_that_takes_processes_down_can_be_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "driver.c").write_text(
        "#include <stdlib.h>\nvoid *vk_icdGetInstanceProcAddr(void *instance, const char *name) { abort(); }\n"
    )
    library = tmp_path / "driver.so"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, tmp_path / "driver.c"], check=True)
    manifest = {"file_format_version": "1.0.0", "ICD": {"library_path": str(library), "api_version": "1.3.0"}}
    (tmp_path / "driver.json").write_text(json.dumps(manifest))
    monkeypatch.setenv("VK_DRIVER_FILES", str(tmp_path / "driver.json"))
    with pytest.raises(EnvironmentFault, match="SIGABRT"):
        inspect(Inspection())
    assert main(["selftest", "--json"]) == 1
    assert "GALLEY_GRAPHICS=off" in capsys.readouterr().out
    monkeypatch.setenv("GALLEY_GRAPHICS", "off")
    assert [device.name for device in inspect(Inspection()).backend.devices] == ["CPU"]
    assert load(LoadSettings(ModelSpec(model()), context_tokens=512)).target.path == model()
