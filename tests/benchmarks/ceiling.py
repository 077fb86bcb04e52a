"""How fast speculation could be at best on this machine: by somebody who knew beforehand what will be accepted.

Run by hand: `python -m tests.benchmarks.ceiling --output ceiling.json`. Row costs are measured now, in plain loops; the
texts are the recorded ones. For every place of a text all lengths of both drafters are weighed from the end backwards,
so nothing that chooses while the text is being written can be faster. Beside it: the controller on the same costs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.engine.draft_length.controller import Controller
from app.engine.draft_length.costs import CostModel
from app.engine.types import Proposer
from tests.app.engine.draft_length.recorded import recorded_texts
from tests.app.engine.draft_length.simulation import Machine, decode
from tests.support.models import model_path

if TYPE_CHECKING:
    from tests.app.engine.draft_length.recorded import RecordedText

ROWS = (1, 2, 3, 4, 6, 8, 16)
MAX_DRAFTS = 16
TARGETS = {"f16": "qwen-1.5b-f16", "q4": "qwen-1.5b"}
BOTH = (Proposer.DRAFT, Proposer.LOOKUP)
_DEPTH, _PASSES, _PROCESSES = 100, 7, 3


def row_costs(model: str) -> dict[int, float]:
    """Seconds of a pass by its rows: medians over several processes, which take turns."""
    taken: dict[int, list[float]] = {rows: [] for rows in ROWS}
    for _ in range(_PROCESSES):
        for rows in ROWS:
            command = [sys.executable, "-m", "tests.benchmarks.bare_decode", str(model_path(model))]
            answer = subprocess.run(
                [*command, str(rows), str(_DEPTH), str(_PASSES)], capture_output=True, text=True, check=True
            )
            taken[rows].append(statistics.median(json.loads(answer.stdout)))
    return {rows: statistics.median(seconds) for rows, seconds in taken.items()}


def ceiling(machine: Machine, text: RecordedText) -> float:
    """The gain over decoding alone, with every choice right."""
    length = len(text.reply)
    off = machine.target_seconds(1) + machine.overhead
    rest = [0.0] * (length + 1)
    for at in range(length - 1, -1, -1):
        best = off + rest[at + 1]
        room = min(MAX_DRAFTS, length - at - 1)
        looked_up = (*text.foreseen(at, room), False).index(False)
        drafted = 0
        while drafted < room and text.right(at + drafted):
            drafted += 1
        for n in range(1, max(looked_up, drafted) + 1):
            checked = machine.target_seconds(n + 1) + machine.overhead + rest[at + n + 1]
            if n <= looked_up:
                best = min(best, checked)
            if n <= drafted:
                best = min(best, checked + machine.draft_seconds(1) + machine.further_seconds(n - 1))
        rest[at] = best
    return length * off / rest[0]


def controlled(machine: Machine, text: RecordedText) -> float:
    """The gain of the controller, which does not know, once it has seen one reply."""
    costs = CostModel(MAX_DRAFTS)
    machine.calibrate(costs, 1.5)
    controller = Controller(costs)
    gain = 1.0
    for prompt_tokens in (len(text.prompt), 0):
        controller.new_reply(float(len(text.reply)))
        gain = decode(controller, machine, text, len(text.reply), offers=BOTH, prompt_tokens=prompt_tokens).gain
    return gain


def main() -> None:
    """Measure the costs and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    draft = row_costs("qwen-0.5b")
    report: dict[str, object] = {"draft_rows": draft}
    for name, model in TARGETS.items():
        target = row_costs(model)
        gains = {}
        sys.stdout.write(f"\n{name}: ms by rows { ({rows: round(1e3 * cost, 1) for rows, cost in target.items()}) }\n")
        for prompt, text in recorded_texts()[name].items():
            quiet = Machine(target, draft, prefill=0.006)
            highest, reached = ceiling(quiet, text), controlled(Machine(target, draft, prefill=0.006, noise=0.03), text)
            gains[prompt] = {"ceiling": highest, "controller": reached}
            sys.stdout.write(f"  {prompt:14} at best {highest:.2f}, the controller {reached:.2f}\n")
        report[name] = {"rows": target, "gains": gains}
        for key in ("ceiling", "controller"):
            mean = statistics.geometric_mean(gain[key] for gain in gains.values())
            sys.stdout.write(f"  geometric mean, {key}: {mean:.2f}\n")
    sys.stdout.write(f"\ndraft: ms by rows { ({rows: round(1e3 * cost, 1) for rows, cost in draft.items()}) }\n")
    if arguments.output is not None:
        arguments.output.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
