"""What speculation buys and what Galley itself costs, measured through the real engine process.

Run by hand: `python -m tests.benchmarks.engine --repeat 5 --output engine.json`; prints a table, writes raw JSON.
Within a repeat everything that is compared runs right after one another, and every few runs without speculation comes
again: a ratio is formed with the nearest one. `--sides grid` adds every fixed length with every least confidence.
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
from tests.benchmarks.peer import KINDS, Peer
from tests.benchmarks.prompts import PROMPTS
from tests.support.models import model_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.benchmarks.prompts import Prompt

CONTEXT_TOKENS = 2048
WARM_TOKENS = 4
OFF_EVERY = 6
"""Runs of other sides between two without speculation."""
P_MINS = (0.0, 0.4, 0.6, 0.8)


def fixed(length: int, p_min: float = 0.0) -> SpeculationSettings:
    """A fixed draft length, the controller bypassed."""
    return SpeculationSettings(
        mode=SpeculationMode.DRAFT, draft_max=length, draft_p_min=p_min, fixed_draft_length=True, shared_lookup=False
    )


ON = fixed(3)
SIDES: dict[str, SpeculationSettings] = {
    "off": SpeculationSettings(mode=SpeculationMode.OFF),
    **{f"n={n}" + (f" p={p:g}" if p else ""): fixed(n, p) for n in range(1, 9) for p in P_MINS},
    "lookup": SpeculationSettings(mode=SpeculationMode.LOOKUP, shared_lookup=False),
    "auto": SpeculationSettings(mode=SpeculationMode.AUTO, shared_lookup=False),
}
"""What can be compared. Never with other conversations: the same prompt comes again and its replies would be found."""
GRID = tuple(side for side in SIDES if side.startswith("n="))
USUAL = ("n=3", "n=5 p=0.4", "lookup", "auto")

Row = dict[str, Any]
SEED = 7


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

    def reply(self, prompt: Prompt, speculation: SpeculationSettings, max_tokens: int) -> Row:
        """One reply and its figures."""
        request = ReplyRequest(
            1,
            (Message("user", prompt.text),),
            sampling=SamplingSettings(temperature=prompt.temperature, seed=SEED),
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
                    "own_ms_per_round": 1e3 * (timing.decode_seconds - timing.model_seconds) / tally.num_rounds,
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
    sides = [*arguments.sides]
    rows: list[Row] = []
    with contextlib.ExitStack() as stack:
        engine = Engine(target, draft)
        stack.callback(engine.close)
        peers = {
            kind: stack.enter_context(Peer(kind, target, draft, CONTEXT_TOKENS, physical_cores()))
            for kind in arguments.servers
        }
        for prompt_id in arguments.prompts:
            prompt = PROMPTS[prompt_id]
            engine.reply(prompt, ON, WARM_TOKENS)  # both prefills done, nothing measured
            for peer in peers.values():
                peer.reply(prompt.text, WARM_TOKENS, prompt.temperature)
            for index in range(arguments.repeat):
                rows.append(measure_once(engine, peers, prompt, sides, arguments.tokens))
                rows[-1] |= {"target": name, "prompt": prompt_id, "repeat": index}
                sys.stderr.write(f"{name} {prompt_id} {index + 1}/{arguments.repeat}\n")
    return {"rows": rows, "summary": [summarise(rows, prompt_id, sides) for prompt_id in arguments.prompts]}


def measure_once(engine: Engine, peers: dict[str, Peer], prompt: Prompt, sides: list[str], tokens: int) -> Row:
    """Every side once; each is given the figures of the run without speculation that came last before it."""
    row: Row = {"servers": {}, "sides": {}}
    off: Row = {}
    for index, side in enumerate(sides):
        if index % OFF_EVERY == 0:
            off = engine.reply(prompt, SIDES["off"], tokens)
            row.setdefault("off", off)
        run = engine.reply(prompt, SIDES[side], tokens)
        run["over_off"] = run["tokens_per_second"] / off["tokens_per_second"]
        run["over_off_in_total"] = off["total_s"] / run["total_s"] * run["tokens"] / off["tokens"]
        run["identical"] = run["text"] == off["text"]
        row["sides"][side] = run
    for kind, peer in peers.items():
        row["servers"][kind] = peer.reply(prompt.text, tokens, prompt.temperature)
    return row


def summarise(rows: list[Row], prompt_id: str, sides: list[str]) -> Row:
    """Medians over the repeats of a prompt."""
    mine = [row for row in rows if row["prompt"] == prompt_id]

    def median(side: str, key: str) -> float:
        return float(statistics.median(row["sides"][side][key] or 0.0 for row in mine))

    offs = [row["off"] for row in mine]
    summary: Row = {
        "prompt": prompt_id,
        "off": statistics.median(off["tokens_per_second"] for off in offs),
        "own_share_off": statistics.median(off["own_share"] for off in offs),
        "sides": {
            side: {
                key: median(side, key)
                for key in (
                    "tokens_per_second",
                    "over_off",
                    "over_off_in_total",
                    "own_share",
                    "own_ms_per_round",
                    "acceptance_rate",
                    "block_efficiency",
                    "verify_s_per_round",
                )
            }
            | {"identical": sum(row["sides"][side]["identical"] for row in mine)}
            for side in sides
        },
        "servers": {
            kind: statistics.median(row["servers"][kind]["predicted_per_second"] for row in mine)
            for kind in mine[0]["servers"]
        },
    }
    if "off" in summary["servers"]:
        summary["off_over_server"] = statistics.median(
            row["off"]["tokens_per_second"] / row["servers"]["off"]["predicted_per_second"] for row in mine
        )
    return summary


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--targets", nargs="+", choices=("f16", "q4"), default=["f16", "q4"])
    parser.add_argument("--prompts", nargs="+", choices=tuple(PROMPTS), default=list(PROMPTS))
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=100)
    parser.add_argument("--sides", nargs="+", choices=(*SIDES, "grid"), default=list(USUAL))
    parser.add_argument("--servers", nargs="*", choices=KINDS, default=["off"], help="llama.cpp's own, as peers")
    parser.add_argument("--output", type=Path, help="where the raw JSON goes")
    arguments = parser.parse_args()
    if "grid" in arguments.sides:
        arguments.sides = [*GRID, *(side for side in arguments.sides if side != "grid" and side not in GRID)]
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


def print_table(name: str, summary: list[Row], bare_seconds: float) -> None:
    """A block for each prompt, a line for each side."""
    sys.stdout.write(f"\n{name}: a bare decode of {ON.draft_max + 1} rows takes {bare_seconds * 1e3:.0f} ms\n")
    for row in summary:
        servers = ", ".join(f"{kind} {rate:.2f}" for kind, rate in row["servers"].items())
        over = f"; off / server off {row['off_over_server']:.3f}" if "off_over_server" in row else ""
        sys.stdout.write(f"{row['prompt']}: off {row['off']:.2f} tokens/s, own {row['own_share_off']:.3f}{over}\n")
        if servers:
            sys.stdout.write(f"  servers: {servers}\n")
        for side, figures in row["sides"].items():
            sys.stdout.write(
                f"  {side:10} {figures['tokens_per_second']:6.2f}  / off {figures['over_off']:.3f}"
                f"  in total {figures['over_off_in_total']:.3f}  accepted {figures['acceptance_rate'] or 0.0:.2f}"
                f"  own {figures['own_share']:.3f} ({figures['own_ms_per_round']:.2f} ms)"
                f"  same text {figures['identical']}\n"
            )
    for side in summary[0]["sides"]:
        mean = statistics.geometric_mean(row["sides"][side]["over_off"] for row in summary)
        sys.stdout.write(f"geometric mean {side}: {mean:.3f}\n")


def cpu_name() -> str:
    """The processor's own name, where the system tells it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


if __name__ == "__main__":
    main()
