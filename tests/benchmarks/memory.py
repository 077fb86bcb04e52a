"""What was predicted against what was allocated, over models, contexts and number formats, as one file of figures.

Run: python -m tests.benchmarks.memory [--out docs/benchmarks/memory.json]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from app.cli.planning import Planner, settings_of
from app.engine.inspection import inspect
from app.engine.inspection_values import Inspection, Trial
from app.engine.types import KvType, LoadSettings, ModelSpec
from tests.support import models
from tests.support.allocations import Way, allocate
from tests.support.shapes import SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.models.memory.machine import Machine
    from tests.support.allocations import Allocated

CONTEXTS = (512, 2048, 8192, 16384, 32768)
KV_TYPES = ("f16", "q8_0", "q4_0")
WAYS = [
    *(Way(tokens, kv_type) for tokens in CONTEXTS for kv_type in KV_TYPES),
    *(Way(tokens, flash_attention=False) for tokens in (512, 8192)),
    *(Way(tokens, num_rows=1) for tokens in (512, 8192)),
]
REAL = (models.SMOLLM2, models.GEMMA, models.QWEN_SMALL, models.QWEN_LARGE, models.QWEN_LARGE_F16)


def files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every model by name: the real ones that are there, and the shapes."""
    for name in REAL:
        if (path := models.find_model(name)) is not None:
            yield name, path
    for name, shape in SHAPES.items():
        yield name, shape.write(folder / f"{name}.gguf")


def rows_of(name: str, path: Path, planner: Planner, machine: Machine) -> list[dict[str, object]]:
    """One row for each way."""
    settings = [_settings(path, way) for way in WAYS]
    plans = [planner.plan(each, machine) for each in settings]
    trials = tuple(
        Trial(each.target, each.context_tokens, way.num_rows, each.kv_type_k, each.kv_type_v, each.flash_attention)
        for each, way in zip((settings_of(p, s) for p, s in zip(plans, settings, strict=True)), WAYS, strict=True)
    )
    asked = inspect(Inspection(trials), patience_seconds=120).results
    rows = []
    for way, plan, answer, allocated in zip(WAYS, plans, asked, allocate(path, WAYS), strict=True):
        need = plan.target_need
        checked = (answer.kv_bytes, sum(buffers.compute_bytes for buffers in answer.buffers))
        rows.append(
            {
                "model": name,
                "context": way.context_tokens,
                "kv_type": way.kv_type,
                "flash_attention": way.flash_attention is not False,
                "rows": way.num_rows,
                "predicted": {
                    "weights": need.weights_bytes,
                    "held": need.weights_bytes + need.copies_bytes,
                    "kv": need.kv_bytes,
                    "compute": need.compute_bytes,
                },
                "checked": {"kv": checked[0], "compute": checked[1]},
                "allocated": vars_of(allocated),
            }
        )
    return rows


def vars_of(allocated: Allocated) -> dict[str, int]:
    """Its fields by name."""
    return {"weights": allocated.weights, "held": allocated.held, "kv": allocated.kv, "compute": allocated.compute}


def worst(rows: list[dict[str, object]]) -> dict[str, float]:
    """The largest deviation of each part, as a share of what was allocated."""
    result: dict[str, float] = {}
    for row in rows:
        for stage in ("predicted", "checked"):
            figures, allocated = row[stage], row["allocated"]
            assert isinstance(figures, dict)
            assert isinstance(allocated, dict)
            for part, size in figures.items():
                if allocated[part]:
                    key = f"{stage} {part}"
                    off = abs(size / allocated[part] - 1)
                    result[key] = max(result.get(key, 0.0), round(off, 4))
    return result


def timings(path: Path, planner: Planner, machine: Machine) -> dict[str, float]:
    """Seconds for a new plan, and for asking llama.cpp about it."""
    settings = _settings(path, Way(8192))
    planner.shape(str(path))
    began = time.perf_counter()
    for tokens in range(1024, 1024 + 100):
        planner.plan(replace(settings, context_tokens=tokens), machine)
    plan_seconds = (time.perf_counter() - began) / 100
    began = time.perf_counter()
    planner.check(planner.plan(settings, machine), settings)
    return {"plan": round(plan_seconds, 6), "check": round(time.perf_counter() - began, 3)}


def _settings(path: Path, way: Way) -> LoadSettings:
    kind = KvType(way.kv_type)
    return LoadSettings(
        target=ModelSpec(str(path)),
        context_tokens=way.context_tokens,
        kv_type_k=kind,
        kv_type_v=kind,
        flash_attention=way.flash_attention,
        max_draft_tokens=way.num_rows - 1,
    )


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    out: Path | None = parser.parse_args().out
    planner = Planner()
    machine = planner.machine()
    summary: dict[str, dict[str, float]] = {}
    all_rows: list[dict[str, object]] = []
    with TemporaryDirectory() as folder:
        for name, path in files(Path(folder)):
            rows = rows_of(name, path, planner, machine)
            summary[name] = {**worst(rows), **{f"{k} seconds": v for k, v in timings(path, planner, machine).items()}}
            all_rows += rows
            sys.stdout.write(f"{name}: {summary[name]}\n")
    if out is not None:
        report = {"cores": os.cpu_count(), "worst": summary, "rows": all_rows}
        out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
