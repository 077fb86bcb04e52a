"""What speculation buys and what Galley itself costs, measured through the real engine process.

Run by hand: `python -m tests.benchmarks.engine --repeat 5 --output engine.json`; prints a table, writes raw JSON.
Within a repeat everything that is compared runs right after one another; ratios are formed pair by pair.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import __version__
from app.engine.client import EngineClient
from app.engine.commands import Load, Reply
from app.engine.events import EngineDied, LoadFailed, PairLoaded, ReplyFailed, ReplyFinished, RoundDecoded
from app.engine.llama.pair import physical_cores
from app.engine.metrics import Tally
from app.engine.types import (
    LoadSettings,
    Message,
    ModelSpec,
    ReplyRequest,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
)
from tests.benchmarks.peer import Peer
from tests.benchmarks.prompts import PROMPTS
from tests.support.models import model_path

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTEXT_TOKENS = 2048
OFF = SpeculationSettings(mode=SpeculationMode.OFF)
ON = SpeculationSettings(mode=SpeculationMode.DRAFT, draft_max=3, draft_p_min=0.0, fixed_draft_length=True)

AUTO = SpeculationSettings(mode=SpeculationMode.AUTO, shared_lookup=False)
"""Without other conversations: the same prompt comes again and again, and its replies would be looked up."""
SIDES = {"on": ON, "auto": AUTO}
"""What is compared with off; `on` is the fixed length."""

Row = dict[str, Any]


class Engine:
    """An engine process with a pair loaded."""

    def __init__(self, target: Path, draft: Path) -> None:
        self._client = EngineClient()
        self._client.submit(
            Load(LoadSettings(ModelSpec(str(target)), ModelSpec(str(draft)), context_tokens=CONTEXT_TOKENS))
        )
        for event in self._events():
            if isinstance(event, PairLoaded):
                return

    def _events(self) -> Iterator[object]:
        while True:
            for event in self._client.poll():
                if isinstance(event, LoadFailed | ReplyFailed | EngineDied):
                    raise SystemExit(f"the engine failed: {event.notice}")
                yield event

    def reply(self, prompt: str, speculation: SpeculationSettings, max_tokens: int) -> Row:
        """One greedy reply and its figures."""
        request = ReplyRequest(
            1,
            (Message("user", prompt),),
            sampling=SamplingSettings(temperature=0.0),
            speculation=speculation,
            max_tokens=max_tokens,
        )
        self._client.submit(Reply(request))
        tally, text = Tally(), ""
        for event in self._events():
            if isinstance(event, RoundDecoded):
                tally.add(event.round)
                text += "".join(token.text for token in event.round.emitted)
            elif isinstance(event, ReplyFinished):
                timing = event.summary.timing
                return {
                    "tokens": tally.num_emitted,
                    "tokens_per_second": tally.num_emitted / timing.decode_seconds,
                    "decode_s": timing.decode_seconds,
                    "total_s": timing.total_seconds,
                    "own_share": 1.0 - timing.model_seconds / timing.decode_seconds,
                    "verify_s_per_round": tally.verify_seconds / tally.num_rounds,
                    "acceptance_rate": tally.acceptance_rate,
                    "block_efficiency": tally.block_efficiency,
                    "text": text + event.summary.tail,
                }
        raise SystemExit("the engine ended without an answer")

    def close(self) -> None:
        """End the process."""
        self._client.close()


def bare_decode(target: Path, rows: int, depth: int, repeat: int) -> list[float]:
    """Seconds of a decode of `rows` rows at a depth, through llama.cpp's functions alone, in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.bare_decode", str(target), str(rows), str(depth), str(repeat)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds: list[float] = json.loads(answer.stdout)
    return seconds


def measure(name: str, target: Path, draft: Path, arguments: argparse.Namespace) -> Row:
    """All figures of one target."""
    rows: list[Row] = []
    engine = Engine(target, draft)
    with contextlib.ExitStack() as stack:
        stack.callback(engine.close)
        peer = stack.enter_context(Peer(target, CONTEXT_TOKENS, physical_cores())) if arguments.peer else None
        for prompt_id in arguments.prompts:
            prompt = PROMPTS[prompt_id]
            engine.reply(prompt, ON, 4)  # both prefills done, nothing measured
            if peer is not None:
                peer.reply(prompt, 4)
            for index in range(arguments.repeat):
                row: Row = {"target": name, "prompt": prompt_id, "repeat": index}
                row["off"] = engine.reply(prompt, OFF, arguments.tokens)
                if peer is not None:
                    row["server_off"] = peer.reply(prompt, arguments.tokens)
                for side, speculation in SIDES.items():
                    row[side] = engine.reply(prompt, speculation, arguments.tokens)
                row["identical"] = all(row[side]["text"] == row["off"]["text"] for side in SIDES)
                rows.append(row)
                sys.stderr.write(f"{name} {prompt_id} {index + 1}/{arguments.repeat}\n")
    return {"rows": rows, "summary": [summarise(rows, prompt_id) for prompt_id in arguments.prompts]}


def summarise(rows: list[Row], prompt_id: str) -> Row:
    """Medians over the repeats of a prompt; ratios are formed within each repeat first."""
    mine = [row for row in rows if row["prompt"] == prompt_id]

    def median(side: str, key: str) -> float:
        return float(statistics.median(row[side][key] for row in mine))

    def ratio(side: str, key: str) -> float:
        return float(statistics.median(row[side][key] / row["off"][key] for row in mine))

    summary: Row = {
        "prompt": prompt_id,
        "off_tokens_per_second": median("off", "tokens_per_second"),
        "on_tokens_per_second": median("on", "tokens_per_second"),
        "auto_tokens_per_second": median("auto", "tokens_per_second"),
        "on_over_off": ratio("on", "tokens_per_second"),
        "auto_over_off": ratio("auto", "tokens_per_second"),
        "auto_over_off_in_total": 1.0 / ratio("auto", "total_s"),
        "own_share_off": median("off", "own_share"),
        "own_share_on": median("on", "own_share"),
        "acceptance_rate": median("on", "acceptance_rate"),
        "verify_s_per_round": median("on", "verify_s_per_round"),
        "identical": all(row["identical"] for row in mine),
    }
    if "server_off" in mine[0]:
        summary["server_off_tokens_per_second"] = median("server_off", "predicted_per_second")
        summary["off_over_server_off"] = statistics.median(
            row["off"]["tokens_per_second"] / row["server_off"]["predicted_per_second"] for row in mine
        )
    return summary


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--targets", nargs="+", choices=("f16", "q4"), default=["f16", "q4"])
    parser.add_argument("--prompts", nargs="+", choices=tuple(PROMPTS), default=list(PROMPTS))
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=100)
    parser.add_argument("--no-peer", dest="peer", action="store_false", help="without llama.cpp's own server")
    parser.add_argument("--output", type=Path, help="where the raw JSON goes")
    arguments = parser.parse_args()
    files = {"f16": model_path("qwen-1.5b-f16"), "q4": model_path("qwen-1.5b")}
    report: Row = {
        "galley": __version__,
        "machine": {"platform": platform.platform(), "cpu": cpu_name(), "cores": physical_cores()},
        "date": time.strftime("%Y-%m-%d"),
        "tokens": arguments.tokens,
        "repeat": arguments.repeat,
        "targets": {},
    }
    for name in arguments.targets:
        report["targets"][name] = measure(name, files[name], model_path("qwen-0.5b"), arguments)
        seconds = bare_decode(files[name], rows=ON.draft_max + 1, depth=100, repeat=30)
        report["targets"][name]["bare_decode_seconds"] = seconds
        print_table(name, report["targets"][name]["summary"], statistics.median(seconds))
    if arguments.output is not None:
        arguments.output.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")


COLUMNS = (
    ("off", "off_tokens_per_second", ".2f"),
    ("n=3", "on_tokens_per_second", ".2f"),
    ("n=3/off", "on_over_off", ".2f"),
    ("auto/off", "auto_over_off", ".2f"),
    ("in total", "auto_over_off_in_total", ".2f"),
    ("off/server", "off_over_server_off", ".3f"),
    ("accepted", "acceptance_rate", ".2f"),
    ("own", "own_share_on", ".3f"),
    ("pass/bare", "pass_over_bare", ".3f"),
)
"""Heading, figure, format."""


def print_table(name: str, summary: list[Row], bare_seconds: float) -> None:
    """A line for each prompt."""
    sys.stdout.write(f"\n{name}: a bare decode of {ON.draft_max + 1} rows takes {bare_seconds * 1e3:.0f} ms\n")
    sys.stdout.write(f"{'prompt':14}" + "".join(f"{heading:>11}" for heading, _key, _form in COLUMNS) + "\n")
    for row in summary:
        figures = {**row, "pass_over_bare": row["verify_s_per_round"] / bare_seconds}
        cells = (format(figures[key], form) if key in figures else "–" for _heading, key, form in COLUMNS)
        sys.stdout.write(f"{row['prompt']:14}" + "".join(f"{cell:>11}" for cell in cells) + "\n")


def cpu_name() -> str:
    """The processor's own name, where the system tells it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


if __name__ == "__main__":
    main()
