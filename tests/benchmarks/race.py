"""Whether a race's clocks tell the truth: interleaved against separate replies, and both against everybody's clock.

Run by hand on a quiet machine: `python -m tests.benchmarks.race --output docs/benchmarks/race.json`. Prints a table,
writes raw JSON. Within a repeat everything that is compared runs right after one another, with empty caches.

Bars, as medians of five: each side's clocks within 5 % of a reply by itself, both together within 3 % of the wall's.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import __version__
from app.engine.client import EngineClient
from app.engine.commands import ForgetText, Load, Race, Reply
from app.engine.events import EngineDied, LoadFailed, PairLoaded, ReplyFailed, ReplyFinished
from app.engine.llama.pair import physical_cores
from app.engine.race_events import RaceFailed
from app.engine.race_values import RaceOrder, RaceSide, RaceSpec
from app.engine.types import (
    LoadSettings,
    Message,
    ModelSpec,
    ReplyRequest,
    ReplySummary,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
)
from app.lab.comparison import Comparison
from tests.benchmarks.engine import cpu_name
from tests.benchmarks.prompts import PROMPTS
from tests.support.models import model_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.engine.events import EngineEvent

    Row = dict[str, Any]

NAMES = ("off", "on")
CLOCKS = ("total_s", "decode_s")
AGREEMENT, SUM = 0.05, 0.03
CONTEXT_TOKENS = 2048
SEED = 7
OFF = SpeculationSettings(mode=SpeculationMode.OFF, shared_lookup=False)
ON = {
    "draft": SpeculationSettings(SpeculationMode.DRAFT, draft_max=3, fixed_draft_length=True, shared_lookup=False),
    "auto": SpeculationSettings(SpeculationMode.AUTO, shared_lookup=False),
}


class Engine:
    """An engine process with a pair loaded."""

    def __init__(self, target: Path, draft: Path) -> None:
        self._client = EngineClient()
        self._draft = ModelSpec(str(draft))
        self._client.submit(Load(LoadSettings(ModelSpec(str(target)), self._draft, context_tokens=CONTEXT_TOKENS)))
        next(event for event in self._events() if isinstance(event, PairLoaded))

    def reply(self, request: ReplyRequest) -> Row:
        """A reply by itself, as any other: nothing of the one before is in the caches."""
        self._client.submit(ForgetText())
        self._client.submit(Reply(request))
        summary = next(event.summary for event in self._events() if isinstance(event, ReplyFinished))
        return timing_of(summary)

    def race(self, request: ReplyRequest, order: RaceOrder, on: SpeculationSettings) -> Row:
        """A race of one repeat."""
        sampling = request.sampling
        sides = (RaceSide(OFF, sampling), RaceSide(on, sampling, self._draft))
        comparison = Comparison(RaceSpec(request, sides, order))
        self._client.submit(Race(comparison.spec))
        for event in self._events():
            comparison.take(event)
            if comparison.is_over:
                break
        (runs,) = comparison.runs
        row: Row = {name: timing_of(run.summary) for name, run in zip(NAMES, runs, strict=True) if run.summary}
        row["identical"] = runs[0].token_ids == runs[1].token_ids
        row["wall_s"] = comparison.wall_seconds[0]
        return row

    def _events(self) -> Iterator[EngineEvent]:
        while True:
            for event in self._client.poll():
                if isinstance(event, LoadFailed | ReplyFailed | RaceFailed | EngineDied):
                    raise SystemExit(f"the engine failed: {event.notice}")
                yield event

    def close(self) -> None:
        """End the process."""
        self._client.close()


def timing_of(summary: ReplySummary) -> Row:
    """Seconds of one reply on its own clock."""
    timing = summary.timing
    return {
        "total_s": timing.total_seconds,
        "decode_s": timing.decode_seconds,
        "ttft_s": timing.first_token_seconds,
    }


def measure(engine: Engine, prompt_id: str, arguments: argparse.Namespace) -> list[Row]:
    """Every repeat of one prompt: replies by themselves, then both kinds of races."""
    on = ON[arguments.on]
    request = ReplyRequest(
        1,
        (Message("user", PROMPTS[prompt_id].text),),
        sampling=SamplingSettings(temperature=PROMPTS[prompt_id].temperature, seed=SEED),
        max_tokens=arguments.tokens,
    )
    rows = []
    for repeat in range(arguments.repeat):
        sides = {"off": OFF, "on": on}
        order = NAMES if repeat % 2 == 0 else NAMES[::-1]
        separate = {name: engine.reply(replace(request, speculation=sides[name])) for name in order}
        row: Row = {"prompt": prompt_id, "repeat": repeat, "separate": separate}
        for kind in RaceOrder:
            row[kind.value] = engine.race(request, kind, on)
        rows.append(row)
        sys.stderr.write(f"{prompt_id} {repeat + 1}/{arguments.repeat}\n")
    return rows


def summarise(rows: list[Row]) -> Row:
    """Medians over the repeats of one prompt."""
    summary: Row = {"prompt": rows[0]["prompt"]}
    for kind in RaceOrder:
        races = [row[kind.value] for row in rows]
        figures: Row = {
            f"{name}_{clock}_over_separate": statistics.median(
                race[name][clock] / row["separate"][name][clock] for race, row in zip(races, rows, strict=True)
            )
            for name in NAMES
            for clock in CLOCKS
        }
        figures["clocks_over_wall"] = statistics.median(
            sum(race[name]["total_s"] for name in NAMES) / race["wall_s"] for race in races
        )
        for clock in CLOCKS:
            figures[f"speedup_{clock}"] = statistics.median(race["off"][clock] / race["on"][clock] for race in races)
        figures["identical"] = sum(race["identical"] for race in races)
        summary[kind.value] = figures
    for clock in CLOCKS:
        summary[f"separate_speedup_{clock}"] = statistics.median(
            row["separate"]["off"][clock] / row["separate"]["on"][clock] for row in rows
        )
    return summary


def misses(summary: Row) -> list[str]:
    """Which bars a prompt's interleaved races miss."""
    figures = summary[RaceOrder.INTERLEAVED.value]
    over = [key for key in figures if key.endswith("_over_separate") and abs(figures[key] - 1.0) > AGREEMENT]
    if abs(figures["clocks_over_wall"] - 1.0) > SUM:
        over.append("clocks_over_wall")
    return over


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--targets", nargs="+", choices=("f16", "q4"), default=["f16", "q4"])
    parser.add_argument("--prompts", nargs="+", choices=tuple(PROMPTS), default=["quicksort"])
    parser.add_argument("--on", choices=tuple(ON), default="draft")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=64)
    parser.add_argument("--output", type=Path, help="where the raw JSON goes")
    arguments = parser.parse_args()
    files = {"f16": "qwen-1.5b-f16", "q4": "qwen-1.5b"}
    report: Row = {
        "galley": __version__,
        "machine": {"platform": platform.platform(), "cpu": cpu_name(), "cores": physical_cores()},
        "date": time.strftime("%Y-%m-%d"),
        "tokens": arguments.tokens,
        "repeat": arguments.repeat,
        "on": arguments.on,
        "bars": {"agreement": AGREEMENT, "sum": SUM},
        "targets": {},
    }
    for name in arguments.targets:
        engine = Engine(model_path(files[name]), model_path("qwen-0.5b"))
        try:
            rows = [row for prompt_id in arguments.prompts for row in measure(engine, prompt_id, arguments)]
        finally:
            engine.close()
        summaries = [summarise([row for row in rows if row["prompt"] == each]) for each in arguments.prompts]
        report["targets"][name] = {"rows": rows, "summary": summaries}
        print_summaries(name, summaries)
    if arguments.output is not None:
        arguments.output.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


def print_summaries(name: str, summaries: list[Row]) -> None:
    """A block for each prompt, a line for each figure."""
    for summary in summaries:
        sys.stdout.write(f"\n{name} {summary['prompt']}\n")
        for kind in RaceOrder:
            for key, value in summary[kind.value].items():
                sys.stdout.write(f"  {kind.value:12} {key:30} {value:.3f}\n")
        for clock in CLOCKS:
            key = f"separate_speedup_{clock}"
            sys.stdout.write(f"  {'separate':12} {f'speedup_{clock}':30} {summary[key]:.3f}\n")
        sys.stdout.write(f"  missed: {', '.join(misses(summary)) or 'nothing'}\n")


if __name__ == "__main__":
    main()
