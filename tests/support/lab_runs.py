"""Plans and measurements for tests of the lab."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.engine.types import LoadSettings, ModelSpec, SamplingSettings
from app.lab.bench_plan import BenchPlan, make_plan
from app.lab.grid import Grid, Setting, built_in_grid
from app.lab.measurement import Measurement
from app.lab.suites import Suite, SuitePrompt

if TYPE_CHECKING:
    from pathlib import Path

    from app.lab.bench_plan import Cell, Endpoint

GREEDY = SamplingSettings(temperature=0.0)


def suite_of(*prompts: tuple[str, str, str]) -> Suite:
    """Prompts by category, language and id."""
    return Suite(
        "test",
        tuple(SuitePrompt(name, category, language, f"Tell me about {name}.") for category, language, name in prompts),
    )


TWO = suite_of(("code", "en", "a"), ("chat", "nl", "b"))


def plan_for(
    grid: Grid | str = "quick",
    suite: Suite = TWO,
    target: Path | str = "/t.gguf",
    draft: Path | str | None = "/d.gguf",
    *,
    repeat: int = 1,
    max_tokens: int = 20,
    endpoints: tuple[Endpoint, ...] = (),
) -> BenchPlan:
    """A plan for a pair."""
    if isinstance(grid, str):
        grid = built_in_grid(grid, GREEDY, has_draft=draft is not None)
    load = LoadSettings(ModelSpec(str(target)), None if draft is None else ModelSpec(str(draft)), context_tokens=512)
    return make_plan(suite, grid, load, GREEDY, endpoints=endpoints, repeat=repeat, max_tokens=max_tokens)


def measured(
    cell: Cell,
    *,
    tokens: int = 100,
    seconds: float = 10.0,
    drafted: int = 0,
    accepted: int = 0,
    rounds: int | None = None,
    digest: str = "same",
) -> Measurement:
    """What somebody might have measured of a cell: 100 tokens at 10 a second."""
    return Measurement(
        *cell.key,
        seed=1 + cell.repeat,
        completion_tokens=tokens,
        finish_reason="length",
        num_rounds=tokens - accepted if rounds is None else rounds,
        num_drafted=drafted,
        num_accepted=accepted,
        num_tested=drafted,
        accepted_lengths={2: accepted // 2, 0: drafted // 3} if drafted else {},
        drafted_lengths={3: accepted // 2 + drafted // 3} if drafted else {},
        decode_seconds=seconds,
        total_seconds=seconds + 1.0,
        first_token_seconds=1.0,
        prefill_seconds=0.9,
        model_seconds=seconds * 0.9,
        draft_seconds=seconds * 0.2 if drafted else 0.0,
        verify_seconds=seconds * 0.7,
        digest=digest,
        wall_seconds=seconds + 1.0,
    )


def named(name: str, **fields: object) -> Setting:
    """A setting with a name."""
    return replace(Setting(name, sampling=GREEDY), **fields)  # type: ignore[arg-type]
