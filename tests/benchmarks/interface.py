"""What the window costs: a fast reply, long conversations, starting, doing nothing.

Run by hand: `python -m tests.benchmarks.interface --output interface.json`; every figure is taken in a process of its
own with a real window on a private X server, five times, and medians are quoted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from app import __version__
from app.store.rounds import pack_rounds
from app.store.store import Store
from app.store.values import ConversationRow, MessageState, Role, StoredConversation, StoredMessage
from tests.benchmarks import interface_part, paced_engine
from tests.benchmarks.engine import cpu_name
from tests.support.fixed_keys import KEY
from tests.support.tiny_models import TinyModel
from tests.support.xvfb import PrivateDisplay

TARGETS = {
    "stream busy": 0.30,
    "stream frame p95": 0.033,
    "open 2 000 messages": 0.5,
    "open 100 000 tokens": 0.5,
    "long stream frame p95": 0.033,
    "start": 1.5,
    "idle": 0.005,
}
"""Shares of one core, and seconds."""
MESSAGES = 2000
LONG_REPLIES, LONG_TOKENS = 100, 1000

Row = dict[str, Any]


def conversation(key: str, title: str, num_turns: int, tokens: int) -> StoredConversation:
    """A conversation of questions and replies with their rounds."""
    made, messages, parent = time.time(), list[StoredMessage](), None
    source = paced_engine.rounds()
    for turn in range(num_turns):
        question = StoredMessage(
            f"{key}q{turn}", key, parent, Role.USER, f"Question {turn}?", MessageState.COMPLETE, made
        )
        taken, count = [], 0
        while count < tokens:
            taken.append(next(source))
            count += len(taken[-1].emitted)
        text = "".join(token.text for decoded in taken for token in decoded.emitted)
        reply = StoredMessage(
            f"{key}r{turn}",
            key,
            question.id,
            Role.ASSISTANT,
            text,
            MessageState.COMPLETE,
            made,
            rounds=pack_rounds(taken),
        )
        messages += [question, reply]
        parent = reply.id
    row = ConversationRow(key, title, True, made, made, len(messages), active_leaf=parent)
    return StoredConversation(row, tuple(messages))


def fill(home: Path) -> None:
    """Write the conversations that are opened."""
    folder = interface_part.store_folder(home)
    folder.mkdir(parents=True, exist_ok=True)
    with Store.open(folder, KEY) as store:
        store.add_whole_conversation(conversation(interface_part.MANY, "Many messages", MESSAGES // 2, 60))
        store.add_whole_conversation(conversation(interface_part.LONG, "Many tokens", LONG_REPLIES, LONG_TOKENS))
        store.add_conversation(title="Empty", id=interface_part.EMPTY)
    TinyModel(name="Tiny").write(home / interface_part.TARGET)


def measure(part: str, home: Path, display: PrivateDisplay) -> Row:
    """Run one part in a process of its own."""
    environment = display.environment() | {
        "GALLEY_HOME": str(home),
        "GALLEY_STARTED": repr(time.time()),
        "PYTHONPYCACHEPREFIX": str(home / "compiled"),  # as with any program that was started before
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "tests.benchmarks.interface_part", part]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        raise RuntimeError(done.stderr)
    row: Row = json.loads(done.stdout.splitlines()[-1])
    return row


def main() -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--parts", nargs="*", default=list(interface_part.PARTS))
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    runs: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, PrivateDisplay() as display:
        home = Path(folder)
        fill(home)
        measure("start", home, display)  # compiles
        for repeat in range(arguments.repeats):
            for part in arguments.parts:
                row = {"part": part, "repeat": repeat, **measure(part, home, display)}
                runs.append(row)
                sys.stderr.write(f"{row}\n")
    medians = {
        name: statistics.median(run[name] for run in runs if name in run)
        for name in sorted({key for run in runs for key in run} - {"part", "repeat"})
    }
    for name, median in medians.items():
        target = TARGETS.get(name)
        verdict = "" if target is None else f"   (at most {target})"
        sys.stdout.write(f"{name:32} {median:10.4f}{verdict}\n")
    if arguments.output is not None:
        machine = {"cpu": cpu_name(), "cores": os.cpu_count(), "system": platform.platform(), "galley": __version__}
        report = {"machine": machine, "targets": TARGETS, "medians": medians, "runs": runs}
        arguments.output.write_text(json.dumps(report, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
