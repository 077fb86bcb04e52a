"""What threads and their way of waiting cost: alone on the machine, and beside a program that keeps one core busy.

Run by hand: `python -m tests.benchmarks.threads --output threads.json`. Every figure comes from a process of its own,
since OpenMP reads its settings once; the settings take turns, so that a slow minute meets them all.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from app.engine import library_environment
from tests.support.models import model_path

if TYPE_CHECKING:
    from collections.abc import Iterator

WAITING = {
    "sleep at once": {"OMP_WAIT_POLICY": "passive"},
    "spin a little": {"GOMP_SPINCOUNT": library_environment.SPIN_COUNT},
    "as it comes": {"GOMP_SPINCOUNT": "300000"},  # what the library does where nothing is set
}
ROWS = (1, 4)
DEPTH = 100
PASSES = 9
_BUSY = "while True: pass"


@contextlib.contextmanager
def busy(core: bool) -> Iterator[None]:
    """Another program that wants a whole core, or none."""
    if not core:
        yield
        return
    other = subprocess.Popen([sys.executable, "-c", _BUSY])
    try:
        yield
    finally:
        other.kill()
        other.wait()


def milliseconds(model: Path, rows: int, threads: int, waiting: dict[str, str]) -> float:
    """The median pass of a fresh process."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
    command = [sys.executable, "-m", "tests.benchmarks.bare_decode", str(model), str(rows), str(DEPTH), str(PASSES)]
    answer = subprocess.run(
        [*command, str(threads)], capture_output=True, text=True, check=True, env={**kept, **waiting}
    )
    seconds: list[float] = json.loads(answer.stdout)
    return 1e3 * statistics.median(seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", nargs="+", default=["qwen-0.5b", "qwen-1.5b-f16"])
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    cores = psutil.cpu_count(logical=False) or 1
    figures: dict[str, list[float]] = {}
    for index in range(arguments.repeat):
        for beside in (False, True):
            with busy(beside):
                for name in arguments.models:
                    for threads in sorted({1, cores}):
                        for way, waiting in WAITING.items() if threads > 1 else [("–", {})]:
                            for rows in ROWS:
                                label = f"{name} | {threads} | {way} | {rows} | {'busy' if beside else 'alone'}"
                                taken = milliseconds(model_path(name), rows, threads, waiting)
                                figures.setdefault(label, []).append(taken)
        sys.stderr.write(f"{index + 1}/{arguments.repeat}\n")
    sys.stdout.write("model | threads | waiting | rows | machine | ms, median\n")
    for label, measured in sorted(figures.items()):
        sys.stdout.write(f"{label} | {statistics.median(measured):.1f}\n")
    if arguments.output is not None:
        arguments.output.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
